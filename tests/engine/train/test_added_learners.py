"""Learners that were added as one entry each: PA-II, squared hinge, ADALINE, nearest centroid and
AdaBoost, each compared with a loop written from its formulas, or with another library."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.neighbors import NearestCentroid

import linlab
from linlab.engine.document.document import VERSION, Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum.exact import optimum
from linlab.engine.train.trace import Trace


def points_of(name="blobs", n=40):
    return linlab.make_points(name) if name == "iris" else linlab.make_points(name, n=n)


def trace_of(model, points, *others, **settings):
    return Trace(Document(points, (Learner.of(model, **settings), *others)))


def order_of(problem, t, seed=0):
    """The example of update t + 1: the order of epoch e is default_rng((seed, e)).permutation(n)."""
    epoch, place = divmod(t, problem.n)
    return int(np.random.default_rng((seed, epoch)).permutation(problem.n)[place])


def features(problem):
    return np.c_[problem.x, np.ones(problem.n)]


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_that_passive_aggressive_ii_takes_the_steps_of_its_paper(C):
    trace = trace_of("pa2", points_of(), C=C)
    problem = trace.problem(0)
    phi, sign, theta = features(problem), np.where(problem.y == 1, 1.0, -1.0), np.zeros(3)
    for t in range(100):
        i = order_of(problem, t)
        loss = max(0.0, 1.0 - sign[i] * (theta @ phi[i]))
        theta = theta + loss / (phi[i] @ phi[i] + 1 / (2 * C)) * sign[i] * phi[i]
        np.testing.assert_allclose(trace.at(t + 1).theta[0], theta, rtol=1e-9, atol=1e-12)


def test_that_passive_aggressive_ii_has_a_c_of_its_own_that_survives_a_file():
    learner = Learner.of("pa2", C=3)
    assert learner["C"] == 3 and learner["lam"] == 0
    assert Learner.from_json(learner.to_json(), VERSION) == learner


def penalised(problem, loss, lam, theta):
    s = features(problem) @ theta
    m = np.where(problem.y == 1, 1.0, -1.0) * s
    return loss(m).mean() + 0.5 * lam * theta[:2] @ theta[:2]


@pytest.mark.parametrize(
    ("model", "loss"),
    [
        ("squared-hinge", lambda m: 0.5 * np.maximum(0, 1 - m) ** 2),
        ("adaline", lambda m: 0.5 * (1 - m) ** 2),
    ],
)
@pytest.mark.parametrize("lam", [0.01, 1.0])
def test_that_the_exact_optimum_of_a_squared_loss_is_scipys(model, loss, lam):
    problem = trace_of(model, points_of("moons"), lam=lam).problem(0)
    found = optimum(problem)
    best = minimize(
        lambda theta: penalised(problem, loss, lam, theta), np.zeros(3), options={"gtol": 1e-10}
    )
    assert found.objective == pytest.approx(best.fun, rel=1e-9)
    np.testing.assert_allclose(found.theta[0], best.x, atol=1e-5)


def test_that_adaline_without_a_penalty_comes_to_the_least_squares():
    problem = trace_of("adaline", points_of("moons"), penalty="none").problem(0)
    labels = np.where(problem.y == 1, 1.0, -1.0)
    expected = np.linalg.lstsq(features(problem), labels, rcond=None)[0]
    np.testing.assert_allclose(optimum(problem).theta[0], expected, atol=1e-7)


def test_that_a_step_of_adaline_is_that_of_widrow_and_hoff():
    trace = trace_of("adaline", points_of("moons"), penalty="none")
    problem = trace.problem(0)
    phi, label, theta = features(problem), np.where(problem.y == 1, 1.0, -1.0), np.zeros(3)
    alpha = 1 / (phi * phi).sum(axis=1).max()
    for t in range(120):
        i = order_of(problem, t)
        theta = theta + alpha * (label[i] - theta @ phi[i]) * phi[i]
        np.testing.assert_allclose(trace.at(t + 1).theta[0], theta, rtol=1e-9, atol=1e-12)


def test_that_adaline_of_three_classes_draws_the_scores_to_the_indicators():
    trace = trace_of("adaline", points_of("iris", n=60), penalty="none")
    problem = trace.problem(0)
    assert len(problem.classes) == 3
    phi, theta = features(problem), np.zeros((3, 3))
    alpha = 1 / (phi * phi).sum(axis=1).max()
    for t in range(60):
        i = order_of(problem, t)
        theta = theta + alpha * np.outer(np.eye(3)[problem.y[i]] - theta @ phi[i], phi[i])
    np.testing.assert_allclose(trace.at(60).theta, theta, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("loss", ["squared-hinge", "squared"])
def test_that_the_pull_of_a_squared_loss_is_its_negative_slope(loss):
    from linlab.engine.learner.losses import LOSSES

    own = LOSSES[loss]
    for m in (-2.0, -0.3, 0.4, 0.999, 1.5):
        value, slope = own.of_margin(m)
        h = 1e-6
        measured = (own.of_margin(m + h)[0] - own.of_margin(m - h)[0]) / (2 * h)
        assert slope == pytest.approx(-measured, abs=1e-5)
        assert own.of_many(np.array([m]))[0] == pytest.approx(value)


@pytest.mark.parametrize("data", ["blobs", "iris"])
def test_that_the_nearest_centroid_is_scikit_learns(data):
    run = linlab.train("centroid", points_of(data, n=60))
    peer = NearestCentroid().fit(run.problem.x, run.problem.y)
    places = np.random.default_rng(0).uniform(-4, 8, (500, 2))
    answers = [run.problem.classes.index(name) for name in run.predict(places)]
    assert (answers == peer.predict(places)).all()


def test_that_a_centroid_is_the_running_mean_and_its_model_a_line():
    trace = trace_of("centroid", points_of())
    problem, means, seen = trace.problem(0), np.zeros((2, 2)), np.zeros(2)
    for t in range(problem.n):
        i = order_of(problem, t)
        y = problem.y[i]
        seen[y] += 1
        means[y] += (problem.x[i] - means[y]) / seen[y]
        if seen.all():
            single = trace.model(t + 1).single
            bias = -0.5 * (means[1] @ means[1] - means[0] @ means[0])
            np.testing.assert_allclose(single.theta[0], [*(means[1] - means[0]), bias], atol=1e-9)
    assert trace.at(10_000).t == problem.n and "counted" in trace.reason


def test_that_a_class_that_no_centroid_was_seen_of_does_not_answer():
    trace = trace_of("centroid", points_of(), order="by-class")
    model = trace.model(3)
    assert model.single is None
    assert (np.sign(model.scores(np.array([[100.0, 100.0], [-100.0, 0.0]]))) == -1).all()


def test_that_centroids_are_refused_in_kernel_spaces_with_a_way_out():
    with pytest.raises(LinlabError, match="linear, monomial or fourier"):
        Learner.of("centroid", space="rbf")


def boosted_by_hand(problem, rounds, epochs):
    """SAMME over a perceptron with α = 1, straight from its formulas: members, and their β."""
    phi, sign, n = features(problem), np.where(problem.y == 1, 1.0, -1.0), problem.n
    d, members, votes = np.full(n, 1 / n), [], []
    for _ in range(rounds):
        theta = np.zeros(3)
        for t in range(epochs * n):
            i = order_of(problem, t)
            if sign[i] * (theta @ phi[i]) <= 0:
                theta = theta + n * d[i] * sign[i] * phi[i]
        wrong = (phi @ theta > 0) != (problem.y == 1)
        error = d[wrong].sum()
        if error == 0:
            return [theta], [1.0]
        if error >= 0.5:
            return (members, votes) if members else ([theta], [1.0])
        beta = np.log((1 - error) / error)
        members.append(theta)
        votes.append(beta)
        d = d * np.exp(beta * wrong)
        d /= d.sum()
    return members, votes


@pytest.mark.parametrize("data", ["moons", "xor", "blobs"])
def test_that_adaboost_is_the_textbooks(data):
    document = Document(
        points_of(data, n=50),
        (Learner.of("adaboost", members=8, each=3), Learner.of("perceptron")),
    )
    trace = Trace(document)
    problem = trace.problem(0)
    members, votes = boosted_by_hand(problem, 8, 3)
    model = trace.model(10_000)
    assert trace.end is not None and trace.reason
    np.testing.assert_allclose(model.member_weights, votes, rtol=1e-9)
    for (_, member), theta in zip(model.team, members, strict=True):
        np.testing.assert_allclose(member.single.theta[0], theta, rtol=1e-9, atol=1e-12)
    places = np.random.default_rng(1).uniform(-3, 3, (400, 2))
    phi = np.c_[places, np.ones(len(places))]
    shares = sum(b * np.sign(phi @ theta) for b, theta in zip(votes, members, strict=True))
    assert ((model.scores(places)[:, 0] > 0) == (shares > 0)).all()


def test_that_the_scrubber_runs_through_the_members_and_any_t_is_the_same_from_anywhere():
    points = points_of("moons", n=30)
    document = Document(
        points, (Learner.of("adaboost", members=4, each=2), Learner.of("perceptron"))
    )
    forth, back = Trace(document), Trace(document)
    x = np.random.default_rng(2).uniform(-2, 2, (50, 2))
    expected = {t: forth.model(t).scores(x) for t in range(0, 241, 7)}
    for t in sorted(expected, reverse=True):
        np.testing.assert_array_equal(back.model(t).scores(x), expected[t])
    step = forth.step(61)  # each member has 60 updates
    assert [name for name, _, _ in step.team] == ["Member 2"]


def test_that_adaboost_of_what_counts_is_refused_with_a_way_out():
    document = Document(points_of(), (Learner.of("adaboost"), Learner.of("naive-bayes")))
    with pytest.raises(LinlabError, match="choose a model trained by gradients"):
        Trace(document)


def test_that_weights_of_mira_scale_its_cap_and_nothing_else():
    from dataclasses import replace

    from linlab.engine.train.problem import pose

    points = points_of()
    weights = np.random.default_rng(3).uniform(0.1, 3.0, len(points))

    def posing(points, learner, ghosts):
        return replace(pose(points, learner, 0, None, ghosts), weights=weights)

    trace = Trace(Document(points, (Learner.of("mira", C=0.05),)), posing=posing)
    problem = trace.problem(0)
    phi, sign, theta = features(problem), np.where(problem.y == 1, 1.0, -1.0), np.zeros(3)
    for t in range(120):
        i = order_of(problem, t)
        loss = max(0.0, 1.0 - sign[i] * (theta @ phi[i]))
        theta = theta + min(0.05 * weights[i], loss / (phi[i] @ phi[i])) * sign[i] * phi[i]
        np.testing.assert_allclose(trace.at(t + 1).theta[0], theta, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("settings", [{}, {"batch": 7}, {"optimiser": "lbfgs"}])
def test_that_whole_weights_count_an_example_as_often(settings):
    """A weight of 3 is three copies in the gradient of all examples at once."""
    from dataclasses import replace

    from linlab.engine.train.problem import pose
    from linlab.engine.train.updates.solvers import evaluate

    points = points_of()
    weights = np.random.default_rng(4).integers(0, 4, len(points)).astype(float)
    plain = pose(points, Learner.of("logistic", **settings), 0, None)
    weighed = replace(plain, weights=weights)
    theta = np.array([[0.3, -0.2, 0.1]])
    phi, sign = features(plain), np.where(plain.y == 1, 1.0, -1.0)
    copies = np.repeat(np.arange(len(points)), weights.astype(int))
    m = sign[copies] * (phi[copies] @ theta[0])
    gradient = -(phi[copies] * (sign[copies] / (1 + np.exp(m)))[:, None]).sum(axis=0) / len(points)
    gradient[:2] += plain.learner.decay * theta[0, :2]
    np.testing.assert_allclose(evaluate(weighed, theta).gradient[0], gradient, rtol=1e-9)


def test_that_solvers_and_optima_of_the_squared_hinge_are_refused_for_three_classes():
    points = points_of("iris")
    with pytest.raises(LinlabError, match="use the optimiser sgd"):
        trace_of("squared-hinge", points, optimiser="lbfgs")
    with pytest.raises(LinlabError, match="more than two classes"):
        optimum(trace_of("squared-hinge", points).problem(0))


@pytest.mark.parametrize(("alpha", "grows"), [(0.5, False), (1.9, False), (2.1, True)])
def test_that_adaline_overshoots_where_alpha_is_above_two_and_its_idea_says_so(alpha, grows):
    """One example of full length: each step multiplies its error y − s by 1 − α."""
    document = Document(
        linlab.Points.of([(3.0, 0.0), (-3.0, 0.0)], ["a", "b"]),
        (Learner.of("adaline", alpha=alpha, penalty="none", order="cyclic", bias="none"),),
    )
    trace = Trace(document)
    first, later = (abs(1.0 - trace.step(t).margin) for t in (1, 21))
    assert (later > first) == grows
    assert "above 2" in trace.problem(0).learner.recipe.idea
