"""linlab.Classifier has scikit-learn's habits, and the weights of linlab.train."""

import warnings

import numpy as np
import pandas
import pytest
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.inspection import DecisionBoundaryDisplay
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import linlab
from linlab import Classifier, LinlabError

IRIS = load_iris()
PETALS = IRIS.data[:, 2:]
TWO = PETALS[50:], IRIS.target_names[IRIS.target[50:]]  # versicolor and virginica


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("svm", {"lam": 0.01, "space": "rbf"}),
        ("logistic", {"alpha": 0.3}),
        ("perceptron", {"average": "mean"}),
        ("naive-bayes", {}),
    ],
)
def test_that_the_weights_are_those_of_train_to_the_bit(model, settings):
    own = Classifier(model, epochs=7, seed=3, **settings).fit(*TWO)
    run = linlab.train(model, *TWO, epochs=7, seed=3, **settings)
    assert np.array_equal(own.run_.theta, run.theta)
    assert own.predict(TWO[0]).tolist() == run.predict(TWO[0]).tolist()


def test_that_a_clone_is_the_same_but_not_fitted():
    first = Classifier("svm", lam=0.01, space="rbf", epochs=5).fit(*TWO)
    copy = clone(first)
    assert copy.get_params() == first.get_params() and not hasattr(copy, "run_")
    assert repr(copy) == "Classifier('svm', lam=0.01, space='rbf', epochs=5)"
    assert is_classifier(copy)


def test_that_a_parameter_can_be_set_and_a_wrong_name_is_refused_with_the_right_one():
    classifier = Classifier("svm").set_params(lam=0.5, epochs=2)
    assert classifier.get_params()["lam"] == 0.5 and classifier.epochs == 2
    with pytest.raises(LinlabError, match=r"no setting “gama” \(did you mean gamma\?\)"):
        classifier.set_params(gama=2)
    with pytest.raises(LinlabError, match="did you mean svm"):
        Classifier("svn").fit(*TWO)
    with pytest.raises(LinlabError, match="did you mean lam"):
        Classifier("svm", lamb=1).fit(*TWO)


def test_that_the_sign_of_the_decision_is_that_of_the_second_class_also_where_texts_are_numbers():
    x = np.array([(0.0, 0.0), (0.0, 1.0), (4.0, 0.0), (4.0, 1.0)])
    y = np.array(["9", "9", "10", "10"])  # scikit-learn sorts "10" before "9", linlab 9 before 10
    own = Classifier("logistic", epochs=50).fit(x, y)
    assert own.classes_.tolist() == ["10", "9"]
    assert (own.decision_function(x) > 0).tolist() == [True, True, False, False]
    assert own.predict(x).tolist() == y.tolist()
    assert own.predict_proba(x).argmax(axis=1).tolist() == [1, 1, 0, 0]
    assert own.score(x, y) == 1.0


def test_that_probabilities_are_the_logistic_function_of_the_decision():
    own = Classifier("logistic", epochs=20).fit(*TWO)
    found = own.predict_proba(TWO[0])
    assert np.allclose(found[:, 1], 1 / (1 + np.exp(-own.decision_function(TWO[0]))))
    assert np.allclose(found.sum(axis=1), 1)
    assert roc_auc_score(TWO[1] == "virginica", found[:, 1]) > 0.9


def test_that_a_model_without_probabilities_has_no_predict_proba():
    assert not hasattr(Classifier("svm"), "predict_proba")
    assert not hasattr(Classifier("svm", epochs=1).fit(*TWO), "predict_proba")
    assert hasattr(Classifier("logistic"), "predict_proba")


def test_that_three_classes_have_a_decision_each():
    own = Classifier("logistic", epochs=30).fit(PETALS, IRIS.target)
    found = own.decision_function(PETALS)
    assert found.shape == (150, 3) and own.classes_.tolist() == [0, 1, 2]
    assert (found.argmax(axis=1) == own.predict(PETALS)).all()
    assert own.predict(PETALS).dtype == IRIS.target.dtype


def test_that_a_pipeline_and_a_grid_search_find_what_a_loop_finds():
    grid = [0.001, 1.0]
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    pipe = make_pipeline(StandardScaler(), Classifier("svm", epochs=5))
    search = GridSearchCV(pipe, {"classifier__lam": grid}, cv=folds).fit(*TWO)
    expected = []
    for lam in grid:
        scores = []
        for train, test in folds.split(*TWO):
            scaler = StandardScaler().fit(TWO[0][train])
            run = linlab.train(
                "svm", scaler.transform(TWO[0][train]), TWO[1][train], epochs=5, lam=lam
            )
            said = run.predict(scaler.transform(TWO[0][test]))
            scores.append(accuracy_score(TWO[1][test], said))
        expected.append(np.mean(scores))
    assert search.cv_results_["mean_test_score"].tolist() == pytest.approx(expected)
    assert search.best_params_["classifier__lam"] == grid[int(np.argmax(expected))]


def test_that_cross_validation_works_also_behind_an_analysis_of_components():
    pipe = make_pipeline(PCA(2), Classifier("logistic", epochs=10))
    assert cross_val_score(pipe, IRIS.data, IRIS.target, cv=3).mean() > 0.85


def test_that_the_boundary_drawn_by_scikit_learn_is_that_of_the_scores():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    own = Classifier("svm", space="rbf", epochs=5).fit(*TWO)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        display = DecisionBoundaryDisplay.from_estimator(own, TWO[0], grid_resolution=12)
    pyplot.close("all")
    scores = own.run_.scores(np.c_[display.xx0.ravel(), display.xx1.ravel()])
    assert np.allclose(display.response.ravel(), scores[:, 0])


def test_that_other_numbers_of_features_are_refused_in_words():
    with pytest.raises(LinlabError, match="has two features, but X has 4: choose two columns"):
        Classifier().fit(IRIS.data, IRIS.target)
    own = Classifier(epochs=1).fit(*TWO)
    assert own.n_features_in_ == 2
    with pytest.raises(ValueError, match="features"):
        own.predict(IRIS.data)
    with pytest.raises(LinlabError, match="one class"):
        Classifier().fit(PETALS[:5], IRIS.target[:5])


def test_that_the_names_of_a_frame_are_those_of_the_axes():
    frame = pandas.DataFrame(PETALS, columns=["length", "width"])
    own = Classifier("svm", epochs=1).fit(frame, IRIS.target)
    assert own.feature_names_in_.tolist() == ["length", "width"]
    assert own.run_.trace.document.features == ("length", "width")
    assert own.predict(frame).tolist() == own.predict(frame).tolist()


def test_that_texts_are_read_in_the_space_of_words():
    texts = ["a good film", "a bad film", "good acting", "bad acting"] * 3
    labels = ["+", "-", "+", "-"] * 3
    own = Classifier("perceptron", space="words", epochs=5).fit(texts, labels)
    assert own.predict(["a good one", "a bad one"]).tolist() == ["+", "-"]


def test_that_undecided_points_get_the_most_frequent_class():
    x = [(0.0, 0.0), (1.0, 1.0), (1.0, 1.0)]
    own = Classifier("vote", others=["perceptron", "svm"], how="majority", epochs=0, steps=None)
    own.fit(x, ["a", "b", "b"])
    assert set(own.predict(x).tolist()) <= {"a", "b"}


def test_that_it_shows_itself_in_a_notebook():
    shown = Classifier("svm", lam=0.1)._repr_mimebundle_()
    assert "Classifier" in shown["text/plain"] and "Classifier" in shown["text/html"]
