"""The list of texts: selected and pointed at together with the points of the plane, edited in
place."""

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QPointF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView

from linlab.app.session.session import Session
from linlab.app.session.texts import change_text
from linlab.engine.views.table import Table

from .rows import TextDelegate, TextRows

Trigger = QAbstractItemView.EditTrigger
Select = QItemSelectionModel.SelectionFlag
WALK = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
EDIT = (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter)
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class TextList(QListView):
    """The texts of a view. `menu_wanted` emits the id of a text and a place of the screen,
    `files_wanted` the files that are dropped on it."""

    menu_wanted = Signal(int, QPointF)
    files_wanted = Signal(list)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("text-list")
        self.setAccessibleName("Texts")
        self.session = session
        self.rows = TextRows()
        self.setModel(self.rows)
        self.look = TextDelegate(self.rows, self)
        self.setItemDelegate(self.look)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(Trigger.DoubleClicked | Trigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self._synced = False  # whether the selection is being copied from the session
        self.rows.typed.connect(lambda id, text: change_text(session, id, text))
        self.selectionModel().selectionChanged.connect(self._chosen)
        self.entered.connect(lambda index: self._point(index.row()))

    def show_table(self, table: Table) -> None:
        """Show these texts, unless the user is typing into one."""
        if self.state() == QAbstractItemView.State.EditingState:
            return
        scrolled = self.verticalScrollBar().value()
        self.rows.show_table(table)
        if self.look.fit(self.viewport().width()):
            self.scheduleDelayedItemsLayout()
        self.verticalScrollBar().setValue(scrolled)
        self.sync()

    def sync(self) -> None:
        """Select what is selected in the plane; what was selected elsewhere comes into sight."""
        pointing = self.session.pointing
        if self.look.pointed != pointing.pointed:
            self.look.pointed = pointing.pointed
            self.viewport().update()
        wanted = {self.rows.row_of[id] for id in pointing.selection if id in self.rows.row_of}
        model = self.selectionModel()
        if wanted == {index.row() for index in model.selectedIndexes()}:
            return
        self._synced = True
        model.select(self._ranges(wanted), Select.ClearAndSelect)
        self._synced = False
        if wanted and not self.hasFocus():
            first = self.rows.index(min(wanted))
            model.setCurrentIndex(first, Select.NoUpdate)
            self.scrollTo(first)

    def _ranges(self, rows: set[int]) -> QItemSelection:
        found = QItemSelection()
        start = last = -2
        for row in [*sorted(rows), -2]:
            if row != last + 1:
                if start >= 0:
                    found.select(self.rows.index(start), self.rows.index(last))
                start = row
            last = row
        return found

    def _chosen(self) -> None:
        if not self._synced:
            ids = self.rows.table.ids
            chosen = {index.row() for index in self.selectionModel().selectedIndexes()}
            self.session.pointing.select(frozenset(ids[row] for row in chosen))

    def show_id(self, id: int) -> None:
        """Bring the text of this point into sight, if it is listed."""
        row = self.rows.row_of.get(id)
        if row is not None:
            index = self.rows.index(row)
            self.selectionModel().setCurrentIndex(index, Select.NoUpdate)
            self.scrollTo(index)

    def _point(self, row: int) -> None:
        ids = self.rows.table.ids
        self.session.pointing.point_at(ids[row] if 0 <= row < len(ids) else None)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() in (*WALK, *EDIT)
            and not event.modifiers() & COMMANDS
        ):
            event.accept()  # handled here, not by the window
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in EDIT and index.isValid():
            self.edit(index)
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if index.isValid():
            self.menu_wanted.emit(self.rows.table.ids[index.row()], QPointF(event.globalPos()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.indexAt(event.position().toPoint()).isValid():
            self.session.pointing.point_at(None)

    def leaveEvent(self, event: QEvent) -> None:
        self.session.pointing.point_at(None)
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.look.fit(self.viewport().width()):
            self.scheduleDelayedItemsLayout()

    def closeEditor(self, editor: object, hint: object) -> None:
        super().closeEditor(editor, hint)  # type: ignore[arg-type]
        self.session.pointing.changed.emit()  # what has changed meanwhile is shown now

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files_wanted.emit([url.toLocalFile() for url in event.mimeData().urls()])
        event.acceptProposedAction()
