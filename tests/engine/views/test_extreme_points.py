"""Runs and every view of points that are very small, very large, or both: no warning, no
traceback."""

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.export.figures.svg import svg
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.curves import curve_values
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.kernel.terms import summed
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

CASES = [
    (Learner.of("averaged-perceptron"), (1e-160, 1.0), 2),
    (Learner.of("perceptron"), (5e-324,), 3),
    (Learner.of("perceptron", space="polynomial"), (1e-308,), 2),
    (Learner.of("logistic", space="linear-kernel", bias="none"), (5e-324,), 2),
    (Learner.of("logistic", space="linear-kernel", bias="none", optimiser="newton-cg", alpha=1e6), (1e49,), 3),
    (Learner.of("svm", space="laplace", alpha=1e6), (1e-300, 1e100), 2),
    (Learner.of("mira", space="monomial"), (1e-300,), 2),
    (Learner.of("mira", space="linear-kernel"), (1e49, 1e-300, 1e-20), 3),
    (Learner.of("pegasos", space="rbf"), (1e99, 1e-99), 2),
    (Learner.of("voted-perceptron", space="fourier", bias="none"), (1e-300,), 3),
    (Learner.of("gaussian-naive-bayes"), (5e-324,), 2),
    (Learner.of("gaussian-naive-bayes"), (1e-300, 1e99), 3),
    (Learner.of("naive-bayes", smoothing=0), (1e-300, 1.0), 2),
]  # fmt: skip


def trace_of(learner: Learner, scales: tuple[float, ...], classes: int) -> Trace:
    rng = np.random.default_rng(5)
    own = np.arange(12) % classes
    x = rng.normal(size=(12, 2)) * 0.5 + 2.0 * own[:, None]
    x = x * np.array([scales[i % len(scales)] for i in range(12)])[:, None]
    labels = ["abc"[c] for c in own]
    return Trace(Document(Points.of(np.clip(x, -1e100, 1e100), labels), (learner,)))


@pytest.mark.parametrize(("learner", "scales", "classes"), CASES)
def test_that_extreme_points_are_trained_on_and_shown(learner, scales, classes) -> None:
    trace = trace_of(learner, scales, classes)
    try:
        trace.at(20)
    except LinlabError as error:
        assert str(error).endswith(".")
        return
    curve_values(trace, trace.clamp(20))
    for t in (0, 1, 7, 20):
        moment = Snapshot.of(trace, trace.clamp(t))
        assert moment.trace.sample(moment.t).norm >= 0 or learner.recipe.counting
        for name, view in VIEWS.items():
            if not view.refuses(moment) and view.work is None:
                assert svg(draw(Figure(view=name, width=300, height=240), moment)).startswith("<")


def test_that_the_length_of_very_small_weights_is_not_0() -> None:
    run = trace_of(Learner.of("perceptron", bias="none"), (1e-300,), 2)
    weights = run.model(12).parts()[0][0]
    wanted = 1e-300 * float(np.hypot(*(weights / 1e-300)))
    assert wanted > 0 and run.sample(12).norm == pytest.approx(wanted, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("size", [1e-200, 1e40, 1e300])
def test_that_a_sum_of_very_many_digits_is_written_in_powers_of_ten(size: float) -> None:
    terms, total = summed([1.5 * size, -0.5 * size], size)
    assert len(terms) == 2 and total.startswith("≈ ") and "10" in total
    assert all(len(term) < 20 for term in (*terms, total))
