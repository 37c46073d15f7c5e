"""The kernel view: what of it there is to show of a moment."""

from linlab.engine.learner.spaces import space
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.views.chart import stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, FigureView, Option

from .duality import applies, duality_panel
from .gram import gram_panel
from .imitation import imitation_panel
from .terms import coefficients_panel, score_panel

PANELS = {
    "gram": (gram_panel, False),
    "score": (score_panel, False),
    "coefficients": (coefficients_panel, True),
    "duality": (duality_panel, False),
    "imitation": (imitation_panel, True),
}  # and whether it has axes
TITLES = {
    "gram": "Gram matrix",
    "both": "Gram matrix and score",
    "score": "score at the cursor",
    "coefficients": "coefficients",
    "duality": "duality gap",
    "imitation": "D random features",
}


def refuses(moment: Snapshot) -> str:
    if moment.trace is None or moment.model is None:
        return (
            "There are no examples to compare yet: training needs points of at least two classes."
        )
    if moment.model.team:
        return f"{moment.model.title}: it compares no two examples, though its members may."
    if moment.trace.problem(moment.t).counting is not None:
        return f"{moment.model.title} counts bins or measures along the axes: it compares no two examples."
    return ""


def _choices(moment: Snapshot) -> Choices:
    """What can be shown, the most telling first."""
    if refuses(moment):
        return ()
    assert moment.model is not None and moment.trace is not None
    single, problem = moment.model.single, moment.trace.problem(moment.t)
    dual = single is not None and single.problem.dual
    found = ["both", "score"] if dual else []
    found += ["imitation"] if "features" in space(problem.learner["space"]).parameters else []
    found.append("gram")
    found += (
        ["coefficients"]
        if dual or (moment.optimum is not None and moment.optimum.coefficients is not None)
        else []
    )
    found += ["duality"] if single is not None and applies(single) else []
    return tuple((key, TITLES[key]) for key in found)


SHOW = Option("show", "Show", "what of the kernel is shown", _choices)


def kernel(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    chosen = SHOW.value(figure, moment)
    keys = ("gram", "score") if chosen == "both" else (chosen,)
    return tuple(
        _panel(key, figure, moment, palette, part)
        for key, part in zip(keys, stacked(room, (3, 2)[: len(keys)]), strict=True)
    )


def _panel(key: str, figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> Panel:
    draw, axes = PANELS[key]
    return roomy(
        lambda frame: draw(figure, moment, palette, frame), figure, room, palette, axes=axes
    )


KERNEL_VIEW = FigureView(
    "kernel",
    "Kernel",
    "how alike the examples are, and the score as a sum over them",
    kernel,
    refuses=refuses,
    options=(SHOW,),
)
