"""What Simple shows of a model's settings: whether its boundary is a line or a curve, and one dial.

A line is the linear space; a curve is the RBF kernel where the model can learn with it, else the
first curved space that it can learn in. Which setting the dial turns is declared with the
parameters.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from linlab.app.controls.choices import Segmented
from linlab.app.controls.widgets import allow
from linlab.app.panels.form import KnobSlider, refusal
from linlab.app.session.session import Session
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space, spaces
from linlab.engine.train.kinds.table import kind_of

LINE, CURVE = "line", "curve"
TIPS = {
    LINE: "A straight line separates the classes",
    CURVE: "A curve separates them: nearby points have similar scores (the RBF kernel)",
}
OF_TEXTS = "Each word has a weight of its own, and the boundary is straight in them."
PREFERRED = "rbf"  # among the curved spaces


def candidates(shape: str) -> tuple[str, ...]:
    """The spaces whose boundary has this shape, the preferred one first.

    >>> candidates(LINE), candidates(CURVE)[0]
    (('linear', 'linear-kernel'), 'rbf')
    """
    names = [name for name, each in spaces().items() if each.straight == (shape == LINE)]
    return tuple(sorted(names, key=lambda name: name != PREFERRED))


def shape_of(learner: Learner) -> str:
    """Of its boundary; empty if it is not a matter of the space."""
    if not learner.recipe.in_a_space:
        return ""
    if learner.reads_texts:
        return LINE
    return LINE if space(learner["space"]).straight else CURVE


def space_for(learner: Learner, shape: str) -> tuple[str, str]:
    """The space that gives this learner such a boundary, or none and why."""
    why = OF_TEXTS if learner.reads_texts else kind_of(learner).why_no("space", learner)
    refused = [(name, why or refusal(learner, "space", name)) for name in candidates(shape)]
    fitting = [name for name, reason in refused if not reason]
    return (fitting[0], "") if fitting else ("", refused[0][1])


class Boundary(QWidget):
    """A line or a curve; `chosen` says the space that gives it."""

    chosen = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("boundary")
        self._session = session
        self.shapes = Segmented(((LINE, "line"), (CURVE, "curve")))
        self.shapes.chosen.connect(self._choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel("Boundary"), 1)
        row.addWidget(self.shapes, 1)

    def read(self, learner: Learner) -> None:
        here = shape_of(learner)
        self.shapes.set_current(here)
        for shape, button in self.shapes.buttons.items():
            allow(button, "" if shape == here else space_for(learner, shape)[1], TIPS[shape])

    def _choose(self, shape: str) -> None:
        learner = self._session.learner
        if shape_of(learner) != shape:
            self.chosen.emit(space_for(learner, shape)[0])


class Dial(QWidget):
    """The slider of the setting that matters most, of whichever model is in hand."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("dial")
        self._session = session
        self.sliders: dict[str, KnobSlider] = {}  # made when they are first wanted
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def read(self, learner: Learner) -> None:
        name = learner.dial
        if name and name not in self.sliders:
            slider = self.sliders[name] = KnobSlider(self._session, name, titled=True)
            slider.setObjectName(f"dial-{name}")
            slider.box.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab stops at the slider
            self._column.addWidget(slider)
        for own, slider in self.sliders.items():
            slider.setVisible(own == name)
        if name:
            self.sliders[name].read(learner)
