"""What is under the mouse, in words: the model's answer there, and the points there."""

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.numerals import percent, steady
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.picture.placing.stacks import at_one_place
from linlab.engine.picture.placing.texts import classes_on_axes
from linlab.engine.train.models import Model, winners
from linlab.engine.words.team import votes_in_words


def answer_in_words(model: Model, x: float, y: float) -> str:
    """The class, its score and its probability; for a team, what each member says."""
    if model.effort(1) > FRAME // 64:
        return "   too many votes to count at every move"
    scores = model.scores([(x, y)])
    return answer_of(model, scores) + _ballots(model, x, y)


def text_in_words(model: Model, points: Points, k: int) -> str:
    """The same of the text of point k, with its margin."""
    scores = model.scores(model.inputs(points.take([k])))
    name = points.classes[points.label[k]] if points.label[k] >= 0 else ""
    known = model.examples.classes.index(name) if name in model.examples.classes else -1
    if known < 0 or model.single is None:
        return answer_of(model, scores)
    margin = rivals_and_margins(scores, np.array([known]))[1][0]
    return f"{answer_of(model, scores)}   margin {steady(margin)}"


def ground_of_texts(model: Model, x: float, y: float) -> str:
    """The class of texts that would stand there; of several, only how the two on the axes
    compare."""
    if not model.planar or not model.decided:
        return ""
    scores = model.grid([x], [y]).reshape(-1, 1).T
    best = int(winners(scores)[0])
    classes = model.examples.classes
    if len(classes) == 2:
        return f"   answer {shorten(classes[best])}"
    other = next(k for k in classes_on_axes(model) if k != best)
    return f"   {shorten(classes[best])} before {shorten(classes[other])}"


def answer_of(model: Model, scores: Floats) -> str:
    """The class, its score and its probability, from the scores of one place. (1, rows)"""
    if np.isnan(scores).any():
        text = "   undecided" if model.abstains else "   no class seen here"
    else:
        name = shorten(model.examples.classes[int(winners(scores)[0])])
        score = scores[0, 0] if scores.shape[1] == 1 else scores[0].max()
        text = f"   answer {name}   score {steady(score)}"
    chances = model.chances(scores)
    if chances is not None:
        chance = f"{chances.max():.2f}"
        near = chance == "1.00" and bool(
            np.isfinite(scores).all()
        )  # exactly 1 only if all others are impossible
        if chance == "nan":
            text += ""
        elif near:
            text += "   P > 0.99"
        else:
            text += f"   P = {chance}"
    return text


def _ballots(model: Model, x: float, y: float) -> str:
    return f"   ({shorten(votes_in_words(model, x, y), 160)})" if model.team else ""


def point_in_words(points: Points, k: int) -> str:
    """How many points are where point k is, their classes, who guessed its label, and its note."""
    there = at_one_place(points, k)
    text = ""
    if len(there) > 1:
        names = [*points.classes, "unlabelled"]  # the label −1 indexes the last one
        counts = [
            (shorten(name), int((points.label[there] % len(names) == c).sum()))
            for c, name in enumerate(names)
        ]
        text = f"   {len(there)} points here: " + ", ".join(
            f"{count} {name}" for name, count in counts if count
        )
    guess = None if points.guesses is None else points.guesses[k]
    if guess is not None:
        text += f"   guessed in round {guess.round}, {percent(guess.sure)} sure, by {shorten(guess.by, 120)}"
    return text if points.texts is None else f"{text}   “{shorten(points.texts[k], 200)}”"
