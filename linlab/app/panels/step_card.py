"""THIS STEP: what it did in a sentence, and w and b old → new; below them the rule in mathematical
type and the arithmetic line by line.

All four come from the engine (`explain`, `before_after`, `rule`, `arithmetic`); the card only sets
them. In slow motion it is about the step that the plane is about to make. It is as high as the
highest step of its kind so far, so that nothing beside it trembles, and scrolls where there is less
room: the sentence and old → new come first, and it asks for the height that they need.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.formulas import formula_lines, typesetting
from linlab.app.controls.linked.formula import LinkedFormula
from linlab.app.controls.linked.terms import terms_in
from linlab.app.controls.live_text import LiveText, Mark, Paragraph
from linlab.app.controls.scroll_column import BAR, LEAST_HEIGHT, Scrolled
from linlab.app.controls.widgets import SPACING, Card, Divider, LinkButton
from linlab.app.session.player import Player
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.palette import CLASS_COLOURS
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace
from linlab.engine.words.beginning import beginning
from linlab.engine.words.rules import rule

NOT_YET = "Press Space to play, → for one step."  # at update 0, unless it is playing
NUMBER = "STEP "  # before the number of the step
COMING = " · NEXT"
SENTENCE_PX = 94, 118  # pixels of a perceptron's sentence, and with w and b old → new
LINE_PX = 18, 20  # pixels of each line that other models say more, without old → new and with it
DIVIDER_PX = 1  # pixels of the line between the words and the listing
APART = 10  # pixels between the number and the link to the symbols
NONE = "–"
WHOLE_PX = 100_000  # pixels: more than any step needs
FORMULA = "step-rule"  # the name of the label with the formula
_DECIDED = re.compile(r"the correct side(?!, but)|inside the street|the wrong side|on the boundary")


class Words(NamedTuple):
    """The rule, the sentences, old → new, and the arithmetic."""

    latex: str = ""
    paragraphs: Sequence[Paragraph] = ()
    changes: Sequence[tuple[str, str]] = ()
    sums: Sequence[tuple[str, str]] = ()


class StepCard(Card):
    """The step that led to t, or in slow motion the one that follows; `asked` is for what its
    symbols mean, `grown` says that it asks for another height."""

    asked = Signal()
    grown = Signal()

    def __init__(self, session: Session, player: Player | None = None) -> None:
        super().__init__("THIS STEP")
        self.setObjectName("step-card")
        self.session, self.player = session, player
        self._latex = ""
        self._parts: Iterator[None] = iter(())  # of the formula that are still to be typeset
        self._of: Trace | None = None
        self._brief = False
        self._part: QWidget | None = None  # what is below the sentence then
        self._roomy = True  # whether there is room for old → new beside the listing
        self._room = 0  # pixels that it may have with the listing
        self._whole = False  # whether all that it says is to be seen, and nothing of it scrolls
        self._most = 0  # pixels of the sentence and old → new that it may ask for
        self.kind: object = None  # of steps: those of one rule are about as long
        self.value.setObjectName("step-value")
        self.help = LinkButton("?")
        self.help.setObjectName("step-symbols")
        self.help.setAccessibleName("What the symbols mean, and their values now")
        self.help.setToolTip("What the symbols mean, and their values now (Shift+F1)")
        self.help.clicked.connect(self.asked)
        self.heading.addSpacing(APART)
        self.heading.addWidget(self.help)
        self.formula, self.text, self.sums = LinkedFormula(), LiveText(), LiveText()
        self.formula.setObjectName(FORMULA)
        self.formula.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.text.setObjectName("step-text")
        self.text.terms = terms_in
        self.sums.setObjectName("step-sums")
        self.scrolled = Scrolled()
        self.scrolled.setObjectName("step-scrolled")
        self.scrolled.setAccessibleName("This step, in full")
        self.worked = QWidget()  # the rule and the arithmetic
        worked = QVBoxLayout(self.worked)
        worked.setContentsMargins(0, 4, 0, 0)
        worked.setSpacing(SPACING)
        worked.addWidget(self.formula)
        worked.addSpacing(3)  # for the indices of indices
        worked.addWidget(self.sums)
        self.scrolled.body.addWidget(self.text)
        self.scrolled.body.addWidget(self.worked)
        self.scrolled.body.addStretch()
        self.below = QWidget()  # for what somebody else puts there
        below = QVBoxLayout(self.below)
        below.setContentsMargins(0, 4, BAR, 0)
        below.setSpacing(6)
        self.body.addWidget(self.scrolled)
        self.body.addWidget(self.below)
        self.below.hide()
        self.make_room_for_scroll_bar(BAR)
        self._typeset = QTimer(
            self, interval=20, singleShot=True
        )  # the first paint does not wait for the formula
        self._typeset.timeout.connect(self._typeset_on)
        for each in (self.formula, self.text, self.sums):
            each.pointed.connect(session.pointing.name)
        session.pointing.changed.connect(self._light)
        session.read.connect(self.refresh)
        if player is not None:
            player.state_changed.connect(self.refresh)

    def _light(self) -> None:
        """Another symbol is pointed at."""
        for each in (self.formula, self.text, self.sums):
            each.light(self.session.pointing.symbol)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._typeset.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_typeset"):
            self.refresh()
            self._typeset.start()

    def settle(self) -> None:
        """Be up to date, and as high as its words, now: somebody is going to draw it."""
        self.refresh()
        self._set_formula()
        self._forget()
        self.scrolled.forget()

    def show_below(self, part: QWidget | None) -> None:
        """With this below the sentence, which then stands alone; with none, all that it says."""
        brief = self._brief = part is not None
        below = self.below.layout()
        if part is not None and below is not None and below.isEmpty():
            below.addWidget(Divider())
            below.addWidget(part)
            self._part = part
        self.below.setVisible(brief)
        self.worked.setVisible(not brief)
        self.keep_height()
        self.settle()

    def share_with_listing(self, room: int, roomy: bool) -> None:
        """It has so many pixels with the listing; with old → new above that, or without."""
        changes = roomy != self._roomy
        self._room, self._roomy = room, roomy
        self.keep_height()
        if changes:
            self.refresh()

    def keep_height(self) -> None:
        """Above a listing the words have one height for all steps of a model, so that everything
        stays where it is. They scroll where the listing would else be too small to read."""
        if not self._brief:
            self.scrolled.keep(0)
            return
        part = self._part.minimumSizeHint().height() if self._part is not None else 0
        wanted = px(SENTENCE_PX[self._roomy] + LINE_PX[self._roomy] * self._more_lines())
        self.scrolled.keep(max(LEAST_HEIGHT, min(wanted, self._room - self._around - part)))

    @property
    def _around(self) -> int:
        """Pixels above, between and below the words and the listing."""
        layouts = (self.layout(), self.body, self.below.layout())
        apart = sum(each.spacing() for each in layouts if each is not None)
        margins = [each.contentsMargins() for each in layouts if each is not None]
        beyond = sum(each.top() + each.bottom() for each in margins)
        return apart + beyond + self.heading.sizeHint().height() + DIVIDER_PX

    def _more_lines(self) -> int:
        """How many lines a step of this model may say more than one of a perceptron between two
        classes."""
        recipe, classes = self.session.learner.recipe, len(self.session.points.classes)
        if recipe.counting is not None:
            return 2
        wordy = not (recipe.of_others or recipe.loss.mistake_driven)
        dual = self.session.learner.dual and (wordy or not self._roomy)
        lines = int(dual) + int(wordy)
        if classes > 2:  # each has its own weights
            lines += classes if self._roomy else 1 + int(wordy)
        return min(lines, 8)

    def show_at_least(self, pixels: int) -> None:
        """Ask for the height of the sentence and of old → new, up to so many pixels; the rest
        scrolls."""
        self._most, self._whole = pixels, False
        self._ask_for_height()

    def show_whole(self) -> None:
        """Be as high as all that it says, until `show_at_least`: something around it scrolls."""
        self._whole = True
        self._ask_for_height()

    def _ask_for_height(self) -> None:
        if self._whole:
            self.scrolled.show_at_least(WHOLE_PX)
            return
        words = self.scrolled.sizeHint().height() if self._brief else self.text.height()
        if self.scrolled.show_at_least(max(LEAST_HEIGHT, min(self._most, words))):
            self.grown.emit()

    def _forget(self) -> None:
        self.text.forget()
        self.sums.forget()

    def words(self) -> str:
        """All that it says, as plain text: the sentences, old → new, the arithmetic."""
        return "\n".join(each.text() for each in (self.text, self.sums) if each.text())

    def refresh(self) -> None:
        if not self.isVisible():
            return
        session = self.session
        trace = self.session.trace
        coming = self._coming
        if coming is not None:
            number = NUMBER + grouped(coming.t) + COMING
        elif session.t:
            number = NUMBER + grouped(session.t)
        else:
            number = ""
        if number != self.value.text():
            self.value.setText(number)
        self.below.setVisible(self._brief and trace is not None)
        latex, paragraphs, changes, sums = self._words()
        kind = latex, bool(sums), bool(session.run.trouble)
        if self._brief:
            latex, changes, sums = "", changes if self._roomy else (), ()
        if kind != self.kind:
            self.kind = kind
            self._forget()
            self.scrolled.forget()
        self.below.setVisible(self._brief and trace is not None)  # without a run it is empty
        self.text.set_text(paragraphs, changes)
        self.sums.set_text((), sums)
        self.keep_height()
        if latex != self._latex:
            self._latex = latex
            self._parts = typesetting(latex)
            self._empty_formula()
            self._typeset.start()
        if trace is not self._of or not self._playing:
            self._of = trace
            self._forget()
        self._ask_for_height()

    @property
    def _playing(self) -> bool:
        return self.player is not None and self.player.playing

    @property
    def _coming(self) -> Step | None:
        """The step that is about to be made, in slow motion."""
        coming = self.session.run.coming
        return None if coming is None else coming.step

    def _words(self) -> Words:
        """What the card says now."""
        session = self.session
        trace = self.session.trace
        if trace is None:
            return Words(paragraphs=(Paragraph(NONE, quiet=True),))  # the plane says why
        coming = self._coming
        t = session.t if coming is None else coming.t
        problem = trace.problem(
            max(0, t - 1)
        )  # a change of the timeline counts from the next step on
        latex = rule(problem.learner, len(problem.classes))
        try:
            step = session.run.step if coming is None else coming
        except LinlabError as error:
            return Words(latex, (Paragraph(str(error)),))
        if step is None:
            first = Paragraph(beginning(problem))
            return Words(
                latex, (first,) if self._playing else (first, Paragraph(NOT_YET, quiet=True))
            )
        from linlab.engine.words.arithmetic import (
            arithmetic,
            read_out,
        )  # the first paint has no step to explain
        from linlab.engine.words.before_after import before_after
        from linlab.engine.words.explain import explain

        said = explain(step, problem.learner)
        paragraphs = [Paragraph(said, _marks(said))]
        if session.run.finished:
            paragraphs.append(Paragraph(f"Finished: {session.run.finished}.", quiet=True))
        changes = before_after(step, problem.learner, problem.counting)
        lines = arithmetic(step, problem.learner, problem.counting)
        other = problem.learner.read_out.keeps or problem.learner["average"] == "best"
        model = trace.model(t) if other else None
        single = None if model is None else model.single
        if (
            single is not None and single.problem is problem
        ):  # not where a change of the timeline carried it on
            lines += read_out(step, single, trace.at(t))
        return Words(
            latex,
            paragraphs,
            [(line.label, line.value) for line in changes],
            [(line.label, line.value) for line in lines if line not in changes],
        )

    def _typeset_on(self) -> None:
        """One part of the formula at a time, so that the window answers in between; then it is
        shown."""
        self._typeset.setInterval(0)
        for _ in self._parts:
            self._typeset.start()
            return
        self._set_formula()

    def _empty_formula(self) -> None:
        """The rule before is no longer in force: its room stays, empty, until the new one is set."""
        room = QPixmap(self.formula.pixmap())
        room.fill(Qt.GlobalColor.transparent)
        self.formula.setPixmap(room)
        self.formula.set_formula("", 0, 0.0)
        self.formula.setAccessibleName("")

    def _set_formula(self) -> None:
        self.formula.setVisible(bool(self._latex))
        width = self.scrolled.body.contentsRect().width()
        if self._latex and width > 40:
            colour = QApplication.palette().color(QPalette.ColorRole.WindowText).name()
            self.formula.set_formula(self._latex, width, px(16))
            self.formula.setPixmap(
                formula_lines(self._latex, colour, width, px(16), self.devicePixelRatioF())
            )
        elif not self._latex:
            self.formula.setPixmap(QPixmap())
        self.formula.setAccessibleName(self._latex)


def _marks(sentence: str) -> tuple[Mark, ...]:
    """What decided: in bold if all is well, else in vermilion, too. The accent is for links."""
    ink = QApplication.palette().color(QPalette.ColorRole.WindowText).name()
    return tuple(
        Mark(
            found.start(),
            len(found[0]),
            ink if found[0].startswith("the correct") else CLASS_COLOURS[0],
        )
        for found in _DECIDED.finditer(sentence)
    )
