"""Data frames in and out, compared with pandas and scikit-learn."""

import builtins

import numpy as np
import pandas
import pytest
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

import linlab
from linlab import LinlabError
from linlab.engine.data.columns.axes import Axes
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document

IRIS = load_iris(as_frame=True)
FLOWERS = IRIS.data.assign(species=IRIS.target_names[IRIS.target])
PETALS = ["petal length (cm)", "petal width (cm)"]


def test_that_the_names_of_columns_are_those_of_the_axes_and_names_of_classes_are_kept():
    run = linlab.train("svm", FLOWERS[PETALS], FLOWERS["species"], epochs=2)
    assert run.trace.document.features == tuple(PETALS)
    assert run.classes == ("setosa", "versicolor", "virginica")
    plain = linlab.train("svm", FLOWERS[PETALS].to_numpy(), FLOWERS["species"].tolist(), epochs=2)
    assert np.array_equal(run.theta, plain.theta)


def test_that_the_labels_may_be_a_column_and_two_of_many_columns_must_be_chosen():
    with pytest.raises(LinlabError, match=r"4 columns of numbers.*choose two of sepal length"):
        linlab.train("svm", FLOWERS, "species")
    run = linlab.train("svm", FLOWERS, "species", columns=PETALS, epochs=2)
    assert np.array_equal(run.trace.document.points.x, FLOWERS[PETALS].to_numpy())
    with pytest.raises(LinlabError, match=r"no column “petal lenght \(cm\)” \(did you mean petal"):
        linlab.train("svm", FLOWERS, "species", columns=["petal lenght (cm)", PETALS[1]])
    with pytest.raises(LinlabError, match=r"no column “specie” \(did you mean species"):
        linlab.train("svm", FLOWERS, "specie")


def test_that_standardised_columns_are_those_of_scikit_learn_and_new_rows_get_the_same_scale():
    scaler = StandardScaler().fit(FLOWERS[PETALS])
    run = linlab.train("logistic", FLOWERS, "species", columns=PETALS, standardise=True, epochs=3)
    points = run.trace.document.points
    assert np.allclose(points.x, scaler.transform(FLOWERS[PETALS]))
    assert np.allclose(points.axes.values(points.x), FLOWERS[PETALS])
    assert run.trace.document.features == tuple(f"{name} (standardised)" for name in PETALS)
    few = FLOWERS.sample(7, random_state=1)
    by_hand = run.scores(scaler.transform(few[PETALS]))
    assert np.allclose(run.scores(few), by_hand)
    assert run.predict(few).tolist() == run.predict(scaler.transform(few[PETALS])).tolist()
    with pytest.raises(LinlabError, match=r"trained on the columns petal length \(cm\) and petal"):
        run.predict(few.rename(columns={PETALS[1]: "other"}))


def test_that_a_constant_column_is_moved_to_0_and_not_divided():
    points = linlab.points({"a": [1, 2, 3], "b": [5, 5, 5]}, list("xyx"), standardise=True)
    assert points.x[:, 1].tolist() == [0, 0, 0] and points.axes.scale[1] == (5.0, 1.0)


def test_that_the_axes_are_saved_with_the_document_and_read_back():
    points = linlab.points(FLOWERS, "species", columns=PETALS, standardise=True)
    document = Document(points, (linlab.Learner.of("svm"),))
    again = Document.from_json(document.to_json())
    assert again == document and again.points.axes == points.axes
    assert "axes" not in Points.empty(("A",)).to_json()
    for wrong in ({"names": ["a"]}, {"names": ["a", "b"], "scale": [[0, 0], [0, 1]]}, 3, []):
        with pytest.raises(LinlabError, match="“axes”"):
            Axes.from_json(wrong)


def test_that_any_library_with_names_and_columns_will_do():
    class Table:
        """As Arrow's: `columns` are not names."""

        column_names = ("a", "b", "kind")
        columns = ([0.0, 1.0], [2.0, 3.0], ["no", "yes"])

        def __getitem__(self, name):
            return self.columns[self.column_names.index(name)]

    found = linlab.points(Table(), "kind")
    assert found.axes.names == ("a", "b") and found.x.tolist() == [[0, 2], [1, 3]]
    assert found == linlab.points({"a": [0, 1], "b": [2, 3], "kind": ["no", "yes"]}, "kind")


def test_that_points_become_a_frame_and_come_back_the_same():
    points = linlab.make_points("moons", n=20)
    frame = points.to_frame()
    assert list(frame.columns) == ["x1", "x2", "label"]
    back = linlab.points(frame, "label")
    assert np.array_equal(back.x, points.x) and back.classes == points.classes
    named = linlab.points(FLOWERS, "species", columns=PETALS).to_frame()
    assert list(named.columns) == [*PETALS, "label"]
    assert named["label"].tolist() == FLOWERS["species"].tolist()
    hidden = linlab.make_points("moons", n=20, hidden=50)
    assert hidden.to_frame()["label"].isna().sum() == 10


def test_that_the_frame_of_a_run_has_a_row_for_each_step_with_the_numbers_of_a_loop():
    x, y = [(1.0, 2.0), (-1.0, 0.5), (0.5, -2.0)], [7, 3, 3]
    run = linlab.train("perceptron", x, y, order="cyclic", epochs=4, alpha=1.0)
    frame = run.to_frame()
    assert len(frame) == run.t and frame["t"].tolist() == list(range(1, run.t + 1))
    w, b = np.zeros(2), 0.0
    for row in frame.itertuples():
        i = (row.t - 1) % 3
        sign = 1 if y[i] == 7 else -1
        assert row.label == y[i] and row.score == pytest.approx(w @ x[i] + b)
        if sign * (w @ x[i] + b) <= 0:
            w, b = w + sign * np.array(x[i]), b + sign
        assert (row.w_x1, row.w_x2, row.bias) == pytest.approx((*w, b))
    assert len(run.at(0).to_frame()) == 0


def test_that_without_pandas_a_sentence_says_what_to_install(monkeypatch):
    plain = builtins.__import__

    def without(name, *rest):
        if name == "pandas":
            raise ImportError(name)
        return plain(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(LinlabError, match="needs pandas, which is not installed"):
        linlab.make_points("moons").to_frame()


def test_that_a_column_of_texts_is_read():
    frame = pandas.DataFrame({"text": ["good film", "bad film"] * 3, "label": ["+", "-"] * 3})
    run = linlab.train("perceptron", frame["text"], frame["label"], space="words", epochs=3)
    assert run.predict(frame["text"]).tolist() == frame["label"].tolist()


def test_that_a_name_in_place_of_points_is_refused_with_the_way_to_points():
    with pytest.raises(LinlabError, match="“moons” is a name, not points: give points, such as"):
        linlab.train("svm", "moons")
