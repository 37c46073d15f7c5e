"""The update rule in force, as LaTeX: the rule of the recipe where nothing else was set, otherwise put together.

    θ ← (1 − ηλ) θ + η p φ(x)   if the margin is below the wall of the loss

The pull p comes from the loss, the rate η from its schedule, and the rest from the optimiser and the penalty.
"""

from .learner import Learner

WALLS = {"perceptron": ("≤", ">", 0, r"\leq"), "hinge": ("<", "≥", 1, "<")}  # where it pulls, where not, as LaTeX
_CORNER = ("y_i", "(e_{y_i} - e_z)")
_PULLS = {"perceptron": _CORNER, "hinge": _CORNER, "log": ("y_i (1 - P(y_i | x_i))", r"(e_{y_i} - P(\cdot | x_i))")}


def rule(learner: Learner, classes: int) -> str:
    """The update rule in force, as LaTeX."""
    own, optimiser, dual, rate, two = learner.recipe, learner.optimiser, learner.dual, learner.rate, classes == 2
    if own.counting:
        return rf"n_{{y_i}} \leftarrow n_{{y_i}} + 1, \quad {own.rule}"
    shrinks, theta = learner.decay > 0 and learner["penalty"] == "l2", "a_i" if dual else r"\theta"
    if optimiser.solver:
        penalty = r" + \frac{\lambda}{2} \|w\|^2" if shrinks else ""
        return rf"\min_\theta \frac{{1}}{{N}} \sum_i \ell(x_i, y_i){penalty}"
    eta = {"passive-aggressive": r"\tau", "constant": r"\alpha", "pegasos": rate.formula}.get(rate.name, r"\eta")
    eta = eta if optimiser.uses_rate else ""
    decay = r"\frac{1}{t}" if eta == r"\frac{1}{\lambda t}" else rf"{eta}\lambda"
    update, single = own.rule.startswith(r"\theta"), learner["batch"] == 1
    if update and two and not dual and single and optimiser.name == "sgd" and shrinks == ("(1 -" in own.rule):
        text = own.rule.replace(r"\eta\lambda", decay).replace(r"\eta", eta)
    else:
        pull = _PULLS.get(own.loss.name, ("p_i", "p_i"))[not two]
        pull += "" if dual else r" \varphi(x_i)" if two else r" \varphi(x_i)^T"
        pull = pull if single else rf"\frac{{1}}{{m}} {pull}" if dual else rf"\frac{{1}}{{m}} \sum_i {pull}"
        if optimiser.linear:
            last = rf" + \mu ({theta} - {theta}^{{prev}})" if optimiser.name == "momentum" else ""
            text = rf"{theta} \leftarrow {f'(1 - {decay}) ' if shrinks else ''}{theta} + {eta} {pull}{last}"
        else:
            weights = r" + \lambda w" if shrinks else ""
            text = rf"\theta \leftarrow \theta {optimiser.formula}, \quad g = -{pull}{weights}".replace(r"\eta", eta)
        if own.loss.name in WALLS:
            margin = "s_{y_i} - s_z" if not two else "y_i f(x_i)" if dual else r"y_i \theta \cdot \varphi(x_i)"
            text += rf" \quad \mathrm{{if}} \quad {margin} {WALLS[own.loss.name][3]} {WALLS[own.loss.name][2]}"
    if eta in (r"\tau", r"\eta") and rf"{eta} =" not in text:
        text += rf", \quad {eta} = {rate.formula}"
    if learner.decay > 0 and not shrinks:
        text += rf", \quad w \leftarrow \mathrm{{sign}}(w) \max(|w| - {decay}, 0)"
    return text if update else rf"{text}, \quad {own.rule}"
