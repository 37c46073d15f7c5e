"""WHAT IT MEANS: at most two sentences that are true of the run now, each with a *Why?* that gives
the reason in place and leads on to a view or to a page of a lesson. Where there is nothing to say,
it says how far the run is.

The sentences come from the engine (`words/meaning`); the card only sets them. Where they take longer
than a frame, it says of which step they are.
"""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from linlab.app.controls.scroll_column import BAR, Scrolled
from linlab.app.controls.widgets import Card, as_of
from linlab.app.session.known.meaning import Meaning
from linlab.app.session.player import Player
from linlab.app.session.session import Session
from linlab.engine.views.views import VIEWS
from linlab.engine.words.meaning.facts import LessonPage
from linlab.engine.words.meaning.findings import MOST_SENTENCES
from linlab.lessons.course.shipped_course import lesson_number

from .reason_card import ReasonCard
from .sentence import Sentence

WHY, WILL_IT_STOP = "Why?", "Will it stop?"
MOST_PX = 4000  # pixels: in Full it is as high as its sentences
TIP = "Will this run come to an end? Predict first, then look."


class MeaningCard(Card):
    """What the run means; `view_wanted` asks for a view by its name, `lesson_wanted` for a lesson and
    a page, both counted from 1, and `folded` says that it was folded away, or out again."""

    view_wanted = Signal(str)
    lesson_wanted = Signal(str, int)
    folded = Signal(bool)

    def __init__(self, session: Session, player: Player) -> None:
        super().__init__("WHAT IT MEANS")
        self.setObjectName("meaning-card")
        self.session = session
        self._simple, self._open = False, False
        self.meaning = Meaning(session, player, self)
        self.sentences = [Sentence() for _ in range(MOST_SENTENCES)]
        self.quiet = Sentence("quiet")
        self.scrolled = Scrolled(least=MOST_PX, steady=False)  # it scrolls only in Simple
        self.scrolled.setObjectName("meaning-scrolled")
        self.scrolled.setAccessibleName("What it means, in full")
        self.body.addWidget(self.scrolled)
        self.make_room_for_scroll_bar(BAR)
        for k, sentence in enumerate((*self.sentences, self.quiet)):
            sentence.setObjectName(f"meaning-{k + 1}" if k < MOST_SENTENCES else "meaning-quiet")
            sentence.link.setObjectName(f"why-{k + 1}" if k < MOST_SENTENCES else "will-it-stop")
            self.scrolled.body.addWidget(sentence)
        self.scrolled.body.addStretch()
        for k, sentence in enumerate(self.sentences):
            sentence.link.clicked.connect(lambda checked=False, k=k: self._explain(k))
        self.quiet.link.setToolTip(TIP)
        self.quiet.link.clicked.connect(self.meaning.ask)
        session.changed.connect(self._appear)
        session.read.connect(self._refresh)
        player.state_changed.connect(self._refresh)
        self.meaning.changed.connect(self._show)
        self._show()
        self.set_simple(False)

    def begin_anew(self) -> None:
        """Another document was opened."""
        self.meaning.begin_anew()
        self._refresh()

    def set_simple(self, simple: bool) -> None:
        """Simple always shows it; in Full it is away, unless somebody wants it."""
        self._simple = self.meaning.simple = simple
        self._appear()
        self._refresh()

    def _appear(self) -> None:
        """Show the card if it is wanted; in Simple, only while there is a run to speak of."""
        empty = self._simple and self.session.trace is None
        self.setVisible(self.wanted and not empty)

    @property
    def wanted(self) -> bool:
        """Whether it is to be seen."""
        return self._simple or self._open

    def fold(self, away: bool) -> None:
        """In Full it takes no room while it is folded away."""
        if not self._simple:
            self.open_in_full(not away)
            self.folded.emit(away)

    def open_in_full(self, wanted: bool) -> None:
        """Whether it is seen in Full, as it was when it was last seen there."""
        self._open = wanted
        self.set_simple(self._simple)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _refresh(self) -> None:
        """Something may have changed."""
        if self.isVisible():
            self.meaning.refresh()
            self._show_step()

    def _show_step(self) -> None:
        """Say of which step the sentences are, if it is not the one that is shown."""
        self.value.setText(as_of(self.meaning.t, self.session.t))

    def _show(self) -> None:
        found = self.meaning.findings
        for k, sentence in enumerate(self.sentences):
            finding = found[k] if k < len(found) else None
            sentence.setVisible(finding is not None)
            if finding is not None:
                sentence.say(finding.sentence, WHY if finding.reason else "")
                sentence.link.setAccessibleName(f"{WHY} {finding.sentence}")
        link = WILL_IT_STOP if self.meaning.may_ask else ""
        self.quiet.say(self.meaning.quiet, link)
        self.quiet.setVisible(bool(self.meaning.quiet or link) or not found)
        self._show_step()

    def _explain(self, k: int) -> None:
        """Give the reason below the sentence."""
        if k >= len(self.meaning.findings):
            return
        finding = self.meaning.findings[k]
        view = self.meaning.explained_by(finding)
        page = finding.page
        if view:
            further = f"Show “{VIEWS[view].title}” beside the plane"
        elif page is not None:
            further = f"Go to lesson {lesson_number(page.lesson)}, page {page.page}"
        else:
            further = ""
        go = partial(self._lead_on, view, page)
        ReasonCard(finding, self.meaning.t, further, go, self).show_below(self.sentences[k])

    def _lead_on(self, view: str, page: LessonPage | None) -> None:
        if view:
            self.view_wanted.emit(view)
        elif page is not None:
            self.lesson_wanted.emit(page.lesson, page.page)
