"""The joint map of a text's step, read back from the picture, against blocks built here."""

import re

import numpy as np
import pytest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.views.features.joint import JointMap, joint_map
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

ONLINE = ["perceptron", "mira", "svm", "logistic", "adaline", "averaged-perceptron"]


def moment_of(data, model, t, **settings):
    own = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    learner = Learner.of(model, **own, **settings)
    return Snapshot.of(Trace(Document(make_points(data), (learner,))), t)


def updated(data, model, **settings):
    """The first moment after some steps whose step changed the weights."""
    trace = moment_of(data, model, 0, **settings).trace
    t = next(t for t in range(10, 60) if trace.step(t).updated)
    return Snapshot.of(trace, t)


def labels(moment, name, width=900):
    picture = draw(Figure("features", width=width, height=700), moment)
    return [
        item.text
        for panel in picture.panels
        for item in panel.items
        if isinstance(item, Label) and item.name == name
    ]


def shown(moment):
    """The sentences below."""
    found = joint_map(moment)
    return ". ".join(found.sentences())


def value(text):
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("model", ONLINE)
def test_that_the_blocks_are_what_the_step_adds_with_four_classes(model):
    """w after the step is (1 − ηλ)w before it, plus the blocks."""
    moment = updated("topics", model)
    trace = moment.trace
    before, after = trace.at(moment.t - 1).theta, trace.at(moment.t).theta
    step, found = moment.step, joint_map(moment)
    names = [*moment.moment.problem.names, "b"]
    for k in range(4):
        block = dict(zip(found.names, found.added[k], strict=True))
        shrink = np.full(len(names), step.shrink)
        shrink[step.decayed :] = 1.0
        expected = shrink * before[k] + [block.get(name, 0.0) for name in names]
        assert after[k] == pytest.approx(expected, abs=1e-12)
    text = moment.moment.problem.x[step.example]
    words = {token.feature for token in moment.moment.problem.map.tokens(text)}
    assert set(found.names) == words | {"b"}


@pytest.mark.parametrize("model", ONLINE)
def test_that_two_blocks_have_the_one_row_as_their_difference(model):
    moment = updated("bank", model)
    found = joint_map(moment)
    added = dict(zip(found.names, found.added[1] - found.added[0], strict=True))
    step = moment.step
    names = [*moment.moment.problem.names, "b"]
    assert [added.get(name, 0.0) for name in names] == pytest.approx(step.change[0].tolist())
    amount = value(re.search(r"The step (?:adds|takes) ?(\S*)φ", shown(moment))[1].rstrip("·") or "1")  # fmt: skip
    assert amount == pytest.approx(abs(step.rate * step.pull[0]), rel=0.006)
    assert "half of it for the block of" in shown(moment)


def test_that_the_sentence_has_the_amounts_of_the_two_blocks():
    moment = updated("topics", "logistic")
    step = moment.step
    amounts = step.rate * step.pull
    adds, up, takes, down = re.search(
        r"adds (\S+)·φ\(x\) to the block of (\w+) and takes (\S+)·φ\(x\) from that of (\w+)",
        shown(moment),
    ).groups()
    assert value(adds) == pytest.approx(amounts.max(), rel=0.006)
    assert value(takes) == pytest.approx(-amounts.min(), rel=0.006)
    assert (up, down) == (step.classes[amounts.argmax()], step.classes[amounts.argmin()])


def test_that_counts_are_added_to_one_block_only():
    moment = moment_of("topics", "multinomial-naive-bayes", 12)
    found = joint_map(moment)
    step = moment.step
    for k in range(4):
        assert (found.added[k] == (found.values if k == step.labels[0] else 0)).all()
    assert "takes nothing away" in shown(moment)


@pytest.mark.parametrize("width", [300, 900])
def test_that_the_picture_has_a_strip_for_each_map_and_the_numbers_of_each_word(width):
    moment = updated("topics", "perceptron")
    found = joint_map(moment)
    assert labels(moment, "strip", width) == [
        f"φ(x, {found.classes[found.label]})",
        f"φ(x, {found.classes[found.rival]})",
        "the step",
    ]
    numbers = [value(text) for text in labels(moment, "added", width)]
    order = sorted(range(len(found.names)), key=lambda j: -np.abs(found.added[:, j]).max())
    assert numbers == pytest.approx(found.added[:, order].T.ravel()[: len(numbers)].tolist())
    picture = draw(Figure("features", width=width, height=700), moment)
    strips = [item for item in picture.panels[0].items if isinstance(item, Areas)]
    up = [item for item in strips if item.name.startswith("cells φ")]
    assert [len(item.rings) for item in up] == 2 * [len(found.names)]


def test_that_batches_solvers_and_teams_are_refused_with_a_way_out():
    batch = moment_of("topics", "svm", 3, batch=8)
    solver = moment_of("bank", "logistic", 1, optimiser="lbfgs", batch="all")
    team = Snapshot.of(
        Trace(
            Document(
                make_points("bank"),
                (Learner.of("vote"), *(Learner.of(m, space="words") for m in ("svm", "mira"))),
            )
        ),
        3,
    )
    for moment in (batch, solver, team):
        refusal = VIEWS["features"].refusal(moment)
        assert refusal is not None and refusal.way_out is not None
        after = refusal.way_out.adopts(moment)
        if after.learner is not None:
            document = Document(moment.points, (after.learner,))
            assert VIEWS["features"].refusal(Snapshot.of(Trace(document), 3)) is None


def test_that_before_the_first_step_it_says_what_to_do():
    moment = moment_of("topics", "perceptron", 0)
    assert VIEWS["features"].refusal(moment) is None and isinstance(joint_map(moment), str)
    assert draw(Figure("features"), moment).panels


@pytest.mark.parametrize("write", [svg, tikz])
def test_that_it_is_written_as_a_figure(write):
    moment = updated("topics", "logistic")
    assert isinstance(joint_map(moment), JointMap)
    made = write(draw(Figure("features"), moment))
    assert "the step" in made
