"""The kernel view: what of it there is to show of a moment."""

from collections.abc import Callable
from functools import partial

from linlab.engine.learner.spaces import imitation
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.views.chart import stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.of_texts import only_of_places
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import view
from linlab.engine.views.kit.ways_out import of_member, use_model
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import WHY, Choices, Option, Refusal

from . import cost, spectrum
from .approximation import approximation_panel
from .cost import cost_panel
from .difference import difference_panel
from .duality import applies, duality_panel
from .gram import gram_panel
from .spectrum import spectrum_panel
from .terms import (
    coefficients_of_optimum,
    coefficients_of_run,
    coefficients_panel,
    score_panel,
)
from .wrong_labels import wrong_labels_panel

Drawing = Callable[[Figure, Snapshot, Palette, Frame], Panel]
WITH_AXES = ("coefficients", "imitation", "eigenvalues", "wrong-labels")
TITLES = {
    "gram": "Gram matrix",
    "both": "Gram matrix and score",
    "score": "score at the cursor",
    "coefficients": "coefficients",
    "duality": "duality gap",
    "imitation": "error as D grows",
    "difference": "map of the error",
    "eigenvalues": "eigenvalues",
    "wrong-labels": "aᵢ by the wrong label",
    "cost": "multiplications",
}


def _drawings(moment: ReadyRun) -> dict[str, Drawing] | Refusal:
    """What can be shown, the most telling first."""
    model = moment.model
    problem = moment.trace.problem(moment.t)
    best = moment.optimum
    otherwise = of_member(moment, use_model("perceptron", "the perceptron"))
    if model.team:
        return Refusal(
            f"{model.title} has no kernel of its own, though its members may.", otherwise
        )
    if problem.counting is not None:
        return Refusal(f"{model.title} has no kernel: it never compares two examples.", otherwise)
    texts = only_of_places(
        moment, "Texts are compared by their words, which have weights: no kernel is needed."
    )
    if texts is not None:
        return texts
    linear = model.single
    kernel = None if linear is None else linear.problem.kernel
    found: dict[str, Drawing] = {}
    if linear is not None and kernel is not None:
        found["score"] = partial(score_panel, linear, kernel)
    if imitation(problem.learner["space"]) is not None:
        found["imitation"] = partial(approximation_panel, problem)
        found["difference"] = partial(difference_panel, problem)
    found["gram"] = partial(gram_panel, problem)
    if best is not None and best.coefficients is not None:
        found["coefficients"] = partial(coefficients_panel, coefficients_of_optimum(best))
    elif linear is not None and kernel is not None:
        found["coefficients"] = partial(coefficients_panel, coefficients_of_run(linear))
    if linear is not None and kernel is not None and problem.rows > 1:
        found["wrong-labels"] = partial(wrong_labels_panel, linear)
    found["eigenvalues"] = partial(spectrum_panel, problem)
    if linear is not None and problem.base_outputs is None:
        found["cost"] = partial(cost_panel, linear)
    if linear is not None and applies(linear):
        found["duality"] = partial(duality_panel, linear)
    return found


NEED = Need(_drawings, "There are no examples to compare yet")
Compared = Ready[dict[str, Drawing], None]


def _choices(moment: Compared) -> Choices:
    keys = tuple(moment.subject)
    return tuple((key, TITLES[key]) for key in (("both", *keys) if "score" in keys else keys))


SHOW = Option("show", "Show", "what to show of the kernel", NEED.choices(_choices))


def kernel(figure: Figure, moment: Compared, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    chosen = SHOW.value(figure, moment)
    keys = ("gram", "score") if chosen == "both" else (chosen,)
    words = _words(chosen, moment)
    if words:
        low = height_of(figure, room.width, words)
        upper, below = with_foot(room, low)
        panel = _panel(chosen, figure, moment, palette, upper)
        return panel, words_panel(figure, palette, below, words)
    return tuple(
        _panel(key, figure, moment, palette, part)
        for key, part in zip(keys, stacked(room, (3, 2)[: len(keys)]), strict=True)
    )


def _words(key: str, moment: Compared) -> list[str]:
    """What is said below a drawing."""
    if key == "eigenvalues":
        return spectrum.words_of(moment.trace.problem(moment.t))
    if key == "cost" and moment.model.single is not None:
        return cost.words_of(moment.model.single)
    return []


def _panel(key: str, figure: Figure, moment: Compared, palette: Palette, room: Frame) -> Panel:
    def panel(frame: Frame) -> Panel:
        return moment.subject[key](figure, moment, palette, frame)

    return roomy(panel, figure, room, palette, axes=key in WITH_AXES)


KERNEL_VIEW = view(
    "kernel",
    "Kernel",
    "how similar the examples are, and the score as a sum over them",
    NEED,
    kernel,
    options=(SHOW,),
    group=WHY,
    key="5",
)
