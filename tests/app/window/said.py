"""Every text that the window shows now: of its widgets and their tooltips, of the plane and of the
views, by the place where it stands."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from linlab.app.controls.live_text import LiveText
from linlab.engine.picture.axes_and_legend import axes_and_legend
from linlab.engine.picture.shapes import Group, Label, Panel, Picture
from linlab.engine.views.figure import Figure
from linlab.engine.views.views import VIEWS, draw
from linlab.engine.words.listing.plain_text import plain_text

from .vocabulary import AXIS, Said


def texts_of(widget: QWidget) -> Iterator[str]:
    """What a widget shows, and what it says when the mouse is on it."""
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit | LiveText):
        yield widget.text()
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QComboBox):
        for k in range(widget.count()):
            yield widget.itemText(k)
            yield str(widget.itemData(k, Qt.ItemDataRole.ToolTipRole) or "")
    yield widget.toolTip()
    name = widget.accessibleName()
    yield plain_text(f"${name}$") if "\\" in name else name  # a formula


def said_by(root: QWidget, where: str) -> list[Said]:
    """The texts of a widget and of all that is visible in it, which stand together."""
    widgets = [root, *(each for each in root.findChildren(QWidget) if each.isVisible())]
    every = (text for widget in widgets for text in texts_of(widget))
    return [Said(where, text) for text in dict.fromkeys(every) if text.strip()]


def said_apart(root: QWidget, where: str) -> list[Said]:
    """The same, each text at a place of its own: what introduces a symbol is in the same text."""
    return [Said(f"{where} {k}", said.text) for k, said in enumerate(said_by(root, where))]


def said_in(picture: Picture, where: str) -> list[Said]:
    """The words of a picture: labels, legends, axes, titles and notes."""
    every = [note.text for note in picture.notes]
    axes = list[str]()
    for panel in picture.panels:
        every += _of_panel(panel)
        axes += [axis.title for axis in (panel.across, panel.up) if axis is not None]
    out = [Said(where, text) for text in dict.fromkeys(every) if text.strip()]
    return [*out, *(Said(f"{where}{AXIS}", text) for text in dict.fromkeys(axes) if text)]


def _of_panel(panel: Panel) -> list[str]:
    beneath, above = axes_and_legend(panel)
    words = [piece.text for piece in (*beneath, *above) if isinstance(piece, Label)]
    return [*words, panel.title, *(entry.text for entry in panel.legend), *_labels(panel.items)]


def _labels(items: Any) -> list[str]:
    out = []
    for item in items:
        if isinstance(item, Group):
            out += _labels(item.items)
        elif isinstance(item, Label):
            out.append(item.text)
    return out


def together(window: Any, view: str) -> list[Said]:
    """A view, with its help and its options, and the card of the step beside it."""
    figure = Figure(view=view, width=480, height=560, caption=True)
    chosen = VIEWS[view]
    options = [text for option in chosen.options for text in (option.title, option.help)]
    return [
        *said_in(draw(figure, window.session.snapshot), view),
        *(Said(view, text) for text in (chosen.title, chosen.help, *options)),
        *said_by(window.right.step, "this step"),
    ]
