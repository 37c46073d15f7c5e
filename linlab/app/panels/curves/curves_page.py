"""The page of curves over the steps: the objective and its terms, held-out losses, errors, or the
perceptron's proof.

Every step seen so far stays on the axis, and a click goes back there. J − J* is available once the
exact optimum of the current problem is known, the proof if there is a mistake bound.
"""

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow, px, scaled
from linlab.app.controls.tabs import Tabs
from linlab.app.controls.widgets import allow, as_of, label, sized, theme_in_force
from linlab.app.session.background import Throttle
from linlab.app.session.history import History
from linlab.app.session.session import Session
from linlab.engine.ground.numerals import number, percent
from linlab.engine.learner.parameters import READ_OUTS
from linlab.engine.picture.curves import LINES, MODES, PROOF, gap, mode_of
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.measures import WRONG_NOW, WRONG_ON_DEV
from linlab.engine.train.problem import Problem
from linlab.engine.train.segments import within
from linlab.engine.words.beginning import beginning

from .legend import Legend
from .optimum_row import OptimumRow
from .plot import Plot, icon_of
from .readout import Readout

READ_OUT = {  # whose J and error are shown, if not those of the last weights
    **{each.key: (f"OF {each.short.upper()}: ", "") for each in READ_OUTS.values() if each.short},
    "voted": ("OF THE LAST: ", "OF THE VOTE: "),
}
REFRESH_MS, MEASURING_SECONDS = (
    100,
    0.008,
)  # milliseconds between two refreshes; seconds of measuring in each
HEADING = 60  # pixels at 100 %: of the name of the card
BETWEEN = 3  # pixels between the curves, their legend and the exact optimum
NONE = "–"
NO_OPTIMUM = "The exact optimum is off: switch it on under the curves (O)."
OBJECTIVE = "J is the objective: the mean loss of the training examples plus λ times the penalty"
COUNTED = "J is the objective: the mean of {} of the training examples"
LOG_Y = "a logarithmic axis for the values"
MODE_KEYS = tuple(mode.key for mode in MODES)
_CHECKED = {"objective", "dev_loss", "train_error", "dev_error", "bag_error", "gap", *PROOF}


class CurvesPage(QWidget):
    """The curves and the exact optimum; `modes` are its tabs, `value` and `tools` belong in the
    head of the card."""

    def __init__(self, session: Session, tabs: Tabs) -> None:
        super().__init__()
        self.setObjectName("curves-page")
        self.session = session
        self.modes = tabs
        self.mode = "loss"
        self._pointed: int | None = None
        self.value = label("", "heading")
        self.value.setObjectName("curves-value")
        self.value.setMinimumWidth(1)
        self.value.setToolTip(OBJECTIVE)
        self._build()
        self._apply_style()
        self._more = QTimer(self, interval=30, singleShot=True)  # while measures are missing
        self._more.timeout.connect(self._refresh)
        self.refresh = Throttle(self, REFRESH_MS, self._refresh)
        session.moved.connect(self._moved)
        session.changed.connect(self._changed)
        session.measured.connect(self._measured_anew)
        session.read.connect(self._head)

    def _build(self) -> None:
        self.plot = Plot()
        self.plot.setObjectName("curves-plot")
        self.plot.picked.connect(self.session.go)
        self.plot.hovered.connect(self._hover)
        for mode in MODES:
            self.modes.add(mode.key, mode.title).setToolTip(mode.help)
        self.modes.set_current(self.mode)
        self.modes.chosen.connect(self._choose)
        self.tools = QWidget()
        tools = QHBoxLayout(self.tools)
        self.log_x = self._button("curves-log-x", "log t", "a logarithmic axis for the steps")
        self.log_y = self._button("curves-log-y", "log y", LOG_Y)
        for button in (self.log_x, self.log_y):
            tools.addWidget(button)
            button.toggled.connect(self._draw)
        self._legend = Legend()
        self.checks: dict[str, QToolButton] = {}
        for line in LINES:
            check = self._button(f"curves-show-{line.key}", line.title, line.help)
            check.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            check.setChecked(line.key in _CHECKED)
            follow(check, _size_check)
            check.toggled.connect(self._draw)
            self.checks[line.key] = check
            self._legend.add(check)
        self.exact = OptimumRow(self.session)
        self.readout = Readout()
        self._below = QStackedLayout()  # the legend, or what is under the mouse
        column = QVBoxLayout(self)
        for each in (tools, column):
            each.setContentsMargins(0, 0, 0, 0)
            each.setSpacing(0)
        column.setSpacing(BETWEEN)
        column.addWidget(self.plot, 1)
        column.addLayout(self._below)
        column.addWidget(self.exact)
        for under in (self._legend, self.readout):
            self._below.addWidget(under)  # this shows it, and without a parent it would be a window
        self._choose()

    @property
    def lines(self) -> tuple[str, ...]:
        """The visible curves."""
        return tuple(key for key, check in self.checks.items() if check.isChecked())

    @property
    def log(self) -> tuple[bool, bool]:
        """Which axes are logarithmic: that of the steps, that of the values."""
        return self.log_x.isChecked(), self.log_y.isChecked()

    def show_curves(self, mode: str, lines: tuple[str, ...] | None, log: tuple[bool, bool]) -> None:
        """Show these curves on these axes; unknown ones get the defaults."""
        for key, check in self.checks.items():
            check.setChecked(key in (_CHECKED if lines is None else lines))
        for button, on in zip((self.log_x, self.log_y), log, strict=True):
            button.setChecked(on)
        self.modes.set_current(mode if mode in MODE_KEYS else "loss")
        self._choose()

    def _button(self, name: str, title: str, help: str) -> QToolButton:
        button = QToolButton()
        button.setText(title)
        button.setCheckable(True)
        button.setObjectName(name)
        button.setToolTip(help)
        return button

    def _apply_style(self) -> None:
        theme = theme_in_force()
        self.plot.apply_theme(theme)
        small = "QToolButton { padding: 2px 6px; font-size: 11px; font-weight: 400; border-radius: 5px; }"
        self.tools.setStyleSheet(
            scaled(
                small + "QToolButton { padding: 2px 3px; }"
                f"QToolButton:!checked:enabled {{ color: {theme.quiet}; }}"
            )
        )
        self._legend.setStyleSheet(
            scaled(
                small + f"QToolButton {{ padding: 1px 1px; color: {theme.quiet}; }}"
                f"QToolButton:checked {{ background: transparent; color: {theme.text}; }}"
                f"QToolButton:hover {{ background: {theme.soft}; }}"
            )
        )
        for line in LINES:
            self.checks[line.key].setIcon(icon_of(line, theme))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "refresh"):
            self._apply_style()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head()

    @property
    def measuring(self) -> bool:
        """Whether some measures are still missing."""
        return self._more.isActive()

    def _moved(self) -> None:
        self._more.stop()  # ten refreshes a second are enough
        if self.isVisible():
            self.plot.set_cursor(self.session.t)
        self.refresh()

    def _changed(self) -> None:
        self._more.stop()
        self.refresh()

    def _measured_anew(self) -> None:
        self._choose()
        if self.isVisible():
            self.refresh()

    def _choose(self) -> None:
        """Show the curves of the chosen mode; J − J* needs an optimum, the proof a bound."""
        run = self.session.run
        exact = self.session.run.exact
        no_optimum = exact.words if exact.on else NO_OPTIMUM
        wants = {
            "gap": "" if run.optimum is not None or exact.busy else no_optimum,
            "proof": "" if run.bound.value is not None else run.bound.why,
        }
        for key, reason in wants.items():
            allow(self.modes.buttons[key], reason, mode_of(key).help)
            if (
                reason
                and self.mode == key == self.modes.current
                and not (key == "proof" and run.bound.looking)
            ):
                self.modes.set_current("loss")
        self.mode = self.modes.current if self.modes.current in MODE_KEYS else self.mode
        for mode in MODES:
            for line in mode.lines:
                self.checks[line.key].setVisible(mode.key == self.mode)
        self._legend.arrange()
        self.log_y.setEnabled(self.mode != "gap")
        self.log_y.setToolTip(
            LOG_Y if self.mode != "gap" else "J − J* is always on a logarithmic axis."
        )
        self._draw()

    def _refresh(self) -> None:
        if not self.isVisible() or self.session.replay.loading:
            return
        run = self.session.run
        run.look_for_bound()
        if run.history is not None:
            run.history.far = max(run.history.far, run.trained)
            if not run.history.fill(run.t, MEASURING_SECONDS):
                self._more.start()
        self._head()
        self._draw()

    def _head(self) -> None:
        """J and the error, for the same t as the numbers."""
        if not self.isVisible() or self.session.replay.loading:
            return
        run = self.session.run
        moment = run.measured_moment
        if run.trace is None or moment is None:
            self.value.setText("" if run.trace is None else "J …")  # still being computed
            return
        sample = moment.sample
        dev = moment.sample.dev_error is not None
        error = percent(sample.dev_error if sample.dev_error is not None else sample.train_error)
        learner = run.trace.problem(sample.t).learner
        of_objective, of_error = READ_OUT.get(str(learner["average"]), ("", ""))
        objective = (
            "" if math.isnan(sample.objective) else f"{of_objective}J {number(sample.objective)} · "
        )  # a team has none
        late = as_of(sample.t, run.t)
        since = f"{late}: " if late else ""
        plain = f"{(WRONG_ON_DEV if dev else WRONG_NOW).upper()} {error}"
        whole = f"{since}{objective}{of_error}{plain}"
        alone = f"{of_error or of_objective}{plain}"  # without J
        self.value.setText(self._fitting(whole, f"{since}{alone}", alone, plain))
        recipe = learner.recipe
        meaning = COUNTED.format(recipe.averaged) if recipe.counting else OBJECTIVE
        if not sample.t:
            meaning = f"{meaning}.\n{beginning(run.trace.problem(0))}"
        shortened = self.value.text() != whole
        self.value.setToolTip(f"{whole}\n{meaning}" if shortened else meaning)

    def _fitting(self, *texts: str) -> str:
        """The first of these that the head of the card has room for, or else the last."""
        metrics, room = self.value.fontMetrics(), self.width() - px(HEADING)
        return next((text for text in texts if metrics.horizontalAdvance(text) <= room), texts[-1])

    def _why_no_loss(self, problem: Problem) -> str:
        return (
            kind_of(problem.learner).why_no("loss", problem.learner) if self.mode == "loss" else ""
        )

    def _draw(self) -> None:
        run = self.session.run
        history = self.session.run.history
        waits = self.mode == "proof" and run.bound.value is None
        out_of_bag = run.problem is not None and "out-of-bag" in kind_of(run.problem.learner).offers
        no_loss = "" if run.problem is None else self._why_no_loss(run.problem)
        nothing = NONE if run.trouble else ""  # the plane says why
        self.plot.say(nothing or (run.bound.why if waits else no_loss))
        bagged = self.mode == "error" and out_of_bag
        if bagged == self.checks["bag_error"].isHidden():
            self.checks["bag_error"].setVisible(bagged)
            self._legend.arrange()
        if history is None or not history.samples:
            self.plot.draw(self.mode, [], {}, 1, (False, False))
            return
        if (
            self.mode == "gap"
            and run.optimum is None
            and run.exact.busy
            and run.exact.last is not None
        ):
            return  # keep the last one until the next is known
        values = self._values(history)
        chosen = {
            key: values[key]
            for key, check in self.checks.items()
            if check.isChecked() and key in values
        }
        far = max(history.far, self.session.replay.wanted)
        epoch = history.trace.problem(0).updates_per_epoch
        self.plot.draw(self.mode, values["t"], chosen, far, self.log, epoch)
        self.plot.set_cursor(self.session.t)
        if self._pointed is not None:
            self._hover(self._pointed)

    def _values(self, history: History) -> dict[str, Any]:
        """The curves of this mode, and t."""
        values = history.curves()
        optimum = self.session.run.optimum
        if self.mode == "gap" and optimum is not None:
            values["gap"] = gap(history.trace, values["t"], values["objective"], optimum)
        mine = {line.key for line in mode_of(self.mode).lines}
        return {key: each for key, each in values.items() if key in mine or key == "t"}

    def _why_no_gap(self, history: History, t: int) -> str:
        optimum = self.session.run.optimum
        if optimum is None or not within(history.trace, [t], optimum.problem).all():
            return "J* belongs to another problem"
        return f"J − J* is below {number(optimum.gap, 1)}, the accuracy of J*"

    def _hover(self, t: int | None) -> None:
        """Show the values under the mouse in place of the legend, and their step at the end of the
        axis."""
        history = self.session.run.history
        nothing = t is None or history is None or not history.samples
        self._pointed = None if nothing else t
        self._below.setCurrentIndex(0 if nothing else 1)
        if t is None or history is None or nothing:
            self.plot.tell_of(None)
            return
        values = self._values(history)
        nearest = int(np.abs(values["t"] - t).argmin())
        here = int(values["t"][nearest])
        shown = []
        why = ""
        for line in mode_of(self.mode).lines:
            if line.key in values and self.checks[line.key].isChecked():
                value = float(values[line.key][nearest])
                if not np.isnan(value):
                    shown.append((line, percent(value) if self.mode == "error" else number(value)))
                elif self.mode == "gap":
                    why = self._why_no_gap(history, here)
        self.plot.tell_of(here)
        self.readout.say(shown, why)


def _size_check(check: QToolButton) -> None:
    """Make room for the label and a sample of its curve."""
    wide = QFontMetrics(sized(check, 11)).horizontalAdvance(check.text())
    check.setIconSize(QSize(px(14), px(10)))
    check.setFixedSize(wide + px(20), px(20))
    legend = check.parentWidget()
    if isinstance(legend, Legend):
        legend.arrange()
