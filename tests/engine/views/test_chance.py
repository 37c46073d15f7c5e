"""The simulation of comparisons under the null hypothesis, read off its picture."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.many.by_chance import repetition_by_chance
from linlab.engine.many.plan import Plan
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from tests.engine import textbook

VIEW, of = VIEWS["chance"], Learner.of
LEARNERS = (of("perceptron"), of("gaussian-naive-bayes"), of("mira"))
OPTIONS = {"folds": 5.0, "times": "50", "epochs": "1"}


def document(classes=2, n=40, learners=LEARNERS):
    X, y = textbook.data(classes, n)
    return Document(Points.of(X, y), learners, 3)


def figure_of(size=(420, 460), **options):
    return Figure("chance", *map(float, size), options=tuple({**OPTIONS, **options}.items()))


@pytest.fixture(scope="module")
def found():
    moment, parts, told = Snapshot.of(Trace(document()), 0), [], []
    with watched(told.append, parts.append):
        whole = VIEW.work.run(figure_of(), moment)
    return replace(moment, found=whole), parts, told


def words(panel):
    return " ".join(item.text for item in panel.items if isinstance(item, Label))


def voting(how, members=2):
    asked = tuple(of("perceptron", alpha=1.0 + k) for k in range(members - 1))
    return (of("vote", how=how), of("gaussian-naive-bayes"), *asked)


@pytest.mark.parametrize(("classes", "members"), [(2, 2), (3, 3)])
def test_that_a_vote_that_may_be_undecided_is_refused_with_the_reason_and_the_way_out(
    classes, members
):
    """On labels by lot it is right less often than any other, so that would be no false alarm."""
    moment = Snapshot.of(Trace(document(classes, learners=voting("majority", members))), 0)
    found = replace(moment, found=VIEW.work.run(figure_of(), moment))
    (panel,) = draw(figure_of(), found, LIGHT).panels
    assert f"Vote of {members}, majority may leave a point undecided" in words(panel)
    assert "plurality" in words(panel) and "false alarms" not in words(panel)


@pytest.mark.parametrize(("how", "members"), [("plurality", 2), ("majority", 3)])
def test_that_a_vote_that_always_answers_is_right_by_chance_alone(how, members):
    """An odd number that says one of two classes each always has a majority."""
    moment = Snapshot.of(Trace(document(learners=voting(how, members))), 0)
    figure = figure_of(times="200")
    found = VIEW.work.run(figure, moment)
    assert len(found.a) > 190
    for accuracy in (found.a, found.b):
        judged = 40 * len(accuracy)
        assert abs(accuracy.mean() - 0.5) < 4 * 0.5 / np.sqrt(judged)


def areas(panel, *names):
    return sorted(
        tuple(ring.min(axis=0)) + tuple(ring.max(axis=0))
        for name in names
        for item in panel.named(name)
        for ring in item.rings
    )


@pytest.fixture(scope="module")
def by_hand():
    """The accuracies of each repetition."""
    plans = {name: Plan(of(name), 3, epochs=1) for name in ("perceptron", "gaussian-naive-bayes")}
    return [repetition_by_chance(plans, document().points, 5, 3, "fresh", r) for r in range(50)]


@pytest.mark.parametrize(
    ("test", "scipys", "df"), [("paired", stats.ttest_rel, 4), ("two-sample", stats.ttest_ind, 8)]
)
def test_that_bars_are_the_t_of_scipy_and_the_red_ones_are_false_alarms(
    found, by_hand, test, scipys, df
):
    moment, _, _ = found
    known = (
        [pair for pair in by_hand if np.ptp(pair[0] - pair[1]) > 1e-9]
        if test == "paired"
        else by_hand
    )
    t = np.array([scipys(*pair).statistic for pair in known])
    p = np.array([scipys(*pair).pvalue for pair in known])
    bars, share, foot = draw(figure_of(test=test), moment, LIGHT).panels
    every = areas(bars, "t", "false alarms")
    wide = every[0][2] - every[0][0]
    assert sum((high - low) * wide for _, low, _, high in every) == pytest.approx(1.0)
    for left, _, right, high in every:
        ends = left <= -12 * wide + 1e-9, right >= 12 * wide - 1e-9
        inside = (t >= left - 1e-12 if not ends[0] else True) & (
            t < right - 1e-12 if not ends[1] else True
        )
        assert high * wide * len(t) == pytest.approx(inside.sum(), abs=1e-6)
    red = areas(bars, "false alarms")
    assert round(sum(high * wide for *_, high in red) * len(t)) == (p < 0.05).sum()
    (curve,) = bars.named("density")
    np.testing.assert_allclose(
        curve.lines[0][:, 1], stats.t.pdf(curve.lines[0][:, 0], df), rtol=1e-9
    )
    (edges,) = bars.named("critical")
    assert [line[0, 0] for line in edges.lines] == pytest.approx(
        [stats.t.ppf(0.025, df), stats.t.ppf(0.975, df)]
    )
    assert f"{(p < 0.05).sum()} of 50 comparisons raise an alarm" in words(foot)
    interval = stats.binomtest(int((p < 0.05).sum()), 50).proportion_ci(method="wilson")
    (band,) = share.named("interval")
    last = band.rings[0][band.rings[0][:, 0] == 50, 1]
    assert sorted(last) == pytest.approx([interval.low, interval.high])
    (line,) = share.named("share")
    assert line.lines[0][-1].tolist() == pytest.approx([50, (p < 0.05).mean()])


def test_that_it_grows_with_every_repetition_and_tells_how_far_it_is(found):
    moment, parts, told = found
    assert [len(part.a) for part in parts] == list(range(1, 51))
    assert told[0] == "comparison 1 of 50" and told[-1] == "comparison 50 of 50"
    early = draw(figure_of(), replace(moment, found=parts[0]), DARK).panels
    assert "of 1 comparisons" in words(early[2])


@pytest.mark.parametrize(
    ("samples", "said"),
    [
        ("fresh", "approaches 5 %"),
        ("folds", "share training points"),
        ("splits", "much too small"),
    ],
)
def test_that_it_says_why_the_share_is_what_it_is(found, samples, said):
    figure = figure_of((520, 600), samples=samples)
    moment = replace(found[0], found=replace(found[0].found, of=VIEW.work.key(figure, found[0])))
    text = words(draw(figure, moment, LIGHT).panels[2])
    assert said in text and "neither model can be better" in text


@pytest.mark.parametrize(
    ("doc", "options", "said"),
    [
        (document(n=4), {"folds": 9.0}, "9 folds need at least 9"),
        (document(), {"a": "2", "b": "2"}, "same model"),
        (
            document(learners=(of("svm"), of("svm"))),
            {"times": "50", "folds": 2.0},
            "No t-value for 50 of them",
        ),
    ],
)
def test_that_what_has_no_t_is_said_in_a_sentence(doc, options, said):
    figure, moment = figure_of((520, 600), **options), Snapshot.of(Trace(doc), 0)
    picture = draw(figure, replace(moment, found=VIEW.work.run(figure, moment)), LIGHT)
    text = " ".join(map(words, picture.panels))
    assert said in text and "nan" not in text.lower()


def test_that_one_model_alone_is_refused_and_what_is_not_there_yet_is_awaited():
    moment = Snapshot.of(Trace(document()), 0)
    assert "only one model" in VIEW.refuses(Snapshot.of(Trace(document(learners=LEARNERS[:1])), 0))
    (panel,) = draw(figure_of(), moment, LIGHT).panels
    assert "is being repeated" in words(panel)


@pytest.mark.parametrize("size", [(300, 260), (380, 420), (760, 640), (900, 400)])
def test_that_all_lies_within_the_page(found, size):
    for panel in draw(figure_of(size), found[0], DARK).panels:
        frame = panel.frame
        assert (
            min(frame.x, frame.y) >= 0
            and frame.x + frame.width <= size[0] + 1
            and frame.y + frame.height <= size[1] + 1
        )
