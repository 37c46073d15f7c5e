"""To the clipboard: a picture as an image, a text as a text."""

import tempfile
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from linlab.app.export import figures
from linlab.app.export import widgets as export_widgets
from linlab.engine.ground.numerals import grouped
from linlab.engine.views.views import draw

from .live import Live
from .subject import Subject
from .wish import WIDGETS, Wish

SHARP = 2.0  # pixels of the image to a pixel of the page
LONGEST, FAR = 2000, 200_000  # rows of a table, and updates that it is not too long to wait for


def copy_reason(wish: Wish, several: bool = False) -> str:
    """Why it cannot be copied, in words; empty if it can."""
    if wish.what == "film":
        return "A film cannot be copied, only saved."
    if wish.what == "homework" and not wish.chosen.text:
        return "Pages cannot be copied, only saved: LaTeX can be copied."
    if wish.what == "weights" and several and wish.every:
        return "Several files cannot be copied, only saved."
    if wish.what == "weights" and not wish.chosen.text:
        return "Arrays cannot be copied, only saved: JSON and CSV can be copied."
    if wish.what == "table" and wish.last - wish.first >= LONGEST:
        return f"A table of more than {grouped(LONGEST)} rows cannot be copied, only saved."
    if wish.what == "table" and wish.last > FAR:
        return f"A table that goes beyond update {grouped(FAR)} cannot be copied, only saved."
    return ""


def put_on_clipboard(subject: Subject, wish: Wish, live: Live) -> str:
    """Copy it; what was copied, in words."""
    clipboard = QGuiApplication.clipboard()
    if wish.what == "figure" and not wish.chosen.text:
        if wish.view in WIDGETS:
            image = export_widgets.image(live.widget_of(wish.view), SHARP)
        else:
            image = figures.image(draw(subject.figure(wish), subject.moment()), 96.0 * SHARP)
        clipboard.setImage(image)
        return f"Copied the picture, {image.width()} × {image.height()} pixels."
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"copy{wish.chosen.suffix}"
        live.take(wish).write(path, lambda done, total: True)
        text = path.read_text(encoding="utf-8")
    clipboard.setText(text)
    return f"Copied {len(text.splitlines())} lines."
