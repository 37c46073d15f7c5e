"""Curves of all models of a document in one chart, beside textbook loops."""

import math
from dataclasses import replace

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train import stopping
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.several.runs import EXPECTED_STEPS, Key, all_runs
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine import textbook

VIEW, of, SEED = VIEWS["models"], Learner.of, 5
SETTINGS = {
    "perceptron": {},
    "svm": {"lam": 0.05, "alpha": 0.1},
    "logistic": {"lam": 0.02, "alpha": 0.3},
}
LEARNERS = (
    *(of(name, **settings) for name, settings in SETTINGS.items()),
    of("gaussian-naive-bayes"),
)
LOSS = {
    "perceptron": lambda m: max(0.0, -m),
    "svm": lambda m: max(0.0, 1 - m),
    "logistic": lambda m: math.log1p(math.exp(-m)),
}


def document(classes=2, n=24, learners=LEARNERS, shares=(100.0, 0.0, 0.0)):
    X, y = textbook.data(classes, n)
    return Document(Points.of(X, y), learners, SEED, shares)


def seen(document, t, palette=LIGHT, size=(400, 420), which=0, **options):
    figure = Figure("models", *map(float, size), options=tuple(options.items()))
    moment = completed(figure, Snapshot.of(Trace(document, which), t))
    picture = draw(figure, moment, palette)
    return picture.panels[0], " ".join(
        item.text for panel in picture.panels[1:] for item in panel.items if isinstance(item, Label)
    )


def line(panel, which):
    (found,) = panel.named(f"model {which}")
    return found.lines[0]


def measured(model, theta, X, y):
    """Measures of θ, written out."""
    settings = SETTINGS[model]
    classes = sorted(set(y))
    wrong, losses = 0, []
    for x, label in zip(X, y, strict=True):
        scores = [textbook.dot(row, (*x, 1.0)) for row in theta]
        truth = classes.index(label)
        if len(theta) == 1:
            said, margin = int(scores[0] > 0), scores[0] * (1 if truth else -1)
        else:
            said, margin = (
                scores.index(max(scores)),
                scores[truth] - max(s for c, s in enumerate(scores) if c != truth),
            )
        wrong += said != truth
        softmax = model == "logistic" and len(theta) > 1
        losses.append(
            math.log(sum(math.exp(s - scores[truth]) for s in scores))
            if softmax
            else LOSS[model](margin)
        )
    length = math.sqrt(sum(v * v for row in theta for v in row[:2]))
    loss, penalty = sum(losses) / len(losses), settings.get("lam", 0.0) * length**2 / 2
    return {
        "train_error": wrong / len(y),
        "data_loss": loss,
        "regulariser": penalty,
        "objective": loss + penalty,
        "norm": length,
    }


@pytest.mark.parametrize(
    "measure", ["train_error", "data_loss", "regulariser", "objective", "norm"]
)
@pytest.mark.parametrize("classes", [2, 4])
def test_that_each_line_is_what_a_textbook_loop_measures_on_its_way(classes, measure):
    (X, y), t = textbook.data(classes), 100
    panel, _ = seen(document(classes), t, measure=measure)
    loop = textbook.binary if classes == 2 else textbook.multiclass
    for which, (model, settings) in enumerate(SETTINGS.items()):
        ways = [
            [[0.0] * 3] * (1 if classes == 2 else classes),
            *loop(model, X, y.tolist(), t, "free", textbook.shuffled(24, SEED), **settings),
        ]
        found = line(panel, which + 1)
        assert found[0, 0] == 0 and found[-1, 0] == t and len(found) > 30
        expected = [
            measured(model, ways[int(each)], X, y.tolist())[measure] for each in found[:, 0]
        ]
        np.testing.assert_allclose(found[:, 1], expected, rtol=1e-9, atol=1e-12)


def test_that_mistakes_are_counted_before_each_update():
    X, y = textbook.data(2)
    panel, _ = seen(document(), 60, measure="mistakes")
    order, many, theta = textbook.shuffled(24, SEED), [0], [[0.0, 0.0, 0.0]]
    for t, after in enumerate(textbook.binary("perceptron", X, y.tolist(), 60, "free", order), 1):
        i = order(t)
        margin = textbook.dot(theta[0], (*X[i], 1.0)) * (1 if y[i] == "b" else -1)
        many.append(many[-1] + (margin <= 0))
        theta = after
    found = line(panel, 1)
    assert found[:, 1].tolist() == [many[int(t)] for t in found[:, 0]]


def test_that_lines_have_the_styles_of_their_places_and_the_legend_their_names():
    for palette in (LIGHT, DARK):
        panel, _ = seen(document(), 50, palette)
        for which, entry in enumerate(panel.legend):
            assert entry.pen == style_of(palette, which) == panel.named(f"model {which + 1}")[0].pen
        assert [entry.text for entry in panel.legend] == [
            "Perceptron",
            "SVM",
            "Logistic regression",
            "Gaussian naive Bayes",
        ]


def test_that_lines_go_up_to_t_and_those_of_runs_that_end_before_to_their_end():
    panel, said = seen(document(), 70)
    assert [line(panel, k)[-1, 0] for k in (1, 2, 3, 4)] == [70, 70, 70, 24]
    (first, ring) = panel.named("done")
    assert (
        ring.places.tolist() == [line(panel, 4)[-1].tolist()]
        and "done by its own stopping rule" in said
    )
    assert first.places[0, 0] == stopping.converge(Trace(document()), "mistake-free")[0]
    panel, said = seen(document(), 20)
    assert not panel.named("done") and line(panel, 4)[-1, 0] == 20 and "ring" not in said


def test_that_a_ring_stands_where_the_rule_of_a_learner_is_met():
    X = [(-2.0 - 0.1 * k, 0.2 * k) for k in range(10)] + [
        (2.0 + 0.1 * k, 0.3 * k) for k in range(10)
    ]
    doc = Document(Points.of(X, ["a"] * 10 + ["b"] * 10), (of("perceptron"), of("mira")))
    panel, _ = seen(doc, 400, measure="train_error")
    done = [
        stopping.converge(Trace(doc, 0), "mistake-free")[0],
        stopping.converge(Trace(doc, 1), "still")[0],
    ]
    assert sorted(float(mark.places[0, 0]) for mark in panel.named("done")) == sorted(done)


def test_that_a_run_that_diverges_ends_with_a_cross():
    doc = document(learners=(of("svm", alpha=1e5, lam=10.0), of("svm")))
    panel, said = seen(doc, 500, measure="train_error")
    trace = Trace(doc, 0)
    trace.at(500)
    (cross,) = panel.named("diverged")
    assert (
        trace.diverged
        and cross.places[0, 0] == trace.end == line(panel, 1)[-1, 0]
        and "grew without bound" in said
    )


def test_that_what_a_model_does_not_have_is_said_and_only_measures_of_points_there_are_can_be_chosen():
    panel, said = seen(document(), 30, measure="margin")
    assert "No geometric margin: Gaussian naive Bayes" in said and not panel.named("model 4")
    keys = [key for key, _ in VIEW.option("measure").choices(Snapshot.of(Trace(document()), 3))]
    assert keys[0] == "train_error" and "dev_error" not in keys
    held = document(n=60, shares=(50.0, 25.0, 25.0))
    keys = [key for key, _ in VIEW.option("measure").choices(Snapshot.of(Trace(held), 3))]
    assert keys[:3] == ["dev_error", "train_error", "test_error"]
    assert line(seen(held, 40)[0], 2)[-1, 1] == Trace(held, 1).sample(40).dev_error


def test_that_going_back_shows_what_was_there():
    before, there = line(seen(document(), 40)[0], 2), line(seen(document(), 90)[0], 2)
    known = there[np.isin(there[:, 0], before[:, 0])]
    np.testing.assert_array_equal(known, before[np.isin(before[:, 0], known[:, 0])])


def test_that_one_model_alone_has_nothing_to_be_compared_with():
    alone = Snapshot.of(Trace(document(learners=LEARNERS[:1])), 0)
    refusal = VIEW.refusal(alone)
    assert "only one model" in refusal.sentence
    assert refusal.way_out.title == "Add a second model"
    assert len(refusal.way_out.adopts(alone).document.learners) == 2


def test_that_a_change_on_the_way_is_part_of_the_runs():
    doc = document().after(Change(30, learners=(of("perceptron", alpha=3.0), *LEARNERS[1:])))
    found = line(seen(doc, 60, measure="norm")[0], 1)
    assert found[-1, 1] == Trace(doc, 0).sample(60).norm


def test_that_the_model_in_hand_its_looks_and_the_update_make_no_other_runs_until_far_ahead():
    doc = document()
    keys = [
        Key.of(Snapshot.of(Trace(other, which), t))
        for other, which, t in ((doc, 0, 0), (doc, 2, 2000), (replace(doc, title="mine"), 1, 5))
    ]
    assert keys[0] == keys[1] == keys[2] != Key.of(Snapshot.of(Trace(doc), 3000))
    assert all_runs(keys[0]) is all_runs(keys[1])


def test_that_models_are_handed_over_one_by_one_and_say_what_they_do():
    doc, parts, told = document(n=22), [], []
    with watched(told.append, parts.append):
        all_runs(Key.of(Snapshot.of(Trace(doc), 0)))
    assert [len(part.runs) for part in parts] == [1, 2, 3, 4] and any(
        "SVM: is it done?" in each for each in told
    )
    figure, moment = Figure("models", 400.0, 400.0), Snapshot.of(Trace(doc), 60)
    assert "2 of 4 models" in str(
        draw(figure, replace(moment, found=parts[1]), LIGHT).panels[1].items
    )
    assert "are being trained" in str(draw(figure, moment, LIGHT).panels[0].items)
    assert EXPECTED_STEPS >= 10_000


@pytest.mark.parametrize("size", [(300, 260), (380, 420), (760, 640)])
def test_that_all_lies_within_the_page(size):
    figure = Figure("models", *map(float, size))
    for panel in draw(figure, completed(figure, Snapshot.of(Trace(document()), 50)), DARK).panels:
        frame = panel.frame
        assert (
            min(frame.x, frame.y) >= 0
            and frame.x + frame.width <= size[0] + 1
            and frame.y + frame.height <= size[1] + 1
        )
