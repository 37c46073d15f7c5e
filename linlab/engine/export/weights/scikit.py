"""A trained model as a scikit-learn estimator: a Python file whose `model` contains the trained
numbers.

    feature space   PolynomialFeatures or RBFSampler, then a linear classifier with coef_ and intercept_
    kernel space    k(x, centres) as features, then the same with the coefficients as coef_
    naive Bayes     GaussianNB, or bins and CategoricalNB; they have no decision_function, so the file adds one

Nothing is fitted: `model.predict` and `model.decision_function` answer as the run did. Training in
scikit-learn starts and proceeds differently, so `fit` would give other weights.
"""

from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.text.bag import BagOfWords
from linlab.engine.train.models import Bayes
from linlab.engine.train.moment import TrainedRun

from .code import header, labels_code, read_code, scale_code, space_trouble
from .literals import constant
from .maps import form_of
from .npz import team_trouble, unbounded, uncounted
from .words_code import TWICE_TROUBLE, vectoriser_code
from .words_code import imports as words_imports

_PIPELINE = "from sklearn.pipeline import make_pipeline"


def scikit_text(run: TrainedRun) -> str:
    """The whole file."""
    if scikit_trouble(run):
        raise LinlabError(scikit_trouble(run))
    model = run.moment.model
    imports, blocks = _linear(run) if model.counted is None else _bayes(model.counted)
    function = "model.decision_function(X)" if model.counted is None else "decision_function(X)"
    use = (
        f"model.predict(X) and {function} give linlab's answers and scores for points X (m, 2).",
        "Do not call fit: it would train again, by scikit-learn's own rules.",
    )
    head = header(run, "A scikit-learn model with trained weights.", *use)
    constants = labels_code(run)
    scale = scale_code(run)
    if scale:
        imports = [*{*imports, _PIPELINE, "from sklearn.preprocessing import StandardScaler"}]
        constants = "\n".join([constants, *scale, _SCALER])
        blocks = [each.replace(_JOINT, _SCALED_JOINT) for each in blocks]
        blocks.append("model = make_pipeline(scaler, model)")
    parts = [head, "\n".join(["import numpy as np", *sorted(imports)]), constants, *blocks]
    return "\n\n".join(parts) + "\n"


def scikit_trouble(run: TrainedRun) -> str:
    """Why scikit-learn has no such model; empty if it has."""
    if run.moment.model.vote is not None:
        return (
            "scikit-learn has no voted perceptron: a vote of many weight vectors is not one linear model. Export it as "
            "Python, JSON or NPZ, or use the averaged perceptron."
        )
    if run.moment.model.team:
        return team_trouble(run)
    problem = run.moment.problem
    if isinstance(problem.map, BagOfWords) and problem.map.twice:
        return TWICE_TROUBLE
    counting = run.moment.learner.recipe.counting
    if counting is not None and counting.has_moments:
        tables = run.moment.tables
        variance = tables["variance"]
        if not (tables["P(y)"] > 0).all():
            return "Some class has no counted examples yet, and scikit-learn's GaussianNB cannot have a class of probability 0: train on, or export Python, JSON or NPZ."
        if not (np.isfinite(variance) & (variance > 0)).all():
            return "The variances are too small or too large for scikit-learn's GaussianNB: export Python, JSON or NPZ."
    return (uncounted(run) if run.moment.t else "") or space_trouble(problem) or unbounded(run)


def _linear(run: TrainedRun) -> tuple[list[str], list[str]]:
    problem = run.moment.problem
    learner = run.moment.learner
    loss = run.moment.learner.recipe.loss
    weights, bias = run.moment.weights, run.moment.bias
    if loss.probabilistic:
        imports = ["from sklearn.linear_model import LogisticRegression"]
        made = "LogisticRegression()"
    elif loss.mistake_driven:
        imports = ["from sklearn.linear_model import Perceptron"]
        made = "Perceptron()"
    else:
        imports = ["from sklearn.linear_model import SGDClassifier"]
        made = 'SGDClassifier(loss="hinge")'
    numbers = [
        constant("WEIGHTS", weights, "coefficients of the centres" if problem.dual else ""),
        constant("BIAS", bias),
    ]
    linear = [
        f"linear = {made}",
        "linear.classes_, linear.coef_, linear.intercept_ = CLASSES, WEIGHTS, BIAS",
        f"linear.n_features_in_ = {weights.shape[1]}",
    ]
    form = form_of(problem.map)
    if form is not None and form.scikit is not None:
        phi = form.scikit(problem.map, learner)
        numbers = ["\n".join([*numbers, *phi.constants])]
        if not phi.lines:
            return imports, [*numbers, "\n".join([*linear, "model = linear"])]
        made = "\n".join([*phi.lines, *linear, "model = make_pipeline(phi, linear)"])
        blocks = [*phi.before, *numbers, made]
        needed = [*imports, *phi.imports, _PIPELINE]
        return needed, ["\n\n\n".join(blocks)] if phi.before else blocks
    imports.append(_PIPELINE)
    imports.append("from sklearn.preprocessing import FunctionTransformer")
    constants, functions = read_code(problem, bias=False)
    last = "\n".join([*linear, "model = make_pipeline(FunctionTransformer(read), linear)"])
    return imports, ["\n\n\n".join(["\n".join([*constants, *numbers]), *functions, last])]


@dataclass(frozen=True)
class _Code:
    """Numbers, imports and code of the model, and of log P(y, x)."""

    numbers: list[str]
    imports: list[str]
    code: str
    joint: str


def _bins(model: Bayes) -> _Code:
    arrays, tables = model.counting.arrays(model.counts), model.counting.tables(model.counts)
    numbers = [
        constant("COUNT", model.counts[:, -1], "examples of each class"),
        constant("PRIOR", tables["P(y)"], "P(y)"),
        constant("P_X1", tables["P(x1|y)"], "P(bin of x₁|y)"),
        constant("P_X2", tables["P(x2|y)"], "P(bin of x₂|y)"),
        constant("EDGES", arrays["edges"], "where the second, third, … bin of each axis begins"),
    ]
    imports = [
        "from sklearn.naive_bayes import CategoricalNB",
        _PIPELINE,
        "from sklearn.preprocessing import FunctionTransformer",
    ]
    return _Code(numbers, imports, _CATEGORICAL, "bayes.predict_joint_log_proba(bins(X))")


def _gaussians(model: Bayes) -> _Code:
    tables = model.counting.tables(model.counts)
    numbers = [
        constant("PRIOR", tables["P(y)"], "P(y)"),
        constant("MEAN", tables["mean"], "for each class and axis"),
        constant("VARIANCE", tables["variance"]),
    ]
    imports = ["from sklearn.naive_bayes import GaussianNB"]
    return _Code(numbers, imports, _GAUSSIAN, "bayes.predict_joint_log_proba(X)")


def _words(model: Bayes) -> _Code:
    bag = model.problem.map
    assert isinstance(bag, BagOfWords)
    before, first, more = vectoriser_code(bag)
    arrays = model.counting.arrays(model.counts)
    numbers = [
        *before,
        constant("COUNT", model.counts[:, -1], "texts of each class"),
        constant("PRIOR", arrays["prior"], "P(y)"),
        constant("P_WORD", arrays["p_word"], "P(v|y)"),
    ]
    imports = [
        "from sklearn.naive_bayes import MultinomialNB",
        _PIPELINE,
        *more,
        *words_imports(bag),
    ]
    code = "\n".join([*first, _MULTINOMIAL])
    return _Code(numbers, imports, code, "bayes.predict_joint_log_proba(phi.transform(X))")


_COUNTED = {  # by what is counted
    "categorical": _bins,
    "gaussian": _gaussians,
    "multinomial": _words,
}


def _bayes(model: Bayes) -> tuple[list[str], list[str]]:
    rule = model.problem.learner.recipe.counting
    two = len(model.problem.classes) == 2
    assert rule is not None
    made = _COUNTED[rule.key](model)
    many = "np.where(s.max(axis=1, keepdims=True) > -np.inf, s, np.nan)"
    last = _SCORES.replace("JOINT", made.joint).replace(
        "LAST", "s[:, 1] - s[:, 0]" if two else many
    )
    return made.imports, ["\n".join(made.numbers), f"{made.code}\n\n\n{last}"]


_CATEGORICAL = '''
def bins(X):
    """The bin of each coordinate; points outside belong to the outermost bins."""
    X = np.asarray(X, float)
    return np.stack([np.searchsorted(EDGES[j], X[:, j], side="right") for j in (0, 1)], axis=1)


bayes = CategoricalNB()
with np.errstate(divide="ignore"):  # log 0 = −∞: the class is impossible
    logs = np.log(PRIOR), [np.log(P_X1), np.log(P_X2)]
bayes.classes_, (bayes.class_log_prior_, bayes.feature_log_prob_) = CLASSES, logs
bayes.class_count_, bayes.n_features_in_ = COUNT, 2
model = make_pipeline(FunctionTransformer(bins), bayes)'''

_MULTINOMIAL = """bayes = MultinomialNB()
with np.errstate(divide="ignore"):  # log 0 = −∞: the class is impossible
    logs = np.log(PRIOR), np.log(P_WORD)
bayes.classes_, (bayes.class_log_prior_, bayes.feature_log_prob_) = CLASSES, logs
bayes.class_count_, bayes.n_features_in_ = COUNT, len(WORDS)
model = make_pipeline(phi, bayes)"""

_GAUSSIAN = """bayes = GaussianNB()
bayes.classes_, bayes.class_prior_, bayes.theta_, bayes.var_ = CLASSES, PRIOR, MEAN, VARIANCE
bayes.n_features_in_ = 2
model = bayes"""

_SCALER = """scaler = StandardScaler()
scaler.mean_, scaler.scale_, scaler.var_ = COLUMN_MEANS, COLUMN_DEVIATIONS, COLUMN_DEVIATIONS**2
scaler.n_features_in_ = 2"""
_JOINT = "    s = bayes."
_SCALED_JOINT = "    X = scaler.transform(X)\n    s = bayes."

_SCORES = '''def decision_function(X):
    """linlab's scores: log P(y, x), for two classes their difference. Naive Bayes has no method for them here."""
    s = JOINT
    with np.errstate(invalid="ignore"):  # NaN where every class is impossible
        return LAST'''
