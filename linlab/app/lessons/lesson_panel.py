"""The lesson on the left: the text of a page, its sliders, its question, what it plays, and the way
to the other pages."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px, set_style_sheet
from linlab.app.controls.menus import menu_text
from linlab.app.controls.scroll_column import Scrolled
from linlab.app.controls.widgets import LinkButton, label, theme_in_force
from linlab.app.panels.form import KnobSlider
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.lesson_run import LessonRun
from linlab.app.session.lessons.summary import as_html
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.course.own_lessons import lesson_after
from linlab.lessons.glossary.table import GLOSSARY
from linlab.lessons.shipped import Listed, number_of

from .footer import Footer
from .page_cover import PageCover
from .question_card import QuestionCard
from .rich_text import RichText, save_page
from .term_card import TermCard

LETTERS = (
    15,
    14,
    13,
    12,
)  # font size in pixels: usually, and where a page would be longer than the column
SPACING = 10  # pixels between its parts, usually
LINES = 108  # pixels of its text that stay visible
EDGE = 4  # pixels between its parts and the scroll bar
LAYOUT = QEvent.Type.LayoutRequest.value
WORKING = "Preparing this page …"


class LessonPanel(QFrame):
    """The text and the question of a lesson."""

    answers_in_plane = Signal(bool)  # whether the mouse in the plane answers a question
    left = Signal()  # the lesson should be left
    lesson_wanted = Signal(object)  # the path of another lesson
    term_wanted = Signal(str)  # the page or view of this entry of the glossary
    glossary_wanted = Signal(str)  # the glossary, at this entry

    def __init__(self, run: LessonRun, plane: Plane) -> None:
        super().__init__()
        self.setObjectName("lesson-panel")
        self.setProperty("card", True)
        self._run = run
        self._session = run.session
        self.place = label("", "heading")
        self.title = QLabel()
        self.text = RichText(LETTERS[0], terms=True)
        self.term: TermCard | None = None  # created with the first
        self.text.term_wanted.connect(self._show_term)
        self.title.setWordWrap(True)
        self.title.setObjectName("lesson-title")
        self.close_button = QToolButton()
        self.close_button.setObjectName("leave-lesson")
        self.close_button.setText("×")
        self.close_button.setAccessibleName("Leave the lesson")
        self.close_button.setToolTip(
            "Leave the lesson and return to what was open before (Ctrl+Shift+Q)"
        )
        self.close_button.clicked.connect(self.left)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.question = QuestionCard(run, plane)
        self.cover = PageCover(plane)
        self.footer = Footer()
        self.question.in_plane.connect(self.answers_in_plane)
        self._telling = False  # whether the explanation below should be visible
        self.question.explained.connect(self._tell)
        self.play = QPushButton()
        self.restore = LinkButton("↺ Reset this page")
        self.working = label(WORKING)
        self.play.setObjectName("lesson-play")
        self.play.setAccessibleName("Play")
        self.restore.setObjectName("lesson-restore")
        self.restore.setToolTip("Restore everything as it was when this page opened (F9)")
        self.play.clicked.connect(self._play)
        self.restore.clicked.connect(run.restore)
        self.footer.back.clicked.connect(run.back)
        self.footer.next.clicked.connect(run.next)
        self.footer.dots.picked.connect(run.go)
        self.following = QPushButton()
        self.following.setObjectName("next-lesson")
        self.following.setProperty("role", "primary")
        self.following.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.following.clicked.connect(self._follow)
        self._after: Listed | None = None  # the lesson that the button opens
        self.print = LinkButton("Save this page as PDF…")
        self.print.setObjectName("save-summary")
        self.print.clicked.connect(self._save_summary)
        self._knobs = QWidget()
        self._knobs_column = QVBoxLayout(self._knobs)
        self._knobs_column.setContentsMargins(0, 4, 0, 4)
        self._lay_out()
        run.opened.connect(self._opened)
        run.turned.connect(self._turned)
        run.changed.connect(self._changed)
        self._session.changed.connect(self._read)
        self._session.moved.connect(self._moved)

    def _lay_out(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14, 9, 6, 10)
        head = QHBoxLayout()
        head.addWidget(self.place)
        head.addStretch()
        head.addWidget(self.close_button)
        outer.addLayout(head)
        self.area = Scrolled(least=px(LINES), steady=False, yields=True)
        self.area.setAccessibleName("The text of this page")
        self.area.body.setSpacing(SPACING)
        self.area.body.setContentsMargins(0, 0, EDGE, 0)
        for words in (self.title, self.text, self.working):
            self.area.body.addWidget(words)
        self.area.body.addStretch()
        self.area.verticalScrollBar().rangeChanged.connect(
            lambda *_: QTimer.singleShot(0, self, self._shrink)
        )
        self.area.viewport().installEventFilter(self)
        outer.addWidget(self.area, 1)
        self.asking = Scrolled(steady=False)  # always visible, however far the text is scrolled
        self.asking.setAccessibleName("The question of this page")
        self.asking.body.setContentsMargins(0, 0, EDGE, 0)
        self.asking.body.addWidget(self._knobs)
        self.asking.body.addWidget(self.question)
        self.asking.verticalScrollBar().rangeChanged.connect(
            lambda *_: QTimer.singleShot(0, self, self._bring_answer_into_sight)
        )
        outer.addWidget(self.asking)
        for below in (self.play, self.question.buttons, self.restore, self.print):
            outer.addWidget(below)
        for below in (self.following, self.footer):
            outer.addWidget(below)

    def _opened(self) -> None:
        if not self._run.active:
            self.question.put_away()
            self.cover.tell("")

    def _turned(self) -> None:
        """Show another page."""
        run = self._run
        lesson = self._run.lesson
        self._telling = False
        if lesson is None:
            return
        step = run.step
        number = number_of(run.path, lesson)
        lead = f"LESSON {number} · " if number else ""
        if run.finished:
            self._finish(lead)
            return
        self.print.hide()
        self.following.hide()
        self.place.setText(f"{lead}PAGE {run.at + 1} OF {len(lesson.steps)}")
        self.title.setText(step.step.title)
        set_style_sheet(self.title, "QLabel { font-size: 20px; font-weight: 700; }")
        self.text.picture = lesson.files.picture if lesson.files is not None else None
        self.text.show_html(step.texts.text)
        unknown = run.waiting and "{{" in step.step.text  # it would have gaps in place of its facts
        self.text.setVisible(bool(step.texts.text) and not unknown)
        self.footer.dots.show_steps(tuple(each.title for each in lesson.steps), run.at)
        self.footer.back.setEnabled(run.at > 0)
        self.footer.next.setText("Finish" if run.last else "Next ›")
        self._take_knobs(step.shown.sliders if step.shown is not None else ())
        self.question.show_step()
        self._changed()
        self._find_heights()
        self._fit()
        self.area.verticalScrollBar().setValue(0)

    def _find_heights(self) -> None:
        """Find the heights at once, before painting: texts know their height once they have their
        width."""
        for _ in range(2):
            self.asking.updateGeometry()
            QCoreApplication.sendPostedEvents(None, LAYOUT)

    def _fit(self) -> None:
        """Use the usual font, or a smaller one if the whole page with its question would not be
        visible; the explanation afterwards does not count."""
        if self._run.active and not self._run.finished and not self._telling:
            self._write(LETTERS[0])
            self._shrink()

    def _shrink(self) -> None:
        if not self._run.active or self._run.finished or self._telling:
            return
        for size in LETTERS:
            if self.area.body.totalSizeHint().height() <= self.area.viewport().height():
                break
            if size < self.text.letters:
                self._write(size)

    def _write(self, size: int) -> None:
        """Write the text of the page in this font size."""
        if size != self.text.letters:
            self.text.show_html(self._run.step.texts.text, size=size)
            self.area.body.setSpacing(SPACING if size == LETTERS[0] else SPACING // 2)
            self.area.body.activate()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.size() != event.oldSize():
            QTimer.singleShot(0, self, self._fit)
        return False

    def _finish(self, lead: str) -> None:
        """Show the questions and answers instead of a page."""
        run = self._run
        assert run.lesson is not None
        self.text.letters = LETTERS[0]
        self.place.setText(f"{lead}DONE")
        self.title.setText("What you have seen")
        self.text.show_html(as_html(run.lesson, run.summary()))
        self.text.show()
        self.question.put_away()
        self.cover.tell("")
        for part in (self.question, self.play, self.restore, self.working, self._knobs):
            part.hide()
        self.print.show()
        self.footer.back.setEnabled(True)
        self.footer.next.setText("Leave ›")
        self._after = None if run.path is None else lesson_after(run.path)
        self.following.setVisible(self._after is not None)
        self.footer.set_main(self._after is None)
        if self._after is not None:
            words = f"Next lesson: {self._after.title}"
            metrics = self.following.fontMetrics()
            room = self.width() - px(70)
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            self.following.setText(f"{menu_text(shown)} ›")
            self.following.setToolTip(words)
            self.following.setAccessibleName(words)
        self.area.verticalScrollBar().setValue(0)

    def _follow(self) -> None:
        if self._after is not None:
            self.lesson_wanted.emit(self._after.path)

    def _show_term(self, key: str, word: QRect) -> None:
        """Show the entry of a term below its word."""
        if self.term is None:
            self.term = TermCard(self)
            self.term.wanted.connect(self.term_wanted)
            self.term.all_wanted.connect(self.glossary_wanted)
        if key in GLOSSARY:
            self.term.show_entry(GLOSSARY[key], word)

    def _save_summary(self) -> None:
        """Save the same page as PDF."""
        name, _ = QFileDialog.getSaveFileName(
            self, "Save the summary", "summary.pdf", "PDF (*.pdf)"
        )
        if name and self._run.lesson is not None:
            try:
                save_page(as_html(self._run.lesson, self._run.summary()), name)
            except LinlabError as error:
                self._session.note(str(error))

    def _play(self) -> None:
        """Play or pause."""
        run = self._run
        run.player.pause() if run.at in run.played and run.player.playing else run.play()

    def _changed(self) -> None:
        """Something was answered, played or prepared."""
        run = self._run
        if not run.active or run.finished:
            return
        shown = run.step.shown
        player = run.player
        preparing = self._preparing()
        self.cover.tell(preparing)
        self.working.setText(preparing or run.step.trouble)
        self.working.setWordWrap(True)
        self.working.setVisible(run.waiting or bool(run.step.trouble))
        plain = shown is not None and shown.play is not None and run.step.answer is None
        self.play.setVisible(plain)
        if shown is not None and shown.play is not None:
            again = run.at in run.played
            self.play.setText(
                "❚❚ Pause"
                if again and player.playing
                else f"▶ {shown.play.title}{' again' if again else ''}"
            )
        self.question.refresh()
        self.footer.set_main(not run.asks)
        self._moved()

    def _preparing(self) -> str:
        """What a page waits for, with the progress if pages before it are not ready either; empty
        if it is ready."""
        run = self._run
        if not run.waiting:
            return ""
        return f"{WORKING} {len(run.ready)} of {run.at + 1} pages are ready." if run.at else WORKING

    def _tell(self) -> None:
        self._telling = True
        self._bring_answer_into_sight()

    def _bring_answer_into_sight(self) -> None:
        """Scroll to the end of the explanation if its beginning stays visible; again when the
        column has found its height."""
        verdict, why = self.question.verdict, self.question.why
        if self._telling:
            self.asking.show_part(verdict, verdict if why.isHidden() else why)

    def _moved(self) -> None:
        """Whether the page can be reset."""
        run = self._run
        if run.active and not run.finished:
            shown = run.step.shown
            another = shown is not None and (
                run.strayed or self._session.replay.now != shown.look.t or run.answered is not None
            )
            self.restore.setVisible(another)

    def _take_knobs(self, names: tuple[str, ...]) -> None:
        while (item := self._knobs_column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for name in names:
            self._knobs_column.addWidget(KnobSlider(self._session, name))
        self._knobs.setVisible(bool(names))
        self._read()

    def _read(self) -> None:
        """Set the sliders from the learner."""
        learner = self._session.learner
        for knob in self._knobs.findChildren(KnobSlider):
            knob.read(learner)
        self._moved()

    def apply_theme(self) -> None:
        """Use the colours of another theme."""
        for text in self.findChildren(RichText):
            text.apply_theme(theme_in_force())
        self.cover.apply_theme()
        self.question.apply_theme()
