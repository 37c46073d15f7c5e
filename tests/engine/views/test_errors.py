"""The confusion matrix, precision, recall, F₁ and ROC, against scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import percent, steady
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.errors import roc
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw


def moment(model, t, classes=2, shares=(100.0, 0.0, 0.0), noise=1.4):
    points = make_points("blobs", n=60, classes=classes, noise=noise, seed=5)
    return Snapshot.of(Trace(Document(points, (Learner.of(model),), shares=shares)), t)


def answers(at, k):
    """True and said class of the labelled points of part k, by the argmax of the scores, ties to
    the lowest."""
    mine = (at.parts == k) & (at.points.label >= 0)
    s = at.model.scores(at.points.x[mine])
    said = (s[:, 0] > 0).astype(int) if s.shape[1] == 1 else s.argmax(axis=1)
    return at.points.label[mine], said, at.points.ids[mine]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 21, 400])
@pytest.mark.parametrize(
    "model",
    ["perceptron", "voted-perceptron", "svm", "logistic", "naive-bayes", "gaussian-naive-bayes"],
)
def test_that_cells_counts_and_rates_are_those_of_scikit_learn(model, t, classes):
    at = moment(model, t, classes, (60.0, 20.0, 20.0))
    for k, part in enumerate(("train", "dev", "test")):
        true, said, ids = answers(at, k)
        panel = draw(
            Figure(view="errors", width=400, height=520, options=(("part", part),)), at, LIGHT
        ).panels[0]
        table = metrics.confusion_matrix(true, said, labels=range(classes))
        cells = [item for item in panel.items if isinstance(item, Areas)]
        assert [
            [len(cells[classes * a + b].ids[0]) for b in range(classes)] for a in range(classes)
        ] == table.tolist()
        for a in range(classes):
            for b in range(classes):
                assert sorted(cells[classes * a + b].ids[0]) == sorted(
                    ids[(true == a) & (said == b)].tolist()
                )
        words = {item.place: item.text for item in panel.items if isinstance(item, Label)}
        found = metrics.precision_recall_fscore_support(
            true, said, labels=range(classes), zero_division=np.nan
        )
        for a in range(classes):
            assert words[a + 0.5, -a - 0.5] == str(table[a, a])
            shown = (
                words[a + 0.5, -classes - 0.38],
                words[panel.view.right, -a - 0.5],
                words[a + 0.5, -classes - 0.98],
            )
            for text, value, to_text in zip(shown, found, (percent, percent, steady), strict=False):
                assert text == "–" if np.isnan(value[a]) else text == to_text(value[a])
        assert (
            f"{(true != said).sum()} of {len(true)} wrong {'now' if part == 'train' else f'on {part}'}"
            in words.values()
        )


@pytest.mark.parametrize("width", [300, 400, 640])
def test_that_the_words_in_the_corner_of_the_matrix_have_room(width):
    panel = draw(Figure(view="errors", width=width, height=520), moment("svm", 40), LIGHT).panels[0]
    (corner,) = [item for item in panel.items if isinstance(item, Label) and "true" in item.text]
    right = panel.to_page(np.array([corner.place]))[0, 0]
    assert right - text_width(corner.text, corner.size) >= panel.frame.x


@given(st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=2, max_size=40))
def test_that_the_roc_curve_is_that_of_scikit_learn(pairs):
    scores, positive = np.array([float(s) for s, _ in pairs]), np.array([p for _, p in pairs])
    if positive.all() or not positive.any():
        return
    curve, area = roc(scores, positive)
    false, true, _ = metrics.roc_curve(positive, scores, drop_intermediate=False)
    assert np.allclose(curve, np.column_stack([false, true]))
    assert area == pytest.approx(metrics.roc_auc_score(positive, scores))


def test_that_the_dot_on_the_curve_is_the_threshold_in_force():
    at = moment("logistic", 90)
    true, said, _ = answers(at, 0)
    panel = draw(Figure(view="errors", width=400, height=520), at, LIGHT).panels[1]
    expected = [(said[true == 0] == 1).mean(), (said[true == 1] == 1).mean()]
    assert panel.named("now")[0].places[0].tolist() == pytest.approx(expected)
    assert (
        len(draw(Figure(view="errors"), moment("logistic", 9, 4), LIGHT).panels) == 1
    )  # more than two classes have none


@pytest.mark.parametrize("size", [(300, 330), (545, 500)])
def test_that_the_names_of_the_irises_are_whole_at_their_rows_and_columns(size):
    points = make_points("iris")
    at = Snapshot.of(Trace(Document(points, (Learner.of("logistic"),))), 60)
    panel = draw(Figure(view="errors", width=size[0], height=size[1]), at, LIGHT).panels[0]
    labels = [item for item in panel.items if isinstance(item, Label)]
    for name in points.classes:
        assert [label.text for label in labels].count(name) == 2
    places = panel.to_page(np.array([label.place for label in labels]))
    for label, place in zip(labels, places, strict=True):
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
        left = place[0] - share * text_width(label.text, label.size, bold=label.bold)
        assert (
            left >= -0.5
            and left + text_width(label.text, label.size, bold=label.bold) <= size[0] + 0.5
        )
