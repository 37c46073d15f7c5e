"""The scrubber: the whole history as a line."""

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.controls.theme import Theme
from linlab.engine.document.bookmarks import Bookmark, Bookmarks
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten

from .bookmarks.flags import Flag, draw_flags, flag_at, flags_of

DRAG = "Drag to any step of the history"
FLAG = "Click: go there · right click: rename or remove it"
HEIGHT = 32  # pixels, at least as many as the buttons beside it
NEAR_MARK_PX, MOST_WORDS = 5, 6  # pixels from a mark; marks described at once


class Scrubber(QWidget):
    """The whole history as a line: drag to any step. Ticks below are epochs, marks above are
    changes, and the flags over them are bookmarks."""

    scrubbed = Signal(object)  # the step, which may be too large for a Qt integer
    chosen = Signal(object)  # a bookmark
    menu_wanted = Signal(object, QPoint)  # a bookmark, and a place on the screen

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("scrubber")
        self.theme = theme
        self.t, self.most, self.epoch = 0, 1, 0
        self.marks: tuple[
            tuple[int, str], ...
        ] = ()  # the step after which something changes, and what
        self.flag: tuple[int, str] | None = None  # where it would have stopped early, and why
        self.bookmarks: Bookmarks = ()
        self._held: float | None = None  # where a flag was pressed: without a move it is no drag
        follow(self, lambda own: own.setFixedHeight(px(HEIGHT)))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setToolTip(DRAG)
        self.setAccessibleName("History")
        self.setAccessibleDescription(DRAG)

    def show_time(self, t: int, most: int, epoch: int) -> None:
        self.t = t
        self.most = max(1, most)
        self.epoch = epoch
        self.update()

    def show_marks(self, marks: tuple[tuple[int, str], ...]) -> None:
        self.marks = marks
        self.update()

    def show_flag(self, flag: tuple[int, str] | None) -> None:
        self.flag = flag
        self.update()

    def show_bookmarks(self, bookmarks: Bookmarks) -> None:
        self.bookmarks = bookmarks
        self.update()

    spoken_role = QAccessible.Role.Slider

    def spoken_value(self) -> str:
        """Where it stands, for a screen reader."""
        return f"step {grouped(self.t)} of {grouped(self.most)}"

    def spoken_step(self, by: int) -> None:
        self.scrubbed.emit(max(0, self.t + by))

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of the bookmarks."""
        return flags_of(self.bookmarks, self.x_of, self.most)

    def bookmark_at(self, place: QPointF) -> Bookmark | None:
        """The bookmark whose flag is there."""
        flag = flag_at(self.flags, place)
        return None if flag is None else flag.bookmark

    def words_at(self, x: float) -> str:
        """What the marks there say; if several are close, up to a few of them."""
        said = (
            self.marks
            if self.flag is None
            else (*self.marks, (self.flag[0], f"{self.flag[0]}: {self.flag[1]}"))
        )
        near = [
            words for t, words in said if t <= self.most and abs(self.x_of(t) - x) <= NEAR_MARK_PX
        ]
        more = [f"and {len(near) - MOST_WORDS} more"] if len(near) > MOST_WORDS else []
        return "\n".join([*near[:MOST_WORDS], *more])

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tooltip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def _tooltip_at(self, place: QPointF) -> str:
        """The tooltip at a place."""
        bookmark = self.bookmark_at(place)
        if bookmark is not None:
            return f"{shorten(bookmark.name)}\nBookmark at step {grouped(bookmark.t)}\n{FLAG}"
        return self.words_at(place.x()) or DRAG

    def at(self, x: float) -> int:
        return round(min(1.0, max(0.0, (x - 7) / max(1, self.width() - 14))) * self.most)

    def x_of(self, t: float) -> float:
        return 7 + (self.width() - 14) * t / self.most

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.fillRect(self.rect(), QColor(self.theme.card))
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(Qt.PenStyle.NoPen)
        middle = self.height() / 2
        here = self.x_of(self.t)
        top = round(middle) - 2
        for ink, end in (
            (QColor(self.theme.groove), self.width() - 5),
            (QColor(self.theme.accent), round(here)),
        ):
            p.fillRect(6, top, end - 7, 4, ink)
            p.fillRect(5, top + 1, end - 5, 2, ink)
        stride = self.epoch
        while stride and self.most / stride > 40:
            stride *= 10 if self.most / stride > 400 else 2
        if stride:
            tick = QColor(self.theme.quiet)
            below = round(middle + 4)
            step = (self.width() - 14) * stride / self.most
            for k in range(1, self.most // stride + 1):
                p.fillRect(round(6.5 + k * step), below, 1, 4, tick)
        draw_flags(p, self.flags, top, QColor(self.theme.text))
        p.setBrush(QColor(self.theme.card))
        p.setPen(QColor(self.theme.accent))
        pen = p.pen()
        pen.setWidthF(2.4 if self.hasFocus() else 2.0)
        p.setPen(pen)
        p.drawEllipse(QPointF(here, middle), 6, 6)
        self._draw_marks(p, middle - 7)
        self._draw_flag(p, middle)
        p.end()

    def _draw_flag(self, p: QPainter, middle: float) -> None:
        """A pole on the line with a pennant, in the colour of dev."""
        if self.flag is not None and self.flag[0] <= self.most:
            x = self.x_of(self.flag[0])
            ink = QColor(self.theme.dev)
            back = -1 if x > self.width() - 14 else 1  # at the end it points the other way
            high = middle - 11
            p.fillRect(round(x) - 1, round(high), 2, 13, ink)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(ink)
            p.drawPolygon(
                QPolygonF(
                    [QPointF(x, high), QPointF(x + 9 * back, high + 3.5), QPointF(x, high + 7)]
                )
            )

    def _draw_marks(self, p: QPainter, y: float) -> None:
        """Small diamonds above the line; overlapping ones are merged."""
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QColor(self.theme.accent))
        last = -math.inf
        for x in (self.x_of(t) for t, _ in self.marks if t <= self.most):
            if x - last >= 1:
                p.drawPolygon(
                    QPolygonF(
                        [
                            QPointF(x, y - 3.5),
                            QPointF(x + 3.5, y),
                            QPointF(x, y + 3.5),
                            QPointF(x - 3.5, y),
                        ]
                    )
                )
                last = x

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bookmark = self.bookmark_at(event.position())
        self._held = None
        if event.button() == Qt.MouseButton.LeftButton and bookmark is not None:
            self._held = event.position().x()
            self.chosen.emit(bookmark)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.scrubbed.emit(self.at(event.position().x()))
        elif event.button() == Qt.MouseButton.RightButton and bookmark is not None:
            self.menu_wanted.emit(bookmark, event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if not event.buttons():
            on_flag = self.bookmark_at(event.position()) is not None
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if on_flag else Qt.CursorShape.ArrowCursor
            )
        elif event.buttons() & Qt.MouseButton.LeftButton and (
            self._held is None or abs(x - self._held) > NEAR_MARK_PX
        ):
            self._held = None
            self.scrubbed.emit(self.at(x))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # arrow keys make steps
