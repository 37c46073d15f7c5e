"""Every model × every space × every generic check: a new entry in a table gets its tests for
nothing."""

import dataclasses
import json

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, LinlabError, Points, Trace
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.learner.optimisers import OPTIMISERS
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.spaces import is_dual
from tests.engine.plane import plane_catalog, plane_spaces
from tests.engine.teams import document_learners, others

ENTRIES = [
    (key, space)
    for key, recipe in plane_catalog().items()
    for space in (plane_spaces() if "space" in recipe.parameters else (None,))
    if space is None or recipe.counting is None or not is_dual(space)  # means need features
]
OPTIMISED = [
    (key, optimiser)
    for key, recipe in plane_catalog().items()
    if "optimiser" in recipe.parameters
    for optimiser, how in OPTIMISERS.items()
    if recipe.loss.smooth or not how.solver or how.corners
    if how.name != "gis" or recipe.loss.probabilistic
]
QUICK = {"features": 30, "degree": 2}


def learner(key, space, **chosen):
    recipe = plane_catalog()[key]
    chosen = {**chosen, **({"space": space, **QUICK} if space else {})}
    return Learner.of(
        key, **{name: value for name, value in chosen.items() if name in recipe.parameters}
    )


def trained(key, space, points, epochs=30, **chosen):
    chosen = dict(learner(key, space, **chosen).chosen)
    return linlab.train(key, points, epochs=epochs, others=others(key), **chosen)


PLACES = np.random.default_rng(5).uniform(-4, 4, size=(40, 2))
BLOBS = {k: linlab.make_points("blobs", n=30, seed=1, classes=k) for k in (2, 3)}


@pytest.mark.parametrize(("key", "space"), ENTRIES)
@pytest.mark.parametrize("classes", [2, 3])
class TestThatEachEntry:
    def test_is_deterministic_and_replays_bit_for_bit(self, key, space, classes):
        document = Document(BLOBS[classes], document_learners(learner(key, space)), seed=9)
        one, two = Trace(document), Trace(document)
        end = one.at(120).t
        for t in (end, end // 2, 3, end - 1):
            np.testing.assert_array_equal(one.at(t).theta, two.at(t).theta)
            np.testing.assert_array_equal(one.model(t).scores(PLACES), two.model(t).scores(PLACES))
        np.testing.assert_array_equal(Trace(document).at(end // 2).theta, one.at(end // 2).theta)

    def test_rebuilds_its_weights_from_a_step(self, key, space, classes):
        run = trained(key, space, BLOBS[classes], epochs=0)
        last = run.at(21).t  # one that is exact has ended after its first step
        for t in [t for t in (0, 1, 7, 20) if t < last]:
            step = run.at(t).step()
            np.testing.assert_array_equal(step.rebuild(run.at(t).theta), run.at(t + 1).theta)
            assert step.label in run.classes

    def test_learns_separable_blobs(self, key, space, classes):
        run = trained(key, space, BLOBS[classes], epochs=60, bins=4)
        definite = space is None or not is_dual(space) or KERNELS[space].definite
        if definite:  # the sigmoid kernel is there because it fails
            assert run.measures().train_error <= 0.1
        assert set(run.predict(BLOBS[classes].x)) <= set(run.classes)

    def test_explains_itself(self, key, space, classes):
        run = trained(key, space, BLOBS[classes], epochs=1)
        for t in (1, 2, run.t):
            text = run.at(t).explain()
            assert len(text) > 20
            assert "nan" not in text.lower()

    def test_saves_and_loads(self, key, space, classes, tmp_path):
        document = Document(BLOBS[classes], document_learners(learner(key, space)), seed=9)
        document.save(tmp_path / "x.linlab")
        again = Document.load(tmp_path / "x.linlab")
        assert again == document
        np.testing.assert_array_equal(Trace(again).at(50).theta, Trace(document).at(50).theta)
        np.testing.assert_array_equal(
            Trace(again).model(50).scores(PLACES), Trace(document).model(50).scores(PLACES)
        )

    def test_exports_weights_that_predict_the_same(self, key, space, classes, tmp_path):
        run = trained(key, space, BLOBS[classes], epochs=3)
        run.save(tmp_path / "w.json")
        json.loads((tmp_path / "w.json").read_text(encoding="utf-8"))
        loaded = linlab.load_weights(tmp_path / "w.json")
        places = np.random.default_rng(0).uniform(-4, 4, size=(60, 2))
        np.testing.assert_allclose(
            loaded.scores(places), run.scores(places), rtol=1e-12, atol=1e-12
        )
        assert list(loaded.predict(places)) == list(run.predict(places))

    def test_measures_and_fields_are_finite(self, key, space, classes):
        run = trained(key, space, BLOBS[classes], epochs=2)
        assert sound(run, [v for v in dataclasses.astuple(run.measures()) if v is not None])
        field = run.field(np.linspace(-5, 5, 7), np.linspace(-5, 5, 6))
        rows = 1 if classes == 2 else classes
        assert field.shape == (rows, 6, 7)
        assert sound(run, field, places=True)
        if not run.model.team:
            assert run.weights.shape[0] == run.bias.shape[0] == rows


def sound(run, values, places=False):
    """Finite; but the logarithm of a count of 0 is −∞, and at places where no class was counted
    there is no number at all. A team has neither an objective nor weights."""
    without = run.model.team or run.model.objective() is None  # as means, which make nothing small
    if without and not places:
        values = [value for value in np.ravel(values) if not np.isnan(value)]
    if run.learner.model == "naive-bayes" and run.learner["smoothing"] == 0:
        return places or not np.isnan(values).any()
    return np.isfinite(values).all()


@pytest.mark.parametrize("classes", [2, 3])
def test_that_smoothed_counts_are_finite_everywhere(classes):
    run = linlab.train("naive-bayes", BLOBS[classes], epochs=1, smoothing=0.5)
    assert np.isfinite(run.theta).all()
    assert np.isfinite(run.field(np.linspace(-9, 9, 7), np.linspace(-9, 9, 6))).all()
    assert np.isfinite([v for v in dataclasses.astuple(run.measures()) if v is not None]).all()


ODD = {
    "one point of each class": ([(0, 0), (1, 1)], ["a", "b"]),
    "duplicates": ([(1, 2)] * 6 + [(2, 1)] * 6, ["a", "b"] * 6),
    "the same place for both": ([(1, 2)] * 6, ["a", "b"] * 3),
    "all at the origin": ([(0, 0)] * 4, ["a", "b"] * 2),
    "huge": ([(1e8, 0), (2e8, 1e8), (-1e8, 0), (-2e8, -1e8)], ["a", "a", "b", "b"]),
    "tiny": ([(1e-9, 0), (2e-9, 1e-9), (-1e-9, 0), (-2e-9, -1e-9)], ["a", "a", "b", "b"]),
    "far away": (
        [(1e8, 1e8), (1e8 + 1, 1e8), (1e8, 1e8 + 1), (1e8 + 1, 1e8 + 1)],
        ["a", "a", "b", "b"],
    ),
    "on a line": ([(x, 3) for x in range(8)], ["a"] * 4 + ["b"] * 4),
    "eight classes": ([(x, x * x % 7) for x in range(16)], list("abcdefgh" * 2)),
}


@pytest.mark.parametrize("points", ODD.values(), ids=ODD)
@pytest.mark.parametrize(("key", "space"), ENTRIES)
def test_that_it_survives_odd_points(key, space, points):
    try:
        run = trained(key, space, Points.of(*points), epochs=5)
    except LinlabError as error:  # too few for folds, which is said
        assert (
            plane_catalog()[key].kind == "stack"
            and len(points[1]) < 5
            and "5 folds need at least 5" in str(error)
        )
        run = trained(key, space, Points.of(*[3 * list(each) for each in points]), epochs=5)
    assert sound(run, [v for v in dataclasses.astuple(run.measures()) if v is not None])
    assert sound(run, run.theta)
    low, high = np.min(points[0], axis=0), np.max(points[0], axis=0)
    assert sound(
        run,
        run.field(np.linspace(low[0], high[0], 4), np.linspace(low[1], high[1], 3)),
        places=True,
    )
    assert "nan" not in run.explain().lower()


@pytest.mark.parametrize(("key", "space"), ENTRIES)
@pytest.mark.parametrize(
    ("points", "says"),
    [
        (Points.empty(("a", "b")), "no labelled points"),
        (Points.of([(0, 0)], ["a"]), "Only the class “a”"),
        (Points.of([(0, 0), (1, 1)], ["a", "a"]), "Only the class “a”"),
        (Points.of([(0, 0), (1, 1)], ["a", None]), "Only the class “a”"),
        (Points.of([(0, 0), (1, 1)], [None, None]), "no labelled points"),
    ],
)
def test_that_too_few_points_or_classes_get_a_sentence(key, space, points, says):
    with pytest.raises(LinlabError, match=says):
        trained(key, space, points)


@pytest.mark.parametrize(("key", "space"), ENTRIES)
def test_that_coordinates_that_overflow_are_refused_or_survived(key, space):
    points = Points.of([(1e100, 0), (-1e100, 1e100), (3.0, 4.0)], ["a", "b", "a"])
    try:
        run = trained(key, space, points, epochs=2)
    except LinlabError as error:
        assert "too large" in str(error)
    else:
        assert sound(run, run.theta)
        assert sound(run, run.scores(points.x), places=True)


def test_that_unlabelled_points_are_not_trained_on():
    with_extra = BLOBS[2].add([(0, 0), (9, 9)], -1)
    a, b = (linlab.train("svm", p, epochs=5) for p in (BLOBS[2], with_extra))
    np.testing.assert_array_equal(a.theta, b.theta)


@pytest.mark.parametrize(("key", "optimiser"), OPTIMISED)
def test_that_every_optimiser_learns_or_says_why_not_in_a_kernel_space(key, optimiser):
    how = OPTIMISERS[optimiser]
    points = BLOBS[3] if not how.solver or plane_catalog()[key].loss.smooth_in(3) else BLOBS[2]
    chosen = {"optimiser": optimiser}
    if optimiser == "gis":
        chosen["penalty"] = "none"  # it has none
    if (key, optimiser) == ("adaline", "momentum"):
        chosen["alpha"] = 0.1  # μ = 0.9 makes ten steps of each, and α > 2 is unstable
    run = linlab.train(key, points, **chosen, epochs=100)
    assert run.measures().train_error <= 0.1
    if how.linear or (how.solver and optimiser != "gis"):
        assert (
            linlab.train(key, points, **chosen, space="rbf", epochs=30).measures().train_error
            <= 0.1
        )
    else:
        with pytest.raises(LinlabError, match="coefficients of examples"):
            linlab.train(key, BLOBS[3], **chosen, space="rbf")


def test_that_both_kinds_of_space_are_there():
    assert {is_dual(name) for name in plane_spaces()} == {True, False}


def test_that_miras_cap_is_one_of_the_rate_and_not_of_the_move():
    """C bounds τ; the weights move by τ‖φ(x)‖, which may be far more."""
    run = linlab.train("mira", [(30, 40), (-30, 40.5)], ["a", "b"], C=0.001, updates=0)
    step = run.step()
    assert step.rate <= 0.001
    assert np.linalg.norm(step.after - step.before) > 10 * 0.001
    assert "rate τ" in PARAMETERS["C"].help and "move" not in PARAMETERS["C"].help
