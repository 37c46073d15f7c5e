"""How a run shows itself in a notebook: two lines of text, and a figure."""

from linlab.engine.export.figures.svg import svg
from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.train.moment import Moment
from linlab.engine.views.asking import figure_named

from .drawing import picture_of


def lines_of(moment: Moment) -> tuple[str, str]:
    """What it is, and how well it does.

    >>> from linlab.notebook.training import train
    >>> lines_of(train("perceptron", [(0, 0), (1, 1)], ["no", "yes"], epochs=5).moment)
    ('Perceptron after step 10 on 2 examples', 'train error 0 %')
    """
    now = moment.sample
    n = moment.problem.n
    first = f"{moment.name} after step {grouped(moment.t)} on {grouped(n)} example{'' if n == 1 else 's'}"
    errors = (("train", now.train_error), ("dev", now.dev_error), ("test", now.test_error))
    parts = [f"{part} error {percent(rate)}" for part, rate in errors if rate is not None]
    if now.objective == now.objective and moment.learner.decay:
        parts.append(f"objective {number(now.objective)}")
    return first, ", ".join(parts)


def bundle(moment: Moment) -> dict[str, str]:
    """What a notebook may show of a run, by the type of it."""
    return {
        "text/plain": "\n".join(lines_of(moment)),
        "image/svg+xml": svg(picture_of(moment, figure_named("plane"))),
    }
