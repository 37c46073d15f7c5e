"""Which screen the stage is on, and which one the speaker looks at."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

SHARE = 0.62  # of the width and the height of a screen, for a window beside the stage


@dataclass(frozen=True)
class ScreenInfo:
    """A screen: its name and its place on the desktop, in pixels."""

    name: str
    x: int
    y: int
    width: int
    height: int

    @property
    def title(self) -> str:
        return f"{self.name}, {self.width} × {self.height}"


@dataclass(frozen=True)
class Placement:
    """The name of the screen of the stage, and that of the speaker's; empty if there is only one."""

    stage: str
    speaker: str


def placement(screens: Sequence[ScreenInfo], home: str, chosen: str = "") -> Placement:
    """The stage goes to the chosen screen, if it is there, otherwise to the first one that does
    not show the window; the speaker has the window's screen or, if the stage took it, another. A
    screen that mirrors another one does not count.

    >>> laptop, beamer = ScreenInfo("eDP-1", 0, 0, 1280, 800), ScreenInfo("HDMI-1", 1280, 0, 1920, 1080)
    >>> placement((laptop, beamer), "eDP-1")
    Placement(stage='HDMI-1', speaker='eDP-1')
    >>> placement((laptop,), "eDP-1", "HDMI-1")
    Placement(stage='eDP-1', speaker='')
    """
    names = [screen.name for screen in distinct(screens)]
    if not names:
        return Placement("", "")
    if home not in names:
        home = names[0]
    others = [name for name in names if name != home]
    stage = chosen if chosen in names else (others or [home])[0]
    if stage != home:
        return Placement(stage, home)
    return Placement(stage, others[0] if others else "")


def distinct(screens: Sequence[ScreenInfo]) -> list[ScreenInfo]:
    """The screens at different places of the desktop, each name once."""
    found: dict[tuple[int, int], ScreenInfo] = {}
    for screen in screens:
        found.setdefault((screen.x, screen.y), screen)
    return list(found.values())


def connected() -> list[ScreenInfo]:
    """The screens that are connected now."""
    return [_info(screen) for screen in QGuiApplication.screens()]


def screen_named(name: str) -> QScreen | None:
    found = (screen for screen in QGuiApplication.screens() if screen.name() == name)
    return next(found, None)


def fill_screen(widget: QWidget, screen: QScreen) -> None:
    """Show a window full screen there. A window that fills another screen cannot be moved, so it
    becomes a normal one for a moment."""
    full = Qt.WindowState.WindowFullScreen
    if widget.screen() is not screen or not widget.isFullScreen():
        widget.setWindowState(Qt.WindowState.WindowNoState)
        widget.setScreen(screen)
        widget.setGeometry(screen.geometry())
        widget.setWindowState(full)


def room_on(screen: QScreen, least: QSize) -> QRect:
    """A place for a window of at least this size in the lower right corner, where the stage has
    the least to show."""
    free = screen.availableGeometry()
    size = (free.size() * SHARE).expandedTo(least)
    return QRect(free.bottomRight() - QPoint(size.width(), size.height()), size)


def _info(screen: QScreen) -> ScreenInfo:
    place = screen.geometry()
    return ScreenInfo(screen.name(), place.x(), place.y(), place.width(), place.height())
