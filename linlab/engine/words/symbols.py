"""The key to the symbols: one notation for rule, arithmetic, sentences, controls and files, each
symbol with its meaning.

A symbol has one meaning on a screen. The table says how to find it in a formula and in plain text,
what it means for the current learner, its value now, and the letter that each lecture has for it;
`key` picks the symbols that are on the screen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS, Parameter
from linlab.engine.learner.spaces import space
from linlab.engine.train.measures import without_noise
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step

from .signs import numbered
from .sums import read_of

_FEW = 3  # most numbers listed
LECTURES = ("Zhang", "Riezler", "Eisenstein", "Bunescu", "Carpuat")
_OF_SETTINGS = {  # the letters of the lectures for settings
    "alpha": "α / α /  / η / α",
    "lam": "λ / λ /  / λ, α / ",
    "C": "C / C / C / C / ",
    "momentum": " / μ /  /  / ",
    "smoothing": " /  / α /  / ",
}


@dataclass(frozen=True)
class Now:
    """The moment of the values; there is no step at t = 0."""

    problem: Problem
    theta: np.ndarray
    t: int
    step: Step | None

    @property
    def learner(self) -> Learner:
        return self.problem.learner

    @property
    def shown(self) -> np.ndarray:
        return without_noise(self.problem, self.theta)

    @property
    def two(self) -> bool:
        return len(self.problem.classes) == 2

    @property
    def one(self) -> Step | None:
        """The step, if it was made with one example."""
        return self.step if self.step is not None and len(self.step.labels) == 1 else None


@dataclass(frozen=True)
class Symbol:
    """A symbol; `latex` finds it in a formula, `plain` in plain text, unless they are empty."""

    sign: str
    meaning: str | Callable[[Now], str]
    latex: str = ""
    plain: str = ""
    value: Callable[[Now], str] = lambda now: ""
    settings: tuple[str, ...] = ()  # the parameters that it stands for, one of which is in force
    letters: str = ""  # of the lectures, in their order; empty where a lecture does not have it

    @property
    def in_lectures(self) -> tuple[str, ...]:
        found = [each.strip() for each in self.letters.split(" / ")] if self.letters else []
        return tuple(found + [""] * (len(LECTURES) - len(found)))


def _of_step(tell: Callable[[Step], str]) -> Callable[[Now], str]:
    return lambda now: tell(now.one) if now.one is not None else ""


def _theta(now: Now) -> str:
    return (
        _listed(now.shown, now.problem.rows) or f"‖θ‖ = {number(float(np.linalg.norm(now.theta)))}"
    )


def _weights(now: Now) -> str:
    w = now.problem.split(now.shown)[0]
    return _listed(w, now.problem.rows) or f"‖w‖ = {number(now.problem.length(now.theta))}"


def _weighing(now: Now) -> str:
    return (
        "the weights in the space of the kernel: w = Σ aⱼ φ(x of #j)"
        if now.problem.dual
        else _plain_weights(now)
    )


def _plain_weights(now: Now) -> str:
    what = "x₁ and x₂" if now.learner.straight else "the features"
    one = "" if now.two else "; each class has its own"
    return f"the weights of {what}{one}"


def _bias(now: Now) -> str:
    return _listed(now.problem.split(now.shown)[1][:, None], 1)


def _listed(values: np.ndarray, rows: int) -> str:
    flat = values.ravel().tolist()
    return ", ".join(map(number, flat)) if len(flat) <= _FEW and rows == 1 else ""


def _coefficients(now: Now) -> str:
    held = now.problem.split(now.theta)[0]
    return f"{np.count_nonzero(held.any(axis=0))} of {held.shape[1]} are not 0"


def _features(now: Now) -> str:
    what = "text: a number for each word" if now.problem.reads_texts else "point"
    return f"the features of a {what} ({space(now.learner['space']).title})"


def _plane(now: Now) -> str:
    names = now.problem.map.names if now.problem.map is not None else ()
    return f"({', '.join(names)})" if 0 < len(names) <= 6 else f"{grouped(len(names))} numbers"


def _learnt(now: Now) -> str:
    learnt = "a" if now.problem.dual else "w"
    return f"all that is learnt, in one: ({learnt}, b)" if now.problem.constant else "w"


def _counted(now: Now) -> str:
    seen = zip(now.problem.classes, now.theta[:, -1].tolist(), strict=True)
    return ", ".join(f"{name} {count:.0f}" for name, count in seen)


def _counted_words(now: Now) -> str:
    """All words of each class together."""
    seen = zip(now.problem.classes, now.theta[:, :-1].sum(axis=1).tolist(), strict=True)
    return "Σ " + ", ".join(f"{name} {number(count)}" for name, count in seen)


def _joint(now: Now) -> str:
    each = "each word" if now.problem.reads_texts else "each coordinate"
    what = "a text" if now.problem.reads_texts else "a point"
    return f"the probability of a class and {what} together: P(c) times that of {each}"


def _score(now: Now) -> str:
    if now.learner.recipe.of_others:
        return "the share of the votes for a class; for two classes, that of the last minus that of the first"
    if now.learner.recipe.counting:
        return (
            "log P(y, x) of the last class minus that of the first"
            if now.two
            else "the score of a class: log P(y, x)"
        )
    return (
        "the score of a point; above 0, the answer is the last class"
        if now.two
        else ("the score of a class; the largest score gives the answer")
    )


def _margin(now: Now) -> str:
    form = "y·s" if now.two else "s of its class y minus s of z, the best wrong class"
    return f"the margin of an example: {form}; a margin of 0 or less is a mistake"


def _labels(now: Now) -> str:
    if now.two:
        low, high = now.problem.classes
        return f"the class of an example: −1 is {low}, +1 is {high}"
    return "the class of an example"


def _label(step: Step) -> str:
    if len(step.classes) > 2:
        sign = ""
    elif step.labels[0]:
        sign = ", +1"
    else:
        sign = ", −1"
    return f"{step.label}{sign}"


def _objective(now: Now) -> str:
    w = "(w, b)" if now.learner["bias"] == "regularised" else "w"
    size = {"l2": f"½‖{w}‖²", "l1": f"‖{w}‖₁"}.get(now.learner["penalty"], "")
    if now.learner.recipe.counting:
        return f"the objective: the mean of {now.learner.recipe.averaged}"
    return "the objective: the mean loss" + (f" + λ·{size}" if now.learner.decay > 0 else "")


def _derived(now: Now) -> str:
    """L of the derivations."""
    if now.learner.recipe.judge.smooth:
        return "the log-likelihood: the mean of ln P(y|x) over the examples"
    return "the Lagrangian: what is minimised, and each constraint times its multiplier"


def _setting(name: str, now: Now) -> str:
    value = now.learner[name]
    return value if isinstance(value, str) else number(value, 4)


def _loss(now: Now) -> str:
    judge = now.learner.recipe.judge
    return f"the loss of an example: {judge.title.lower()}, {judge.idea}"


def _answer(now: Now) -> str:
    return (
        "the answer, ŷⱼ that of member j; […] is 1 if it is true, else 0"
        if now.learner.recipe.of_others
        else "the answer"
    )


def _kernel(now: Now) -> str:
    return f"how similar two points are: {space(now.learner['space']).title}"


def _numbers(of: Callable[[Step], np.ndarray]) -> Callable[[Now], str]:
    return _of_step(lambda step: ", ".join(map(number, of(step).tolist())))


def _settings() -> tuple[Symbol, ...]:
    """The numeric settings, which their controls explain."""
    found = dict[str, tuple[Parameter, ...]]()
    for each in PARAMETERS.values():
        if each.numeric and each.name != "early":
            found[each.symbol] = (*found.get(each.symbol, ()), each)
    return tuple(
        Symbol(
            sign,
            partial(_meaning_of_setting, of) if len(of) > 1 else _explained(of[0]),
            value=partial(_value_of_setting, of),
            settings=tuple(each.name for each in of),
            letters=_OF_SETTINGS.get(of[0].name, ""),
        )
        for sign, of in found.items()
    )


def _explained(parameter: Parameter) -> str:
    return f"{parameter.title.lower()}, {parameter.help}"


def _value_of_setting(of: tuple[Parameter, ...], now: Now) -> str:
    return _setting(_in_force(of, now).name, now)


def _meaning_of_setting(of: tuple[Parameter, ...], now: Now) -> str:
    return _explained(_in_force(of, now))


def _in_force(of: tuple[Parameter, ...], now: Now) -> Parameter:
    """The one that the model uses; the first if it uses none."""
    return next((each for each in of if not now.learner.idle(each.name)), of[0])


SYMBOLS: tuple[Symbol, ...] = (
    Symbol("t", "the number of steps made so far", r"\bt\b", r"\bt\b|√t|λt", lambda now: grouped(now.t),
           letters=" / i / t / τ, t / t"),
    Symbol("#i", lambda now: "the example of this step" if now.problem.batch == 1 else "each example in turn", r"_i\b|,i\}", r"#\d",
           _of_step(lambda step: numbered(step.example)),
           letters="i / t / i / n / i"),
    Symbol("x", lambda now: "a text" if now.problem.reads_texts else "a point: its two coordinates", r"\bx\b|\bx_", r"\bx\b",
           _of_step(lambda step: "" if step.x is None else read_of(step)[1]),
           letters="x / x / x / x / x"),
    Symbol("x′", "a point and what the base model says about it", r"\bx'", "x′"),
    Symbol("y", _labels, r"\by\b|\by_|_y\b|\{y,|_\{y", r"\(y[|,]", _of_step(_label),
           letters="y / y / y / t / y"),
    Symbol("w", _weighing, r"\bw\b|\bw_|\bw\^", r"\bw\b|w[₁₂[]", _weights,
           letters="θ / ω / w / w / θ, w"),
    Symbol("b", lambda now: "the bias: the score where x is 0" if now.learner.straight else "the bias: what is added to every score",
           r"\bb\b|\bb_|\bb\^", r"\bb\b", _bias,
           letters=" /  /  / w₀, b / "),
    Symbol("θ", _learnt, r"\\theta", "θ", _theta,
           letters="θ / ω / w / w / θ"),
    Symbol("a", "the coefficients of the examples, instead of weights in a kernel space", r"\ba\b|\ba_|\ba\^",
           "a[₀-₉ⱼ]|all other a", _coefficients,
           letters=" / α /  /  / "),
    Symbol("φ(x)", _features, r"\\varphi", "φ", _plane,
           letters="φ(x), φ(x, c) / φ(x, y) / f(x, y) / φ(x) / f(x, y)"),
    Symbol("k(x, x′)", _kernel, r"\bk\(x|\be_i|\ba_", r"\bk\(x",
           letters=" / K /  /  / "),
    Symbol("s", _score, r"\bs\b|\bs_", r"\bs\b", _numbers(lambda step: step.score),
           letters="θ·φ(x) / ω·φ(x, y) / w·f(x, y) / h(x) / θ·f(x, y)"),
    Symbol("z", "the wrong class with the best score", r"_z\b|= z|,z|z,", value=_of_step(lambda step: step.classes[int(step.rivals[0])]),
           letters="z / y′ / ŷ /  / ŷ"),
    Symbol("m", _margin, r"\bm\b|\bm_i", r"\bm\b", _of_step(lambda step: number(step.margin)),
           letters="y θ·φ(x) /  / γ / t h(x) / "),
    Symbol("ℓ", _loss, r"\\ell", "ℓ", lambda now: "" if now.step is None else number(now.step.loss),
           letters=" / loss / ℓ / ξ / ℓ"),
    Symbol("P(y|x)", "the probability of a class at a point", r"P\([yc](_i)? \| x|P_j\(c|P_", r"P\(y\|x",
           _of_step(lambda step: "" if step.team else number(float(np.exp(-step.loss)))),
           letters="P(y|x) / P(y|x) /  / p(C|x) / p(y|x)"),
    Symbol("P(c)", "the share of a class among the examples counted so far", r"P\(c\)",
           letters="P(c) / P(y) / P(y) /  / μ"),
    Symbol("P(y, x)", _joint, "", r"P\(y, x\)",
           letters=" / P(x, y) / P(x, y) /  / p(x, y)"),
    Symbol("p", "the pull −∂ℓ/∂s of an example: which way its score should go, how strongly", r"\bp\b|\bp_", r"\bp\b|αp|αₜp|τp",
           _numbers(lambda step: step.pull)),
    Symbol("c", "a class, each in turn; […] is 1 if it is true, else 0", r"_c\b|\bc\b|\{c,",
           letters="c / y / y / C / y"),
    Symbol("e", "a vector that is 1 at an example and 0 elsewhere", r"\be_"),
    Symbol("αₜ", "the learning rate of this step, by its schedule", r"\\alpha_t", "αₜ",
           lambda now: "" if now.step is None else number(now.step.rate)),
    Symbol("τ", "the learning rate of this step, by its loss", r"\\tau", "τ",
           lambda now: "" if now.step is None else number(now.step.rate),
           letters=" /  / τ /  / "),
    Symbol("ρ", "the reach: how much an update of τ = 1 raises the margin; the squared length of the gradient", r"\\rho", "ρ",
           _of_step(lambda step: number(step.reach) if step.reach > 0 else "")),
    Symbol("|B|", "the batch: how many examples a step averages over", r"\|B\|",
           value=lambda now: "" if now.step is None else grouped(len(now.step.labels))),
    Symbol("g", "the gradient: the slope of the loss, and of the penalty if λ is in it", r"\bg\b", "‖g‖",
           letters="g / ∇ /  / ∇ / "),
    Symbol("h", "the learning rate of each weight", r"\bh\b", r"\bhλ|\bh\b"),
    Symbol("u, v", "running means, u of the gradient and v of its square; the hat corrects for their start at 0", r"(?<![(_])\bv\b"),
    Symbol("w\u0304", "a bar: the mean over all steps so far, which answers", r"\\bar", "\u0304",
           letters=" / ω\u0304 / w\u0304 /  / θ\u0304"),
    Symbol("ŷ", _answer, r"\\hat y",
           letters=" / y′ / ŷ / y / ŷ"),
    Symbol("vⱼ", "the weight of a member's vote", r"\bv_j"),
    Symbol("vₖ", "the votes of the k-th w: how many steps it survived", r"\bv_k"),
    Symbol("n(y)", "how many examples of a class were counted", r"\bn_(?!0)", value=_counted,
           letters=" /  / count(Y = y) /  / count(Y = y)"),
    Symbol("v, count(v)", "a word of the vocabulary, and how often it is in the text", r"\(v\)", r"count\(v\)",
           letters=" /  / j, xⱼ /  / j, xᵢⱼ"),
    Symbol("n(v, y)", "how often a word was counted in the texts of a class", r"\bn\(v", r"\bn\(“", _counted_words,
           letters=" /  / count(Y = y, i) /  / Σ xᵢⱼ"),
    Symbol("P(v|y)", "the probability of a word in the texts of a class: (n(v, y) + n₀) / (Σ n(u, y) + n₀·|V|)", r"P\(v", r"P\(“",
           letters=" / P(φᵢ(x)|y) / θ[y,i], ϕ[y] /  / φ[y,j]"),
    Symbol("|V|", "the vocabulary: how many different words there are", r"P\(v", r"\|V\|",
           lambda now: grouped(len(now.problem.names or ()))),
    Symbol("β", "the weight of a member's vote: larger for fewer mistakes", r"\\beta"),
    Symbol("ε", "the share of examples that a member gets wrong, by their weights", r"\\varepsilon"),
    Symbol("μ(y)", "the mean of the features of a class", r"\\mu_y"),
    Symbol("μ, σ²", "mean and variance of a class along an axis", r"\\sigma"),
    Symbol("N", "the number of training examples", r"\bN\b", value=lambda now: grouped(now.problem.n),
           letters="N / |T| /  / N / N"),
    Symbol("J", _objective, r"\bJ\b", r"\bJ\b|∇J",
           letters="L, F / L /  / J, E / "),
    Symbol("J*, w*", "the objective and the weights at the exact optimum", "", r"J\*|w\*"),
    Symbol("M", "the mistakes made so far", "", r"\bM\b|√M",
           letters=" / k /  /  / "),
    Symbol("R", "the largest ‖(x, 1)‖ of any example; times √2 for more than two classes", "", r"·R\b|R/|\bR\b",
           letters=" / R /  /  / "),
    Symbol("γ*", "the data's margin: the largest distance to the boundary that all examples can have", "", r"γ\*",
           letters=" / γ /  /  / "),
    Symbol("u", "the (w, b) of length 1 that has it", "", "u·θ",
           letters=" / u /  /  / "),
    Symbol("ξ", "the slack of an example: how far its margin falls short of 1", "", "ξ", letters=" / ξ / ξ / ξ / "),
    Symbol("δ", "the probability with which the bound may fail", "", "δ"),
    Symbol("κ", "a Lagrange multiplier: what one more unit of probability would be worth", "", "κ"),
    Symbol("Φ(x)", "the features of x in another order, or with repetitions, than φ(x)", "", r"Φ\("),
    Symbol("L", _derived, "", r"\bL\b|∂L"),
    *_settings(),
)  # fmt: skip
