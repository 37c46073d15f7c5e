"""Data sets: the lectures' tables as printed, the pictures as promised, the randomness as
addressed."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.svm import SVC, LinearSVC

import linlab
from linlab.engine.data.datasets import DATASETS, fresh, make_points, named
from linlab.engine.data.points import Points
from linlab.engine.data.reviews import (
    NEGATIVE_REVIEWS,
    NEGATIVE_WORDS,
    POSITIVE_REVIEWS,
    POSITIVE_WORDS,
)
from linlab.engine.ground import assets
from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError

SYNTHETIC = [
    "blobs",
    "overlapping-blobs",
    "moons",
    "circles",
    "xor",
    "spiral",
    "stripes",
    "outlier",
    "imbalanced",
]
NAMES = [*SYNTHETIC, "frog", "traffic-lights", "sentiment", "iris", "reviews", "topics", "bank"]
FIXED = ("frog", "sentiment", "iris", "reviews", "topics", "bank")

# Riezler's table: convexity, speed, label, twice in each line.
FROG = """
small small - small large +
small medium - medium large +
small medium - medium large +
medium small - large small +
large small - large large +
small small - large medium +
small large -
small medium -
"""


def rows(points: Points) -> Counter[tuple[float, float, str]]:
    return Counter(
        (x1, x2, points.classes[c])
        for (x1, x2), c in zip(points.x.tolist(), points.label, strict=True)
    )


def linear_accuracy(points: Points) -> float:
    model = LinearSVC(C=1e3, max_iter=20_000, random_state=0).fit(points.x, points.label)
    return float(model.score(points.x, points.label))


def test_that_all_data_sets_are_in_the_table_under_their_names() -> None:
    assert list(DATASETS) == NAMES
    assert all(name == dataset.name for name, dataset in DATASETS.items())
    assert len({dataset.tag for dataset in DATASETS.values()}) == len(DATASETS)
    assert {name for name, dataset in DATASETS.items() if dataset.fixed} == set(FIXED)
    assert {name for name, dataset in DATASETS.items() if not dataset.known} == set(FIXED)


@pytest.mark.parametrize("name", NAMES)
def test_that_every_knob_can_be_turned_from_end_to_end(name: str) -> None:
    for knob in DATASETS[name].knobs:
        assert knob.low <= knob.default <= knob.high and knob.help.endswith(".")
        for value in (knob.low, knob.high):
            points = make_points(name, **{knob.name: value})
            assert len(points) and np.isfinite(points.x).all()


@pytest.mark.parametrize("name", NAMES)
def test_that_the_same_seed_gives_the_same_points(name: str) -> None:
    assert make_points(name, seed=5) == make_points(name, seed=5)
    assert (make_points(name, seed=5) == make_points(name, seed=6)) == (
        name in (*FIXED, "traffic-lights")
    )


@pytest.mark.parametrize("name", SYNTHETIC)
def test_that_synthetic_points_fit_the_plot(name: str) -> None:
    points = make_points(name)
    assert points.classes == ("A", "B")
    assert np.abs(points.x).max() < 4.3
    assert np.abs(points.x).max() > 2.5


@pytest.mark.parametrize("name", SYNTHETIC)
def test_that_noise_moves_points_smoothly(name: str) -> None:
    still, little, double = (make_points(name, noise=s) for s in (0.0, 0.1, 0.2))
    assert np.array_equal(still.label, double.label)
    assert np.allclose(double.x - still.x, 2 * (little.x - still.x))


@pytest.mark.parametrize("name", [n for n in SYNTHETIC if n != "outlier"])
def test_that_more_points_leave_the_earlier_ones_in_place(name: str) -> None:
    few, many = make_points(name, n=60), make_points(name, n=90)
    assert np.array_equal(many.x[:60], few.x)
    assert np.array_equal(many.label[:60], few.label)


@pytest.mark.parametrize("name", [n for n in SYNTHETIC if n not in ("outlier", "imbalanced")])
@pytest.mark.parametrize("n", [2, 7, 40, 101])
def test_that_classes_stay_balanced(name: str, n: int) -> None:
    sizes = np.bincount(make_points(name, n=n).label, minlength=2)
    assert sizes.sum() == n and np.ptp(sizes) <= 1


@pytest.mark.parametrize("name", ["blobs", "spiral"])
@pytest.mark.parametrize("classes", range(2, 9))
def test_that_up_to_eight_classes_share_the_points(name: str, classes: int) -> None:
    points = make_points(name, n=100, classes=classes)
    assert points.classes == tuple("ABCDEFGH"[:classes])
    assert np.ptp(np.bincount(points.label, minlength=classes)) <= 1


@pytest.mark.parametrize("seed", range(21))
def test_that_blobs_are_linearly_separable(seed: int) -> None:
    assert linear_accuracy(make_points("blobs", seed=seed)) == 1


@pytest.mark.parametrize("name", ["moons", "circles", "xor", "spiral", "stripes"])
@pytest.mark.parametrize("seed", range(5))
def test_that_shapes_are_separable_by_an_rbf_kernel_and_not_by_a_line(name: str, seed: int) -> None:
    points = make_points(name, seed=seed)
    assert (
        SVC(kernel="rbf", gamma=2.0, C=1e4)
        .fit(points.x, points.label)
        .score(points.x, points.label)
        == 1
    )
    assert linear_accuracy(points) < 0.95


@pytest.mark.parametrize("seed", range(5))
def test_that_overlapping_blobs_are_not_separable(seed: int) -> None:
    assert 0.75 < linear_accuracy(make_points("overlapping-blobs", seed=seed)) < 1


@pytest.mark.parametrize("seed", range(5))
def test_that_one_outlier_is_what_stands_between_two_separable_blobs(seed: int) -> None:
    points = make_points("outlier", seed=seed)
    assert linear_accuracy(points) < 1
    assert linear_accuracy(points.take(np.arange(len(points) - 1))) == 1
    assert linear_accuracy(make_points("outlier", seed=seed, distance=0)) == 1


@pytest.mark.parametrize(
    ("n", "ratio", "few"), [(150, 9, 15), (100, 1, 50), (51, 50, 1), (10, 50, 1), (40, 3, 10)]
)
def test_that_the_ratio_of_imbalanced_classes_is_kept(n: int, ratio: float, few: int) -> None:
    assert np.bincount(make_points("imbalanced", n=n, ratio=ratio).label).tolist() == [n - few, few]


@pytest.mark.parametrize("name", [*SYNTHETIC, "traffic-lights"])
def test_that_a_fresh_sample_is_another_one_from_the_same_distribution(name: str) -> None:
    knobs = {"distance": 0.0} if name == "outlier" else {}
    n = 20_000 if name != "traffic-lights" else 21_000
    old, new = make_points(name, n=n, **knobs), fresh(name, n, **knobs)
    assert len(new) == n and new.classes == old.classes
    assert not np.array_equal(old.x, new.x)
    for c in range(2):
        a, b = old.x[old.label == c], new.x[new.label == c]
        assert np.isclose(len(a), len(b), rtol=0.06)
        assert np.allclose(a.mean(axis=0), b.mean(axis=0), atol=0.12)
        assert np.allclose(a.std(axis=0), b.std(axis=0), atol=0.12)


@pytest.mark.parametrize("name", FIXED)
def test_that_a_table_of_facts_gives_no_fresh_sample(name: str) -> None:
    with pytest.raises(LinlabError, match=f"A new sample of {name} cannot be drawn"):
        fresh(name, 100)


def test_that_the_frogs_table_gives_riezlers_probabilities() -> None:
    points = make_points("frog")
    assert points.classes == ("-", "+") and len(points) == 14
    share = {
        (sign, axis): [
            Fraction(int(np.sum(points.x[points.label == c, axis] == v)), size) for v in (0, 1, 2)
        ]
        for c, (sign, size) in enumerate([("-", 8), ("+", 6)])
        for axis in (0, 1)
    }
    assert np.bincount(points.label).tolist() == [8, 6]
    assert share["-", 0] == [Fraction(6, 8), Fraction(1, 8), Fraction(1, 8)]
    assert share["-", 1] == [Fraction(4, 8), Fraction(3, 8), Fraction(1, 8)]
    assert share["+", 0] == [Fraction(1, 6), Fraction(2, 6), Fraction(3, 6)]
    assert share["+", 1] == [Fraction(1, 6), Fraction(1, 6), Fraction(4, 6)]
    medium = {
        sign: Fraction(n, 14) * share[sign, 0][1] * share[sign, 1][1]
        for sign, n in (("-", 8), ("+", 6))
    }
    assert round(float(medium["-"]), 3) == 0.027 and round(float(medium["+"]), 3) == 0.024


def test_that_the_frog_saw_each_row_of_the_table() -> None:
    words, size = FROG.split(), {"small": 0, "medium": 1, "large": 2}
    table = Counter(
        (size[words[i]], size[words[i + 1]], words[i + 2]) for i in range(0, len(words), 3)
    )
    assert rows(make_points("frog")) == table and table.total() == 14


def test_that_both_lights_red_is_broken_and_naive_bayes_would_not_say_so() -> None:
    points = make_points("traffic-lights")
    assert rows(points) == {(1, 1, "broken"): 1, (1, 0, "working"): 3, (0, 1, "working"): 3}
    broken, working = (points.x[points.label == c] for c in (0, 1))
    bayes = [
        Fraction(len(x), 7)
        * Fraction(int(x[:, 0].sum()), len(x))
        * Fraction(int(x[:, 1].sum()), len(x))
        for x in (broken, working)
    ]
    assert bayes == [Fraction(4, 28), Fraction(6, 28)]


def test_that_traffic_lights_come_in_sevens_and_fresh_ones_by_chance() -> None:
    assert rows(make_points("traffic-lights", n=70)) == {
        (1, 1, "broken"): 10,
        (1, 0, "working"): 30,
        (0, 1, "working"): 30,
    }
    with pytest.raises(LinlabError, match="multiple of 7"):
        make_points("traffic-lights", n=8)
    sample = fresh("traffic-lights", 10_000)
    assert set(rows(sample)) == {(1, 1, "broken"), (1, 0, "working"), (0, 1, "working")}
    assert abs(np.mean(sample.label == 0) - 1 / 7) < 0.015


@pytest.mark.parametrize("name", ["frog", "traffic-lights", "sentiment"])
def test_that_shaking_parts_points_that_hide_each_other(name: str) -> None:
    plain, shaken = make_points(name), make_points(name, jitter=0.2)
    assert np.abs(shaken.x - plain.x).max() <= 0.2
    assert len(np.unique(shaken.x, axis=0)) == len(plain) > len(np.unique(plain.x, axis=0))


def test_that_each_review_is_kept_with_its_counts() -> None:
    points = make_points("sentiment")
    assert points.classes == ("negative", "positive") and len(points) == 40
    assert points.texts is not None and len(set(points.texts)) == 40
    assert not POSITIVE_WORDS & NEGATIVE_WORDS
    for text, (up, down), label in zip(points.texts, points.x.tolist(), points.label, strict=True):
        words = "".join(c if c.isalpha() else " " for c in text.lower()).split()
        assert up == sum(words.count(word) for word in POSITIVE_WORDS)
        assert down == sum(words.count(word) for word in NEGATIVE_WORDS)
        assert text in (NEGATIVE_REVIEWS, POSITIVE_REVIEWS)[label]


def test_that_counting_words_is_mostly_right_and_sometimes_fooled() -> None:
    points = make_points("sentiment")
    right = np.sign(points.x[:, 0] - points.x[:, 1]) == 2 * points.label - 1
    assert 0.7 < right.mean() < 0.9


def test_that_the_irises_are_fishers() -> None:
    points, iris = make_points("iris"), load_iris()
    assert points.x.tolist() == iris.data[:, 2:4].tolist()
    assert points.classes == tuple(iris.target_names)
    assert points.label.tolist() == iris.target.tolist()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: make_points("bolbs"),
            r"no data set “bolbs” \(did you mean blobs\?\); the data sets are blobs, overlapping-.*iris",
        ),
        (
            lambda: make_points("moons", turns=2),
            "moons has no knob “turns”; its knobs are n, noise",
        ),
        (
            lambda: make_points("frog", n=20),
            "frog has no knob “n”: it is a fixed table; its knobs are jitter",
        ),
        (
            lambda: make_points("iris", noise=0.1),
            "iris has no knob “noise”: it is a fixed table; its knobs are imbalance, second, scale, flipped, hidden",
        ),
        (
            lambda: make_points("blobs", classes=9),
            "classes of blobs must be a whole number from 2 to 8, not 9",
        ),
        (
            lambda: make_points("blobs", classes=2.5),
            "classes of blobs must be a whole number from 2 to 8, not 2.5",
        ),
        (
            lambda: make_points("blobs", n=1),
            "n of blobs must be a whole number from 2 to 100 000, not 1",
        ),
        (
            lambda: make_points("blobs", n=10**6),
            "n of blobs must be a whole number from 2 to 100 000",
        ),
        (
            lambda: make_points("blobs", noise=-1),
            "noise of blobs must be a number from 0 to 2, not -1",
        ),
        (
            lambda: make_points("blobs", noise=math.nan),
            "noise of blobs must be a number from 0 to 2, not nan",
        ),
        (
            lambda: make_points("blobs", noise="much"),
            "noise of blobs must be a number from 0 to 2, not much",
        ),
        (lambda: make_points("blobs", seed=-1), "A seed must be a whole number"),
        (lambda: make_points("blobs", seed=0.5), "A seed must be a whole number"),
        (lambda: fresh("nothing", 10), "no data set “nothing”"),
        (
            lambda: asset("data/nothing.csv"),
            "The file data/nothing.csv of linlab is missing",
        ),
    ],
)
def test_that_what_cannot_be_made_is_refused_with_what_can(call: object, sentence: str) -> None:
    with pytest.raises(LinlabError, match=sentence):
        call()  # type: ignore[operator]


def test_that_assets_inside_the_package_come_first(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel, checkout = tmp_path / "wheel", tmp_path / "checkout"  # type: ignore[operator]
    for folder in (wheel, checkout):
        folder.mkdir()
        (folder / "a.txt").write_text("a")
    (checkout / "b.txt").write_text("b")
    monkeypatch.setattr(assets, "_FOLDERS", (wheel, checkout))
    assert asset("a.txt") == wheel / "a.txt"
    assert asset("b.txt") == checkout / "b.txt"


@pytest.mark.parametrize(
    ("name", "many", "classes"), [("reviews", 200, 2), ("topics", 160, 4), ("bank", 24, 2)]
)
def test_that_data_sets_of_texts_have_as_many_of_each_class(name, many, classes):
    points = make_points(name)
    assert DATASETS[name].of_texts and points.texts is not None
    assert len(set(points.texts)) == len(points) == many
    assert np.bincount(points.label).tolist() == [many // classes] * classes


@pytest.mark.parametrize(("name", "most"), [("reviews", 0.3), ("topics", 0.15)])
def test_that_words_of_one_half_answer_the_other(name, most):
    points = make_points(name)
    run = linlab.train("averaged-perceptron", points, space="words", split=(50, 25, 25), epochs=20)
    found = run.measures()
    assert max(found.dev_error, found.test_error) <= most


def test_that_reviews_have_the_cue_words_of_the_lectures():
    words = " ".join(make_points("reviews").texts or ()).lower()
    assert all(cue in words for cue in ("disappointed", "liked", "nice", "failure", "great"))


def test_that_a_data_set_has_one_name_in_the_window_and_elsewhere_and_earlier_ones_are_understood():
    for key, dataset in DATASETS.items():
        if key != "reviews":  # “Reviews” was once the title of sentiment, so these are review texts
            assert dataset.title.lower().replace(" ", "-") == key
        assert named(dataset.title) == named(key) == key
    assert [named(title) for title in ("The frog's flies", "Reviews", "Four topics")] == [
        "frog",
        "sentiment",
        "topics",
    ]
    assert make_points("Irises") == make_points("iris")
