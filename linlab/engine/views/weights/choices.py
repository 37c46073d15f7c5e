"""What can be chosen about the landscape: which two weights are shown, of which class, what becomes of
the others, and whose lines are drawn. And of which models there is one."""

from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.spaces import imitation
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.ways_out import of_member, use_model, use_space
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, Option, Refusal

from .line import SURFACE, ZERO_ONE
from .slice import Slice

PERCEPTRON = use_model("perceptron", "the perceptron")
LINEAR = use_space("linear")


def _linear(moment: ReadyRun) -> Linear | Refusal:
    """The model, if it has one θ whose weights have a meaning each."""
    model = moment.model
    otherwise, straight = of_member(moment, PERCEPTRON), of_member(moment, LINEAR)
    if model.vote is not None:
        return Refusal(
            f"{model.title} answers by a vote of many weights, so it has no single place in weight space.",
            otherwise,
        )
    if model.counted is not None:
        return Refusal(
            f"{model.title} counts: its weights are logarithms of counts and follow no gradient.",
            otherwise,
        )
    if model.single is None:
        return Refusal(model.why_no_weights, otherwise)
    if model.objective() is None:
        return Refusal(
            f"{model.title} does not minimise an objective, so there is no gradient to follow.",
            otherwise,
        )
    problem = model.single.problem
    if problem.reads_texts:
        return Refusal(
            "There is a weight for each word, too many for a landscape: the view Words lists them.",
            straight,
        )
    if problem.names is None:
        return Refusal(
            "A kernel space has coefficients of examples instead of weights: choose Linear or Monomials to see weights.",
            straight,
        )
    random = imitation(problem.learner["space"])
    if random is not None:
        return Refusal(
            f"Weights of {random.title} mean nothing one by one: choose Linear or Monomials to see weights.",
            straight,
        )
    return model.single


NEED = Need(_linear)
Weighted = Ready[Linear, None]


def keys_of(problem: Problem) -> tuple[str, ...]:
    """The columns of θ by their features, the bias last."""
    return (*(problem.names or ()), *(("b",) if problem.constant else ()))


def titled(problem: Problem, key: str, whose: str = "") -> str:
    """What a weight is called: w₁ and w₂ where the plane is the space, elsewhere the weight of a
    feature."""
    plain = key == "b" or problem.straight
    name = key.replace("x", "w") if plain else f"w of {key}"
    return f"{name}{', ' if whose else ''}{shorten(whose)}"


def _weights(moment: Weighted) -> Choices:
    problem = moment.subject.problem
    return tuple((key, titled(problem, key)) for key in keys_of(problem))


def _other_weights(moment: Weighted) -> Choices:
    first, *others = _weights(moment)
    return (*others, first)


def _rows(moment: Weighted) -> Choices:
    problem = moment.subject.problem
    return () if problem.rows == 1 else tuple((name, name) for name in problem.classes)


def _others(moment: Snapshot) -> Choices:
    ready = NEED.of(moment)
    if isinstance(ready, str) or ready.subject.problem.rows > 1 or ready.subject.problem.d != 3:
        return (("present", "kept"),)
    return ("present", "kept"), ("minimised", "minimised out")


def _lines(moment: Weighted) -> Choices:
    """Examples have lines where the loss rests from some margin on."""
    return () if moment.model.kink is None else LINES_OF


LINES_OF = (("some", "of this step"), ("all", "of all examples"))
SHOW = Option(
    "show",
    "Show",
    "J over two weights as a picture, or all weights as a table to type into",
    lambda moment: (("space", "a picture"), ("table", "a table")),
)


def as_table(figure: Figure, moment: Snapshot) -> bool:
    return bool(SHOW.value(figure, moment) == "table")


def _only_of_objective(figure: Figure, moment: Snapshot) -> bool:
    """The zero-one loss has all lines, which are the edges of its steps, and no minimum by slopes."""
    return as_table(figure, moment) or bool(SURFACE.value(figure, moment) == ZERO_ONE)


ACROSS = Option(
    "across",
    "Across",
    "the weight on the horizontal axis",
    NEED.choices(_weights),
    idle=as_table,
)
UP = Option(
    "up",
    "Up",
    "the weight on the vertical axis",
    NEED.choices(_other_weights),
    beside=True,
    idle=as_table,
)
ROW = Option(
    "of",
    "Weights of",
    "the class whose weights are shown",
    NEED.choices(_rows),
    beside=True,
    idle=as_table,
)
OTHERS = Option(
    "others",
    "Others",
    "whether the other weights keep their values or minimise J for these two",
    _others,
    beside=True,
    idle=_only_of_objective,
)
LINES = Option(
    "lines",
    "Lines",
    "the examples whose lines are drawn: beyond its line, an example has the margin that the loss "
    "asks for; of this step also draws the selected ones and the one under the mouse",
    NEED.choices(_lines),
    beside=True,
    idle=_only_of_objective,
)


def slice_of(figure: Figure, moment: Weighted) -> Slice:
    """The two weights that are chosen, around the θ that is trained."""
    problem = moment.subject.problem
    keys = keys_of(problem)
    row = ROW.value(figure, moment)
    across, up = ACROSS.value(figure, moment), UP.value(figure, moment)
    if across == up:
        up = next(key for key in keys if key != across)
    last = problem.learner["average"] == "last"
    theta = moment.subject.theta if last else moment.trace.at(moment.t).theta
    return Slice(
        problem, theta, problem.classes.index(row) if row else 0, keys.index(across), keys.index(up)
    )
