"""Learners: settings checked, refused and explained."""

import pytest

import linlab
from linlab import Learner, LinlabError
from linlab.engine.learner.parameters import PARAMETERS
from tests.engine.plane import plane_catalog


@pytest.mark.parametrize(
    ("model", "settings", "says"),
    [
        ("magic", {}, "perceptron, averaged-perceptron"),
        ("svm", {"lamda": 1}, "There is no setting “lamda”.*lam"),
        ("svm", {"lam": -1}, "from 0"),
        ("svm", {"lam": "x"}, "“x” is not a value of lam"),
        ("svm", {"lam": float("nan")}, "lam"),
        ("svm", {"lam": True}, "lam"),
        ("svm", {"alpha": 0}, "above 0"),
        ("svm", {"rate": "fast"}, "constant, inverse-time, inverse-root, pegasos"),
        (
            "svm",
            {"space": "hyper"},
            "linear, monomial, fourier, binning, words, linear-kernel, polynomial, rbf, laplace",
        ),
        ("svm", {"degree": 2.5}, "whole number"),
        ("svm", {"batch": "some"}, "all"),
        ("svm", {"lam": 1, "C": 1}, "not both"),
        ("svm", {"space": "rbf", "optimiser": "adagrad"}, "AdaGrad .* coefficients of examples"),
        ("logistic", {"space": "rbf", "penalty": "l1"}, "L1 .* coefficients of examples"),
        ("svm", {"optimiser": "lbfgs"}, "smooth"),
        ("logistic", {"optimiser": "cg", "penalty": "l1"}, "smooth"),
        ("logistic", {"optimiser": "cg", "average": "mean"}, "nothing to average"),
        ("svm", {"average": "voted"}, "needs a perceptron"),
        ("perceptron", {"average": "voted", "batch": 3}, "one example at a time"),
        ("svm", {"rate": "pegasos", "lam": 0}, "λ > 0"),
        ("svm", {"rate": "pegasos", "penalty": "none"}, "λ > 0"),
        ("pegasos", {"lam": 0}, "λ > 0"),
        ("perceptron", {"lam": 0.1}, "Perceptron fixes lam"),
        ("mira", {"lam": 0.1}, "MIRA fixes lam"),
        ("naive-bayes", {"space": "rbf"}, "Naive Bayes has no setting “space”"),
        ("pegasos", {"rate": "constant"}, "fixes rate"),
    ],
)
def test_that_a_wrong_name_or_value_is_refused_with_what_is_allowed(model, settings, says):
    with pytest.raises(LinlabError, match=says):
        Learner.of(model, **settings)


def test_that_c_is_one_over_lambda_except_for_mira():
    assert Learner.of("svm", C=4)["lam"] == 0.25
    assert Learner.of("mira", C=4)["C"] == 4


def test_that_numbers_given_as_text_count_as_numbers():
    assert Learner.of("svm", lam="0.5", degree="2")["degree"] == 2
    assert Learner.of("svm", batch="all")["batch"] == "all"


def test_that_a_setting_can_be_taken_back():
    learner = Learner.of("svm", lam=3).replace(lam=None)
    assert learner == Learner.of("svm")


def test_that_a_setting_that_does_nothing_says_why():
    assert "no sharpness γ" in Learner.of("svm").idle("gamma")
    assert not Learner.of("svm", space="rbf").idle("gamma")
    assert "does not use" in Learner.of("svm", rate="pegasos").idle("alpha")
    assert "momentum" in Learner.of("svm").idle("momentum")
    assert "own learning rate" in Learner.of("logistic", optimiser="adadelta").idle("alpha")
    assert "whole objective" in Learner.of("logistic", optimiser="lbfgs").idle("batch")
    assert "penalty" in Learner.of("svm", penalty="none").idle("lam")
    assert "no setting" in Learner.of("naive-bayes").idle("t0")
    assert "fixes lam" in Learner.of("naive-bayes").idle("lam")


@pytest.mark.parametrize("model", plane_catalog())
def test_that_every_setting_of_a_model_can_be_set_to_its_own_default(model):
    recipe = plane_catalog()[model]
    defaults = {name: Learner.of(model)[name] for name in recipe.parameters}
    assert Learner.of(model, **defaults).settings == Learner.of(model).settings


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=PARAMETERS)
def test_that_a_parameter_accepts_its_default_and_declares_its_control(parameter):
    assert parameter.check(parameter.default) == parameter.default
    assert parameter.symbol
    assert parameter.title
    assert parameter.help
    if parameter.choices is None:
        low, high = parameter.slider
        assert parameter.low <= low < high <= parameter.high
        assert low > 0 or not parameter.log


def test_that_perceptron_and_averaged_perceptron_differ_only_in_the_read_out():
    points = linlab.make_points("blobs", seed=2)
    a = linlab.train("perceptron", points, average="mean", epochs=3)
    b = linlab.train("averaged-perceptron", points, epochs=3)
    assert (a.weights == b.weights).all()
