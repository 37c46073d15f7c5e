r"""The update rule in force, as LaTeX, exactly as it is made.

    w ← (1 − ηλ) w + η p φ(x),  b ← b + η p,  p = y if the margin is below the wall of the loss, otherwise 0,  η = α

The pull p comes from the loss, the rate η from its schedule, and the rest from the optimiser, the
penalty and the bias. Last comes the model that answers, if it is not θ itself. A free bias never
shrinks, so under L2 it is written apart from w, and φ(x) then has no constant 1; everywhere else θ
and φ(x) include it. Shrinking, L1 and momentum happen even if nothing pulls, so an “if” never
applies to them: it moves into p. What the symbols mean is in `symbols`.
"""

from linlab.engine.learner.learner import Learner

_ANSWERS = {  # of two classes, and of more
    "mean": (r"\bar\theta = \frac{1}{t} \sum_{k=1}^{t} \theta_k",) * 2,
    "voted": (
        r"\hat y = \mathrm{sign} \sum_k c_k \, \mathrm{sign}(\theta_k \cdot \varphi(x))",
        r"\hat y = \mathrm{argmax}_y \sum_k c_k [\hat y_k = y]",
    ),
}
_VOTES = {  # of the answer alone
    "majority": r"\hat y = y \quad \mathrm{if} \quad \sum_j [\hat y_j = y] > \frac{1}{2} \sum_j 1",
    "plurality": r"\hat y = \mathrm{argmax}_y \sum_j [\hat y_j = y]",
    "soft": r"\hat y = \mathrm{argmax}_y \sum_j P_j(y | x)",
    "bag": r"\hat y = \mathrm{argmax}_y \sum_j [\hat y_j = y]",
    "boost": r"\hat y = \mathrm{argmax}_y \sum_j \beta_j [\hat y_j = y], \quad \beta_j = \ln \frac{1 - \varepsilon_j}{\varepsilon_j} + \ln (\mathrm{classes} - 1)",
    "weighted": r"\hat y = \mathrm{argmax}_y \sum_j v_j [\hat y_j = y]",
}
_STACKS = {  # the input of A
    "label": r"s = \theta \cdot (\varphi(x), [\hat y_B = 1], [\hat y_B = 2], \dots)",
    "probability": r"s = \theta \cdot (\varphi(x), P_B(1 | x), P_B(2 | x), \dots)",
    "bins": r"s = \theta \cdot (\varphi(x), [P_B(1 | x) \in [0, 0.1)], \dots)",
}


_LENGTH = r"\|\varphi(x_i)\|^2"


def rule(learner: Learner, classes: int) -> str:
    """The update rule in force, as LaTeX; its statements are separated by `, \\quad `."""
    own, optimiser = learner.recipe, learner.optimiser
    if "outputs" in own.parameters:
        return _STACKS[learner["outputs"]]
    if own.of_others:
        return _VOTES[learner["how"] if "how" in own.parameters else own.kind]
    if own.counting is not None:
        return rf"{own.counting.update}, \quad \hat y = \mathrm{{argmax}}_y {own.counting.joint}"
    if optimiser.solver:
        size = "w" if learner.dual else _penalised(learner)
        penalty = rf" + \frac{{\lambda}}{{2}} \|{size}\|^2" if _shrinks(learner) else ""
        return rf"\min_\theta J, \quad J = \frac{{1}}{{N}} \sum_i \ell(x_i, y_i){penalty}"
    if (
        learner["batch"] == 1
        and optimiser.name == "sgd"
        and learner.decay == 0
        and own.loss.kink is not None
    ):
        lines = _linear(
            learner, classes, own.loss.pull[classes > 2]
        )  # nothing moves if nothing pulls
        lines[-1] += rf" \quad \mathrm{{if}} \quad {_condition(learner, classes)}"
    else:
        lines = _statements(learner, classes)
    return r", \quad ".join([*lines, *_rate(learner, classes), *_answer(learner, classes)])


def bias_apart(learner: Learner) -> bool:
    """Whether the rule writes the bias apart from w: φ(x) then has no constant 1."""
    return bool(learner["bias"] == "free" and (learner.dual or _shrinks(learner)))


def _rate(learner: Learner, classes: int) -> list[str]:
    """η, and the reach that it may depend on: ‖p‖²‖φ(x)‖², a row of p being 1 or −1 where it
    pulls."""
    if not learner.optimiser.uses_rate:
        return []
    square = _LENGTH if not bias_apart(learner) else f"{_LENGTH} + 1"
    if learner.dual:
        square = "k(x_i, x_i)" if learner["bias"] == "none" else "k(x_i, x_i) + 1"
    formula = learner.rate.formula.replace(_LENGTH, f"({square})" if "+" in square else square)
    if classes == 2:
        square = square
    elif "+" in square:
        square = rf"2 ({square})"
    else:
        square = rf"2 {square}"
    return [
        rf"\eta = {formula}",
        *([rf"\rho = {square}"] if r"\rho" in learner.rate.formula else []),
    ]


def _answer(learner: Learner, classes: int) -> list[str]:
    answer = _ANSWERS.get(learner["average"], ("", ""))[classes > 2]
    if learner.dual:
        answer = answer.replace(r"\theta_k \cdot \varphi(x)", "f_k(x)").replace(
            r"\bar\theta", r"\bar a"
        )
        answer = answer.replace(r"\theta", "a")
    return [answer] if answer else []


def _statements(learner: Learner, classes: int) -> list[str]:
    """The steps of an update, and the meaning of their symbols."""
    optimiser = learner.optimiser
    loss = learner.recipe.loss
    apart = bias_apart(learner)
    pull = meaning = loss.pull[classes > 2]
    if loss.kink is not None or apart or not loss.named_pull:
        pull = "p_i"
        meaning = meaning.removeprefix("(").removesuffix(")") if _wrapped(meaning) else meaning
    if loss.kink is not None:
        condition = _condition(learner, classes)
        meaning = rf"\begin{{cases}} {meaning} & \mathrm{{if}} \; {condition} \cr 0 & \mathrm{{otherwise}} \end{{cases}}"
    lines = (
        _linear(learner, classes, pull) if optimiser.linear else _adaptive(learner, classes, pull)
    )
    return [*lines, rf"p_i = {meaning}"] if pull == "p_i" else lines


def _wrapped(text: str) -> bool:
    """Whether one pair of brackets encloses all of it."""
    depth = 0
    closes = []
    for k, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            closes.append(k)
    return text.startswith("(") and closes[:1] == [len(text) - 1]


def _linear(learner: Learner, classes: int, pull: str) -> list[str]:
    """θ ← (1 − ηλ) θ + η p φ(x) for an optimiser that is linear in the gradient."""
    optimiser, (whole, at_bias) = learner.optimiser, _gradient(learner, classes, pull)
    one = learner.dual and learner["batch"] == 1 and optimiser.name == "sgd" and learner.decay == 0
    if learner.dual:
        symbol = "a_i" if one else "a"
    elif bias_apart(learner):
        symbol = "w"
    else:
        symbol = r"\theta"
    shrink = r"(1 - \eta\lambda) " if _shrinks(learner) else ""

    def statement(symbol: str, shrink: str, by: str) -> str:
        again = (
            rf" + \mu ({symbol} - {symbol}^{{\mathrm{{prev}}}})"
            if optimiser.name == "momentum"
            else ""
        )
        return rf"{symbol} \leftarrow {shrink}{symbol} + \eta {by}{again}"

    lines = [statement(symbol, shrink, pull if one else whole)]
    lines += [statement("b", "", at_bias)] if bias_apart(learner) else []
    return lines + ([_soften(learner, "", r"\eta\lambda")] if _softens(learner) else [])


def _adaptive(learner: Learner, classes: int, pull: str) -> list[str]:
    """θ ← θ − h g for an optimiser that gives each weight its own step h."""
    optimiser, (whole, at_bias) = learner.optimiser, _gradient(learner, classes, pull)
    lines = [rf"\theta \leftarrow \theta - h {optimiser.direction}"]
    lines += [_soften(learner, "_j", r"h_j \lambda")] if _softens(learner) else []
    g = f"-{whole}"
    if _shrinks(learner):
        g = (
            rf"(\lambda w - {whole}, \; -{at_bias})"
            if bias_apart(learner)
            else rf"\lambda \theta - {whole}"
        )
    return [
        *lines,
        f"h = {optimiser.formula}",
        *([optimiser.memory] if optimiser.memory else []),
        f"g = {g}",
    ]


def _gradient(learner: Learner, classes: int, pull: str) -> tuple[str, str]:
    """−g of the loss: for the weights or coefficients, and for a separate bias."""
    where = "e_i" if learner.dual else r"\varphi(x_i)"
    whole = f"{pull} {where}{'' if classes == 2 else '^T'}"
    mean = "" if learner["batch"] == 1 else r"\frac{1}{|B|} \sum_{i \in B} "
    return mean + whole, mean + pull


def _condition(learner: Learner, classes: int) -> str:
    kink = learner.recipe.loss.kink
    assert kink is not None
    two = (
        r"y_i (w \cdot \varphi(x_i) + b)"
        if bias_apart(learner)
        else r"y_i \theta \cdot \varphi(x_i)"
    )
    if classes > 2:
        margin = "s_{y_i} - s_z"
    elif learner.dual:
        margin = "y_i f(x_i)"
    else:
        margin = two
    return f"{margin} {kink.formula}"


def _soften(learner: Learner, index: str, threshold: str) -> str:
    w = f"{_penalised(learner)}{index}"
    return rf"\mathrm{{then}} \; {w} \leftarrow \mathrm{{sign}}({w}) \max(|{w}| - {threshold}, 0)"


def _penalised(learner: Learner) -> str:
    """What the penalty sees."""
    return "w" if learner["bias"] == "free" else r"\theta"


def _shrinks(learner: Learner) -> bool:
    return bool(learner.decay > 0 and learner["penalty"] == "l2")


def _softens(learner: Learner) -> bool:
    return bool(learner.decay > 0 and learner["penalty"] == "l1")
