r"""Self-training and co-training: models guess labels, and learn from those they are sure of.

repeat
    train the model on D until it has converged
    for each point x of U
        if the model is sure of its answer then
            give x that label, and move it from U to D
until no point moves
"""

from collections.abc import Iterator

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.numerals import grouped
from linlab.engine.many.answering import answers, confidence
from linlab.engine.words.listing.line import Line, Listing, Variables, Visit


def guess_variables(points: Points, models: tuple[object, ...], threshold: float) -> Variables:
    """What the lines of a round find: points, some without a label, and the models, trained on
    those that have one."""
    left = np.flatnonzero(points.label < 0)
    return Variables(
        points=points, models=models, threshold=threshold, left=left, label=points.label.copy()
    )


def _ask(v: Variables) -> None:
    """What each model says of every point of U, and how sure the least sure of them is."""
    x = v.points.x[v.left]
    v.put(said=np.stack([answers(model, v.points.classes, x) for model in v.models]))
    v.put(sure=np.min([confidence(model, x) for model in v.models], axis=0), moves=0)


def _each(v: Variables) -> Iterator[object]:
    for k in range(len(v.left)):
        v.put(k=k)
        yield k


def _agree(v: Variables) -> bool:
    said = v.said[:, v.k]
    return bool((said == said[0]).all() and v.sure[v.k] >= v.threshold and said[0] >= 0)


def _give(v: Variables) -> None:
    v.label[v.left[v.k]] = v.said[0, v.k]
    v.put(moves=v.moves + 1)


def self_training() -> Listing:
    return _listing("Self-training", "the model", "it has", "the model is sure of its answer")


def co_training() -> Listing:
    return _listing("Co-training", "both models", "they have", "both are sure of the same answer")


def _listing(title: str, who: str, have: str, sure: str) -> Listing:
    return Listing(
        title,
        (Line("$D \\leftarrow$ the labelled points, $U \\leftarrow$ the others"),),
        (
            Line("repeat"),
            Line(f"train {who} on $D$ until {have} converged", 1, do=_ask),
            Line("for each point $x$ in $U$", 1, each=_each),
            Line(f"if {sure} then", 2, when=_agree),
            Line("$x$ gets it as its label and moves to $D$", 3, do=_give),
            Line("until no point moves", when=lambda v: not v.moves),
        ),
    )


def visits_of_round(labelled: int, left: int, ended: bool) -> tuple[Visit, ...]:
    """What a document tells of a round: how many points got a label, and how many had none; before
    the end of its training, no more than that it is trained."""
    done = int(ended)
    return (
        Visit(times=1),
        Visit(times=1),
        Visit(times=done, said=f"{grouped(left)} points" if ended else ""),
        Visit(times=done * left, held=labelled),
        Visit(times=done * labelled),
        Visit(times=done, held=int(not labelled)),
    )
