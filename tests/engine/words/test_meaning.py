"""What a run means: each sentence on runs of which it is true, and on runs of which it is not."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

from linlab import train
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.words.meaning.facts import Facts, ends, facts_of
from linlab.engine.words.meaning.findings import MOST_SENTENCES, RULES, findings, how_far

RNG = np.random.default_rng(3)
APART = np.r_[RNG.normal((-3, 0), 0.5, (20, 2)), RNG.normal((3, 0), 0.5, (20, 2))]
FAR = APART + (4, 9)  # where a perceptron takes longer
MIXED = RNG.normal(0, 1, (40, 2))
LABELS = ["A"] * 20 + ["B"] * 20
SIGNS = np.repeat([-1.0, 1.0], 20)


def run(x, learner: Learner, labels=LABELS, shares=(100, 0, 0)) -> Trace:
    return Trace(Document(Points.of(x, labels), (learner,), 0, shares))


def facts(trace: Trace, t: int, **known) -> Facts:
    return facts_of(Moment.of(trace, t), **known)


def said(known: Facts) -> dict[str, str]:
    """Everything that holds, not only the first two."""
    return {found.key: found.sentence for rule in RULES if (found := rule(known)) is not None}


def plain_scores(trace: Trace, t: int, x) -> np.ndarray:
    """w·x + b, written out."""
    w1, w2, b = trace.at(t).theta[0]
    return np.array([w1 * x1 + w2 * x2 + b for x1, x2 in x])


# Separability


def test_that_a_perceptron_on_separable_points_will_stop_after_so_many_mistakes():
    trace = run(FAR, Learner.of("perceptron"))
    known = facts(trace, 1, separable=True, most_mistakes=31)
    assert said(known)["separable"] == (
        "A line can separate these points, so the perceptron will stop after at most 31 mistakes."
    )
    assert said(replace(known, most_mistakes=1))["separable"].endswith("at most 1 mistake.")
    assert said(replace(known, most_mistakes=None))["separable"].endswith("perceptron will stop.")
    assert "separable" not in said(replace(known, separable=None))
    assert "separable" not in said(replace(known, separable=False))
    assert "separable" not in said(replace(known, may_tell_the_end=False))
    assert "separable" not in said(facts(run(APART, Learner.of("svm")), 1, separable=True))


def test_that_after_the_end_it_says_how_many_mistakes_there_were():
    """Counted by a perceptron written here."""
    trace = run(FAR, Learner.of("perceptron", order="cyclic"))
    w, b, mistakes = np.zeros(2), 0.0, 0
    for _ in range(100):
        for x, y in zip(FAR, SIGNS, strict=True):
            if y * (w @ x + b) <= 0:
                w, b, mistakes = w + y * x, b + y, mistakes + 1
    assert (SIGNS * (FAR @ w + b) > 0).all() and mistakes > 3
    text = said(facts(trace, 4000, separable=True, most_mistakes=31))["separable"]
    assert text == (
        "A line can separate these points, so it had to stop, after at most 31 mistakes: "
        f"it made {mistakes}."
    )


def test_that_a_perceptron_on_mixed_points_never_stops():
    trace = run(MIXED, Learner.of("perceptron"))
    known = facts(trace, 0, separable=False)
    assert said(known)["not separable"] == (
        "No line can separate these points, so the perceptron will never stop by itself. "
        "Try averaging or a curve."
    )
    assert "not separable" not in said(replace(known, may_tell_the_end=False))
    assert "not separable" not in said(replace(known, separable=None))
    assert "not separable" not in said(facts(run(MIXED, Learner.of("svm")), 0, separable=False))
    assert (trace.at(400_000).mistakes - trace.at(399_960).mistakes) > 0  # it did not stop


@pytest.mark.parametrize(
    ("model", "settings", "words"),
    [
        ("averaged-perceptron", {}, "No line can separate"),
        ("perceptron", {"space": "polynomial"}, "of the space “Polynomial kernel” can separate"),
        ("perceptron", {"bias": "none"}, "No line through the origin can separate"),
    ],
)
def test_that_the_boundary_of_the_space_is_named(model, settings, words):
    trace = run(MIXED, Learner.of(model, **settings))
    assert words in said(facts(trace, 0, separable=False))["not separable"]


def test_that_averaging_is_not_advised_to_who_averages():
    text = said(facts(run(MIXED, Learner.of("voted-perceptron")), 0, separable=False))
    assert "averaging" not in text["not separable"]


def test_that_averaging_is_advised_only_where_a_line_gets_many_right():
    """Overlapping blobs, which the line between their means nearly separates; a ring around a disc,
    of which no line gets much more than half right."""
    rng = np.random.default_rng(5)
    blobs = np.r_[rng.normal((-1.5, 0), 1, (20, 2)), rng.normal((1.5, 0), 1, (20, 2))]
    angle = rng.uniform(0, 2 * np.pi, 40)
    radius = np.repeat([1.0, 3.0], 20)
    rings = np.c_[radius * np.cos(angle), radius * np.sin(angle)]
    directions = np.c_[np.cos(np.linspace(0, np.pi, 90)), np.sin(np.linspace(0, np.pi, 90))]

    def fewest_wrong(x):  # over many lines
        counts = []
        for direction in directions:
            along = x @ direction
            for cut in along:
                wrong = int(((along > cut) != (SIGNS > 0)).sum())
                counts += [wrong, 40 - wrong]
        return min(counts)

    assert 0 < fewest_wrong(blobs) <= 6 and fewest_wrong(rings) >= 10
    for x, advice in ((blobs, "Try averaging or a curve."), (rings, "Try a curve.")):
        known = facts(run(x, Learner.of("perceptron")), 0, separable=False)
        assert said(known)["not separable"].endswith(f"by itself. {advice}")


def test_that_early_stopping_is_a_stop_by_itself():
    learner = Learner.of("perceptron", early=3)
    text = said(facts(run(MIXED, learner, shares=(50, 50, 0)), 0, separable=False))["not separable"]
    assert text.startswith("No line can separate these points: some will always be wrong.")
    text = said(facts(run(MIXED, learner), 0, separable=False))["not separable"]  # no dev points
    assert "never stop by itself" in text


def test_that_several_classes_need_several_lines():
    x = np.r_[APART, RNG.normal((0, 6), 0.5, (20, 2))]
    trace = run(x, Learner.of("perceptron"), [*LABELS, *["C"] * 20])
    assert said(facts(trace, 0, separable=True))["separable"].startswith("Lines can separate these")
    assert said(facts(trace, 0, separable=False))["not separable"].startswith("No lines can")


def test_that_log_loss_without_a_penalty_has_no_best_weights_where_a_line_separates():
    free, held = (run(APART, Learner.of("logistic", lam=lam, bias="none")) for lam in (0.0, 0.1))
    assert "grow without bound" in said(facts(free, 40, separable=True))["no best weights"]
    assert "no best weights" not in said(facts(free, 40, separable=False))
    assert "no best weights" not in said(facts(held, 40, separable=True))
    assert "no best weights" not in said(
        facts(run(APART, Learner.of("naive-bayes")), 40, separable=True)
    )
    margins = SIGNS * (APART @ free.at(400).theta[0, :2])
    losses = [np.log1p(np.exp(-c * margins)).mean() for c in (1, 2, 4, 8)]
    assert losses == sorted(losses, reverse=True)  # longer is better


# Training


def squared_loss(trace: Trace, t: int, x) -> float:
    return float(np.mean(0.5 * (SIGNS - plain_scores(trace, t, x)) ** 2))


def test_that_a_learning_rate_too_large_is_named_while_the_loss_rises():
    x = 6 * MIXED
    wild, calm = (
        run(x, Learner.of("adaline", rate="constant", alpha=alpha, lam=0, order="cyclic"))
        for alpha in (0.06, 0.0005)
    )
    losses = [squared_loss(wild, t, x) for t in (0, 40, 80, 120)]
    assert losses == sorted(losses)
    text = said(facts(wild, 120))["rate too large"]
    assert text == "The learning rate α = 0.06 is too large: the loss is rising."
    losses = [squared_loss(calm, t, x) for t in (0, 40, 80, 120)]
    assert losses == sorted(losses, reverse=True)
    assert "rate too large" not in said(facts(calm, 120))
    assert "rate too large" not in said(facts(run(x, Learner.of("perceptron")), 120))
    assert "rate too large" not in said(facts(run(x, Learner.of("mira")), 120))  # has no α


def test_that_a_loss_that_only_wavers_is_not_called_rising():
    """An SVM with a constant rate goes up and down around its lowest J for ever."""
    trace = run(MIXED, Learner.of("svm", rate="constant", alpha=0.3, lam=0.01))
    objective = [trace.sample(40 * e).objective for e in range(60)]
    rows = [e for e in range(3, 60) if objective[e - 2] < objective[e - 1] < objective[e]]
    assert len(rows) >= 3  # by accident
    for e in rows:
        assert "rate too large" not in said(facts(trace, 40 * e))


@pytest.mark.parametrize("settings", [{}, {"bias": "none"}, {"average": "mean"}, {"space": "rbf"}])
def test_that_from_zero_the_rate_of_a_perceptron_only_scales_the_weights(settings):
    one, other = (run(MIXED, Learner.of("perceptron", alpha=a, **settings)) for a in (1.0, 0.25))
    for t in (0, 1, 7, 90):
        np.testing.assert_allclose(other.at(t).theta, 0.25 * one.at(t).theta, rtol=1e-12)
        assert other.mistakes(t) == one.mistakes(t)
    assert "only scales" in said(facts(other, 90))["rate only scales"]
    assert (
        "are α = 0.25 times"
        in reasons(facts(run(MIXED, Learner.of("perceptron", alpha=0.25)), 9))["rate only scales"]
    )
    assert "rate only scales" not in said(facts(one, 90))  # nobody has changed it
    assert "rate only scales" not in said(facts(other, 90, rate_in_sight=False))


def test_that_from_elsewhere_the_rate_of_a_perceptron_does_more_than_scale():
    one, other = (
        run(MIXED, Learner.of("perceptron", alpha=a, start="random")) for a in (1.0, 0.25)
    )
    assert "rate only scales" not in said(facts(other, 90))
    assert not np.allclose(other.at(90).theta, 0.25 * one.at(90).theta, rtol=1e-9)


def test_that_a_rate_changed_midway_does_more_than_scale():
    document = Document(Points.of(MIXED, LABELS), (Learner.of("perceptron"),))
    learners = document.learners_at(30)
    after = (learners[0].replace(alpha=0.25),)
    trace = Trace(document.with_learners(learners, after, 30))
    assert "rate only scales" not in said(facts(trace, 60))
    assert "rate only scales" not in said(facts(run(MIXED, Learner.of("svm", alpha=0.25)), 60))


def test_that_weights_without_bound_mean_a_learning_rate_too_large():
    wild = run(6 * MIXED, Learner.of("adaline", rate="constant", alpha=1.0, order="cyclic"))
    end = wild.at(1_000_000).t
    assert wild.diverged
    assert "grew without bound" in said(facts(wild, end))["rate too large"]
    out_of_sight = facts(wild, end, rate_in_sight=False)  # its value is not on the screen
    assert "α" not in said(out_of_sight)["rate too large"]
    assert reasons(out_of_sight)["rate too large"].endswith("is set in Full.")


def test_that_a_perceptron_has_converged_after_an_epoch_without_a_mistake_and_not_before():
    trace = run(FAR, Learner.of("perceptron"))
    seen = set()
    for t in range(1, 4000):
        right = bool((SIGNS * plain_scores(trace, t, FAR) > 0).all())
        end = t // 40 * 40
        quiet = end >= 40 and bool((trace.at(end).theta == trace.at(end - 40).theta).all())
        known = said(facts(trace, t, separable=True, most_mistakes=99))
        seen.add((right, quiet))
        assert ("converged" in known) is (right and quiet)
        assert ("none wrong" in known) is (right and not quiet)
        assert ("had to stop" in known["separable"]) is (right and quiet)
    assert seen == {(False, False), (True, False), (True, True)}
    for model, words in (("averaged-perceptron", "the mean"), ("voted-perceptron", "the votes")):
        assert words in said(facts(run(APART, Learner.of(model)), 400))["converged"]


def test_that_others_have_converged_when_they_move_by_less_than_a_thousandth():
    settings = {"rate": "inverse-time", "t0": 1.0, "alpha": 0.5, "lam": 0.1, "bias": "none"}
    trace = run(MIXED, Learner.of("logistic", **settings))
    seen = set()
    for epoch in range(1, 120):
        before, after = (trace.at(40 * e).theta[0] for e in (epoch - 1, epoch))
        still = bool(np.linalg.norm(after - before) < 1e-3)
        seen.add(still)
        assert ("converged" in said(facts(trace, 40 * epoch))) is still
    assert seen == {True, False}


def test_that_a_model_that_counts_is_done_after_one_round():
    trace = run(MIXED, Learner.of("naive-bayes"))
    assert "converged" not in said(facts(trace, 39))
    assert said(facts(trace, 40))["converged"].startswith("It is done")


def a_run_that_overfits():
    for seed in range(12):
        rng = np.random.default_rng(seed)
        x = rng.normal(0, 1, (60, 2))
        labels = ["A" if v > 0 else "B" for v in x[:, 0] + rng.normal(0, 1.2, 60)]
        learner = Learner.of("logistic", space="rbf", gamma=20, lam=0, alpha=1.0)
        trace = run(x, learner, labels, (50, 50, 0))
        n = trace.problem(0).n
        for t in range(4 * n, 40 * n, n):
            if "overfitting" in said(facts(trace, t)):
                return trace, t, (x, learner, labels)
    raise AssertionError("no run overfitted")


def test_that_overfitting_says_since_when_and_by_how_much():
    trace, t, (x, learner, labels) = a_run_that_overfits()
    text = said(facts(trace, t))["overfitting"]
    since = int(re.search(r"Since step ([\d ]+)", text)[1].replace(" ", ""))

    def wrong(when, part):
        points, y = (
            trace.problem(0).held_out[0]
            if part == "dev"
            else (trace.problem(0).x, trace.problem(0).y)
        )
        kernel = np.exp(-20 * ((points[:, None] - trace.problem(0).x[None]) ** 2).sum(-1))
        theta = trace.at(when).theta[0]
        return np.mean((kernel @ theta[:-1] + theta[-1] > 0) != y)

    assert wrong(t, "dev") > wrong(since, "dev") and wrong(t, "train") < wrong(since, "train")
    assert f"{100 * wrong(t, 'dev'):.1f}" in text and f"{100 * wrong(since, 'dev'):.1f}" in text
    assert "overfitting" not in said(facts(run(x, learner, labels), t))  # no dev points
    tame = run(x, learner.replace(gamma=0.1, lam=0.1), labels, (50, 50, 0))
    assert "overfitting" not in said(facts(tame, t))


def test_that_the_svm_says_why_it_still_moves_where_nothing_is_wrong():
    trace = run(APART, Learner.of("svm", alpha=0.001, order="cyclic"))
    t = next(t for t in range(1, 400) if (SIGNS * plain_scores(trace, t, APART) > 0).all())
    margins = SIGNS * plain_scores(trace, t, APART)
    inside = int((margins < 1).sum())
    assert (
        f"because {inside} of them are inside the street"
        in said(facts(trace, t))["inside the street"]
    )
    assert "inside the street" not in said(
        facts(run(MIXED, Learner.of("svm")), 40)
    )  # some are wrong
    assert "inside the street" not in said(facts(run(APART, Learner.of("logistic")), 400))


# Answers


def test_that_a_huge_penalty_is_named_where_it_holds_all_scores():
    strong, weak, young = (
        run(APART, Learner.of("svm", lam=lam, alpha=alpha, bias="none"))
        for lam, alpha in ((500, 0.001), (0.01, 0.1), (0.01, 1e-6))
    )
    for trace, t, held in ((strong, 400, True), (weak, 400, False), (young, 40, False)):
        scores = APART @ trace.at(t).theta[0, :2]
        small = bool(np.abs(scores).max() < 0.2)
        pull = np.mean(scores * SIGNS * (scores * SIGNS < 1))  # of the hinge loss, along w
        back = trace.learner(0)["lam"] * float((trace.at(t).theta[0, :2] ** 2).sum())
        assert bool(small and back > 0.5 * pull > 0) is held
        assert ("held by the penalty" in said(facts(trace, t))) is held
    assert "λ = 500" in said(facts(strong, 400))["held by the penalty"]


def test_that_an_l1_penalty_that_leaves_nothing_is_named():
    trace = run(APART, Learner.of("logistic", penalty="l1", lam=50, alpha=0.01))
    assert not trace.at(400).theta[0, :2].any()
    assert said(facts(trace, 400))["held by the penalty"] == "λ = 50 is so large that w is 0."


def test_that_a_class_that_is_never_predicted_is_named():
    x = np.r_[MIXED[:38], [(0, 0), (0.1, 0)]]
    trace = run(x, Learner.of("logistic"), ["A"] * 38 + ["B"] * 2)
    assert not (plain_scores(trace, 400, x) > 0).any()
    assert (
        said(facts(trace, 400))["never predicted"]
        == "Class “B” is never predicted for these points."
    )
    assert "never predicted" not in said(facts(trace, 39))  # too early to say
    assert "never predicted" not in said(facts(run(APART, Learner.of("logistic")), 400))


def test_that_several_classes_that_are_never_predicted_are_named():
    x = np.r_[MIXED, [(0, 0), (0.1, 0)]]
    trace = run(x, Learner.of("logistic", alpha=0.01), ["A"] * 40 + ["B", "C"])
    assert "Classes “B” and “C” are never" in said(facts(trace, 420))["never predicted"]


def test_that_answers_no_better_than_the_largest_class_are_named():
    x = np.array([(1, 1), (-1, -1), (1, -1), (-1, 1)] * 10) + RNG.normal(0, 0.1, (40, 2))
    labels = ["A", "A", "B", "B"] * 10
    trace = run(x, Learner.of("perceptron"), labels)
    found = {True: 0, False: 0}
    for t in range(40, 200):
        says = np.where(plain_scores(trace, t, x) > 0, "B", "A")
        wrong = int((says != labels).sum())
        poor = wrong >= 20 and len(set(says)) == 2
        found[poor] += 1
        known = said(facts(trace, t))
        assert ("no better than guessing" in known) is poor
        assert not poor or known["no better than guessing"].startswith(
            f"{wrong} of 40 are wrong now"
        )
    assert found[True] and found[False]


def test_that_probabilities_near_a_half_are_named():
    timid, bold = (run(MIXED, Learner.of("logistic", alpha=alpha)) for alpha in (0.0001, 1.0))
    for trace, near in ((timid, True), (bold, False)):
        p = 1 / (1 + np.exp(-plain_scores(trace, 80, MIXED)))
        assert bool((np.abs(p - 0.5) <= 0.05).all()) is near
        assert ("near half" in said(facts(trace, 80))) is near
    assert "near half" not in said(facts(run(MIXED, Learner.of("svm", alpha=0.0001)), 80))


def test_that_a_difference_between_two_models_that_may_be_luck_is_named():
    x, labels = np.r_[APART, MIXED], LABELS + LABELS
    learners = (Learner.of("perceptron"), Learner.of("svm"))
    document = Document(Points.of(x, labels), learners, 0, (60, 0, 40))
    one, other = (Trace(document, which) for which in (0, 1))
    held, y = one.problem(0).held_out[1]
    seen = set()
    for t in range(80, 400, 7):
        right = [(plain_scores(trace, t, held) > 0) == y for trace in (one, other)]
        alone = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
        luck = alone[0] != alone[1] and bool(binomtest(alone[0], sum(alone)).pvalue >= 0.05)
        seen.add(luck)
        known = said(facts(one, t, other=Moment.of(other, t)))
        assert ("luck" in known) is luck
        if luck:
            better, worse = ("Perceptron", "SVM") if alone[0] > alone[1] else ("SVM", "Perceptron")
            more = abs(alone[0] - alone[1])
            assert known["luck"] == (
                f"{better} gets {more} more of {len(y)} test points right than {worse}: that may be luck."
            )
    assert True in seen
    assert "luck" not in said(facts(one, 48))  # one model alone


def test_that_a_difference_that_is_no_luck_is_not_called_so():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, (200, 2))
    labels = np.where(x[:, 0] * x[:, 1] > 0, "A", "B").tolist()
    learners = (Learner.of("perceptron"), Learner.of("svm", space="rbf"))
    document = Document(Points.of(x, labels), learners, 0, (50, 0, 50))
    one, other = (Trace(document, which) for which in (0, 1))
    assert other.sample(2000).test_error < 0.2 < one.sample(2000).test_error
    assert "luck" not in said(facts(one, 2000, other=Moment.of(other, 2000)))


# All together


# The reasons


def reasons(known: Facts) -> dict[str, str]:
    return {found.key: found.reason for rule in RULES if (found := rule(known)) is not None}


def test_that_the_reason_of_convergence_gives_the_smallest_margin():
    trace = run(FAR, Learner.of("perceptron"))
    text = reasons(facts(trace, 4000))["converged"]
    smallest = (SIGNS * plain_scores(trace, 4000, FAR)).min()
    assert f"the smallest of the 40 margins is {number(smallest)}:" in text
    mistakes = 0
    for step in map(trace.step, range(1, 4001)):
        before = plain_scores(trace, step.t - 1, [FAR[step.example]])[0]
        mistakes += SIGNS[step.example] * before <= 0
    assert f"It took {mistakes} mistakes" in text


def test_that_the_reason_of_a_rate_too_large_gives_the_losses_of_three_epochs():
    trace = run(6 * MIXED, Learner.of("adaline", rate="constant", alpha=0.06, order="cyclic"))
    text = reasons(facts(trace, 120))["rate too large"]
    losses = [np.mean((SIGNS - plain_scores(trace, t, 6 * MIXED)) ** 2) / 2 for t in (40, 80, 120)]
    assert " → ".join(number(each) for each in losses) in text


def test_that_the_reason_of_the_street_gives_the_smallest_margin_and_where_loss_ends():
    trace = run(APART, Learner.of("svm", alpha=0.001))
    smallest = (SIGNS * plain_scores(trace, 40, APART)).min()
    text = reasons(facts(trace, 40))["inside the street"]
    assert f"from a margin of 1 on, and the smallest margin is {number(smallest)}." in text


def test_that_the_reason_of_guessing_counts_the_largest_class():
    labels = ["A"] * 13 + ["B"] * 27
    trace = run(MIXED, Learner.of("perceptron"), labels)
    t = next(t for t in range(40, 4000) if "no better than guessing" in reasons(facts(trace, t)))
    text = reasons(facts(trace, t))["no better than guessing"]
    sign = np.where(np.array(labels) == "B", 1, -1)
    wrong = int((np.where(plain_scores(trace, t, MIXED) > 0, 1, -1) != sign).sum())
    assert "“B” is the largest class: 27 of 40 examples." in text
    assert f"gets the other 13 wrong; this model gets {wrong} wrong." in text and wrong >= 13


def test_that_a_svm_whose_rate_is_too_large_gives_one_reason_why_it_moves():
    known = facts(run(APART, Learner.of("svm", alpha=0.001)), 40)
    assert "inside the street" in said(known)
    first = known.history[-1]
    rising = [replace(first, t=t, objective=j) for t, j in ((0, 0.1), (40, 0.2), (80, 0.3))]
    both = said(replace(known, history=tuple(rising)))
    assert "rate too large" in both and "inside the street" not in both


@pytest.mark.parametrize(
    "model", ["perceptron", "svm", "logistic", "naive-bayes", "mira", "centroid"]
)
def test_that_at_most_two_sentences_are_said(model):
    trace = run(MIXED, Learner.of(model))
    for t in (0, 1, 40):
        found = findings(facts(trace, t, separable=False, rest="it stands still"))
        assert len(found) <= MOST_SENTENCES and all(each.sentence.endswith(".") for each in found)


@pytest.mark.parametrize("others", [{"vote"}, {"bagging"}, {"adaboost"}, {"stacking"}])
def test_that_teams_are_looked_at_too(others):
    document = Document(
        Points.of(MIXED, LABELS),
        tuple(Learner.of(name) for name in (*others, "perceptron", "logistic")),
    )
    trace = Trace(document)
    for t in (0, 10, 120):
        known = facts(trace, t, separable=True)
        assert "separable" not in said(known) and how_far(known).endswith(".")


def test_that_a_run_says_by_itself_what_it_means():
    stops = train("perceptron", APART, LABELS, epochs=10)
    (first, second) = stops.meaning()
    assert first.startswith("Converged") and "it had to stop, after at most" in second
    assert "never stop by itself" in train("perceptron", MIXED, LABELS, epochs=10).meaning()[0]


def test_that_there_is_something_quiet_to_say():
    trace = run(FAR, Learner.of("perceptron", order="cyclic"))
    assert how_far(facts(trace, 0)) == "Nothing has been learnt yet."
    assert how_far(facts(trace, 1)) == "1 mistake in 1 step so far; 20 of 40 wrong now."
    svm = run(APART, Learner.of("svm"))
    wrong = int((np.where(plain_scores(svm, 3, APART) > 0, 1, -1) != SIGNS).sum())
    assert how_far(facts(svm, 3)) == f"3 steps so far; {wrong} of 40 wrong now."


@pytest.mark.parametrize("t", [0, 39, 40, 200, 4_000, 40_017])
def test_that_few_epochs_are_looked_back_at_and_the_last_ones_always(t):
    looked = ends(run(APART, Learner.of("svm")), t)
    assert len(looked) <= 16 and looked == sorted(set(looked))
    assert all(end % 40 == 0 and 0 <= end <= t for end in looked)
    last = t // 40 * 40
    assert {end for end in (last, last - 40, last - 80) if end >= 0} <= set(looked)
