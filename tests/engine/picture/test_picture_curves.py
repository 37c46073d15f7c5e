"""The curves as a panel: what lies where on the page is worked out here again, from the numbers
alone."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import exact, theory
from linlab.engine.picture.curves import LINES, MODES, PROOF, curve_values, curves_panel, mode_of
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import LIGHT, PALETTES
from linlab.engine.picture.shapes import Frame, Label, Lines, Marks
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

FRAME = Frame(40, 6, 250, 114)
FONT = 11.0


def panel(values, t=None, mode="loss", **options):
    t = np.arange(len(next(iter(values.values())))) if t is None else t
    return curves_panel(mode, t, values, int(t[-1]), FRAME, LIGHT, FONT, **options)


def on_page(made, name):
    """Every stretch of a curve on the page."""
    return [
        made.to_page(line)
        for item in made.named(name)
        if isinstance(item, Lines)
        for line in item.lines
    ]


def test_that_a_curve_lies_where_its_numbers_say():
    t, y = np.array([0.0, 10, 25, 100]), np.array([2.0, 1.5, 0.5, 0.25])
    (line,) = on_page(panel({"objective": y}, t), "objective")
    low, high = -0.08 * 2, 2 + 0.08 * 2
    expected = [
        (40 + 250 * a / 100, 6 + 114 * (high - b) / (high - low)) for a, b in zip(t, y, strict=True)
    ]
    np.testing.assert_allclose(line, expected)


def test_that_a_logarithmic_axis_shows_each_factor_of_ten_alike():
    t, y = np.array([0.0, 1, 10, 1000]), np.array([1.0, 0.5, 0.1, 0.001])
    made = panel({"objective": y}, t, log=(True, True))
    (line,) = on_page(made, "objective")
    np.testing.assert_allclose(line[:, 0], [40, 40, 40 + 250 / 3, 290])  # 0 stands at 1
    high = 3 * 0.08  # three decades, and some air
    np.testing.assert_allclose(
        line[:, 1], [6 + 114 * (high - math.log10(b)) / (3 * 1.16) for b in y]
    )
    assert [text for _, text in made.across.ticks] == ["1", "10", "100", "1 000"]


def test_that_what_is_not_above_0_has_no_place_on_a_logarithmic_axis():
    made = panel({"gap": np.array([1.0, 0.1, 0.0, 0.1, 0.01, -0.1])}, mode="gap")
    assert [len(line) for line in on_page(made, "gap")] == [2, 2]


def test_that_a_gap_parts_a_curve_and_a_value_alone_is_a_dot():
    y = np.array([1, 2, np.nan, 3, np.nan, np.inf, 4, 5, 6])
    made = panel({"dev_loss": y})
    assert [len(line) for line in on_page(made, "dev_loss")] == [2, 3]
    (dot,) = [item for item in made.named("dev_loss") if isinstance(item, Marks)]
    np.testing.assert_array_equal(dot.places, [(3, 3)])


def test_that_what_is_given_and_known_is_shown_and_in_the_legend():
    nothing, some = np.full(3, np.nan), np.array([3.0, 2, 1])
    made = panel(
        {"objective": some, "dev_loss": nothing, "train_error": some},
        legend=True,
        titles=True,
        title="A run",
    )
    assert [item.name for item in made.named("curves")[0].items] == ["objective"]
    assert [entry.text for entry in made.legend] == ["objective"]
    assert (made.across.title, made.up.title, made.title) == ("step", "loss", "A run")
    assert not panel({"objective": some}).legend


def test_that_a_legend_stands_where_the_curves_are_low():
    falling = np.linspace(1, 0, 30)
    assert panel({"objective": falling}).legend_at == "top right"
    assert panel({"objective": falling[::-1]}).legend_at == "top left"


def test_that_shares_of_errors_are_written_in_percent():
    made = panel({"train_error": np.array([0.5, 0.25, 0.1])}, mode="error")
    assert [(at, text) for at, text in made.up.ticks if at > 0][-1] in [
        (0.4, "40 %"),
        (0.5, "50 %"),
    ]


@pytest.mark.parametrize("log", [False, True])
def test_that_the_cursors_stand_at_their_updates(log):
    made = panel({"objective": np.linspace(1, 0.1, 401)}, log=(log, False), cursor=100, hover=400)
    for name, t in (("cursor", 100), ("mouse", 400)):
        (line,) = on_page(made, name)
        share = math.log10(t) / math.log10(400) if log else t / 400
        assert line[:, 0] == pytest.approx(40 + 250 * share, abs=0.51)
        assert np.all(line[:, 0] % 1 == pytest.approx(0.5))  # the middle of a pixel
        np.testing.assert_allclose(sorted(line[:, 1]), [6, 120])
        assert np.all(line[:, 0] < 290)
    assert [item.name for item in made.items[-2:]] == ["cursor", "mouse"]


def test_that_a_very_long_curve_is_thinned_and_looks_the_same():
    y = np.abs(np.random.default_rng(0).normal(size=50_000).cumsum())
    made = panel({"objective": y})
    (line,) = on_page(made, "objective")
    assert len(line) <= 4 * 2 * 250
    assert np.all(np.diff(line[:, 0]) >= 0)
    whole = made.to_page(np.column_stack([np.arange(50_000), y]))
    for x in range(40, 290):  # what each pixel across shows
        all_, kept = (each[np.floor(each[:, 0]) == x, 1] for each in (whole, line))
        assert (kept.min(), kept.max()) == (all_.min(), all_.max())


def test_that_curves_below_0_are_seen():
    made = panel({"objective": np.array([-1.0, -2.0, -3.0])})
    assert made.view.bottom < -3
    assert made.view.top > 0


def test_that_a_narrow_logarithmic_axis_has_ticks():
    made = panel({"objective": np.linspace(3.1, 3.4, 20)}, log=(False, True))
    assert len(made.up.ticks) >= 2
    for at, text in made.up.ticks:
        assert 10.0**at == pytest.approx(float(text), rel=1e-3)


def test_that_no_ticks_stand_where_something_else_does():
    made = panel({"objective": np.linspace(1, 0.1, 401)}, end=80)
    assert made.across.ticks
    assert all(made.to_page([(at, 0)])[0, 0] <= 290 - 80 for at, _ in made.across.ticks)


numbers = st.floats(allow_nan=False, allow_infinity=False)
curve = st.lists(st.one_of(numbers, st.floats(0, 10), st.just(math.nan)), min_size=1, max_size=40)


@settings(max_examples=300, deadline=None)
@given(
    mode=st.sampled_from([mode.key for mode in MODES]),
    curves=st.lists(curve, min_size=0, max_size=5),
    step=st.integers(1, 10**6),
    log=st.tuples(st.booleans(), st.booleans()),
    width=st.floats(20, 2000),
    height=st.floats(20, 2000),
)
def test_that_any_curves_are_drawn_within_the_view(mode, curves, step, log, width, height):
    frame = Frame(30.3, 5.7, width, height)
    long = max((len(each) for each in curves), default=0)
    t = step * np.arange(long)
    values = {
        line.key: np.array([*each, *[math.nan] * (long - len(each))])
        for line, each in zip(mode_of(mode).lines, curves, strict=False)
    }
    far = int(t[-1]) if long else 0
    made = curves_panel(
        mode,
        t,
        values,
        far,
        frame,
        LIGHT,
        FONT,
        log=log,
        cursor=far,
        hover=0,
        legend=True,
        titles=True,
    )
    view = made.view
    assert all(math.isfinite(each) for each in view)
    for name in (*values, "cursor", "mouse", "grid"):
        for item in made.named(name):
            for line in item.lines if isinstance(item, Lines) else (item.places,):
                assert np.all((line >= (view.left, view.bottom)) & (line <= (view.right, view.top)))
                assert np.isfinite(made.to_page(line)).all()
    ticks_are_inside_and_apart(made)


def ticks_are_inside_and_apart(made):
    size, view = 0.85 * FONT, made.view
    assert all(view.left <= at <= view.right for at, _ in made.across.ticks)
    assert all(view.bottom <= at <= view.top for at, _ in made.up.ticks)
    ends = []
    for at, text in made.across.ticks:
        x, half = made.to_page([(at, view.bottom)])[0, 0], text_width(text, size) / 2
        ends += [x - half, x + half]
    assert ends == sorted(ends)
    heights = [made.to_page([(0, at)])[0, 1] for at, _ in made.up.ticks]
    assert all(above - below >= size for above, below in zip(heights, heights[1:], strict=False))


@pytest.mark.parametrize("far", [0, 7, 42, 400, 12_345, 10**6, 987_654_321])
@pytest.mark.parametrize("log", [False, True])
def test_that_an_axis_has_a_few_ticks(far, log):
    made = panel({"objective": np.array([1.0, 0.5])}, np.array([0, far]), log=(log, log))
    assert 2 <= len(made.across.ticks) <= 8
    assert 2 <= len(made.up.ticks) <= 6
    ticks_are_inside_and_apart(made)


def test_that_the_values_are_those_of_the_trace():
    document = Document(
        make_points("blobs", seed=1, n=40), (Learner.of("svm"),), shares=(60.0, 20.0, 20.0)
    )
    best = exact.optimum(Trace(document).problem(0))
    t, values = curve_values(Trace(document), 1000, most=100, optimum=best)
    assert (t[0], t[-1]) == (0, 1000)
    assert len(t) < 200
    trace = Trace(document)
    assert set(values) == {line.key for line in LINES} - set(
        PROOF
    )  # an SVM has no bound on its mistakes
    for line in LINES[:8]:
        np.testing.assert_array_equal(
            values[line.key], [getattr(trace.sample(int(each)), line.key) for each in t]
        )
    np.testing.assert_allclose(values["gap"], values["objective"] - best.objective)
    assert np.all(values["gap"] > -1e-9)


def test_that_values_stop_where_the_trace_does_and_need_no_optimum():
    document = Document(
        make_points("blobs", seed=1, n=40), (Learner.of("naive-bayes"),), shares=(100.0, 0.0, 0.0)
    )
    trace = Trace(document)
    t, values = curve_values(trace, 10**6)
    assert t[-1] == trace.end == 40
    assert np.isnan(values["dev_loss"]).all()
    assert "gap" not in values


def test_that_a_line_has_a_pen_in_every_palette():
    for palette in PALETTES.values():
        for line in LINES:
            pen = line.pen(palette, 2.0)
            assert pen.width == pytest.approx(3.4)
            assert bool(pen.dash) == line.dashed
            assert len(pen.colour) == 7


def test_that_anything_with_a_problem_and_its_objective_is_an_optimum():
    document = Document(make_points("blobs", seed=1, n=20), (Learner.of("logistic"),))
    trace = Trace(document)
    _, values = curve_values(
        trace, 10, optimum=SimpleNamespace(objective=0.1, gap=1e-9, problem=trace.problem(0))
    )
    np.testing.assert_allclose(values["gap"], values["objective"] - 0.1)


@pytest.mark.parametrize("asked", [50, 200])
def test_that_an_optimum_is_compared_only_with_updates_of_its_own_problem(asked):
    points = make_points("overlapping-blobs", seed=1, n=40)
    plain = Document(points, (Learner.of("svm", lam=0.001),))
    document = plain.after(Change(100, learners=(Learner.of("svm", lam=1.0),)))
    best = exact.optimum(Trace(document).problem(asked))
    t, values = curve_values(
        Trace(document), 200, optimum=best
    )  # a trace of its own, as a film has it
    mine = (t < 100) if asked < 100 else (t >= 100)
    assert mine.any() and not mine.all()
    assert np.isnan(values["gap"][~mine]).all()
    assert (values["gap"][mine] > -1e-9).all()
    lam = 0.001 if asked < 100 else 1.0
    for when in (0, 60, 99) if asked < 100 else (100, 150, 200):  # J by hand
        theta = Trace(document).at(when).theta[0]
        y = np.where(points.label == 1, 1.0, -1.0)
        loss = np.maximum(0.0, 1.0 - y * (points.x @ theta[:2] + theta[2])).mean()
        k = int(np.flatnonzero(t == when)[0])
        assert values["gap"][k] == pytest.approx(
            loss + lam / 2 * theta[:2] @ theta[:2] - best.objective, abs=1e-12
        )


def test_that_the_curves_of_the_proof_are_those_of_a_textbook_perceptron():
    rng = np.random.default_rng(4)
    points = Points.of(
        rng.normal(size=(30, 2)) + np.tile([[3.0, 4.0], [5.5, 6.5]], (15, 1)), ["A", "B"] * 15
    )
    trace = Trace(Document(points, (Learner.of("perceptron", alpha=0.5, order="cyclic"),)))
    t, values = curve_values(trace, 120)
    bound = theory.mistake_bound(trace.problem(0))
    phi, y = np.c_[points.x, np.ones(30)], np.where(points.label == 1, 1.0, -1.0)
    theta, mistakes, expected = np.zeros(3), 0, []
    for when in range(121):
        if when in t:
            expected.append(
                (
                    0.5 * mistakes * bound.gamma,
                    theta @ bound.direction[0],
                    np.linalg.norm(theta),
                    0.5 * np.sqrt(mistakes) * np.linalg.norm(phi, axis=1).max(),
                )
            )
        i = when % 30
        if y[i] * (theta @ phi[i]) <= 0:
            theta, mistakes = theta + 0.5 * y[i] * phi[i], mistakes + 1
    got = np.column_stack([values[key] for key in ("lower", "projection", "length", "upper")])
    np.testing.assert_allclose(got, expected, atol=1e-9)
    assert (np.diff(got, axis=1) >= -1e-9).all()  # in the order of the inequality
    assert mistakes > 5


def test_that_there_is_no_proof_after_a_change_on_the_way():
    points = make_points("blobs", seed=0, n=30, classes=2)
    document = Document(points, (Learner.of("perceptron"),)).after(
        Change(20, points=points.move(0, (0.1, 0.1)))
    )
    assert set(PROOF) <= set(curve_values(Trace(document), 19)[1])
    assert not set(PROOF) & set(curve_values(Trace(document), 20)[1])


def test_that_every_mode_can_be_drawn_of_a_run_that_lacks_it():
    for learner in (Learner.of("perceptron"), Learner.of("svm"), Learner.of("naive-bayes")):
        trace = Trace(Document(make_points("overlapping-blobs", seed=1, n=40), (learner,)))
        for mode in MODES:
            made = draw(Figure(view="curves", curves=mode.key), Snapshot.of(trace, 30)).panels[0]
            assert made.up.title == mode.axis


def test_that_a_first_epoch_far_beyond_leaves_the_axis_with_an_arrow():
    """The axis fits the start and what follows; the line ends where it crosses the top."""
    first = [1.0, 300.0, 120.0, 40.0, 3.0]
    objective = np.array([*first, *np.linspace(0.9, 0.4, 20)])
    made = panel({"objective": objective}, epoch=4)
    assert made.view.top == pytest.approx(1.08)
    (item,) = [each for each in made.named("objective") if isinstance(each, Lines)]
    first_piece, rest = item.lines
    up = (1.08 - 1.0) / 299.0  # from (0, 1) to (1, 300)
    np.testing.assert_allclose(first_piece, [(0.0, 1.0), (up, 1.08)])
    down = 4 + (3.0 - 1.08) / (3.0 - 0.9)  # from (4, 3) to (5, 0.9)
    np.testing.assert_allclose(rest[:2], [(down, 1.08), (5.0, 0.9)])
    assert len(rest) == 21
    (arrow,) = [each for each in made.named("beyond") if isinstance(each, Marks)]
    assert arrow.symbol == "up" and arrow.places[0, 0] == pytest.approx(1.0, abs=0.3)
    assert 1.0 < arrow.places[0, 1] < 1.08
    (words,) = [each for each in made.named("beyond") if isinstance(each, Label)]
    assert words.text == "300"


@pytest.mark.parametrize(
    ("first", "epoch", "mode"),
    [
        ([1.0, 0.9, 0.7, 0.6], 3, "loss"),  # the start, which is always seen
        ([1.0, 1.7, 1.2, 1.1], 3, "loss"),  # not far beyond
        ([1.0, 300.0, 5.0, 2.0], 0, "loss"),  # nobody says what an epoch is
        ([1.0, 300.0, 5.0, 2.0], 99, "loss"),  # nothing follows it yet
        ([1.0, 0.9, 0.7, 0.6], 3, "error"),  # a share has no far beyond
    ],
)
def test_that_all_is_seen_where_nothing_is_flattened(first, epoch, mode):
    key = mode_of(mode).lines[0].key
    values = np.array([*first, *np.linspace(0.5, 0.05, 20)])
    made = panel({key: values}, mode=mode, epoch=epoch)
    assert made.view.top == pytest.approx(1.08 * values.max())
    assert not made.named("beyond")
    assert len(on_page(made, key)[0]) == 24


def test_that_the_curve_of_pegasos_is_not_flattened_by_its_first_updates():
    points = make_points("overlapping-blobs", n=60, seed=3)
    trace = Trace(Document(points, (Learner.of("pegasos", lam=0.003),)))
    at = Snapshot.of(trace, 600)
    values = curve_values(trace, 600)[1]["objective"]
    assert values.max() > 50
    (made,) = draw(Figure(view="curves", width=520, height=300), at, LIGHT).panels
    t = curve_values(trace, 600)[0]
    later = max(
        np.nanmax(curve_values(trace, 600)[1][line.key][t > 60])
        for line in mode_of("loss").lines
        if np.isfinite(curve_values(trace, 600)[1][line.key]).any()
    )
    assert made.view.top == pytest.approx(1.08 * max(later, 1.0), rel=0.01)
    assert made.named("beyond")
