"""θ may begin at numbers of one's own: a textbook loop from there, files, words, and a change on
the way."""

import json
import math

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, Points, Trace
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import VERSION, Change
from linlab.engine.ground.errors import LinlabError
from linlab.engine.optimum.theory import why_unbounded
from linlab.engine.words.in_a_line import in_a_line
from tests.engine import textbook


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("kind", ["perceptron", "mira", "svm", "logistic"])
def test_that_training_goes_on_from_there_as_a_textbook_loop_does(kind, classes):
    x, y = textbook.data(classes)
    first = [[0.5, -1.0, 0.25], [0.0, 2.0, -0.125], [1.0, 0.0, 0.0]][
        : 1 if classes == 2 else classes
    ]
    w = [list(row) for row in first]
    text = "; ".join(" ".join(map(str, row)) for row in first)
    given = {"svm": {"lam": 0.0, "alpha": 0.2}, "logistic": {"lam": 0.0, "alpha": 0.2}}.get(
        kind, {}
    )
    run = linlab.train(kind, Points.of(x, y), updates=40, order="cyclic", start=text, **given)
    names = sorted(set(y))
    for t in range(40):
        f, c = textbook.phi(x[t % len(y)], "free"), names.index(y[t % len(y)])
        s = [textbook.dot(row, f) for row in w]
        rival = (
            max((k for k in range(classes) if k != c), key=lambda k: (s[k], -k))
            if classes > 2
            else 1 - c
        )
        m = (s[0] if c else -s[0]) if classes == 2 else s[c] - s[rival]
        if kind == "logistic":
            e = [1.0, math.exp(s[0])] if classes == 2 else [math.exp(each) for each in s]
            pull = [float(k == c) - e[k] / sum(e) for k in range(classes)][classes == 2 :]
        else:
            reaches = m <= 0 if kind == "perceptron" else m < 1
            pull = (
                [(1.0 if c else -1.0) * reaches]
                if classes == 2
                else [reaches * (float(k == c) - float(k == rival)) for k in range(classes)]
            )
        square = sum(p * p for p in pull) * textbook.dot(f, f)
        eta = {
            "perceptron": 1.0,
            "mira": min(1.0, max(0.0, 1 - m) / square) if square else 0.0,
        }.get(kind, 0.2)
        w = [
            [v + eta * p * u for v, u in zip(row, f, strict=True)]
            for row, p in zip(w, pull, strict=True)
        ]
        np.testing.assert_allclose(run.trace.at(t + 1).theta, w, atol=1e-9)
    np.testing.assert_array_equal(run.trace.at(0).theta, first)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("0.5", [0.5, 0, 0]),
        ("1 2 3 4 5; 6", [1, 2, 3]),
        ("0,5 −1", [0.5, -1, 0]),
        ("; 1", [0, 0, 0]),
    ],
)
def test_that_missing_numbers_are_0_and_further_ones_are_left_out(text, first):
    trace = Trace(
        Document(Points.of([(0, 0), (1, 1)], ["A", "B"]), (Learner.of("svm", start=text),))
    )
    assert trace.at(0).theta.tolist() == [first]


def test_that_it_is_saved_and_loaded_to_the_last_bit():
    learner = Learner.of("svm", start=f"{0.1 + 0.2!r} {1 / 3!r} -0.0;7")
    again = Learner.from_json(json.loads(json.dumps(learner.to_json())), VERSION)
    assert again == learner and learner["start"] == "0.30000000000000004 0.3333333333333333 -0; 7"
    points = make_points("blobs", n=20, seed=0)
    one, other = (Trace(Document(points, (each,))) for each in (learner, again))
    for t in (0, 300, 7, 299):
        np.testing.assert_array_equal(one.at(t).theta, other.at(t).theta)
        np.testing.assert_array_equal(
            one.at(t).theta, Trace(Document(points, (learner,))).at(t).theta
        )


@pytest.mark.parametrize("text", ["", "one", "1 two", ";", "nan", "inf 1", "1e300", "Zeros"])
def test_that_what_is_no_row_of_numbers_is_refused_in_words(text):
    with pytest.raises(
        LinlabError, match=r"one of zeros, random or numbers such as “0\.5 -1 0\.25”"
    ):
        Learner.of("svm", start=text)


def test_that_nothing_but_zeros_are_zeros():
    assert Learner.of("svm", start="0 0; 0") == Learner.of("svm", start="zeros")


def test_that_one_chosen_on_the_way_is_where_training_goes_on():
    points, plain = make_points("blobs", n=20, seed=0), Learner.of("svm", average="mean")
    there = plain.replace(start="2 -1 0.5")
    document = Document(points, (plain,)).after(Change(10, learners=(there,)))
    trace = Trace(document.after(Change(15, learners=(there.replace(lam=0.5),))))
    assert trace.at(10).theta.tolist() == [[2, -1, 0.5]]
    step = trace.step(11)
    np.testing.assert_array_equal(step.before, [[2, -1, 0.5]])
    np.testing.assert_array_equal(
        trace.at(15).theta, Trace(document).at(15).theta
    )  # another λ lets θ be
    since = [trace.at(t).theta for t in (11, 12, 13)]
    np.testing.assert_allclose(trace.model(13).theta, np.mean(since, axis=0))


def test_that_update_0_says_where_it_begins():
    run = linlab.train("svm", make_points("blobs", n=20, seed=0), updates=0, start="0.5 -1 0.25")
    assert (
        run.explain()
        == "Nothing has been learnt yet: w and b start at (0.5, −1, 0.25), as you chose."
    )
    assert "start set by you" in in_a_line(run.learner).replace("\u00a0", " ")
    assert "starts at 0" in why_unbounded(
        Trace(Document(run.trace.document.points, (Learner.of("perceptron", start="1"),))), 3
    )
