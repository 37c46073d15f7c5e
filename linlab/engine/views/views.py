"""The table of views, and the picture of one.

From its line follow a view's tab and key in the window, its place in the export dialog, in films
and on the command line, and its page of help. The same picture is what is on the screen, the file
in each format, and each frame of a film.
"""

import math
from dataclasses import replace
from functools import partial

from linlab.engine.picture.axes_and_legend import LEADING, TITLE, title_lines
from linlab.engine.picture.metrics import shortened, wrapped
from linlab.engine.picture.other_models import SIDE
from linlab.engine.picture.palette import PALETTES, Palette
from linlab.engine.picture.shapes import Frame, Label, Picture
from linlab.engine.train.segments import epochs
from linlab.engine.views.description import described
from linlab.engine.words.explain import explain

from .algorithm.view import ALGORITHM_VIEW
from .counts.view import COUNTS_VIEW
from .derivations.view import DERIVATIONS_VIEW
from .errors import ERRORS_VIEW
from .examples import EXAMPLES_VIEW
from .fan.view import FAN_VIEW
from .features.view import FEATURES_VIEW
from .figure import Figure
from .hidden import HIDDEN_VIEW
from .kernel.view import KERNEL_VIEW
from .kit.words import empty_page
from .losses.view import LOSSES_VIEW
from .network.view import NETWORK_VIEW
from .plane_and_curves import PLANE_AND_CURVES
from .several.better import BETTER_VIEW
from .several.chance import CHANCE_VIEW
from .several.folds import FOLDS_VIEW
from .several.models import MODELS_VIEW
from .several.new_data import TEST_VIEW
from .snapshot import Snapshot
from .sweep.view import SWEEP_VIEW
from .view import FigureView
from .weights.view import WEIGHTS_VIEW
from .words.view import WORDS_VIEW

MOST_LINES = 3  # of a caption
NOTHING = "–"
CHANGED = "The proof is about one problem from the start, but this run was changed along the way."

VIEWS: dict[str, FigureView] = {
    view.name: view
    for view in (
        *PLANE_AND_CURVES,
        ALGORITHM_VIEW,
        LOSSES_VIEW,
        WEIGHTS_VIEW,
        EXAMPLES_VIEW,
        WORDS_VIEW,
        FEATURES_VIEW,
        KERNEL_VIEW,
        COUNTS_VIEW,
        NETWORK_VIEW,
        DERIVATIONS_VIEW,
        ERRORS_VIEW,
        TEST_VIEW,
        SWEEP_VIEW,
        FAN_VIEW,
        HIDDEN_VIEW,
        MODELS_VIEW,
        BETTER_VIEW,
        CHANCE_VIEW,
        FOLDS_VIEW,
    )
}


def draw(figure: Figure, moment: Snapshot, palette: Palette | None = None) -> Picture:
    """The picture of a moment, in the figure's palette or another that has no name."""
    palette = palette or PALETTES[figure.palette]
    notes = _caption(figure, moment, palette) if figure.caption else ()
    foot = 1.9 * _caption_font(figure) * max(len(notes), moment.lines) if notes else 0.0
    view = VIEWS[figure.view]
    several = view.plane and figure.models == SIDE and bool(moment.other_models)
    alone = (view.plane or view.curves) and not several  # one panel, which has the title
    over = () if alone else _title(figure, palette)
    notes = (*over, *notes)
    head = over[-1].place[1] + 0.6 * TITLE * figure.font if over else 0.0
    room = Frame(0, head, figure.width, figure.height - foot - head)
    about = partial(described, view, figure, moment)
    refusal = view.why_not(figure, moment)
    if refusal is not None:
        return Picture(
            figure.width,
            figure.height,
            palette.card,
            (),
            (*empty_page(figure, palette, room, refusal.sentence), *notes),
            about=about,
        )
    inside = replace(figure, title="") if several else figure
    panels = view.panels(inside, moment, palette, room)
    latex = view.latex and partial(view.latex, figure, moment)
    return Picture(figure.width, figure.height, palette.card, panels, notes, latex, about)


def blank(figure: Figure, palette: Palette) -> Picture:
    """A page with a dash, where somebody else says why there is nothing."""
    room = Frame(0, 0, figure.width, figure.height)
    dash = empty_page(figure, palette, room, NOTHING)
    return Picture(figure.width, figure.height, palette.card, (), dash)


def _title(figure: Figure, palette: Palette) -> tuple[Label, ...]:
    """The title at the top of the page, in as many lines as it needs."""
    lines = (
        title_lines(figure.title, figure.width - 2 * figure.font, figure.font)
        if figure.title
        else []
    )
    return tuple(
        Label(
            line,
            (figure.width / 2, (1.0 + LEADING * k) * figure.font),
            TITLE * figure.font,
            palette.text,
            "middle",
            bold=True,
        )
        for k, line in enumerate(lines)
    )


def completed(figure: Figure, moment: Snapshot) -> Snapshot:
    """The moment with what the view's work finds, if it has some that is not done."""
    view = VIEWS[figure.view]
    work = view.work
    if work is None or moment.found is not None or view.why_not(figure, moment) is not None:
        return moment
    return replace(moment, found=work.run(figure, moment))


def _caption(figure: Figure, moment: Snapshot, palette: Palette) -> tuple[Label, ...]:
    """Where the run is and what the step did, in lines that fit; the last one stands at the
    foot."""
    if moment.trace is None:
        return ()
    problem = moment.trace.problem(max(0, moment.t - 1))  # of the step that led here
    epoch = math.ceil(epochs(moment.trace, moment.t))
    text = f"Step {moment.t} · epoch {epoch}" if moment.t else "Step 0"
    if moment.step is not None:
        text += f" · {explain(moment.step, problem.learner)}"
    font = _caption_font(figure)
    width = figure.width - 2 * font
    lines = [
        shortened(line, width, font) for line in wrapped(text, width, font)
    ]  # of overlong words
    if len(lines) > MOST_LINES:
        lines = [
            *lines[: MOST_LINES - 1],
            f"{lines[MOST_LINES - 1].rpartition(' ')[0] or lines[MOST_LINES - 1]} …",
        ]
    room = max(len(lines), moment.lines)
    return tuple(
        Label(line, (font, figure.height - (room - k - 0.3) * 1.7 * font), font, palette.text)
        for k, line in enumerate(lines)
    )


def _caption_font(figure: Figure) -> float:
    return max(figure.font, figure.caption_font)
