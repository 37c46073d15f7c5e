"""What a file means: the settings in force and the numbers of its runs, as plain JSON.

The same functions wrote the facts beside the files and look at the files today, so a fact that is
missing on one side is a difference, too.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.export.weights.weights_json import load_weights
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.lessons.checking import check
from linlab.lessons.shown import shown_steps

TIMES = (0, 1, 7, 30)
PLACES = [(-1.1, 0.3), (0.2, 0.7), (1.7, -0.4), (0.9, 1.3)]


def document_facts(document: Document) -> dict[str, Any]:
    """Of every learner: its settings and its numbers after some updates."""
    changes = [change for change in document.timeline if change.learners is not None]
    return {
        "points": {
            "classes": list(document.points.classes),
            "x": plain(document.points.x),
            "label": plain(document.points.label),
            "truth": plain(document.points.true),
            "parts": plain(document.parts_of(document.points)),
        },
        "learners": [learner_facts(learner) for learner in document.learners],
        "later learners": [
            [change.t, [learner_facts(learner) for learner in change.learners or ()]]
            for change in changes
        ],
        "runs": [run_facts(document, k) for k in range(len(document.learners))],
    }


def learner_facts(learner: Learner) -> dict[str, Any]:
    """A model and every setting of its own, with the value in force."""
    own = {name: learner[name] for name in learner.recipe.parameters}
    return {"model": learner.model, "settings": plain(own)}


def run_facts(document: Document, which: int) -> list[dict[str, Any]]:
    trace = Trace(document, which)
    times = {*TIMES, *(change.t + 3 for change in document.timeline)}
    return [moment_facts(trace, t) for t in sorted(times)]


def moment_facts(trace: Trace, t: int) -> dict[str, Any]:
    model = trace.model(t)
    parts = model.parts()
    now = trace.sample(t)
    return {
        "t": trace.at(t).t,
        "weights": None if parts is None else plain(parts[0]),
        "bias": None if parts is None else plain(parts[1]),
        "scores": plain(model.scores(np.array(PLACES))),
        "mistakes": now.mistakes,
        "objective": plain(now.objective),
        "training error": plain(now.train_error),
    }


def lesson_facts(path: Path) -> dict[str, Any]:
    """Of every step: what is shown, and from which update to which."""
    checked = check(path)
    steps = shown_steps(checked.lesson)
    return {
        "faults": [str(fault) for fault in checked.faults],
        "steps": [
            {
                "title": step.step.title,
                "t": step.look.t,
                "end": step.end,
                "focus": step.look.focus,
                "sliders": list(step.sliders),
                "learners": [learner_facts(each) for each in step.document.learners],
                "now": moment_facts(Trace(step.document, step.look.focus), step.end),
            }
            for step in steps
        ],
    }


def weights_facts(path: Path) -> dict[str, Any]:
    """Of trained weights in JSON: whose they are, and what they answer."""
    read = load_weights(path)
    parts = read.model.parts()
    return {
        **learner_facts(read.learner),
        "classes": list(read.classes),
        "t": read.t,
        "mistakes": read.mistakes,
        "objective": plain(read.objective),
        "weights": None if parts is None else plain(parts[0]),
        "bias": None if parts is None else plain(parts[1]),
        "scores": plain(read.scores(PLACES)),
        "says": [None if each is None else str(each) for each in read.predict(PLACES)],
    }


def plain(value: Any) -> Any:
    """The same in lists and numbers; what JSON has no number for is a text.

    >>> plain({"a": np.array([1.0, np.inf])})
    {'a': [1.0, 'inf']}
    """
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
