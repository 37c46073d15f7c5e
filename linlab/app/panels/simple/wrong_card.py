"""HOW MANY ARE WRONG: how many examples the model gets wrong now, how many new points it would get wrong, and how
the error came down."""

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from linlab.app.controls.widgets import RIGHT, Card, as_of, label, theme_in_force
from linlab.app.panels.curves.plot import Plot
from linlab.app.session.background import Throttle
from linlab.app.session.session import Session
from linlab.engine.ground.numerals import grouped, percent
from linlab.engine.train.moment import Moment

NONE = "–"
INTERVAL, BUDGET = 100, 0.008  # milliseconds between two refreshes; seconds of measuring in each
ERROR = "error"  # the curves that it shows
CURVES = ("train_error", "dev_error")
NOW = "Wrong now: how many of the points you see the model answers wrongly at this step."
FRESH = (
    "Wrong on new points: the share of 10 000 fresh points, drawn like those you see but never "
    "learnt from, that it answers wrongly (the expected risk)."
)
BUSY = f"{FRESH} Computed when the run pauses."
UNKNOWN = (
    "New points like these cannot be drawn, and none are set aside as dev or test points: "
    "Full has a split under Data."
)
ValueAndMeaning = tuple[str, str]  # a value, and what it is or why there is none


class WrongCard(Card):
    """A small curve of the error and two numbers below it."""

    def __init__(self, session: Session) -> None:
        super().__init__("How many are wrong")
        self.setObjectName("wrong-card")
        self._session = session
        self.plot = Plot()
        self.plot.setObjectName("wrong-plot")
        self.plot.picked.connect(session.go)
        self.body.addWidget(self.plot)
        self._titles: dict[QLabel, QLabel] = {}  # of each number
        self.now = self._row("wrong now", "wrong-now")
        self.fresh = self._row("wrong on new points", "wrong-on-new-points")
        self._more = QTimer(self, interval=30, singleShot=True)  # while measures are missing
        self._more.timeout.connect(self._refresh)
        self.refresh = Throttle(self, INTERVAL, self._refresh)
        session.moved.connect(self._moved)
        session.changed.connect(self._moved)
        session.measured.connect(self.refresh)
        session.read.connect(self._tell)

    def _row(self, title: str, name: str) -> QLabel:
        value = label(NONE, "value")
        value.setObjectName(name)
        value.setAlignment(RIGHT)
        words = label(title)
        row = QWidget()
        row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(words, 1)
        line.addWidget(value)
        self.body.addWidget(row)
        self._titles[value] = words
        return value

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "plot"):
            self.plot.apply_theme(theme_in_force())

    def _moved(self) -> None:
        self._more.stop()
        if self.isVisible():
            self.plot.set_cursor(self._session.t)
        self.refresh()

    def _refresh(self) -> None:
        run = self._session.run
        if not self.isVisible() or self._session.replay.loading:
            return
        self._tell()
        self.plot.say(NONE if run.trouble else "")  # the plane says why
        history = run.history
        if history is None:
            self.plot.draw(ERROR, [], {}, 1, (False, False))
            return
        history.far = max(history.far, run.trained)
        if not history.fill(run.t, BUDGET):
            self._more.start()
        values = history.curves() if history.samples else {"t": []}
        shown = {key: values[key] for key in CURVES if key in values}
        far = max(history.far, self._session.replay.wanted)
        epoch = history.trace.problem(0).updates_per_epoch
        self.plot.draw(ERROR, values["t"], shown, far, (False, False), epoch)
        self.plot.set_cursor(self._session.t)

    def _tell(self) -> None:
        run = self._session.run
        if not self.isVisible() or self._session.replay.loading:
            return
        moment = run.measured_moment if run.trace is not None else None
        risk = run.look_for_risk()
        if moment is None:
            now: ValueAndMeaning = (NONE, run.trouble)
            fresh: ValueAndMeaning = now
        else:
            now = wrong_now(moment), NOW
            fresh = on_new_points(moment, risk.known, risk.value)
        for value, (text, tip) in ((self.now, now), (self.fresh, fresh)):
            if (value.text(), value.toolTip()) != (text, tip):
                value.setText(text)
                value.setToolTip(tip)
                self._titles[value].setToolTip(tip)
        self.value.setText("" if moment is None else as_of(moment.t, run.t))


def wrong_now(moment: Moment) -> str:
    many = len(moment.model.examples.y)
    return f"{grouped(round(moment.sample.train_error * many))} of {grouped(many)}"


def on_new_points(moment: Moment, known: bool, risk: tuple[float, float] | None) -> ValueAndMeaning:
    """The expected risk, where it is known who draws the points; else the error on points that were
    kept for it, or none."""
    if known:
        return ("…", BUSY) if risk is None else (percent(risk[0]), FRESH)
    for error, part in ((moment.sample.test_error, "test"), (moment.sample.dev_error, "dev")):
        if error is not None:
            return percent(
                error
            ), f"Wrong on new points: the share of the {part} points, on which it does not train."
    return NONE, UNKNOWN
