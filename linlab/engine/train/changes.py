"""What counts as an update, wherever a run is shown update by update.

An update is a step that changes the weights. With λ > 0 every step shrinks them, so there it is a
step after which the model answers differently for some example.
"""

import numpy as np

from .models import decisions
from .trace import Trace

ROUNDING = 1e-13  # of the largest weight


def is_update(trace: Trace, t: int) -> bool:
    """Whether the step to t is an update worth a stop or a slide of its own.

    >>> from linlab.engine.document.first import first_document
    >>> is_update(Trace(first_document()), 0)
    False
    """
    if t < 1:
        return False
    shrinks = trace.learner(t - 1).decay > 0
    return changes_an_answer(trace, t) if shrinks else changes_the_weights(trace, t)


def changes_the_weights(trace: Trace, t: int) -> bool:
    """By more than rounding: MIRA's margins are 1 only up to rounding."""
    step = trace.step(t)
    if step is not None and step.team:
        return step.updated
    if step is None or not step.updated:
        return False
    return bool(np.abs(step.after - step.before).max() > ROUNDING * np.abs(step.before).max())


def changes_an_answer(trace: Trace, t: int) -> bool:
    """Whether the model answers differently for some training example after step t than before
    it: it begins to answer, or says another class. If an edit at t brings other examples, the
    answers cannot be compared, and the step counts."""
    before, after = trace.model(t - 1), trace.model(t)
    if before.decided != after.decided or before.examples.classes != after.examples.classes:
        return True
    old, new = (decisions(model, model.answers()) for model in (before, after))
    return old.shape != new.shape or bool((old != new).any())
