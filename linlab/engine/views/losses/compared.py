"""Which losses are drawn beside a model's own, and how."""

from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import ReadyRun
from linlab.engine.views.view import Option

from .chord import CHORD, NONE

DASHES = {
    "perceptron": (5.0, 3.0),
    "log": (1.5, 2.5),
    "squared": (7.0, 2.0, 1.5, 2.0),
    "squared-hinge": (3.0, 1.5),
}  # of the losses that are not the model's own
COMPARED = ("perceptron", "hinge", "log", "squared-hinge", "squared")  # with every model's own
THREE = ("perceptron", "hinge", "log")  # of the three models that most lectures compare

OTHERS = Option(
    "others",
    "Curves",
    "the zero-one loss and five others, or only those of perceptron, SVM and logistic regression",
    lambda moment: (("all", "all"), ("three", "three")),
    beside=True,
)


def compared(figure: Figure, moment: ReadyRun) -> tuple[str, ...]:
    """The losses that are drawn beside the model's own; with a chord, only the chord's."""
    key = CHORD.value(figure, moment)
    if key != NONE:
        return tuple(name for name in COMPARED if name == key)
    return COMPARED if OTHERS.value(figure, moment) == "all" else THREE
