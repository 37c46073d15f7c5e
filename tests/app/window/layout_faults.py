"""What is wrong with the layout of a window, found by looking at every visible widget: texts that
are cut, widgets that reach beyond what holds them, neighbours that lie on each other.

What scrolls may be out of sight, but only in the direction that it scrolls in.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QLabel,
    QLineEdit,
    QSplitter,
    QSplitterHandle,
    QToolButton,
    QWidget,
)

from linlab.app.controls.caption import Caption
from linlab.app.controls.live_text import LiveText
from linlab.app.controls.sliders import Note
from linlab.app.controls.widgets import sized
from linlab.app.panels.data.gallery import Thumbnail
from linlab.app.panels.model_list import ModelRow

SLACK = 1  # pixels that rounding may take


def faults(window):
    """All of them, as sentences."""
    shown = visible(window)
    return [
        *cut_texts(shown),
        *shortened_texts(window),
        *beyond(window, shown),
        *overlapping(window, shown),
    ]


def lasting_faults(window):
    """The faults that stay: words may be on their way, and want another height then."""
    found = faults(window)
    for _ in range(10):
        if not found:
            break
        QTest.qWait(100)
        found = faults(window)
    return found


def visible(window):
    """The visible widgets of this window, without what the plane lays over itself."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.window() is window
        and not window.plane.isAncestorOf(widget)
        and not widget.size().isEmpty()
    ]


def name_of(widget):
    text = getattr(widget, "text", lambda: "")
    words = text() if callable(text) else ""
    return f"{type(widget).__name__} {widget.objectName()} {str(words)[:40]!r}".replace("  ", " ")


def cut_texts(widgets):
    """Widgets with less room than their words need."""
    found = []
    for widget in widgets:
        need = need_of(widget)
        if need is None:
            continue
        room = widget.contentsRect().size()
        if need.width() > room.width() + SLACK or need.height() > room.height() + 2 * SLACK:
            found.append(f"{name_of(widget)} needs {need.toTuple()} and has {room.toTuple()}")
    return found


def need_of(widget):
    """The size that the words of a widget need; none for one without words."""
    metrics = QFontMetrics(widget.font())
    if isinstance(widget, Note):  # shown whole or not at all
        return None
    if isinstance(widget, QLabel) and widget.text():
        text = widget.text().strip()
        if widget.wordWrap() or widget.hasHeightForWidth():
            wide = widget.contentsRect().width()
            return QSize(0, widget.heightForWidth(wide))
        return QSize(metrics.horizontalAdvance(text), metrics.height())
    if isinstance(widget, QToolButton) and widget.text():  # its hint has more air than it needs
        icon = 0 if widget.icon().isNull() else widget.iconSize().width() + 4
        alone = widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
        words = 0 if alone else metrics.horizontalAdvance(widget.text())
        return QSize(words + icon, metrics.height())
    if isinstance(widget, Thumbnail):
        text = QFontMetrics(sized(widget, 8)).horizontalAdvance(widget.text())
        return QSize(text, widget.sizeHint().height())
    if isinstance(widget, ModelRow):  # its tag gives way
        return widget.minimumSizeHint()
    if isinstance(widget, QAbstractButton) and widget.text():
        return widget.sizeHint()
    if isinstance(widget, QLineEdit) and widget.text():
        return QSize(metrics.horizontalAdvance(widget.text()), metrics.height())
    if isinstance(widget, LiveText):
        return QSize(0, widget._height())
    if isinstance(widget, Caption):
        return QSize(0, widget._metrics.height())
    return None


def shortened_texts(window):
    """Texts that end in “…” when the window is drawn, because there was no room for the rest."""
    with elisions() as found:
        window.grab()
    return [f"{before!r} is shown as {after!r}" for before, after in found]


@contextmanager
def elisions() -> Iterator[list]:
    """Collect what `elidedText` shortens meanwhile."""
    found, plain = [], QFontMetrics.elidedText

    def watched(metrics, text, *given, **named):
        short = plain(metrics, text, *given, **named)
        if short != text:
            found.append((text, short))
        return short

    QFontMetrics.elidedText = watched
    try:
        yield found
    finally:
        QFontMetrics.elidedText = plain


def beyond(window, widgets):
    """Widgets that reach beyond what holds them, unless one can scroll there."""
    found = []
    for widget in widgets:
        parent = widget.parentWidget()
        own = widget.geometry()
        while parent is not None and parent is not window:
            across, upright = scrolls(parent)
            room = parent.rect()
            wide = own.left() < room.left() - SLACK or own.right() > room.right() + SLACK
            high = own.top() < room.top() - SLACK or own.bottom() > room.bottom() + SLACK
            if (wide and not across) or (high and not upright):
                found.append(
                    f"{name_of(widget)} at {own.getRect()} is beyond {name_of(parent)} "
                    f"of {room.size().toTuple()}"
                )
                break
            if wide or high:  # one scrolls there
                break
            own = QRect(parent.mapTo(parent.parentWidget(), own.topLeft()), own.size())
            parent = parent.parentWidget()
    return found


def scrolls(viewport):
    """Whether a widget is a viewport that can be scrolled sideways, and up and down."""
    area = viewport.parentWidget()
    if not isinstance(area, QAbstractScrollArea) or area.viewport() is not viewport:
        return False, False
    bars = area.horizontalScrollBar(), area.verticalScrollBar()
    return tuple(bar.maximum() > bar.minimum() and bar.isVisible() for bar in bars)


def overlapping(window, widgets):
    """Pairs of neighbours that lie on each other."""
    found = []
    families = {}
    for widget in (*widgets, window.plane):
        area = widget.parentWidget()
        if isinstance(area, QAbstractScrollArea) and widget is not area.viewport():
            continue  # what stands in a picture, such as the reason why it is empty
        families.setdefault(widget.parentWidget(), []).append(widget)
    for family in families.values():
        shown = [each for each in family if not isinstance(each, QSplitterHandle)]
        for k, one in enumerate(shown):
            for other in shown[k + 1 :]:
                common = one.geometry().intersected(other.geometry())
                if common.width() > SLACK and common.height() > SLACK:
                    found.append(f"{name_of(one)} and {name_of(other)} share {common.getRect()}")
    for splitter in window.findChildren(QSplitter):  # whose parts may want more than there is
        parts = [splitter.widget(k) for k in range(splitter.count())]
        for one in parts:
            if one.isVisible() and not splitter.rect().contains(one.geometry()):
                found.append(f"{name_of(one)} is beyond its splitter")
    return found


def sideways(window):
    """The columns that have to be scrolled sideways."""
    areas = (window.left, window.right.area)
    return [name_of(area) for area in areas if area.horizontalScrollBar().maximum() > 0]
