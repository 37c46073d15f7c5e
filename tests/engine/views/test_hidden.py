"""What is seen of hidden and guessed labels: the curve of the error on them, marks in the plane,
columns of the table."""

import numpy as np
import pytest

from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.palette import LIGHT, colour_of, symbol_of
from linlab.engine.picture.plane_panel import legend_entries
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, Group, Marks, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.errors import judged
from linlab.engine.views.examples import rows
from linlab.engine.views.figure import Figure
from linlab.engine.views.hidden import NOTHING_HIDDEN
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw

VIEW = VIEWS["hidden"]
FIGURE, ROOM = Figure("hidden", 500, 400), Frame(0, 0, 500, 400)


def run_of(model, data="moons", hidden=80.0, threshold=0.75, **more):
    source = Source(data, 1, (("hidden", hidden),) if hidden else ())
    document = Document(source.draw(), (Learner.of(model, **more),), source=source)
    return (
        label_by_rounds(document, TeachingRule((Teacher(0),), threshold, 10, 8))
        if hidden
        else document
    )


def textbook_error(model, points):
    """Point by point: of those that have no label of their own and a truth, how many are called
    otherwise."""
    wrong, many = 0, 0
    for k in range(len(points)):
        guessed = points.guesses is not None and points.guesses[k] is not None
        if points.true[k] >= 0 and (points.label[k] < 0 or guessed):
            s = model.scores(points.x[k : k + 1])[0]
            best = int(s[0] > 0) if len(s) == 1 else max(range(len(s)), key=lambda c: (s[c], -c))
            many, wrong = (
                many + 1,
                wrong + (model.examples.classes[best] != points.classes[points.true[k]]),
            )
    return wrong / many


@pytest.mark.parametrize(
    ("model", "data"), [("logistic", "moons"), ("gaussian-naive-bayes", "iris"), ("svm", "blobs")]
)
def test_that_the_curves_are_the_errors_of_both_runs(model, data):
    found = run_of(model, data)
    own, alone = (
        Trace(found.document),
        Trace(Document(found.document.points, found.document.learners)),
    )
    for t in (0, found.document.timeline[0].t, found.t, 3):  # back at the end
        moment = completed(FIGURE, Snapshot.of(own, t))
        curve, words = VIEW.panels(FIGURE, moment, LIGHT, ROOM)
        lines = {item.name: item for item in curve.items}
        for name, trace in (("taught", own), ("alone", alone)):
            at = lines[name].lines[0]
            for x, y in at[:: max(1, len(at) // 12)]:
                assert y == pytest.approx(
                    textbook_error(trace.model(int(x)), trace.document.points_at(int(x)))
                )
        assert lines["here"].places.tolist() == [
            [t, pytest.approx(textbook_error(own.model(t), moment.points))]
        ]
        assert [line[0, 0] for line in lines["rounds"].lines] == [
            change.t for change in found.document.timeline
        ]
        text = " ".join(item.text for item in words.items)
        points = moment.points
        assert f"Error on {points.hidden.sum()} hidden labels: " in text
        if points.guessed.any():
            untrue = sum(points.true[k] != points.label[k] for k in np.flatnonzero(points.guessed))
            assert f"Guessed labels: {points.guessed.sum()}, {untrue} of them wrong." in text
        assert (
            f"without guesses {100 * textbook_error(alone.model(t), alone.document.points):.1f}".removesuffix(
                ".0"
            )
            in text
        )


def test_that_without_guesses_there_is_one_curve_and_without_hidden_labels_a_sentence():
    source = Source("moons", 0, (("hidden", 50.0),))
    trace = Trace(Document(source.draw(), (Learner.of("svm"),)))
    moment = completed(FIGURE, Snapshot.of(trace, 20))
    assert {item.name for item in VIEW.panels(FIGURE, moment, LIGHT, ROOM)[0].items} >= {
        "taught",
        "here",
    }
    assert moment.found.alone is None
    plain = Snapshot.of(Trace(run_of("svm", hidden=0)), 5)
    assert VIEW.refuses(plain) == NOTHING_HIDDEN and not draw(FIGURE, plain).panels


def test_that_the_curve_is_there_while_it_is_computed_and_goes_on_with_the_run():
    found = run_of("logistic")
    moment = Snapshot.of(Trace(found.document), 10)
    assert "being computed" in " ".join(
        item.text for item in VIEW.panels(FIGURE, moment, LIGHT, ROOM)[1].items
    )
    late = Snapshot.of(moment.trace, 3 * found.t)
    assert VIEW.work.key(FIGURE, late) != VIEW.work.key(FIGURE, moment)
    assert completed(FIGURE, late).found.t[-1] >= late.t


FOUND = run_of("gaussian-naive-bayes", threshold=0.9)
AFTER = FOUND.document.points_at(FOUND.t)


def scene(points, model=None):
    return Scene(
        palette=LIGHT,
        points=points,
        parts=np.zeros(len(points), np.int8),
        model=model,
        step=None,
        view=View(-4, -3, 4, 3),
        size=(640, 480),
    )


def marks(points):
    (group,) = LAYERS["points"].draw(scene(points))
    assert isinstance(group, Group)
    return [item for item in group.items if isinstance(item, Marks)]


def test_that_a_guessed_label_is_an_outline_in_the_colour_and_shape_of_its_class():
    for k, name in enumerate(AFTER.classes):
        drawn = next(item for item in marks(AFTER) if item.name == f"{name}, guessed")
        assert drawn.symbol == symbol_of(k) and drawn.pen.colour == colour_of(k) != drawn.fill
        assert drawn.ids.tolist() == AFTER.ids[AFTER.guessed & (AFTER.label == k)].tolist()
    every = [id for item in marks(AFTER) if item.ids is not None for id in item.ids.tolist()]
    assert sorted(every) == AFTER.ids.tolist()  # each point once
    assert not any("guessed" in item.name for item in marks(FOUND.document.points))


def test_that_a_guess_is_crossed_when_the_truth_is_known_and_another():
    untrue = [
        k for k, guess in enumerate(AFTER.guesses) if guess and AFTER.true[k] != AFTER.label[k]
    ]
    (crosses,) = [
        item for item in marks(AFTER) if item.symbol == "cross" and item.name == "guessed wrong"
    ]
    assert crosses.places.tolist() == AFTER.x[untrue].tolist() and untrue
    told = [entry.text for entry in legend_entries(scene(AFTER), set())]
    assert f"guessed ({AFTER.guessed.sum()})" in told and f"guessed wrong ({len(untrue)})" in told
    model = Trace(FOUND.document).model(FOUND.t)
    crossed = np.concatenate(
        [item.places for item in LAYERS["wrong"].draw(scene(AFTER, model))]
    ).tolist()
    assert not any(
        place in crossed for place in AFTER.x[AFTER.guessed].tolist()
    )  # that the model errs there is no news


def test_that_rounds_and_confidence_are_written_on_demand():
    (group,) = LAYERS["rounds"].draw(scene(AFTER))
    assert "rounds" not in {layer.name for layer in LAYERS.values() if layer.on} and group.items
    where = {tuple(x): guess for x, guess in zip(AFTER.x.tolist(), AFTER.guesses, strict=True)}
    for label in group.items:
        guess = where[tuple(label.place)]
        assert label.text == f"{guess.round} · {int(100 * guess.sure)}"
    assert not list(LAYERS["rounds"].draw(scene(FOUND.document.points)))


def test_that_the_table_says_who_guessed_when_and_how_sure():
    trace = Trace(FOUND.document)
    table = {
        column.key: column
        for column in rows(Figure("examples"), Snapshot.of(trace, FOUND.t)).columns
    }
    for k, guess in enumerate(AFTER.guesses):
        told = [table[key].texts[k] for key in ("by", "round", "sure", "right", "truth")]
        if guess is None:
            assert told[:4] == ["–"] * 4
        else:
            assert told[0] == "Gaussian naive Bayes" and told[1] == str(guess.round)
            assert table["sure"].sort[k] == guess.sure
            assert told[3] == ("right" if AFTER.classes[AFTER.label[k]] == told[4] else "wrong")
    before = {column.key for column in rows(Figure("examples"), Snapshot.of(trace, 3)).columns}
    assert "truth" in before and "by" not in before


def test_that_the_matrix_of_errors_counts_no_guessed_label():
    moment = Snapshot.of(Trace(FOUND.document), FOUND.t)
    chosen, _, _ = judged(Figure("errors"), moment)
    assert chosen.tolist() == np.flatnonzero((AFTER.label >= 0) & ~AFTER.guessed).tolist()
