"""Three degrees side by side, against scikit-learn's SVM over monomials that are written out
here."""

from dataclasses import replace

import numpy as np
import pytest

from linlab.engine.data.datasets import fresh
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Lines
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw

VIEW, SOURCE = VIEWS["sweep"], Source("moons", 3, (("n", 90.0), ("noise", 0.5)))


def figure(trained="usual", size=(900, 400)):
    return Figure(
        view="sweep",
        width=size[0],
        height=size[1],
        options=(("over", "degrees"), ("trained", trained)),
    )


def moment(model, t=4, **settings):
    return Snapshot.of(
        Trace(
            Document(
                SOURCE.draw(),
                (Learner.of(model, **settings),),
                1,
                (60.0, 25.0, 15.0),
                source=SOURCE,
            )
        ),
        t,
    )


def monomials(x, degree):
    return np.column_stack(
        [
            x[:, 0] ** a * x[:, 1] ** b
            for a in range(degree + 1)
            for b in range(degree + 1 - a)
            if a + b
        ]
    )


def words(panel):
    return [item.text for item in panel.items]


def test_that_each_plane_has_the_boundary_and_the_errors_of_its_degree():
    from sklearn.svm import SVC

    at = moment("svm", lam=0.01, space="rbf")
    panels = draw(figure(), completed(figure(), at), LIGHT).panels
    assert len(panels) == 7
    label, sample = at.points.label, fresh("moons", 10_000, noise=0.5, seed=3)
    for panel, told, name, degree in zip(
        panels[:2], panels[3:5], ("underfit", "right"), (1, 3), strict=True
    ):
        mine = at.parts == 0
        svc = SVC(kernel="linear", C=100 / mine.sum(), tol=1e-10, max_iter=10_000_000)
        svc.fit(monomials(at.points.x[mine], degree), label[mine])
        assert words(told)[:2] == [name, f"degree {degree}"]
        for k, part in enumerate(("training", "dev", "test")):
            own = at.parts == k
            wrong = np.mean(svc.predict(monomials(at.points.x[own], degree)) != label[own])
            assert words(told)[2 + k] in {
                f"{part} {100 * wrong:.1f} %",
                f"{part} {100 * wrong:.0f} %",
            }
        risk = 100 * np.mean(svc.predict(monomials(sample.x, degree)) != sample.label)
        assert float(words(told)[5].split()[1]) == pytest.approx(risk, abs=0.11)
        spread = np.sqrt(risk * (100 - risk) / 10_000)
        assert words(told)[5].endswith(f"± {spread:.1f} %")
        (line,) = (item for item in panel.named("boundary") if isinstance(item, Lines))
        heights = svc.decision_function(monomials(np.concatenate(line.lines), degree))
        assert np.abs(heights).max() < 0.15  # the contour of a grid
        assert (
            sum(
                len(marks.places)
                for marks in panel.named("points")[0].items
                if marks.ids is not None
            )
            >= 90
        )


@pytest.mark.parametrize(
    ("model", "how"),
    [("perceptron", "usual"), ("mira", "10"), ("svm", "10"), ("voted-perceptron", "10")],
)
def test_that_without_an_objective_or_on_request_they_are_trained_for_some_epochs(model, how):
    at = moment(model)
    panels = draw(figure(how), completed(figure(how), at), LIGHT).panels
    many = 50 if how == "usual" else 10
    for told, degree in zip(panels[3:5], (1, 3), strict=True):
        learner = Learner.of(model, space="monomial", degree=degree)
        run = Trace(replace(at.trace.document, learners=(learner,)))
        sample = run.sample(many * run.problem(0).n)
        assert float(words(told)[2].split()[1]) == pytest.approx(
            100 * sample.train_error, abs=0.051
        )
        assert float(words(told)[3].split()[1]) == pytest.approx(100 * sample.dev_error, abs=0.051)
    assert f"Each trained for {many} epochs" in words(panels[-1])[0]


def test_that_a_click_into_a_plane_or_its_words_adopts_its_degree():
    at = moment("svm", lam=0.1, space="rbf", gamma=2.0)
    done = completed(figure("10"), at)
    for panel, degree in ((0, 1), (1, 3), (2, 12), (4, 3)):
        found = VIEW.adopts(figure("10"), done, panel, 0.0, 0.0)
        assert found.learner == Learner.of("svm", lam=0.1, space="monomial", degree=degree)
        assert found.name == f"adopt degree {degree}"
    assert VIEW.adopts(figure("10"), done, 6, 0.0, 0.0) is None
    assert VIEW.adopts(figure("10"), at, 0, 0.0, 0.0) is None  # nothing is there yet
    adopted = Snapshot.of(Trace(replace(at.trace.document, learners=(found.learner,))), 4)
    assert VIEW.work.key(figure(), adopted) == VIEW.work.key(
        figure(), at
    )  # and nothing is computed again


def test_that_they_appear_one_by_one_and_what_cannot_be_trained_says_why():
    parts = []
    with watched(lambda doing: None, parts.append):
        completed(figure("10"), moment("svm"))
    assert [len(part.fits) for part in parts] == [1, 2, 3]
    assert len(draw(figure("10"), replace(moment("svm"), found=parts[1]), LIGHT).panels) == 5
    at = moment("svm")
    far = replace(at.trace.document, points=replace(at.points, x=1e7 * at.points.x), source=None)
    run = Snapshot.of(Trace(far), 0)
    done = completed(figure("10"), run)
    panels = draw(figure("10"), done, LIGHT).panels
    assert "too large" in " ".join(words(panels[5])) and done.found.fits[2].model is None
    assert VIEW.adopts(figure("10"), done, 2, 0.0, 0.0) is None
    assert "degrees" not in dict(VIEW.option("over").choices(moment("naive-bayes")))


@pytest.mark.parametrize("size", [(300, 300), (380, 420), (760, 640)])
def test_that_all_words_fit_where_they_stand(size):
    from linlab.engine.picture.metrics import text_width

    picture = draw(figure("10", size), completed(figure("10", size), moment("svm")), LIGHT)
    for panel in picture.panels[3:]:
        for label in panel.items:
            assert text_width(label.text, label.size) <= panel.frame.width and "…" not in label.text
