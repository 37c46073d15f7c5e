"""A trained model as a Python file that needs only numpy: `scores`, `predict` and, if the model has
them, `probabilities`.

It repeats the engine's arithmetic operation by operation, so that ties are decided in the same way.
Run as a program it reads a table of points and prints a prediction for each.
"""

from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.text.bag import BagOfWords
from linlab.engine.train.models import Bayes, Model
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.problem import Problem
from linlab.engine.train.tracing.vote_log import Log

from . import words_code
from .code import header, labels_code, read_code, scale_code, space_trouble
from .literals import constant, word_list
from .maps import form_of
from .npz import team_trouble, uncounted, vote_arrays

_USE = (
    "As a program it prints a prediction for each line x1,x2 of a table, or of standard input:",
    "",
    "    python THIS_FILE points.csv",
)
_SCALED_USE = (
    "As a program it prints a prediction for each line of a table whose first line names the COLUMNS:",
    *_USE[1:],
)


def python_text(run: TrainedRun) -> str:
    """The whole file."""
    trouble = python_trouble(run) or uncounted(run)  # asked beforehand at t = 0, it may be counted
    if trouble:
        raise LinlabError(trouble)
    model = run.moment.model
    several = len(run.classes) > 2
    form = form_of(run.moment.problem.map)
    extra = [] if form is None else form.imports(run.moment.problem.map)
    if model.counted is not None:
        constants, functions = _bayes(model.counted)
    else:
        space, read = read_code(run.moment.problem)
        own, scores = (
            _linear(run.moment.problem, run.moment.model)
            if model.vote is None
            else _vote(run.moment.problem, model.vote, several)
        )
        constants = [*space, *own]
        functions = [*read, scores]
    functions.append(
        _PREDICT.replace("WON", "s.argmax(axis=1)" if several else "(s[:, 0] > 0).astype(int)")
    )
    if run.moment.learner.recipe.loss.probabilistic:
        functions.append(_PROBABILITIES.replace("    ZERO\n", "" if several else _ZERO))
    main = _TEXT_MAIN if run.moment.problem.reads_texts else _MAIN
    use = _USE
    scale = scale_code(run)
    if scale:
        functions = [
            _STANDARDISED,
            *(each.replace(_GIVEN, "standardised(x)") for each in functions),
        ]
        main = _SCALED_MAIN
        use = _SCALED_USE
    head = [
        header(run, "A classifier that needs only numpy.", *use),
        "\n".join([*extra, "import numpy as np"]),
        "\n".join([labels_code(run), *scale, *constants]),
    ]
    return "\n\n".join(head) + "\n\n\n" + "\n\n\n".join([*functions, main]) + "\n"


def python_trouble(run: TrainedRun) -> str:
    """Why there is no such file; empty if there is."""
    return (
        team_trouble(run)
        or (uncounted(run) if run.moment.t else "")
        or space_trouble(run.moment.problem)
    )


def _linear(problem: Problem, model: Model) -> tuple[list[str], str]:
    parts = model.parts()
    assert parts is not None
    each = "coefficients, one for each centre" if problem.dual else "weights, one for each feature"
    rows = "a row of" if problem.rows == 1 else "for each class a row of"
    description = f"{rows} {each}{', then the bias' if problem.constant else ''}"
    scores = _TEXT_LINEAR if problem.reads_texts else _LINEAR
    return [constant("THETA", problem.join(*parts), description)], scores


def _vote(problem: Problem, log: Log, several: bool) -> tuple[list[str], str]:
    votes = vote_arrays(problem, log)
    constants = [
        constant(
            "START",
            votes["start"],
            "the weights before the first update, then the bias if there is one",
        ),
        word_list("POINTS", votes["points"].tolist())
        if problem.reads_texts
        else constant("POINTS", votes["points"], "the points where updates happened"),
        constant("LIVES", votes["lives"], "how many steps each of them survived, the start first"),
        constant("PLACE", votes["place"], "the point of each update"),
        constant("STEP", votes["step"], "how far each update moved each row"),
    ]
    plus = "" if problem.bias == "none" else " + 1.0"
    gram = f"k(POINTS, x){plus}" if problem.dual else "read(POINTS) @ read(x).T"
    vote = _MANY if several else "votes[0] += life * np.sign(s[0])"
    scores = _VOTE.replace(f"    {_PLACES}\n", "") if problem.reads_texts else _VOTE
    return constants, scores.replace("GRAM", gram).replace("VOTE", vote)


def _bayes(model: Bayes) -> tuple[list[str], list[str]]:
    constants = [
        constant(name.upper(), value, _TOLD[name])
        for name, value in model.counting.factors(model.counts).items()
    ]
    rule = model.problem.learner.recipe.counting
    assert rule is not None
    many = "np.where(s.max(axis=0) > -np.inf, s, np.nan).T"
    last = "s.T[:, 1:] - s.T[:, :1]" if len(model.problem.classes) == 2 else many
    own = model.problem.map
    if not isinstance(own, BagOfWords):
        return constants, [_COUNTED[rule.key].replace("LAST", last)]
    words, functions = words_code.read_words_code(own, False)
    return [*words, *constants], [*functions, _COUNTED[rule.key].replace("LAST", last)]


_TOLD = {
    "p_word": "P(v|y), a row for each class",
    "prior": "P(y)",
    "mean": "of z, for each class and axis",
    "variance": "of z",
    "centre": "z = (x − CENTRE)/SCALE",
    "scale": "",
    "seen": "examples of each class",
    "in_x1": "of them in each bin of x₁, smoothed",
    "in_x2": "of x₂",
    "of": "the denominator of their product",
    "edges": "where the second, third, … bin of each axis begins",
}

_GIVEN = "np.asarray(x, float).reshape(-1, 2)"
_PLACES = f"x = {_GIVEN}"

_STANDARDISED = '''def standardised(x):
    """Values of the COLUMNS on the scale of the training, with its means and deviations. (m, 2)"""
    return (np.asarray(x, float).reshape(-1, 2) - COLUMN_MEANS) / COLUMN_DEVIATIONS'''

_TEXT_LINEAR = '''def scores(x):
    """The scores THETA · read(x) of texts x (m,). (m, rows)"""
    return read(x) @ THETA.T'''

_LINEAR = '''def scores(x):
    """The scores THETA · read(x) of points x (m, 2). (m, rows)"""
    return read(np.asarray(x, float).reshape(-1, 2)) @ THETA.T'''

_VOTE = '''def scores(x):
    """The votes of all weights, each counted as often as the steps it survived. (m, rows)"""
    x = np.asarray(x, float).reshape(-1, 2)
    s = START @ read(x).T  # (rows, m)
    gram = GRAM  # φ(p) · φ(x)
    votes = np.zeros(s.shape)
    for update, life in enumerate(LIVES, -1):
        if update >= 0:
            s += STEP[update][:, None] * gram[PLACE[update]]
        VOTE
    return votes.T'''

_MANY = "votes[s.argmax(axis=0), np.arange(len(x))] += life"

_GAUSSIAN = '''def scores(x):
    """log P(y, x) = log P(y) − ½ Σ (log 2πσ² + (x − μ)²/σ²); for two classes their difference. (m, rows)"""
    x = np.asarray(x, float).reshape(-1, 2)
    with np.errstate(divide="ignore"):  # log 0 = −∞: the class is impossible
        s = np.log(PRIOR)[:, None]  # (K, m)
    for j in (0, 1):
        mean, variance = MEAN[:, j, None], VARIANCE[:, j, None]
        distance = np.minimum(((x[:, j] - CENTRE[j]) / SCALE - mean) ** 2 / variance, 1e300)
        s = s - 0.5 * (np.log(2.0 * np.pi * variance * SCALE**2) + distance)
    return LAST'''

_CATEGORICAL = '''def scores(x):
    """log P(y, x), P(y, x) = P(y) Π P(bin of x_j|y); for two classes their difference. (m, rows)"""
    x = np.asarray(x, float).reshape(-1, 2)
    i, j = (np.searchsorted(EDGES[k], x[:, k], side="right") for k in (0, 1))
    with np.errstate(divide="ignore", invalid="ignore"):  # log 0 = −∞: the class is impossible
        s = np.log(SEEN[:, None] * (IN_X1[:, i] * IN_X2[:, j]) / OF[:, None])  # (K, m)
        return LAST  # NaN where every class is impossible'''

_MULTINOMIAL = '''def scores(x):
    """log P(y) + Σ count(v) log P(v|y) of texts x (m,); for two classes their difference. (m, rows)"""
    rows = read(x)
    with np.errstate(divide="ignore", invalid="ignore"):  # log 0 = −∞, and 0 · log 0 = 0
        terms = np.where(rows > 0, rows * np.log(P_WORD)[:, None], 0.0)
        s = np.log(PRIOR)[:, None] + terms.sum(axis=2)  # (K, m)
        return LAST'''

_COUNTED = {"categorical": _CATEGORICAL, "gaussian": _GAUSSIAN, "multinomial": _MULTINOMIAL}

_PREDICT = '''def predict(x):
    """The class of each point. (m,)"""
    s = scores(x)
    return CLASSES[WON]'''

_PROBABILITIES = '''def probabilities(x):
    """P(class|x) of each point, in the order of CLASSES. (m, K)"""
    s = scores(x)
    ZERO
    s = np.exp(s - s.max(axis=1, keepdims=True))
    return s / s.sum(axis=1, keepdims=True)'''
_ZERO = "    s = np.concatenate([np.zeros_like(s), np.clip(s, -1e3, 1e3)], axis=1)\n"

_TEXT_MAIN = """if __name__ == "__main__":
    import csv
    import sys

    with open(sys.argv[1], encoding="utf-8-sig", newline="") if sys.argv[1:] else sys.stdin as file:
        rows = [row for row in csv.reader(file) if any(row)]
    named = bool(rows) and "text" in rows[0]
    texts = [row[rows[0].index("text") if named else 0] for row in rows[named:]]
    for begin in range(0, len(texts), 100):
        print(*predict(texts[begin : begin + 100]), sep="\\n")"""

_MAIN = """if __name__ == "__main__":
    import csv
    import sys

    with open(sys.argv[1], encoding="utf-8-sig", newline="") if sys.argv[1:] else sys.stdin as file:
        rows = [row for row in csv.reader(file) if any(row)] or [["x1", "x2"]]
    named = {"x1", "x2"} <= set(rows[0])
    first, second = (rows[0].index("x1"), rows[0].index("x2")) if named else (0, 1)
    try:
        points = [(float(row[first]), float(row[second])) for row in rows[named:]]
    except (IndexError, ValueError):
        sys.exit("Each line must begin with two numbers, or a first line must say which columns are x1 and x2.")
    for begin in range(0, len(points), 1000):
        print(*predict(points[begin : begin + 1000]), sep="\\n")"""

_SCALED_MAIN = """if __name__ == "__main__":
    import csv
    import sys

    with open(sys.argv[1], encoding="utf-8-sig", newline="") if sys.argv[1:] else sys.stdin as file:
        rows = [row for row in csv.reader(file) if any(row)] or [COLUMNS]
    if not set(COLUMNS) <= set(rows[0]):
        sys.exit("The first line must name the columns " + " and ".join(COLUMNS) + ".")
    first, second = (rows[0].index(name) for name in COLUMNS)
    try:
        points = [(float(row[first]), float(row[second])) for row in rows[1:]]
    except (IndexError, ValueError):
        sys.exit("Each line must have a number in the columns " + " and ".join(COLUMNS) + ".")
    for begin in range(0, len(points), 1000):
        print(*predict(points[begin : begin + 1000]), sep="\\n")"""
