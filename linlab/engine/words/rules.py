r"""The update rule in force, as LaTeX, exactly as it is made.

    w ← (1 − αλ) w + α p x,  b ← b + α p,  p = y if the margin is below the wall of the loss, otherwise 0

The pull p comes from the loss, the learning rate from its schedule, and the rest from the optimiser,
the penalty and the bias. x and y are those of the example in hand; of a batch, each example i has
its own. Last comes what answers, if it is not the last weights. Shrinking, L1 and momentum happen
even if nothing pulls, so an “if” never applies to them: it moves into p. The signs are those of
`listing.notation`, and what they mean is in `symbols`.
"""

from linlab.engine.learner.learner import Learner

from .listing.notation import Notation

_VOTES = {  # of the answer alone
    "majority": r"\hat y = c \quad \mathrm{if} \quad \sum_j [\hat y_j = c] > \frac{1}{2} \sum_j 1",
    "plurality": r"\hat y = \mathrm{argmax}_c \sum_j [\hat y_j = c]",
    "soft": r"\hat y = \mathrm{argmax}_c \sum_j P_j(c | x)",
    "bag": r"\hat y = \mathrm{argmax}_c \sum_j [\hat y_j = c]",
    "boost": r"\hat y = \mathrm{argmax}_c \sum_k \beta_k [\hat y_k = c], \quad \beta_k = \ln \frac{1 - \varepsilon_k}{\varepsilon_k} + \ln (\mathrm{classes} - 1)",
    "weighted": r"\hat y = \mathrm{argmax}_c \sum_j v_j [\hat y_j = c]",
}
_STACKS = {  # what the top model gets beside x
    "label": r"x' = (x, [\hat y_{\mathrm{base}} = c] \; \mathrm{for \; each \; class} \; c)",
    "probability": r"x' = (x, P_{\mathrm{base}}(c | x) \; \mathrm{for \; each \; class} \; c)",
    "bins": r"x' = (x, [P_{\mathrm{base}}(c | x) \in [0, 0.1)], \dots)",
}


def rule(learner: Learner, classes: int) -> str:
    """The update rule in force, as LaTeX; its statements are separated by `, \\quad `."""
    own, optimiser = learner.recipe, learner.optimiser
    notation = Notation(learner, classes > 2)
    if "outputs" in own.parameters:
        return rf"s = w \cdot x' + b, \quad {_STACKS[learner['outputs']]}"
    if own.of_others:
        return _VOTES[learner["how"] if "how" in own.parameters else own.kind]
    if own.counting is not None:
        statements = (
            rf"{own.counting.update}, \quad \hat y = \mathrm{{argmax}}_c {own.counting.joint}"
        )
        plane = not own.in_a_space or learner.straight
        return statements.replace(r"\varphi(x)", "x") if plane else statements
    if optimiser.solver:
        return _solved(notation)
    if (
        learner["batch"] == 1
        and optimiser.name == "sgd"
        and learner.decay == 0
        and own.loss.kink is not None
        and own.loss.pull[0].startswith("y")
    ):
        lines = _if_it_pulls(notation)  # nothing moves if nothing pulls
    elif optimiser.linear:
        lines = [*_linear(notation), *_pull(notation)]
    else:
        lines = [*_adaptive(notation), *_pull(notation)]
    return r", \quad ".join([*lines, *_score(notation), *_rate(notation), *_answer(notation)])


def _many(notation: Notation) -> bool:
    """Whether a step takes more than one example."""
    return bool(notation.learner["batch"] != 1)


def _of(notation: Notation, sign: str) -> str:
    """A sign of the example in hand; of each example i, in a batch."""
    if not _many(notation):
        return sign
    for plain in ("P(c | x)", "P(y | x)"):
        sign = sign.replace(plain, plain.replace("x", "x_i").replace("y", "y_i"))
    out = sign.replace("[c = y]", "[c = y_i]").replace("[c = z]", "[c = z_i]")
    out = out.replace(r"\varphi(x)", r"\varphi(x_i)").replace("s_c", "s_{c,i}")
    return (
        {"x": "x_i", "y": "y_i", "y - s": "y_i - s_i", "y (1 - m)": "y_i (1 - m_i)"}.get(out, out)
        .replace("(1 - m)", "(1 - m_i)")
        .replace("y (1 - P", "y_i (1 - P")
    )


def _p(notation: Notation) -> str:
    if _many(notation):
        return "p_{c,i}" if notation.several else "p_i"
    return "p_c" if notation.several else "p"


def _solved(notation: Notation) -> str:
    penalty = ""
    if notation.shrinks:
        size = r"\|w\|^2"
        size = f"({size} + b^2)" if notation.shrinking_bias else size
        penalty = rf" + \frac{{\lambda}}{{2}} {size}"
    both = f"{notation.weights}, b" if notation.bias else notation.weights
    return rf"\min_{{{both}}} J, \quad J = \frac{{1}}{{N}} \sum_i \ell(m_i){penalty}"


def _if_it_pulls(notation: Notation) -> list[str]:
    """Plain SGD without a penalty: an update, if the margin is too small."""
    loss = notation.learner.recipe.loss
    rate = f"{notation.rate} " if notation.rate else ""
    x = "" if notation.dual else f" {notation.x}"
    two = loss.pull[0]
    factor = two.removeprefix("y").strip()
    lines = list[str]()

    def add(c: str, sign: str, y: str) -> None:
        weights, bias = notation.of_class(c)
        by = " ".join(f"{rate}{y}{factor}{x}".split())
        lines.append(rf"{weights} \leftarrow {weights} {sign} {by or '1'}")
        if notation.bias:
            at = " ".join(f"{rate}{y}{factor}".split())
            lines.append(rf"{bias} \leftarrow {bias} {sign} {at or '1'}")

    if notation.several:
        add("y", "+", "")
        add("z", "-", "")
    else:
        add("", "+", "y ")
    lines[-1] += rf" \quad \mathrm{{if}} \quad {_condition(notation)}"
    return lines


def _condition(notation: Notation) -> str:
    kink = notation.learner.recipe.loss.kink
    assert kink is not None
    x = _of(notation, notation.x)
    if notation.several:
        margin = "s_{y_i} - s_{z_i}" if _many(notation) else "s_y - s_z"
    elif notation.dual:
        margin = "y_i s_i" if _many(notation) else "y s"
    elif notation.bias:
        margin = rf"{_of(notation, 'y')} (w \cdot {x} + b)"
    else:
        margin = rf"{_of(notation, 'y')} w \cdot {x}"
    return f"{margin} {kink.formula}"


def _pull(notation: Notation) -> list[str]:
    """What p is, in each case."""
    loss = notation.learner.recipe.loss
    meaning = _of(notation, loss.pull[notation.several])
    if loss.kink is not None:
        condition = _condition(notation)
        space = r"\; " if meaning.startswith("[") else ""  # a bracket would be an option of “cases”
        meaning = rf"\begin{{cases}} {space}{meaning} & \mathrm{{if}} \; {condition} \cr 0 & \mathrm{{otherwise}} \end{{cases}}"
    return [rf"{_p(notation)} = {meaning}"]


def _gradient(notation: Notation) -> tuple[str, str]:
    """−g of the loss: for the weights or coefficients, and for the bias."""
    p = _p(notation)
    where = "e_i" if notation.dual else _of(notation, notation.x)
    mean = r"\frac{1}{|B|} \sum_{i \in B} " if _many(notation) else ""
    return f"{mean}{p} {where}", f"{mean}{p}"


def _linear(notation: Notation) -> list[str]:
    """w ← (1 − αλ) w + α p x for an optimiser that is linear in the gradient."""
    learner, (whole, at_bias) = notation.learner, _gradient(notation)
    rate = notation.rate or r"\alpha"
    momentum = learner.optimiser.name == "momentum"
    low = "_c" if notation.several else ""
    alone = notation.dual and not _many(notation) and not momentum and learner.decay == 0
    weights = notation.weights + low
    if alone:
        weights = "a_{c,i}" if notation.several else "a_i"
        whole = _p(notation)

    def statement(sign: str, shrinks: bool, by: str) -> str:
        shrink = rf"(1 - {rate}\lambda) " if shrinks else ""
        last = r"^{\mathrm{last}}"
        again = rf" + \mu ({sign} - {sign}{last})" if momentum else ""
        return rf"{sign} \leftarrow {shrink}{sign} + {rate} {by}{again}"

    lines = [statement(weights, notation.shrinks, whole)]
    if notation.bias:
        also = notation.shrinks and notation.shrinking_bias
        lines.append(statement(f"b{low}", also, at_bias))
    return [*lines, *_soften(notation, rf"{rate}\lambda")]


def _adaptive(notation: Notation) -> list[str]:
    """(w, b) ← (w, b) − h g for an optimiser that gives each weight its own rate h."""
    optimiser, (whole, at_bias) = notation.learner.optimiser, _gradient(notation)
    low = "_c" if notation.several else ""
    w, b = f"w{low}", f"b{low}"
    both = f"({w}, {b})" if notation.bias else w
    rate = notation.rate or r"\alpha"
    lines = [rf"{both} \leftarrow {both} - h {optimiser.direction}"]
    g = [rf"\lambda {w} - {whole}" if notation.shrinks else f"-{whole}"]
    if notation.bias:
        shrinks = notation.shrinks and notation.shrinking_bias
        g.append(rf"\lambda {b} - {at_bias}" if shrinks else f"-{at_bias}")
    return [
        *lines,
        *_soften(notation, r"h \lambda"),
        f"h = {optimiser.formula}".replace(r"\eta", rate),
        *([optimiser.memory] if optimiser.memory else []),
        f"g = ({', '.join(g)})" if len(g) > 1 else f"g = {g[0]}",
    ]


def _soften(notation: Notation, threshold: str) -> list[str]:
    """L1, after everything else."""
    if not notation.softens:
        return []
    low = "_c" if notation.several else ""
    signs = [f"w{low}", f"b{low}"] if notation.shrinking_bias else [f"w{low}"]
    return [
        rf"\mathrm{{then}} \; {v} \leftarrow \mathrm{{sign}}({v}) \max(|{v}| - {threshold}, 0)"
        for v in signs
    ]


def _score(notation: Notation) -> list[str]:
    """The score in a kernel space, which is a sum over the examples."""
    if not notation.dual:
        return []
    return [notation.score().replace(r"\leftarrow", "=")]


def _rate(notation: Notation) -> list[str]:
    """A schedule's formula, or τ and the reach that it depends on."""
    learner = notation.learner
    if not learner.optimiser.uses_rate or not (notation.rate or "").startswith(
        (r"\alpha_t", r"\tau")
    ):
        return []
    square = notation.square
    formula = notation.rate_formula
    if notation.several:
        square = f"2 ({square})" if "+" in square else f"2 {square}"
    reach = [rf"\rho = {square}"] if r"\rho" in formula else []
    return [f"{notation.rate} = {formula}", *reach]


def _answer(notation: Notation) -> list[str]:
    """What answers, if it is not the last weights."""
    average = notation.learner["average"]
    w = notation.weights
    if average == "mean":
        signs = [w, "b"] if notation.bias else [w]
        return [rf"\bar {s} \leftarrow \bar {s} + \frac{{{s} - \bar {s}}}{{t}}" for s in signs]
    if average == "mistakes":
        signs = [w, "b"] if notation.bias else [w]
        means = [rf"\bar {s} \leftarrow \bar {s} + \frac{{{s} - \bar {s}}}{{M}}" for s in signs]
        return [*means, r"\mathrm{at\ a\ mistake,\ the\ } M\mathrm{-th}"]
    if average == "voted" and notation.several:
        return [r"\hat y = \mathrm{argmax}_c \sum_k v_k [\hat y_k = c]"]
    return [r"\hat y = \mathrm{sign} \sum_k v_k \hat y_k"] if average == "voted" else []
