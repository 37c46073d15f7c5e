"""Copy to the clipboard: a picture as an image, a text as text."""

import tempfile
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from linlab.app.export import figures
from linlab.app.export import widgets as export_widgets
from linlab.engine.ground.numerals import grouped
from linlab.engine.views.views import draw

from .export_options import WIDGETS, ExportOptions
from .export_source import ExportSource
from .live import Live

SHARP = 2.0  # image pixels per page pixel
MOST_TABLE_ROWS, MOST_STEPS = 2000, 200_000  # rows of a table, and steps that do not take too long


def copy_reason(export_options: ExportOptions, several: bool = False) -> str:
    """Why it cannot be copied, in words; empty if it can."""
    if export_options.what == "film":
        return "A film cannot be copied, only saved."
    if export_options.what == "web":
        return "A web page cannot be copied, only saved."
    if export_options.what == "homework" and not export_options.chosen.text:
        return "Pages cannot be copied, only saved: LaTeX can be copied."
    if export_options.what == "weights" and several and export_options.every:
        return "Several files cannot be copied, only saved."
    if export_options.what == "weights" and not export_options.chosen.text:
        return "Arrays cannot be copied, only saved: JSON and CSV can be copied."
    if (
        export_options.what == "table"
        and export_options.last - export_options.first >= MOST_TABLE_ROWS
    ):
        return f"A table of more than {grouped(MOST_TABLE_ROWS)} rows cannot be copied, only saved."
    if export_options.what == "table" and export_options.last > MOST_STEPS:
        return f"A table that goes beyond step {grouped(MOST_STEPS)} cannot be copied, only saved."
    return ""


def put_on_clipboard(export_source: ExportSource, export_options: ExportOptions, live: Live) -> str:
    """Copy it; return what was copied, in words."""
    clipboard = QGuiApplication.clipboard()
    if export_options.what == "figure" and not export_options.chosen.text:
        if export_options.view in WIDGETS:
            image = export_widgets.image(live.widget_of(export_options.view), SHARP)
        else:
            image = figures.image(
                draw(export_source.figure(export_options), export_source.moment()), 96.0 * SHARP
            )
        clipboard.setImage(image)
        return f"Copied the picture, {image.width()} × {image.height()} pixels."
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"copy{export_options.chosen.suffix}"
        live.take(export_options).write(path, lambda done, total: True)
        text = path.read_text(encoding="utf-8")
    clipboard.setText(text)
    return f"Copied {len(text.splitlines())} lines."
