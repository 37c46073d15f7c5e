"""A lesson on the course page: its number or a tick, title, minutes and keywords, and a bar for how
far it is. It is a button that opens the lesson."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton, QToolTip, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import by_keyboard, sized, theme_in_force
from linlab.engine.picture.palette import mixed
from linlab.lessons.course.overview import Entry

PADDING, GAP = 12, 10  # pixels
BEFORE_BAR, AFTER_BAR = 7, 9  # pixels above and below the bar
DISC, BAR = 30, 4  # pixels: the diameter around the number, and the height of the bar
TITLE, META, NUMBER = 15, 12, 14  # sizes of letters at 100 %
LEAST_HEIGHT = 78
RADIUS = 9.0
TINT = 0.16  # how much of the colour of a right answer is behind a tick
TICK = ((10.5, 15.5), (13.5, 18.5), (19.5, 12.0))  # of 30 by 30
WRAPPED = int(Qt.TextFlag.TextWordWrap)
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
BY_KEY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class LessonCard(QAbstractButton):
    """A card for one lesson."""

    def __init__(self, entry: Entry, current: bool, parent: QWidget) -> None:
        """`current`: whether it is the lesson to go on with, which has a coloured border."""
        super().__init__(parent)
        self.entry = entry
        self._current = current
        self.setObjectName(f"card-{entry.lesson.id}")
        self.setText(entry.lesson.title)
        self.setAccessibleName(entry.spoken)
        self.setAccessibleDescription(entry.tip)
        self.setToolTip(entry.tip)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("ring", RADIUS)

    def height_for(self, width: int) -> int:
        """The height that shows all of its words."""
        words = self._left()
        room = width - words - PADDING
        title = _height(self._title_font(), room, self.text())
        meta = _height(self._meta_font(), room, self.entry.meta)
        return max(px(LEAST_HEIGHT), title + meta + PADDING + px(4) + BEFORE_BAR + BAR + AFTER_BAR)

    def sizeHint(self) -> QSize:
        return QSize(px(230), self.height_for(px(230)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrow keys to the grid: a button would move the focus to its neighbours."""
        if event.key() in ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """With the keyboard focus, show what the tooltip says."""
        super().focusInEvent(event)
        if event.reason() in BY_KEY and by_keyboard(self):
            below = self.mapToGlobal(QPoint(0, self.height() - px(6)))
            QToolTip.showText(below, self.toolTip(), self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QToolTip.hideText()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        hover = self.underMouse() or self.isDown()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            border = theme.accent if hover or self._current else theme.border
            painter.setPen(QPen(QColor(border), 1.5 if self._current else 1.0))
            painter.setBrush(QColor(theme.card))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
            self._draw_disc(painter, theme)
            left = self._left()
            room = self.width() - left - PADDING
            title = _height(self._title_font(), room, self.text())
            painter.setFont(self._title_font())
            painter.setPen(QColor(theme.text))
            painter.drawText(QRect(left, PADDING, room, title), WRAPPED, self.text())
            painter.setFont(self._meta_font())
            painter.setPen(QColor(theme.quiet))
            meta = _height(self._meta_font(), room, self.entry.meta)
            top = PADDING + title + px(4)
            painter.drawText(QRect(left, top, room, meta), WRAPPED, self.entry.meta)
            if self.entry.begun and not self.entry.finished:
                self._draw_bar(painter, theme, QRectF(left, 0, room, BAR))

    def _draw_disc(self, painter: QPainter, theme: Theme) -> None:
        size = px(DISC)
        disc = QRectF(PADDING, PADDING, size, size)
        done = self.entry.finished
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(theme.card, theme.right, 1 - TINT) if done else theme.soft))
        painter.drawEllipse(disc)
        if done:
            unit = size / 30.0
            pen = QPen(QColor(theme.right), 2.0 * unit)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            corners = [
                QPointF(disc.x() + unit * across, disc.y() + unit * down) for across, down in TICK
            ]
            painter.drawPolyline(QPolygonF(corners))
            return
        painter.setPen(QColor(theme.accent_text))
        painter.setFont(sized(self, NUMBER, bold=True))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self.entry.lesson.number or "·"))

    def _draw_bar(self, painter: QPainter, theme: Theme, line: QRectF) -> None:
        line.moveBottom(self.height() - AFTER_BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.groove))
        painter.drawRoundedRect(line, BAR / 2, BAR / 2)
        line.setWidth(max(float(BAR), self.entry.share * line.width()))
        painter.setBrush(QColor(theme.accent))
        painter.drawRoundedRect(line, BAR / 2, BAR / 2)

    def _left(self) -> int:
        """Where its words begin."""
        return PADDING + px(DISC) + GAP

    def _title_font(self) -> QFont:
        return sized(self, TITLE, bold=True)

    def _meta_font(self) -> QFont:
        return sized(self, META)


def _height(font: QFont, width: int, text: str) -> int:
    """How high a text is, wrapped to this width."""
    box = QFontMetrics(font).boundingRect(QRect(0, 0, max(1, width), 10_000), WRAPPED, text)
    return box.height() if text else 0
