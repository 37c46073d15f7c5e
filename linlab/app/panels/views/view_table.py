"""A view with rows and columns: sorted by a click on a header, linked to the points both ways,
copied as a table. If the view accepts numbers, they are typed into its cells. Where there is no room
for all columns, those that matter least are left out rather than behind a scroll bar.
"""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.controls.widgets import theme_in_force
from linlab.app.session.session import Session
from linlab.engine.views.table import Table

Index = QModelIndex | QPersistentModelIndex
Trigger = QAbstractItemView.EditTrigger
TYPING = (
    Trigger.DoubleClicked | Trigger.SelectedClicked | Trigger.AnyKeyPressed
)  # what starts editing a cell
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
ROWS_AROUND = 100  # rows below and above the visible ones
ROW, AIR = 22, 11  # pixels: the height of a row, and the padding beside a cell's text


class TableModel(QAbstractTableModel):
    """A table for Qt. It does not store typed values but emits them."""

    typed = Signal(int, str)  # row, text

    def __init__(self) -> None:
        super().__init__()
        self.table = Table(())

    def show_table(self, table: Table) -> None:
        same = (len(table), [c.key for c in table.columns]) == (
            len(self.table),
            [c.key for c in self.table.columns],
        )
        if same:
            self.table = table
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(table) - 1, len(table.columns) - 1)
            )
            return
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self.table)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column = self.table.columns[index.column()]
        if role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.EditRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return column.texts[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column.words else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.BackgroundRole and index.row() in self.table.highlighted:
            theme = theme_in_force()
            return QColor(theme.highlight)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        typed = index.isValid() and self.table.columns[index.column()].typed
        return super().flags(index) | (
            Qt.ItemFlag.ItemIsEditable if typed else Qt.ItemFlag.NoItemFlags
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if str(value) != self.table.columns[index.column()].texts[index.row()]:
            self.typed.emit(index.row(), str(value))
        return True

    def headerData(
        self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if side != Qt.Orientation.Horizontal or section >= len(self.table.columns):
            return None
        column = self.table.columns[section]
        return {
            Qt.ItemDataRole.DisplayRole: column.title,
            Qt.ItemDataRole.ToolTipRole: column.help,
        }.get(Qt.ItemDataRole(role))


class ViewTable(QTableView):
    """The rows of a view. The sort column stays when the rows change; `narrowed` says that others are
    `left_out`."""

    typed = Signal(int, str)  # row of the unsorted table, text
    narrowed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("view-table")
        self.session = session
        self.rows = TableModel()
        self.setModel(self.rows)
        self._table = Table(())  # unsorted
        self._sort = ("", False)  # column, descending
        self._widths: list[int] = []  # of all columns, in pixels
        self.left_out: tuple[str, ...] = ()  # the titles of columns without room
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(TYPING)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        follow(self.verticalHeader(), lambda head: head.setDefaultSectionSize(px(ROW)))
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.sectionClicked.connect(self._sort_by)
        self.clicked.connect(self._chosen)
        self.rows.typed.connect(lambda row, text: self.typed.emit(self._came(row), text))
        self.verticalScrollBar().valueChanged.connect(lambda _: self._fit(False))
        self.entered.connect(lambda index: self._point(index.row()))

    def show_table(self, table: Table) -> None:
        """Show these rows in the chosen order, unless the user is typing into one."""
        if self.state() == QAbstractItemView.State.EditingState:
            return
        new = [c.key for c in table.columns] != [c.key for c in self._table.columns]
        self._table = table
        key, descending = self._sort
        known = any(column.key == key for column in table.columns)
        self.rows.show_table(table.sorted_by(key, descending) if known else table)
        self._fit(new)

    def _fit(self, anew: bool) -> None:
        """Make each column as wide as its longest cell in or near sight. Columns never shrink, so
        that they do not jitter."""
        head, cells = (QFontMetrics(each.font()) for each in (self.horizontalHeader(), self))
        first = max(0, self.rowAt(0))
        near = slice(
            max(0, first - ROWS_AROUND), first + self.viewport().height() // px(ROW) + ROWS_AROUND
        )
        columns = self.rows.table.columns
        if anew or len(self._widths) != len(columns):
            self._widths = [0] * len(columns)
        for k, column in enumerate(columns):
            longest = max(column.texts[near], key=len, default="")
            wide = AIR + max(cells.horizontalAdvance(longest), head.horizontalAdvance(column.title))
            if wide > self._widths[k]:
                self._widths[k] = wide
                self.setColumnHidden(k, False)  # one that is hidden keeps no width
                self.setColumnWidth(k, wide)
        self._leave_out()

    def _leave_out(self) -> None:
        """Hide the columns that matter least, as many as have no room."""
        columns = self.rows.table.columns
        ranks: dict[int, list[int]] = {}  # those that matter as little go together
        for k, column in enumerate(columns):
            rank = 0 if column.key == self._sort[0] else column.gives_way
            ranks.setdefault(rank, []).append(k)
        hidden = set()
        room = self.viewport().width()
        for rank in sorted(ranks):
            wide = sum(self._widths[k] for k in ranks[rank])
            if rank and wide > room:
                hidden.update(ranks[rank])
            else:
                room -= wide
        for k in range(len(columns)):
            if self.isColumnHidden(k) != (k in hidden):
                self.setColumnHidden(k, k in hidden)
        titles = tuple(columns[k].title for k in sorted(hidden))
        if titles != self.left_out:
            self.left_out = titles
            self.narrowed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if len(self._widths) == len(self.rows.table.columns):
            self._leave_out()

    def _sort_by(self, section: int) -> None:
        key = self.rows.table.columns[section].key
        down = not self._sort[1] if self._sort[0] == key else False
        self._sort = (key, down)
        order = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicatorShown(True)
        self.horizontalHeader().setSortIndicator(section, order)
        self.show_table(self._table)

    def _came(self, row: int) -> int:
        """The row of the unsorted table that is shown there."""
        key, descending = self._sort
        by = next((column for column in self._table.columns if column.key == key), None)
        return row if by is None else by.order(descending)[row]

    def _typing(self, event: QKeyEvent) -> QModelIndex | None:
        """The cell that a typed key goes to: the editable one of its row."""
        columns = [k for k, column in enumerate(self.rows.table.columns) if column.typed]
        starts = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or (
            event.text() and event.text() in "0123456789.,+-−"
        )
        busy = self.state() == QAbstractItemView.State.EditingState or event.modifiers() & COMMANDS
        if busy or not columns or not starts or not self.currentIndex().isValid():
            return None
        return self.rows.index(self.currentIndex().row(), columns[0])

    def _chosen(self) -> None:
        ids = self.rows.table.ids
        rows = {index.row() for index in self.selectionModel().selectedRows()}
        if ids:
            self.session.pointing.select(frozenset(ids[row] for row in rows))

    def _point(self, row: int) -> None:
        ids = self.rows.table.ids
        self.session.pointing.point_at(ids[row] if row < len(ids) else None)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and (
                event.matches(QKeySequence.StandardKey.Copy)
                or event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
                or self._typing(event) is not None
            )
        ):
            event.accept()  # handled here, not by the window
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
            QGuiApplication.clipboard().setText(self.rows.table.tabbed(rows or None))
            return
        cell = self._typing(event)
        if cell is not None:
            self.setCurrentIndex(cell)
            if not event.text() or event.text() in "\r\n":
                self.edit(cell)
                return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._chosen()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.indexAt(event.position().toPoint()).isValid():
            self.session.pointing.point_at(None)

    def leaveEvent(self, event: QEvent) -> None:
        self.session.pointing.point_at(None)
        super().leaveEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit(True)
