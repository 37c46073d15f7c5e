"""The transport: rewind, back, play, step, epoch, run until converged; a scrubber over the history;
speed; replay or continue."""

import math
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider, QToolButton, QVBoxLayout

from linlab.app.controls.accessibility.text_size import least, px, scaled
from linlab.app.controls.caption import Caption
from linlab.app.controls.linked.terms import meanings_in
from linlab.app.controls.theme import Theme
from linlab.app.session.locks import locked
from linlab.app.session.player import Player, place_of, speed_at, speed_words
from linlab.app.session.session import Session
from linlab.engine.document.document import Document
from linlab.engine.document.timeline import marks
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.segments import epochs
from linlab.engine.train.tracing.by_hand import set_by_hand

from .play_button import PlayButton
from .scrubber import Scrubber

LOCKED = "locked on this page"
SET_BY_YOU = "start: set by you"
PLAYED_AGAIN = "played again from step 0 with your change"
FROM_THE_START = "When you move a point or change a setting, linlab trains again from step 0 to this one.\nClick, or press C, to let changes count from this step on."
FROM_HERE = "When you move a point or change a setting, training goes on from here with the weights it has; a diamond over the history marks the place.\nClick, or press C, to let changes count from the start."
BRANCH = "Branch: add a copy of the current model that goes on from this step with other settings (Ctrl+B)"
OVER = (
    "Start over: forget this run and its curves (Shift+Home).\n"
    "Home goes to step 0 and keeps the run."
)

LEAST_WIDTH = 376  # pixels
TINY = 480  # pixels at 100 %: with less, buttons that have keys stay away
SHORTER = 520, 220  # pixels at 100 %: with less, the caption has one line more
IN_FULL = ("rewind", "change", "epoch")  # the buttons that Simple does without
NEXT_MISTAKE = "next mistake"  # what stands on the button there, where there is room


class Transport(QFrame):
    """The bar under the plane. `branch_wanted`: somebody asks for a branch at this step."""

    branch_wanted = Signal()

    def __init__(self, session: Session, player: Player, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.session, self.player = session, player
        self._low = self._simple = False
        self.most = 0  # the last step seen, changed at or bookmarked
        self._marked: Document | None = None  # whose changes and bookmarks are marked
        buttons = (
            ("rewind", "Rewind to step 0 (Home)", player.rewind),
            ("back", "One step back (←)", lambda: player.step(-1)),
            ("play", "Play or pause (Space)", player.toggle),
            ("step", "One step (→)", lambda: player.step(1)),
            (
                "change",
                "To the next update (Ctrl+→; back: Ctrl+←).\nAn update is a step that changes the weights.",
                player.next_change,
            ),
            (
                "mistake",
                "To the next mistake (Ctrl+Shift+→; back: Ctrl+Shift+←)",
                player.next_mistake,
            ),
            ("epoch", "To the end of the epoch (Shift+→)", player.epoch),
            ("end", "Run until converged (End)", player.converge),
        )
        rows = QVBoxLayout(self)
        rows.setContentsMargins(14, 7, 14, 6)
        rows.setSpacing(0)
        row = self._row = QHBoxLayout()
        row.setSpacing(4)
        rows.addLayout(row)
        self.buttons: dict[str, PlayButton] = {}
        for name, tip, action in buttons:
            row.addWidget(self._button(name, tip, action, theme))
        self.scrubber = Scrubber(theme)
        self.scrubber.setMinimumWidth(86)
        self.scrubber.scrubbed.connect(self.go)
        self.caption = Caption(theme)
        self.caption.meanings = meanings_in
        row.addSpacing(8)
        row.addWidget(self.scrubber, 1)
        self.over = self._button("start-over", OVER, player.start_over, theme)
        policy = self.over.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.over.setSizePolicy(policy)
        row.addWidget(self.over)
        row.addSpacing(8)
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setObjectName("speed")
        self.speed.setRange(0, 100)
        self.speed.setFixedWidth(112)
        self.speed.setToolTip("Speed: from 1 step a second to as fast as possible")
        self.speed.setAccessibleName("Speed")
        self.speed.valueChanged.connect(self._set_speed)
        self.speed_text = QLabel()
        self.speed_text.setProperty("role", "value")
        self.speed_text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.speed_text.setMinimumWidth(62)
        self.speed_title = QLabel("Speed")
        row.addWidget(self.speed_title)
        row.addWidget(self.speed)
        row.addWidget(self.speed_text)
        below = QHBoxLayout()
        below.addSpacing(6)
        below.addWidget(self.caption, 1)
        rows.addLayout(below)
        self.mode = QToolButton()
        self.mode.setObjectName("mode")
        self.mode.setCheckable(True)
        self.mode.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.mode.toggled.connect(self._set_mode)
        self.branch = QToolButton()
        self.branch.setObjectName("branch")
        self.branch.setText("Branch")
        self.branch.setToolTip(BRANCH)
        self.branch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.branch.clicked.connect(lambda: self.branch_wanted.emit())
        self._frame_mode(theme)
        below.addWidget(self.branch)
        below.addWidget(self.mode)
        self._set_mode(False)
        session.changed.connect(self._another)
        session.moved.connect(self.refresh)
        session.anticipated.connect(self.refresh)
        session.read.connect(self.refresh)
        player.state_changed.connect(self.refresh)
        player.early.changed.connect(lambda: self.scrubber.show_flag(player.early.flag))
        self._another()

    def _button(
        self, name: str, tip: str, action: Callable[[], object], theme: Theme
    ) -> PlayButton:
        button = self.buttons[name] = PlayButton(name, theme, name == "play")
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAccessibleName(tip.splitlines()[0].split(" (")[0])
        button.setAccessibleDescription(tip)
        button.clicked.connect(action)
        return button

    def _frame_mode(self, theme: Theme) -> None:
        """A border, so that it looks like what can be pressed."""
        for button in (self.mode, self.branch):
            button.setStyleSheet(
                scaled(
                    "QToolButton { font-size: 12px; padding: 2px 8px; border-radius: 6px; "
                    f"border: 1px solid {theme.border}; }}"
                )
            )

    def apply_theme(self, theme: Theme) -> None:
        self._frame_mode(theme)
        self._fit()  # in letters that may have another size
        for part in (self.scrubber, self.caption):
            part.theme = theme
            part.update()
        for button in self.buttons.values():
            button.theme = theme
            button.update()

    def refresh(self) -> None:
        session, player = self.session, self.player
        trace = session.trace
        end = trace.end if trace is not None else None
        ends = [
            each[-1].t for each in (session.document.timeline, session.document.bookmarks) if each
        ]
        self.most = max(
            session.replay.far, session.replay.wanted if session.replay.catching_up else 0, *ends
        )
        most = self.most if end is None else min(self.most, end)
        epoch = trace.problem(session.t).updates_per_epoch if trace is not None else 0
        self.scrubber.show_time(session.t, most, epoch)
        button = self.buttons["play"]
        sign = "pause" if player.playing else "play"
        if button.sign != sign:
            button.sign = sign
            button.update()
        tip = "Stop (End)" if player.converging else "Run until converged (End)"
        if self.buttons["end"].toolTip() != tip:
            self.buttons["end"].setToolTip(tip)
        if (trace is not None) != button.isEnabled():
            for each in self.buttons.values():
                each.setEnabled(trace is not None)
        some = session.replay.far > 0  # else there is nothing to forget
        if (some or self._simple) == self.over.isHidden():
            self.over.setVisible(some or self._simple)
        if self.over.isEnabled() != (some and trace is not None):
            self.over.setEnabled(some and trace is not None)
        self.caption.make_room(
            self._lines_of_caption()
        )  # its neighbours may have another width now
        self.caption.say(where(session, player))
        self._show_speed()

    @property
    def words(self) -> str:
        """Where the run is, all of it; the caption shows what there is room for."""
        return self.caption.words

    def set_simple(self, simple: bool) -> None:
        """Without what only Full has; starting over takes the place of rewinding."""
        self._simple = simple
        self._row.removeWidget(self.over)
        self._row.insertWidget(0 if simple else self._row.indexOf(self.scrubber) + 1, self.over)
        self._fit()
        self.refresh()

    def make_compact(self, low: bool) -> None:
        """Take less of the height."""
        if low != self._low:
            self._low = low
            self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(
            least(self, LEAST_WIDTH, 0.36), super().minimumSizeHint().height()
        )  # as wide as it can do with, whatever it shows now

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _ask_for_height(self) -> None:
        rows = self.layout()
        assert rows is not None
        rows.invalidate()
        self.updateGeometry()

    def _fit(self) -> None:
        """Make do with the room there is."""
        room = self.width()
        narrow, tight, tiny = room < px(720), room < px(560), room < px(TINY)
        rows = self.layout()
        assert rows is not None
        beside, spacing, wide = 14, 4, 84 if narrow else 112
        if tiny:
            beside, spacing, wide = 6, 1, 50
        elif tight:
            beside, spacing, wide = 8, 2, 56
        rows.setContentsMargins(beside, 4 if self._low else 7, beside, 3 if self._low else 6)
        for row in rows.findChildren(QHBoxLayout):
            row.setSpacing(spacing)
        self.speed_title.setVisible(not narrow)
        self.speed.setFixedWidth(wide)
        self.speed_text.setMinimumWidth(px(40 if tight else 62))
        self.speed_text.setVisible(not tiny)  # the slider still says about how fast it goes
        tersely = ("change", "mistake") if tiny else ()  # which have keys
        without = IN_FULL if self._simple else tersely
        for name in (*IN_FULL, "mistake"):
            self.buttons[name].setVisible(name not in without)
        self.buttons["mistake"].words = NEXT_MISTAKE if self._simple and not tight else ""
        for button in self.buttons.values():
            button.make_small(tight, self._low)
        self._set_mode(self.mode.isChecked())
        self.caption.make_room(self._lines_of_caption())
        QTimer.singleShot(0, self, self._ask_for_height)  # a layout at work does not listen

    def _lines_of_caption(self) -> int:
        """How many lines it takes to say where the run is, beside the button of the changes."""
        shown = [each for each in (self.mode, self.branch) if not each.isHidden()]
        room = self.width() - sum(each.sizeHint().width() for each in shown)
        return 1 + sum(room < px(least) for least in SHORTER)

    def _another(self) -> None:
        if self.session.document is not self._marked:
            self._marked = self.session.document
            self.scrubber.show_marks(marks(self._marked) if self._marked.timeline else ())
            self.scrubber.show_bookmarks(self._marked.bookmarks)
        if self.session.document is self.session.settled:  # during a gesture `read` is enough
            self.refresh()

    def go(self, t: int) -> None:
        """Go to this step and pause there."""
        if self.player.playing:
            self.player.pause()
        self.player.quiet()
        self.session.go(t)

    def _set_speed(self, place: int) -> None:
        self.player.speed = speed_at(place)
        self._show_speed()

    def _show_speed(self) -> None:
        words, place = speed_words(self.player.speed), place_of(self.player.speed)
        if words != self.speed_text.text():
            self.speed_text.setText(words)
            self.speed.setAccessibleDescription(words)
        if place != self.speed.value():
            self.speed.blockSignals(True)
            self.speed.setValue(place)
            self.speed.blockSignals(False)

    def _set_mode(self, continuing: bool) -> None:
        self.session.continuing = continuing
        short = self.width() < px(720)  # the words beside it matter more
        self.mode.setText(
            f"Changes{':' if short else ' count'} from {'here' if continuing else 'the start'}"
        )
        self.mode.setToolTip(FROM_HERE if continuing else FROM_THE_START)
        self.mode.setVisible(continuing or not self._simple)
        self.branch.setVisible(not self._simple and self.width() >= px(TINY))  # or by its key


def where(session: Session, player: Player, counts: bool = True) -> str:
    """Where the run is, in words; with `counts`, also how many mistakes it has made."""
    if session.trace is None:
        return "step 0"  # the plane says why there is no other
    if session.replay.preparing:
        return f"step {grouped(session.t)} · {session.replay.preparing}"
    if session.t == 0 and not player.playing and not session.run.finished:
        if locked(session.locks, "transport"):
            return f"step 0 · {LOCKED}"
        start = f"{SET_BY_YOU} · " if set_by_hand(session.learner) else ""
        return f"step 0 · {start}press Space to play, → for one step"
    coming, step = session.run.coming, session.run.shown_step  # in slow motion, the step that comes
    parts = [
        f"step {grouped(session.t)}"
        if coming is None
        else f"step {grouped(coming.step.t)} comes next"
    ]
    why = session.run.finished or player.note
    parts += [PLAYED_AGAIN] if session.played_again else []
    if why:
        return " · ".join([*parts, why])
    if step is not None and session.trace.problem(step.t - 1).updates_per_epoch:
        parts.append(f"epoch {grouped(math.ceil(epochs(session.trace, step.t)))}")
    if step is not None and step.jump is None:
        n = session.trace.problem(step.t - 1).n  # the step is made there
        some = len(step.examples)
        parts.append(
            f"{grouped(some)} of {grouped(n)} examples"
            if some > 1
            else f"example #{step.example + 1}"
        )
    if counts:
        parts.extend(_mistakes(session))
        parts += [SET_BY_YOU] if set_by_hand(session.learner) else []
    if session.replay.catching_up:
        parts.append(f"going to {grouped(session.replay.wanted)} …")
    if player.converging:
        parts.append("running until converged, End to stop")
    if player.seeking:
        parts.append(f"{player.seeking}, Space to stop")
    return " · ".join(parts)


def _mistakes(session: Session) -> tuple[str, ...]:
    """The mistakes so far, if examples are looked at one after the other; a perceptron's mistakes
    are its updates."""
    trace = session.trace
    if trace is None or session.t == 0 or session.replay.catching_up:
        return ()
    problem = trace.problem(session.t)
    learner = problem.learner
    if learner.recipe.of_others or problem.counting is not None or learner.optimiser.solver:
        return ()
    made = trace.mistakes(session.t)
    s = "" if made == 1 else "s"
    plain = learner.decay == 0 and learner["optimiser"] == "sgd" and problem.batch == 1
    if learner.recipe.loss.mistake_driven and plain and not session.document.timeline:
        return (f"{grouped(made)} update{s} so far",)
    return (f"{grouped(made)} mistake{s} so far",)
