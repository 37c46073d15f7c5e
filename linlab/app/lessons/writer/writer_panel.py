"""Writing a lesson, on the left: its title, the list of its pages, the editor of one of them,
Preview and Save."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.menus import menu_text
from linlab.app.controls.questions import OVERWRITE, RELOAD, SAVE_AS, changed_file, throw_away
from linlab.app.controls.widgets import label
from linlab.app.session.background import Background
from linlab.app.session.lessons.draft_places import Waiting, waiting
from linlab.app.session.lessons.writing import BEGUN, Writing
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import file_name, shorten
from linlab.lessons.checking import played
from linlab.lessons.drafts.draft import Draft
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import lesson_of, read_lesson

FILE_FILTER = "Lessons (*.linlesson);;Folders (*)"
LATER = 300  # milliseconds after the last letter until the lesson is checked
NO_BOOKMARKS, NO_HISTORY = (
    "This document has no bookmarks: Ctrl+D sets one.",
    "There is nothing to undo yet.",
)
ANYWHERE = "As a folder of plain text, or as one file that ends in .linlesson"
EMPTY = "Set up the lab as the first page should show it, then make it a page."
SIGNS = (
    ("up", "↑", "Move up"),
    ("down", "↓", "Move down"),
    ("twice", "copy", "Duplicate this page"),
    ("remove", "×", "Remove this page"),
    ("undo", "↶", "Undo (Ctrl+Z)"),
    ("redo", "↷", "Redo (Ctrl+Y)"),
)


class WriterPanel(QFrame):
    """The draft and its commands."""

    previewed = Signal(object, int)  # a lesson to try, from this page on
    shown = Signal(object)  # a document to show in the lab
    left = Signal()  # writing is over for now

    def __init__(self, writing: Writing, folder: Callable[[], Path]) -> None:
        super().__init__()
        from .step_editor import StepEditor

        self.setObjectName("writer-panel")
        self.setProperty("card", True)
        self._writing, self._folder = writing, folder
        self.title = QLineEdit()
        self.steps = QListWidget()
        self.editor = StepEditor(writing)
        self.make = QPushButton("+ Make this a page")
        self.more = QToolButton()
        self.preview, self.save = QPushButton("Preview"), QPushButton("Save lesson")
        self.fault = label("")
        self._back = Background(self)
        self._back.answered.connect(self._checked)
        self._soon = QTimer(self, interval=LATER, singleShot=True)
        self._soon.timeout.connect(self._judge)
        self._apply_style()
        self._lay_out()
        writing.listed.connect(self._list)
        writing.changed.connect(self._read)
        self._list()
        self._read()
        self._judge()

    def _apply_style(self) -> None:
        writing = self._writing
        self.title.setObjectName("lesson-name")
        self.title.setAccessibleName("The name of the lesson")
        self.title.setProperty("line", "true")
        self.title.setPlaceholderText("The title of the lesson")
        self.title.setMaxLength(120)
        self.title.textEdited.connect(partial(writing.type, "lesson title"))
        self.steps.setObjectName("steps")
        self.steps.setAccessibleName("Pages of the lesson")
        self.steps.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.steps.setMaximumHeight(150)
        self.steps.currentRowChanged.connect(writing.go)
        self.steps.model().rowsMoved.connect(lambda *_: QTimer.singleShot(0, self, self._dragged))
        self.make.setObjectName("make-step")
        self.make.setProperty("role", "primary")
        self.make.setToolTip(
            "Make a page from what the lab shows: points, models, the step, layers and views (Ctrl+Shift+K)"
        )
        self.make.clicked.connect(writing.make_step)
        self.preview.setObjectName("preview-lesson")
        self.preview.setToolTip("Try the lesson as a student will, from this page on")
        self.preview.clicked.connect(self._preview)
        self.save.setObjectName("save-lesson")
        self.save.clicked.connect(self._save)
        self.fault.setObjectName("lesson-fault")
        self.fault.setWordWrap(True)
        self.more.setText("More ▾")
        self.more.setObjectName("more-writing")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        for words, action in (
            (
                "Pages from the bookmarks of this run",
                partial(self._many, writing.from_bookmarks, NO_BOOKMARKS),
            ),
            (
                "Pages from the undo history",
                partial(self._many, writing.from_history, NO_HISTORY),
            ),
            ("Set this page to what the lab shows", writing.take_state),
            ("Show this page in the lab", self._show),
            ("Save lesson as…", self.ask_where),
            ("About the lesson…", self._about),
            ("Check the lesson", self._check),
            ("Open a lesson to edit…", self._open),
            ("Start a new lesson", lambda: writing.open(Draft)),
        ):
            menu.addAction(words, action)
        self.begun = menu.addMenu(BEGUN)
        menu.aboutToShow.connect(self._list_begun)
        self.more.setMenu(menu)

    def _lay_out(self) -> None:
        head, signs, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.addWidget(label("WRITING A LESSON", "heading"))
        head.addStretch()
        out = QToolButton()
        out.setText("×")
        out.setObjectName("leave-writer")
        out.setAccessibleName("Close the writer")
        out.setToolTip("Close the writer; your draft is kept")
        out.clicked.connect(self.left)
        head.addWidget(out)
        signs.setSpacing(0)  # “copy” is a word
        self.signs: dict[str, QToolButton] = {}
        for key, sign, tip in SIGNS:
            button = self.signs[key] = QToolButton()
            button.setText(sign)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setObjectName(f"step-{key}")
            button.clicked.connect(partial(self._do, key))
            signs.addWidget(button)
        signs.addStretch()
        making = QHBoxLayout()
        making.addWidget(self.make, 1)
        making.addWidget(self.more)
        foot.addWidget(self.preview)
        foot.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 9, 14, 10)
        column.addLayout(head)
        column.addWidget(self.title)
        column.addWidget(self.steps)
        column.addLayout(signs)
        column.addLayout(making)
        column.addWidget(self.editor, 1)
        column.addWidget(self.fault)
        column.addLayout(foot)
        for widget in self.findChildren(QWidget):
            if isinstance(widget, QToolButton | QPushButton):
                widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    # What is shown

    def _list(self) -> None:
        self.steps.blockSignals(True)
        self.steps.clear()
        self.steps.addItems(
            [f"{k + 1}  {step.title}" for k, step in enumerate(self._writing.draft.steps)]
        )
        self.steps.setCurrentRow(self._writing.at)
        self.steps.blockSignals(False)

    def _read(self) -> None:
        writing = self._writing
        step = self._writing.step
        if self.title.text() != writing.draft.title:
            self.title.setText(writing.draft.title)
        self.editor.read()
        item = self.steps.item(writing.at)
        if item is not None and step is not None:
            item.setText(f"{writing.at + 1}  {step.title}")
            self.steps.blockSignals(True)
            self.steps.setCurrentRow(writing.at)
            self.steps.blockSignals(False)
        for key, on in zip(("undo", "redo"), writing.can_undo, strict=True):
            self.signs[key].setEnabled(on)
        self.save.setToolTip(
            f"Save to {writing.path}; “More” has “Save lesson as…”"
            if writing.path is not None
            else ANYWHERE
        )
        for key in ("up", "down", "twice", "remove"):
            self.signs[key].setEnabled(step is not None)
        self._soon.start()

    def _list_begun(self) -> None:
        """The drafts that no writer has open."""
        others = waiting()
        self.begun.clear()
        self.begun.setEnabled(bool(others))
        for other in others:
            self.begun.addAction(menu_text(other.words), partial(self._writing.go_on_with, other))
        self.begun.addSeparator()
        self.begun.addAction("Discard all of these…", partial(self._discard, others))

    def _discard(self, others: list[Waiting]) -> None:
        if not others:
            return
        one = f"the lesson “{shorten(others[0].title)}” that you began"
        if throw_away(self, one if len(others) == 1 else f"{len(others)} lessons that you began"):
            self._writing.discard(others)

    def _judge(self) -> None:
        """Show its faults, what is saved differently, or what to do first."""
        draft = self._writing.draft
        if not draft.steps:
            said = EMPTY
            reason = "There is no page yet."
        else:
            faults = [str(fault) for fault in self._writing.faults()[:1]]
            said = next(iter([*faults, *draft.differences]), "")
            reason = next(iter(faults), "")
        self.fault.setText(said)
        self.fault.setVisible(bool(said))
        self.preview.setEnabled(not reason)
        self.preview.setToolTip(reason or "Try the lesson as a student will, from this page on")

    # What is done

    def _do(self, key: str) -> None:
        writing = self._writing
        k = self._writing.at
        if key == "up" and k > 0:
            writing.edit(writing.draft.move(k, k - 1), k - 1)
        elif key == "down" and k < len(writing.draft.steps) - 1:
            writing.edit(writing.draft.move(k, k + 1), k + 1)
        elif key == "twice" and writing.step is not None:
            writing.edit(writing.draft.insert(k + 1, writing.step), k + 1)
        elif key == "remove" and writing.step is not None:
            writing.edit(writing.draft.remove(k))
        elif key in ("undo", "redo"):
            writing.undo() if key == "undo" else writing.redo()

    def _dragged(self) -> None:
        """The list was reordered by hand."""
        order = [int(self.steps.item(k).text().split()[0]) - 1 for k in range(self.steps.count())]
        steps = self._writing.draft.steps
        row = self.steps.currentRow()
        if sorted(order) == list(range(len(steps))) and order != list(range(len(steps))):
            from dataclasses import replace

            self._writing.edit(
                replace(self._writing.draft, steps=tuple(steps[k] for k in order)), row
            )

    def _many(self, make: Callable[[], int], none: str) -> None:
        if not make():
            self._writing.session.note(none)

    def _lesson(self) -> Lesson | None:
        """The lesson as it is, or the sentence that says why it is not one yet."""
        try:
            return lesson_of(self._writing.draft.text, self._writing.draft.files())
        except LinlabError as error:
            self._writing.session.note(str(error))
            return None

    def _preview(self) -> None:
        lesson = self._lesson()
        if lesson is not None:
            self._writing.keep()
            self.previewed.emit(lesson, self._writing.at)

    def _show(self) -> None:
        """Show the document of this page in the lab; undo brings back what was there."""
        lesson = self._lesson()
        at = self._writing.at
        if lesson is not None:
            from dataclasses import replace

            from linlab.lessons.shown import shown_steps

            try:
                shown = shown_steps(lesson, at + 1)[at]
                self.shown.emit(replace(shown.document, look=shown.look))
            except LinlabError as error:
                self._writing.session.note(str(error))

    def _check(self) -> None:
        lesson = self._lesson()
        if lesson is not None:
            self._writing.session.note("Playing the lesson …")
            self._back.ask(lambda: played(lesson))

    def _checked(self, found: object) -> None:
        faults = getattr(found, "faults", None)
        if faults is None:
            self._writing.session.note(str(found))
        elif faults:
            self.fault.setText(str(faults[0]))
            self.fault.show()
            self._writing.session.note(str(faults[0]))
        else:
            claims = getattr(found, "claims", 0)
            answers = len(getattr(found, "answers", ()))
            self._writing.session.note(
                f"No faults found: {_counted(claims, 'claim')}, {_counted(answers, 'answer')}."
            )

    def _about(self) -> None:
        """Edit its head: lecture, summary, minutes and so on."""
        text, ok = QInputDialog.getMultiLineText(
            self,
            "About the lesson",
            "format, lecture, summary, author, minutes, number",
            self._writing.draft.head,
        )
        if ok:
            self._writing.type("head", text)

    def _open(self) -> None:
        kinds = "Lessons (*.linlesson lesson.md)"
        name, _ = QFileDialog.getOpenFileName(
            self, "Open a lesson to edit", str(self._folder()), kinds
        )
        if name:
            self._writing.open(lambda: Draft.of(read_lesson(name)), Path(name))

    def _save(self) -> None:
        """Save it where it is, or ask where."""
        if self._writing.path is not None:
            self._save_to(self._writing.path)
        else:
            self.ask_where()

    def ask_where(self) -> None:
        """The dialog would only open an existing folder, so another name is proposed."""
        self._folder().mkdir(parents=True, exist_ok=True)
        stem = file_name(self._writing.draft.title, "lesson")
        proposed = self._folder() / f"{stem}.linlesson"
        name, _ = QFileDialog.getSaveFileName(self, "Save lesson", str(proposed), FILE_FILTER)
        if name:
            self._save_to(Path(name))

    def _save_to(self, path: Path) -> None:
        """Save it there; if the file was changed by someone else, ask first."""
        writing = self._writing
        if not writing.changed_outside(path):
            writing.save(path)
            return
        answer = changed_file(self, path.name)
        if answer == OVERWRITE:
            writing.save(path)
        elif answer == SAVE_AS:
            self.ask_where()
        elif answer == RELOAD:
            writing.open(lambda: Draft.of(read_lesson(path)), path)


def _counted(many: int, noun: str) -> str:
    return f"{many} {noun}" if many == 1 else f"{many} {noun}s"
