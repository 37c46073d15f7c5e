"""Online to batch: mistakes of one pass, and errors on fresh points, counted here."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.data.datasets import fresh
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.engine.words.derivations.online_to_batch import FRESH, ONLINE_TO_BATCH

from .runs import Data, compare, derived, margins, thetas


def run(seed, classes, noise, model, n=12):
    source = Source("blobs", seed, (("classes", float(classes)), ("n", float(n)), ("noise", noise)))
    learner = Learner.of(model, order="cyclic")
    points = source.draw()
    return source, Trace(Document(points, (learner,), source=source)), Data(points.x, points.label)


@settings(max_examples=200)
@given(
    st.integers(0, 500),
    st.sampled_from([2, 4]),
    st.sampled_from([0.6, 1.2, 2.0]),
    st.sampled_from(["perceptron", "mira"]),
    st.sampled_from([1, 2, 5, 12, 60]),
)
def test_that_every_line_is_that_of_errors_counted_one_by_one(seed, classes, noise, model, t):
    _, trace, data = run(seed, classes, noise, model)
    if len(np.unique(data.y)) < classes:
        return
    lines, at = derived(ONLINE_TO_BATCH, trace, t)
    k = min(at.moment.t, 12)
    steps = thetas(data, model, k)
    phi = data.phi("free")
    wrong = sum(bool(margins((steps[j] @ phi[j])[None], data.y[[j]])[0] <= 0) for j in range(k))
    sample = fresh("blobs", FRESH, seed=seed, classes=float(classes), noise=noise)
    tall = np.column_stack([sample.x, np.ones(len(sample.x))])

    def error(theta):
        s = tall @ theta.T
        said = (s[:, 0] > 0).astype(int) if classes == 2 else s.argmax(axis=1)
        return float((said != sample.label).mean())

    errors = [error(theta) for theta in steps[:k]]
    most = wrong / k + math.sqrt(2 / k * math.log(1 / 0.05))
    mean = np.mean(steps[:k], axis=0)
    compare(
        lines,
        [(wrong, wrong), (wrong / k, most), (float(np.mean(errors)), most), (error(mean),)],
        rel=1e-3,
    )


def test_that_points_of_nobody_have_no_error_on_fresh_ones_and_no_step_has_no_line():
    _, trace, _ = run(1, 2, 1.0, "perceptron")
    hand = Trace(Document(trace.document.points, trace.document.learners))
    lines, at = derived(ONLINE_TO_BATCH, hand, 5)
    assert len(lines) == 2 and "cannot be drawn" in ONLINE_TO_BATCH.says(at)
    lines, at = derived(ONLINE_TO_BATCH, trace, 0)
    assert not lines and "take a step" in ONLINE_TO_BATCH.says(at)
    _, at = derived(ONLINE_TO_BATCH, trace, 20)
    assert "first epoch is over" in ONLINE_TO_BATCH.says(at) or at.moment.t <= 12
