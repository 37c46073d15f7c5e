"""How large the text of the window is, from 100 to 200 %.

Sizes in the code are those at 100 %. `px` turns one into pixels of now, `scaled` all of a style
sheet. What is set once, such as a fixed width, is set through `follow`, which sets it again when
another size is chosen. What is painted or asked for anew each time just uses `px`. Gaps between
things stay as they are: the room goes to the words.
"""

import re
import sys
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QWidget

from linlab.app.session.settings import TEXT_SIZES as SIZES

USUAL = {"win32": 9.0, "darwin": 13.0}  # points of a system's font, unless it was changed
ELSEWHERE = 11.0
HAIRLINE = 2.0  # pixels: what is so thin is a line, and stays so
_FOLLOWS = "_text_size_follows"
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)px")
Q = TypeVar("Q", bound=QObject)


class _Size:
    """What is in force, and what follows it."""

    def __init__(self) -> None:
        self.percent = 100
        self.followed = 100  # what the followers were set by
        self.followers: weakref.WeakSet[Any] = weakref.WeakSet()


_NOW = _Size()


def percent() -> int:
    return _NOW.percent


def px(pixels: float) -> int:
    """So many pixels at 100 %, at the size in force."""
    return round(pixels * _NOW.percent / 100)


def scaled(sheet: str) -> str:
    """A style sheet written for 100 %, at the size in force; hairlines stay hairlines."""
    if _NOW.percent == 100:
        return sheet
    return _LENGTH.sub(
        lambda found: f"{px(float(found[1])) if float(found[1]) > HAIRLINE else found[1]}px",
        sheet,
    )


def follow(widget: Q, lay: Callable[[Q], object]) -> Q:
    """Do this to the widget now, and whenever another size is chosen, as long as it lives."""
    lay(widget)
    widget.__dict__.setdefault(_FOLLOWS, []).append(lay)  # they go when it goes
    _NOW.followers.add(widget)
    return widget


def set_style_sheet(widget: QWidget, sheet: str) -> None:
    """Give a widget a style sheet of its own, written for 100 %."""
    follow(widget, lambda w: w.setStyleSheet(scaled(sheet)))


def choose(percent: int) -> None:
    """Text of this size from now on; what has a size already gets it in `catch_up`."""
    _NOW.percent = percent


def catch_up() -> None:
    """Set again what was set once, if the size is another than when that was done last. A new style
    sheet would take the fonts of widgets back, so this comes after it."""
    if _NOW.percent == _NOW.followed:
        return
    _NOW.followed = _NOW.percent
    for widget in list(_NOW.followers):
        if shiboken6.isValid(widget):
            for lay in widget.__dict__[_FOLLOWS]:
                lay(widget)


def least(widget: QWidget, pixels: int, share: float) -> int:
    """The least width of something in the window that has so many pixels at 100 %: in larger letters
    no more than a share of the screen, or the window would not fit on it."""
    wide = max(widget.screen().availableGeometry().width(), widget.window().width())
    return max(pixels, min(px(pixels), round(share * wide)))


def of_the_system(font: QFont | None = None) -> int:
    """The largest size that is not larger than the system's, which shows in its font."""
    font = font or QGuiApplication.font()
    screen = QGuiApplication.primaryScreen()
    dots = 96.0 if screen is None or sys.platform == "darwin" else screen.logicalDotsPerInch()
    share = font.pointSizeF() / USUAL.get(sys.platform, ELSEWHERE) * dots / 96.0
    return max((size for size in SIZES if size <= 100 * share + 1), default=SIZES[0])
