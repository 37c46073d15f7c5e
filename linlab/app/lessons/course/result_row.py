"""How a result of the search is drawn: where it is in bold letters, and below it what stands there."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.widgets import sized, theme_in_force

PAD = 7  # pixels around the words
TITLE, WORDS = 14, 13  # sizes of letters at 100 %
RADIUS = 6.0
WRAPPED = int(Qt.TextFlag.TextWordWrap)
Index = QModelIndex | QPersistentModelIndex


class ResultRow(QStyledItemDelegate):
    """Draws the first line of an item as its title, and the rest as words, wrapped to the width."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = theme_in_force()
        box: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        title, words = _texts(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        inside = box.adjusted(PAD, PAD, -PAD, -PAD)
        fonts = _fonts(option.widget)
        colours = (
            theme.accent_text if chosen else theme.text,
            theme.text if chosen else theme.quiet,
        )
        for font, colour, text in zip(fonts, colours, (title, words), strict=True):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(inside, WRAPPED, text)
            inside.setTop(inside.top() + _height(font, inside.width(), text) + px(2))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        assert isinstance(view, QAbstractItemView)
        width = view.viewport().width()
        room = width - 2 * PAD - 4
        lines = zip(_fonts(view), _texts(index), strict=True)
        high = sum(_height(font, room, text) for font, text in lines)
        return QSize(width - 4, high + 2 * PAD + px(2))


def _texts(index: Index) -> tuple[str, str]:
    title, _, words = str(index.data()).partition("\n")
    return title, words


def _fonts(widget: QWidget) -> tuple[QFont, QFont]:
    return sized(widget, TITLE, bold=True), sized(widget, WORDS)


def _height(font: QFont, width: int, text: str) -> int:
    room = QRect(0, 0, max(1, width), 10_000)
    return QFontMetrics(font).boundingRect(room, WRAPPED, text).height() if text else 0
