"""The rows of a list of texts: a table for Qt, and how a row is drawn and edited."""

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from linlab.app.canvas.pens import draw_symbol
from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.widgets import sized, theme_in_force
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.palette import Palette, colour_of, symbol_of
from linlab.engine.views.table import Table
from linlab.engine.views.texts.columns import NEXT
from linlab.engine.views.texts.looks import about_row

from .tinted_text import draw, lay_out

Index = QModelIndex | QPersistentModelIndex
TYPE, SMALL = 12, 11  # pixels: the letters of a text, and of the line below it
EDGE, MARK, BAR = 5, 9, 3  # pixels: around a row, the mark of a class, the bar of a selected row
LEFT = 26  # pixels before the text
MOST_LINES = 2  # of a text in the list
EDITOR_HEIGHT = 84  # pixels, at least
Role = Qt.ItemDataRole


class TextRows(QAbstractListModel):
    """A table of texts for Qt. It does not store typed texts but emits them."""

    typed = Signal(int, str)  # the id of the point, and its new text

    def __init__(self) -> None:
        super().__init__()
        self.table = Table(())
        self.row_of: dict[int, int] = {}  # by id

    def show_table(self, table: Table) -> None:
        """Show these rows. The list stays where it is scrolled to."""
        same = table.ids == self.table.ids
        resized = len(table) != len(self.table)
        if resized:
            self.beginResetModel()
        elif not same:
            self.layoutAboutToBeChanged.emit()
        self.table = table
        if not same:
            self.row_of = {id: row for row, id in enumerate(table.ids)}
        if resized:
            self.endResetModel()
        elif not same:
            self.layoutChanged.emit()
        elif len(table):
            self.dataChanged.emit(self.index(0), self.index(len(table) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table)

    def text(self, row: int) -> str:
        column = self.table.of_texts
        return "" if column is None else column.texts[row]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role in (Role.DisplayRole, Role.EditRole):
            return self.text(index.row())
        if role == Role.AccessibleTextRole:
            classes = self.table.column("class")
            name = "" if classes is None else f"{classes.texts[index.row()]}: "
            text = sanitise(self.text(index.row()))
            return f"{name}{text} ({about_row(self.table, index.row())})"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if str(value) != self.text(index.row()):
            self.typed.emit(self.table.ids[index.row()], str(value))
        return True


class TextDelegate(QStyledItemDelegate):
    """Draws a row: the mark of its class, the text with its words tinted, and below it what is known
    of it. A double click, F2 or Return edits the text."""

    def __init__(self, rows: TextRows, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self.lines = MOST_LINES
        self.pointed: int | None = None  # the id of the point that the mouse is at

    def fit(self, width: int) -> bool:
        """Give texts one line if all of them fit into one; return whether that is new."""
        column = self._rows.table.of_texts
        texts = () if column is None else column.texts
        longest = max(map(len, texts), default=0)
        letter = QFontMetrics(self._font(True)).averageCharWidth()
        lines = 1 if longest * letter <= width - px(LEFT + 2 * EDGE) else MOST_LINES
        before = self.lines
        self.lines = lines
        return lines != before

    def _font(self, bold: bool = False) -> Any:
        widget = self.parent()
        assert isinstance(widget, QWidget)
        return sized(widget, TYPE, bold)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        high = self.lines * QFontMetrics(self._font()).lineSpacing()
        widget = self.parent()
        assert isinstance(widget, QWidget)
        below = QFontMetrics(sized(widget, SMALL)).lineSpacing()
        return QSize(px(120), high + below + px(2 * EDGE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, table, row = theme_in_force(), self._rows.table, index.row()
        box: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        pointed = row < len(table.ids) and table.ids[row] == self.pointed
        painter.fillRect(box, QColor(_ground(theme, chosen, pointed, row in table.highlighted)))
        if chosen:
            bar = QRect(box.left(), box.top(), px(BAR), box.height())
            painter.fillRect(bar, QColor(theme.accent))
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, QColor(theme.border))
        left = box.left() + px(LEFT)
        top = box.top() + px(EDGE)
        line = QFontMetrics(self._font()).lineSpacing()
        self._mark(painter, theme, row, box.left() + px(LEFT) / 2, top + line / 2)
        column = table.of_texts
        tints = () if column is None or column.tints is None else column.tints(row)
        width = box.right() - px(EDGE) - left
        layout = lay_out(self._rows.text(row), tints, width, self.lines, self._font(), theme)
        draw(painter, layout, left, top, theme.text)
        used = min(self.lines, max(1, layout.lineCount()))
        self._below(painter, theme, row, QRect(left, top + used * line, width, box.height()))
        painter.restore()

    def _mark(self, painter: QPainter, theme: Palette, row: int, x: float, y: float) -> None:
        """The mark of the class; the example that comes next has corners, as in the plane."""
        table = self._rows.table
        classes, turns = table.column("class"), table.column("turn")
        if classes is None or classes.marks is None:
            return
        label = classes.marks[row]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.on_card(colour_of(label))))
        draw_symbol(painter, symbol_of(label), x, y, px(MARK))
        if turns is not None and NEXT in turns.texts[row]:
            painter.setBrush(QColor(theme.text))
            draw_symbol(painter, "corners", x, y, px(MARK + 7))

    def _below(self, painter: QPainter, theme: Palette, row: int, box: QRect) -> None:
        widget = self.parent()
        assert isinstance(widget, QWidget)
        painter.setFont(sized(widget, SMALL))
        painter.setPen(QColor(theme.quiet))
        words = painter.fontMetrics().elidedText(
            about_row(self._rows.table, row), Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), words)

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QPlainTextEdit:
        made = QPlainTextEdit(parent)
        made.setObjectName("text-editor")
        made.setAccessibleName("The text; Return keeps it, Escape leaves it as it was")
        made.setTabChangesFocus(True)
        return made

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QPlainTextEdit)
        editor.setPlainText(self._rows.text(index.row()))
        editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QPlainTextEdit)
        if editor.document().isModified():  # Qt may write line ends differently
            self._rows.setData(index, editor.toPlainText())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        box = QRect(option.rect)
        box.setHeight(max(box.height(), px(EDITOR_HEIGHT)))
        above = editor.parentWidget()
        if above is not None and box.bottom() > above.rect().bottom():
            box.moveBottom(max(above.rect().bottom(), box.height() - 1))
        editor.setGeometry(box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return keeps the text, with Shift it begins a new line."""
        if (
            isinstance(watched, QPlainTextEdit)
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.commitData.emit(watched)
            self.closeEditor.emit(watched, QAbstractItemDelegate.EndEditHint.NoHint)
            return True
        return super().eventFilter(watched, event)


def _ground(theme: Palette, chosen: bool, pointed: bool, highlighted: bool) -> str:
    if chosen or pointed:
        return theme.soft
    return theme.highlight if highlighted else theme.card
