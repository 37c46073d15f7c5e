"""About this document: its title, its notes and where Page Down stops, changed as one step of
undo; and whether it asks for Simple or Full."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.choices import ChoiceRow
from linlab.app.controls.widgets import label, theme_in_force
from linlab.app.session.session import Session
from linlab.app.window.modes import MODES, Modes
from linlab.engine.data.checks import LONGEST_NAME
from linlab.engine.document.document import Document
from linlab.engine.document.stops import MOST_STEPS, STEPS, Stops
from linlab.engine.ground.errors import LinlabError

WIDTH, HEIGHT = 520, 430  # pixels
STOPS = (("", "as usual"), ("bookmarks", "bookmarks"), ("updates", "updates"), ("mistakes", "mistakes"), (STEPS, "steps"))  # fmt: skip
OPENS, AS_READER = "Opens in", "as the reader has it"


class About(QDialog):
    """A dialog for the title and the notes of a document."""

    def __init__(self, session: Session, modes: Modes, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("about-document")
        self.setWindowTitle("About this document")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._modes = session, modes
        self.title, self.notes = (
            QLineEdit(session.document.title),
            QPlainTextEdit(session.document.notes),
        )
        self.title.setObjectName("document-title")
        self.title.setMaxLength(LONGEST_NAME)
        self.title.setPlaceholderText("Shown over the plane while presenting, and over figures")
        self.notes.setObjectName("document-notes")
        self.notes.setPlaceholderText(
            "For yourself: what to show, what to ask. The audience does not see them."
        )
        self.notes.setTabChangesFocus(True)
        for field in (self.title, self.notes):
            field.setMinimumHeight(px(28))
        self.mode = ChoiceRow(OPENS, (("", AS_READER), *MODES.items()))
        self.mode.setObjectName("document-mode")
        self.mode.set_current(modes.document)
        self.mode.setToolTip(
            "Saved with the document; it does not change what readers have chosen themselves"
        )
        chosen = session.document.stops
        self.stops = ChoiceRow("Stops at", STOPS)
        self.stops.setObjectName("document-stops")
        self.stops.set_current("" if chosen is None else chosen.kind)
        self.stops.setToolTip(
            "Where Page Down stops while presenting; as usual: at bookmarks, or without any at updates"
        )
        self.every = QSpinBox()
        self.every.setObjectName("document-every")
        self.every.setRange(1, MOST_STEPS)
        self.every.setPrefix("every ")
        self.every.setValue(10 if chosen is None else chosen.every)
        self.every.setAccessibleName("Steps between two stops")
        self.every.setEnabled(self.stops.current == STEPS)
        self.stops.chosen.connect(lambda kind: self.every.setEnabled(kind == STEPS))
        self.trouble = label("")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        for name, field in (("Title", self.title), ("Notes", self.notes)):
            words = QLabel(f"&{name}")
            words.setBuddy(field)
            column.addWidget(words)
            column.addWidget(field)
        row = QHBoxLayout()
        row.addWidget(self.stops, 1)
        row.addWidget(self.every)
        column.addLayout(row)
        column.addWidget(self.mode)
        column.addWidget(self.trouble)
        column.addWidget(buttons)
        self._apply_style()
        self.resize(px(WIDTH), px(HEIGHT))
        self.title.setFocus(Qt.FocusReason.OtherFocusReason)

    def _apply_style(self) -> None:
        theme = theme_in_force()
        self.setStyleSheet(
            f"QLineEdit, QPlainTextEdit {{ background: {theme.card}; color: {theme.text}; border: 1px solid {theme.border}; "
            f"border-radius: 4px; padding: 4px 6px; }}"
            f"QLineEdit:focus, QPlainTextEdit:focus {{ border-color: {theme.accent}; }}"
        )

    def _chosen_stops(self) -> Stops | None:
        kind = self.stops.current
        if not kind:
            return None
        return Stops(kind, self.every.value()) if kind == STEPS else Stops(kind)

    def accept(self) -> None:
        """Keep the text; report what no file can store."""
        before = self._session.settled
        session = self._session
        try:
            after = replace(
                before,
                title=" ".join(self.title.text().split()),
                notes=self.notes.toPlainText().strip(),
                stops=self._chosen_stops(),
            )
        except LinlabError as error:
            self.trouble.setText(str(error))
            self.trouble.show()
            return
        if after != before:
            session.edit(_name_of(before, after), after)
        if self.mode.current != self._modes.document:
            self._modes.opened(self.mode.current, len(session.runs))
        super().accept()


def _name_of(before: Document, after: Document) -> str:
    """What undo calls the change."""
    if after.title != before.title:
        return "change the title"
    return "change the notes" if after.notes != before.notes else "change the stops"
