"""Sweeps and learning curves, against textbook loops, scikit-learn and samples that are drawn and
counted here."""

import math
from dataclasses import replace

import numpy as np
import pytest

from linlab.engine.data.datasets import DATASETS, fresh
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document, Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.picture.palette import LIGHT
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.sweep.knobs import Case, knobs_of, one_two_five
from linlab.engine.views.sweep.risk import FRESH
from linlab.engine.views.sweep.words import words_of
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine import textbook

VIEW = VIEWS["sweep"]


def moment(model, source=None, t=7, shares=(60.0, 20.0, 20.0), timeline=(), **settings):
    source = source or Source("overlapping-blobs", 2, (("n", 60.0), ("noise", 1.2)))
    document = Document(
        source.draw(), (Learner.of(model, **settings),), 3, shares, timeline, source
    )
    return Snapshot.of(Trace(document), t)


def figure(over, trained="10", **changes):
    return Figure(
        view="sweep",
        width=380,
        height=420,
        options=(("over", over), ("trained", trained)),
        **changes,
    )


def swept(at, over, trained="10"):
    """What the two charts show: by kind and part, the height at each place across."""
    done = completed(figure(over, trained), at)
    picture = draw(figure(over, trained), done, LIGHT)
    out = {}
    for kind, panel in zip(("error", "loss"), picture.panels, strict=False):
        for part in ("train", "dev", "test", "fresh"):
            for line in panel.named(part):
                if hasattr(line, "lines"):
                    out[kind, part] = {
                        round(x, 9): y for piece in line.lines for x, y in piece.tolist()
                    }
    return out, done, picture


def parts_of(at):
    """x, y = ±1 or the number of the class, by part."""
    label, x = at.points.label, at.points.x
    return {
        part: (x[at.parts == k], label[at.parts == k])
        for k, part in enumerate(("train", "dev", "test"))
    }


def judged_by_hand(thetas, x, y, loss):
    """Wrong answers and mean loss of linear scores, ties to the lowest class."""
    wrong, lost = 0, 0.0
    for place, truth in zip(x, y, strict=True):
        scores = [textbook.dot(theta, (*place, 1.0)) for theta in thetas]
        if len(scores) == 1:
            answer, margin = int(scores[0] > 0), scores[0] * (1 if truth == 1 else -1)
        else:
            answer = scores.index(max(scores))
            margin = scores[truth] - max(s for c, s in enumerate(scores) if c != truth)
        wrong += answer != truth
        softmax = loss is LOG and len(scores) > 1
        lost += (
            math.log(sum(math.exp(each - scores[truth]) for each in scores))
            if softmax
            else loss(margin)
        )
    return wrong / len(y), lost / len(y)


HINGE, LOG = (lambda m: max(0.0, 1 - m)), (lambda m: math.log1p(math.exp(-m)))


@pytest.mark.parametrize(
    ("model", "over", "setting", "loss"),
    [
        ("svm", "lam", "lam", HINGE),
        ("svm", "alpha", "alpha", HINGE),
        ("logistic", "alpha", "alpha", LOG),
        ("pegasos", "lam", "lam", HINGE),
        ("mira", "C", "cap", HINGE),
    ],
)
@pytest.mark.parametrize("classes", [2, 4])
def test_that_swept_values_are_what_a_textbook_loop_gives(model, over, setting, loss, classes):
    source = Source("blobs", 2, (("classes", float(classes)), ("n", 60.0), ("noise", 1.8)))
    at = moment(model, source)
    found, _, picture = swept(at, over)
    parts = parts_of(at)
    x, y = parts["train"]
    loop = textbook.binary if classes == 2 else textbook.multiclass
    tried = 0
    for value in one_two_five(*PARAMETERS[over].slider)[4:12:3]:
        own = {"lam": at.trace.problem(0).learner.decay, "alpha": 0.1} | {setting: value}
        bias = "regularised" if model == "pegasos" else "free"
        *_, theta = loop(
            model, x, y.tolist(), 10 * len(y), bias, textbook.shuffled(len(y), 3), **own
        )
        thetas = list(theta.values()) if isinstance(theta, dict) else theta
        for part, (px, py) in parts.items():
            wrong, lost = judged_by_hand(thetas, px, py.tolist(), loss)
            place = round(math.log10(value), 9)
            assert found["error", part][place] == pytest.approx(wrong)
            if lost < picture.panels[1].view.top:
                assert found["loss", part][place] == pytest.approx(lost, rel=1e-6)
                tried += 1
    assert tried >= 3


@pytest.mark.parametrize("over", ["gamma", "C"])
def test_that_swept_optima_are_scikit_learns(over):
    from sklearn.svm import SVC

    at = moment("svm", space="rbf", gamma=0.5, lam=0.01)
    found, _, _ = swept(at, over, "exact")
    parts = parts_of(at)
    x, y = parts["train"]
    for value in (0.2, 1.0, 5.0):
        gamma, c = (value, 100.0) if over == "gamma" else (0.5, value)
        svc = SVC(C=c / len(y), gamma=gamma, tol=1e-9).fit(x, y)
        for part, (px, py) in parts.items():
            scores = svc.decision_function(px)
            place = round(math.log10(value), 9)
            assert found["error", part][place] == pytest.approx(np.mean((scores > 0) != (py == 1)))
            lost = np.maximum(0, 1 - np.where(py == 1, scores, -scores)).mean()
            assert found["loss", part][place] == pytest.approx(lost, abs=1e-4)


def test_that_degree_and_d_are_swept_in_whole_numbers_and_the_run_in_hand_is_one_of_them():
    for settings, over in (
        ({"space": "monomial", "degree": 2}, "degree"),
        ({"space": "fourier", "features": 50}, "features"),
    ):
        at = moment("logistic", alpha=0.02, **settings)
        found, done, picture = swept(at, over)
        assert all(value == int(value) for value in done.found.values)
        now = settings.get("degree", settings.get("features"))
        place = round(float(now) if over == "degree" else math.log10(now), 9)
        run = Trace(at.trace.document)
        sample = run.sample(10 * run.problem(0).updates_per_epoch)
        measured = (
            ("train", sample.train_error),
            ("dev", sample.dev_error),
            ("test", sample.test_error),
        )
        for part, error in measured:
            assert found["error", part][place] == error
        (line,) = picture.panels[0].named("now")
        assert line.lines[0][0, 0] == pytest.approx(place)


def test_that_noise_draws_the_points_anew_with_the_same_seed():
    at = moment("perceptron")
    found, done, _ = swept(at, "noise")
    source = at.trace.document.source
    for value in (0.0, 0.6, 1.2):
        other = replace(source, values=(("n", 60.0), ("noise", value)))
        run = Trace(replace(at.trace.document, points=other.draw()))
        sample = run.sample(10 * run.problem(0).n)
        assert found["error", "train"][value] == sample.train_error
        assert found["error", "dev"][value] == sample.dev_error
    adopted = VIEW.adopts(figure("noise"), done, 0, 0.61, 0.0)
    assert dict(adopted.source.values) == {"n": 60.0, "noise": 0.6} and adopted.learner is None
    assert adopted.name == "adopt σ = 0.6"


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_expected_risk_is_the_error_on_a_fresh_sample_with_its_standard_error(classes):
    source = Source("blobs", 5, (("classes", float(classes)), ("n", 50.0), ("noise", 1.7)))
    at = moment("svm", source, lam=0.05)
    found, done, picture = swept(at, "lam")
    run = Trace(at.trace.document)
    theta = run.at(10 * run.problem(0).n).theta
    sample = fresh("blobs", FRESH, noise=1.7, seed=5, classes=classes)
    wrong, losses = [], []
    for x, truth in zip(sample.x.tolist(), sample.label.tolist(), strict=True):
        s = [textbook.dot(row, (*x, 1.0)) for row in theta]
        wrong.append((int(s[0] > 0) if len(s) == 1 else s.index(max(s))) != truth)
        m = (
            s[0] * (2 * truth - 1)
            if len(s) == 1
            else s[truth] - max(v for c, v in enumerate(s) if c != truth)
        )
        losses.append(max(0.0, 1 - m))
    place, k = round(math.log10(0.05), 9), done.found.at(0.05)
    assert found["error", "fresh"][place] == pytest.approx(np.mean(wrong))
    assert found["loss", "fresh"][place] == pytest.approx(np.mean(losses))
    p = np.mean(wrong)
    assert done.found.spread[0][k] == pytest.approx(np.std(wrong) / math.sqrt(FRESH))
    assert done.found.spread[1][k] == pytest.approx(np.std(losses) / math.sqrt(FRESH))
    bars = {round(bar[0, 0], 9): bar for bar in picture.panels[0].named("spread")[0].lines}
    assert bars[place][:, 1] == pytest.approx(
        [p - 2 * np.std(wrong) / 100, p + 2 * np.std(wrong) / 100]
    )
    words = " ".join(label.text for label in picture.panels[2].items)
    assert (
        f"new points {100 * p:.2f} ± {100 * np.std(wrong) / 100:.2f} %" in words
        and "(10 000 of them)" in words
    )


def test_that_the_fresh_sample_has_nothing_to_do_with_the_points_and_knows_renamed_classes():
    at = moment("svm")
    renamed = at.trace.document.points.rename_class(0, "frogs").rename_class(1, "ants")
    other = Snapshot.of(Trace(replace(at.trace.document, points=renamed)), 3)
    assert swept(at, "lam")[0]["error", "fresh"] == swept(other, "lam")[0]["error", "fresh"]
    assert not np.isin(fresh("overlapping-blobs", 60, seed=2).x, at.points.x).any()


def test_that_a_learning_curve_is_the_mean_over_samples_of_the_examples():
    at = moment("logistic", alpha=0.5, order="cyclic")
    found, done, picture = swept(at, "examples")
    mine = np.flatnonzero(at.parts == 0)
    x, y = at.points.x, at.points.label
    sizes = done.found.values.astype(int).tolist()
    assert sizes[0] == 2 and sizes[-1] == len(mine)
    for many in (sizes[0], sizes[6], sizes[-1]):
        errors, losses = [], []
        for k in range(5):
            chosen = np.sort(mine[np.random.default_rng((3, 8, k)).permutation(len(mine))[:many]])
            if len(set(y[chosen].tolist())) < 2:
                continue
            *_, theta = textbook.binary(
                "logistic",
                x[chosen],
                y[chosen].tolist(),
                10 * many,
                "free",
                textbook.cyclic(many),
                lam=0.01,
                alpha=0.5,
            )
            both = [
                judged_by_hand(theta, x[own], y[own].tolist(), LOG)
                for own in (chosen, at.parts == 1)
            ]
            errors.append([wrong for wrong, _ in both])
            losses.append(both[0][1])
        assert [found["error", part][float(many)] for part in ("train", "dev")] == pytest.approx(
            np.mean(errors, axis=0)
        )
        assert found["loss", "train"][float(many)] == pytest.approx(np.mean(losses), rel=1e-6)
    assert VIEW.adopts(figure("examples"), done, 0, 10.0, 0.1) is None
    assert "Means over 5 samples" in " ".join(label.text for label in picture.panels[2].items)


def test_that_whiskers_of_a_learning_curve_know_that_all_runs_are_judged_on_the_same_points():
    """The standard error of the mean over runs, point by point, and not √(Σ se²)/runs."""
    at = moment("logistic", alpha=0.5, order="cyclic")
    _, done, picture = swept(at, "examples")
    mine, sample = (
        np.flatnonzero(at.parts == 0),
        fresh("overlapping-blobs", FRESH, noise=1.2, seed=2),
    )
    x, y = at.points.x, at.points.label
    sizes = done.found.values.astype(int).tolist()
    bars = [
        {round(bar[0, 0]): bar for bar in panel.named("spread")[0].lines}
        for panel in picture.panels[:2]
    ]
    for many in (sizes[4], sizes[8]):
        wrong, losses = [], []
        for k in range(5):
            chosen = np.sort(mine[np.random.default_rng((3, 8, k)).permutation(len(mine))[:many]])
            if len(set(y[chosen].tolist())) < 2:
                continue
            *_, (theta,) = textbook.binary(
                "logistic",
                x[chosen],
                y[chosen].tolist(),
                10 * many,
                "free",
                textbook.cyclic(many),
                lam=0.01,
                alpha=0.5,
            )
            s = sample.x @ theta[:2] + theta[2]
            wrong.append((s > 0) != sample.label)
            losses.append(np.log1p(np.exp(np.where(sample.label == 1, -s, s))))
        assert len(wrong) > 1
        k = sizes.index(many)
        for kind, values in enumerate((wrong, losses)):
            each = np.mean(values, axis=0)  # of every fresh point, over the runs
            se = np.std(each) / math.sqrt(FRESH)
            alone = math.sqrt(sum(np.var(run) / FRESH for run in values)) / len(values)
            assert se > 1.5 * alone  # as if each run had points of its own
            assert done.found.spread[kind][k] == pytest.approx(se, rel=1e-4)
            low, high = bars[kind][many][:, 1]
            if high < picture.panels[kind].view.top and low > picture.panels[kind].view.bottom:
                assert high - low == pytest.approx(4 * se, rel=1e-4)


def test_that_a_click_adopts_the_nearest_value_that_was_tried():
    at = moment("svm", lam=0.01, alpha=0.3)
    _, done, _ = swept(at, "lam")
    found = VIEW.adopts(figure("lam"), done, 0, math.log10(0.2) + 0.05, 0.3)
    assert found.learner == Learner.of("svm", lam=0.2, alpha=0.3) and found.name == "adopt λ = 0.2"
    assert VIEW.adopts(figure("lam"), done, 1, -9.0, 0.3).learner["lam"] == 1e-5  # beyond the end
    assert VIEW.adopts(figure("lam"), done, 2, 0.0, 0.0) is None  # the words
    assert (
        VIEW.adopts(figure("alpha"), done, 0, 0.0, 0.0) is None
    )  # what was found is of another knob
    _, done, _ = swept(at, "C")
    assert VIEW.adopts(figure("C"), done, 0, 1.0, 0.0).learner["lam"] == pytest.approx(0.1)


def test_that_adopting_a_value_asks_for_no_other_sweep_but_any_other_change_does():
    at, key = moment("svm", lam=0.01), VIEW.work.key

    def of(**changes):
        return Snapshot.of(Trace(replace(at.trace.document, **changes)), 9)

    for over in ("lam", "C"):
        assert key(figure(over), of(learners=(Learner.of("svm", lam=0.5),))) == key(
            figure(over), at
        )
    assert key(figure("alpha"), of(learners=(Learner.of("svm", lam=0.5),))) != key(
        figure("alpha"), at
    )
    assert key(figure("lam"), of(learners=(Learner.of("logistic", lam=0.5),))) != key(
        figure("lam"), at
    )
    assert key(figure("lam"), of(points=at.points.move(3, (0, 0)))) != key(figure("lam"), at)
    assert key(figure("lam"), of(shares=(50.0, 50.0, 0.0))) != key(figure("lam"), at)
    assert key(figure("lam", "50"), at) != key(figure("lam"), at)
    louder = Source("overlapping-blobs", 2, (("n", 60.0), ("noise", 0.3)))
    assert key(figure("noise"), of(points=louder.draw(), source=louder)) == key(figure("noise"), at)


def test_that_a_change_on_the_way_is_swept_as_if_it_had_been_so_from_the_start():
    plain = moment("svm", t=20, lam=1.0)
    late = moment(
        "svm", t=20, timeline=(Change(10, learners=(Learner.of("svm", lam=1.0),)),), lam=0.3
    )
    assert swept(plain, "alpha")[0] == swept(late, "alpha")[0]


def test_that_cancelling_ends_it_at_once_and_parts_are_handed_over_before():
    at, told, parts = moment("svm", space="rbf"), [], []

    class Enough(Exception):
        pass

    def watch(doing):
        told.append(doing)
        if len(parts) == 3:
            raise Enough

    with pytest.raises(Enough), watched(watch, parts.append):
        completed(figure("lam"), at)
    assert len(parts) == 3 and told[-1].endswith("4 of 19") and told[0] == "λ = 1×10⁻⁵: 1 of 19"
    assert [np.isfinite(part.error["train"]).sum() for part in parts] == [1, 2, 3]
    picture = draw(figure("lam"), replace(at, found=parts[1]), LIGHT)
    assert len(picture.panels[0].named("train")[1].places) == 2


def test_that_the_ring_is_around_the_least_dev_error_the_first_of_those_as_good():
    found, _, picture = swept(moment("svm"), "lam")
    dev = found["error", "dev"]
    (ring,) = picture.panels[0].named("best")
    best = min(dev, key=lambda place: (dev[place], place))
    assert ring.places[0].tolist() == pytest.approx([best, dev[best]])
    words = " ".join(label.text for label in picture.panels[2].items)
    assert "Fewest wrong on dev" in words and "click to adopt a value" in words


def test_that_what_cannot_be_had_is_said():
    one = Points.of([(0, 0), (1, 1)], ["A", "A"])
    assert "at least two classes" in VIEW.refuses(Snapshot.of_points(one))
    by_hand = moment("svm")
    by_hand = Snapshot.of(
        Trace(replace(by_hand.trace.document, source=None, shares=(100.0, 0.0, 0.0))), 3
    )
    keys = [key for key, _ in VIEW.option("over").choices(by_hand)]
    assert "noise" not in keys and keys[0] == "lam" and "examples" in keys
    found, done, picture = swept(by_hand, "lam")
    assert {part for _, part in found} == {"train"}
    said = words_of(knobs_of(Case.of(by_hand), 60)["lam"], done.found, "10")
    assert "Set aside dev points" in said[0] and "no new points" in said[-1]
    assert "Set aside dev points" in " ".join(label.text for label in picture.panels[2].items)
    outside = swept(moment("svm", lam=0.0), "lam")[2]
    assert "Now λ = 0, outside the swept range" in " ".join(
        label.text for label in outside.panels[2].items
    )
    assert not outside.panels[0].named("now")
    frog = Source("frog")
    assert not DATASETS["frog"].known and "noise" not in dict(
        VIEW.option("over").choices(moment("perceptron", frog))
    )
    bayes = moment("gaussian-naive-bayes", frog)
    assert [key for key, _ in VIEW.option("over").choices(bayes)] == ["examples"]
    assert VIEW.option("trained").choices(bayes) == ()


def across(picture):
    """The titles of the axes below."""
    return [panel.across.title for panel in picture.panels[:2] if panel.across]


@pytest.mark.parametrize("over", ["degree", "lam", "C", "gamma"])
def test_that_by_default_a_sweep_is_of_exact_optima_and_its_axis_says_so(over):
    """Each against scikit-learn's, and the training error does not rise with the degree."""
    from sklearn.svm import SVC

    source = Source("moons", 3, (("n", 60.0), ("noise", 0.7)))
    own = {"degree": {"space": "monomial"}, "gamma": {"space": "rbf"}}.get(over, {})
    at = moment("svm", source, lam=0.01, **own)
    found, _, picture = swept(at, over, "usual")
    assert across(picture)[-1].endswith(", exact optimum")
    x, y = parts_of(at)["train"]
    for value in {"degree": (1, 2, 3, 4)}.get(over, (0.1, 1.0)):
        c = {"lam": 1 / value, "C": value}.get(over, 100.0) / len(y)
        kernel = "rbf" if over == "gamma" else "linear"
        svc = SVC(C=c, kernel=kernel, gamma=float(value), tol=1e-9, max_iter=10_000_000)
        degree = int(value) if over == "degree" else 1
        phi = np.column_stack(
            [x[:, 0] ** a * x[:, 1] ** (d - a) for d in range(1, degree + 1) for a in range(d + 1)]
        )
        svc.fit(phi, y)
        lost = np.maximum(0, 1 - np.where(y == 1, 1, -1) * svc.decision_function(phi)).mean()
        place = round(float(value) if over == "degree" else math.log10(value), 9)
        assert found["loss", "train"][place] == pytest.approx(lost, rel=1e-3, abs=1e-6)
    if over == "degree":
        losses = [found["loss", "train"][float(degree)] for degree in range(1, 8)]
        errors = [found["error", "train"][float(degree)] for degree in range(1, 8)]
        assert errors[-1] < errors[0] and losses[-1] < losses[0]
        assert max(np.diff(errors)) <= 2 / len(y)


@pytest.mark.parametrize(
    ("model", "over", "trained", "ends"),
    [
        ("perceptron", "degree", "usual", ", 50 epochs"),  # nothing is minimised
        ("svm", "alpha", "usual", ", 50 epochs"),  # the exact optimum has no α
        ("svm", "lam", "10", ", 10 epochs"),
        ("logistic", "examples", "usual", ", 50 epochs"),
    ],
)
def test_that_where_no_optimum_is_meant_the_axis_says_how_long_it_was_trained(
    model, over, trained, ends
):
    settings = {"space": "monomial"} if over == "degree" else {}
    picture = swept(moment(model, **settings), over, trained)[2]
    assert across(picture)[-1].endswith(ends)


def test_that_values_that_diverge_are_left_out_and_told():
    far = Points.of([(-30.0, 0.0), (30.0, 1.0), (-29.0, 2.0), (31.0, 0.0)], ["A", "B", "A", "B"])
    at = Snapshot.of(Trace(Document(far, (Learner.of("svm", lam=100.0, alpha=0.01),))), 1)
    _, done, picture = swept(at, "alpha", "200")
    lost = [value for value, why in zip(done.found.values, done.found.why, strict=True) if why]
    assert lost and min(lost) > 0.01
    words = " ".join(label.text for label in picture.panels[2].items)
    assert "grew without bound" in " ".join(done.found.why) and "o result for" in words
    assert VIEW.adopts(figure("alpha", "200"), done, 0, math.log10(lost[-1]), 0.0) is None


def test_that_a_sweep_in_which_nothing_can_be_trained_is_refused_in_words():
    at = moment("svm", space="linear", lam=1.0)
    huge = replace(at.trace.document, points=replace(at.points, x=at.points.x * 1e30), source=None)
    run = Snapshot.of(Trace(huge), 0)
    from linlab.engine.views.sweep.knobs import _setting
    from linlab.engine.views.sweep.work import sweep

    case = Case.of(run)
    case = replace(case, learner=Learner.of("svm", space="monomial"))
    with pytest.raises(LinlabError, match="too large"):
        sweep(replace(_setting(case, "degree"), values=(5, 6)), "1")


def test_that_the_value_in_force_is_tried_too_and_what_is_known_is_not_trained_again(monkeypatch):
    from linlab.engine.views.sweep import judging

    at = moment("svm", lam=0.03, alpha=0.37)
    found, done, picture = swept(at, "lam")
    run = Trace(at.trace.document)
    sample = run.sample(10 * run.problem(0).n)
    assert (
        found["error", "train"][round(math.log10(0.03), 9)] == sample.train_error
        and len(done.found.values) == 20
    )
    words = " ".join(label.text for label in picture.panels[2].items)
    assert "Now λ = 0.03: wrong on training" in words and "±" in words
    trained = []
    real = judging.trained
    monkeypatch.setattr(
        judging,
        "trained",
        lambda case, *rest: (trained.append(case.learner["lam"]), real(case, *rest))[1],
    )
    swept(moment("svm", lam=0.04, alpha=0.37), "lam")
    assert trained == [0.04]


def test_that_where_there_is_little_room_errors_are_shown_alone_and_a_click_on_words_adopts_nothing():
    at = moment("svm")
    for size, charts in (((320, 240), 1), ((380, 420), 2), ((900, 300), 2)):
        small = replace(figure("lam"), width=size[0], height=size[1])
        done = completed(small, at)
        picture = draw(small, done, LIGHT)
        assert len(picture.panels) == charts + 2 and all(
            panel.across for panel in picture.panels[:charts]
        )
        assert VIEW.adopts(small, done, charts - 1, 0.0, 0.0).learner["lam"] == 1.0
        assert VIEW.adopts(small, done, charts, 0.0, 0.0) is None


@pytest.mark.parametrize("size", [(300, 300), (320, 480), (380, 420), (760, 640)])
def test_that_words_and_legend_are_whole_where_they_stand(size):
    from linlab.engine.picture.metrics import text_width

    small = replace(figure("lam"), width=size[0], height=size[1], font=11.0)
    picture = draw(small, completed(small, moment("svm")), LIGHT)
    for panel in picture.panels[-2:]:
        for label in (item for item in panel.items if hasattr(item, "text")):
            assert (
                "…" not in label.text
                and label.place[0] + text_width(label.text, label.size) <= panel.frame.width
            )
