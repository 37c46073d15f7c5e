"""How a run shows itself in a notebook: two lines of text, and a player or a figure."""

import math
from html import escape

from linlab.engine.export.figures.svg import svg
from linlab.engine.export.web.page import page_of
from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.train.measures import WRONG_NOW, WRONG_ON_DEV, WRONG_ON_TEST
from linlab.engine.train.moment import Moment
from linlab.engine.views.asking import figure_named

from .drawing import picture_of

MOST_FRAMES = 30  # of a player in a notebook: about half a second to make
MOST_POINTS = 400  # of a player
MOST_BYTES = 600_000  # of a player: notebooks are kept with what they show
WIDTH, HEIGHT = 620, 780  # pixels


def lines_of(moment: Moment) -> tuple[str, str]:
    """What it is, and how well it does.

    >>> from linlab.notebook.training import train
    >>> lines_of(train("perceptron", [(0, 0), (1, 1)], ["no", "yes"], epochs=5).moment)
    ('Perceptron after step 10 on 2 examples', 'wrong now 0 %')
    """
    now = moment.sample
    n = moment.problem.n
    first = f"{moment.name} after step {grouped(moment.t)} on {grouped(n)} example{'' if n == 1 else 's'}"
    errors = (
        (WRONG_NOW, now.train_error),
        (WRONG_ON_DEV, now.dev_error),
        (WRONG_ON_TEST, now.test_error),
    )
    parts = [f"{part} {percent(rate)}" for part, rate in errors if rate is not None]
    if now.objective == now.objective and moment.learner.decay:
        parts.append(f"objective {number(now.objective)}")
    return first, ", ".join(parts)


def bundle(moment: Moment) -> dict[str, str]:
    """What a notebook may show of a run, by the type of it: the player if it is small, else the
    figure; and always two lines of text."""
    words = {"text/plain": "\n".join(lines_of(moment))}
    played = _player(moment)
    if played:
        return {**words, "text/html": played}
    return {**words, "image/svg+xml": svg(picture_of(moment, figure_named("plane")))}


def _player(moment: Moment) -> str:
    """The web page of a run in a frame of its own, which has no access to the notebook; empty if
    it is too large."""
    if len(moment.points) > MOST_POINTS:
        return ""
    every = max(1, math.ceil(moment.t / MOST_FRAMES))
    page = page_of(moment, ("plane",), every=every)
    if len(page) > MOST_BYTES:
        return ""
    title = escape(sanitise(lines_of(moment)[0]))
    return (
        f'<iframe title="{title}" sandbox="allow-scripts" width="{WIDTH}" height="{HEIGHT}" '
        f'style="border:0;max-width:100%" srcdoc="{escape(page)}"></iframe>'
    )
