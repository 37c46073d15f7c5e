"""Losses and their updates side by side: one rule, w ← (1 − αλ) w + α·p·x, and learners that
differ in a cell or two of it.

When a loss pulls, how hard, and how far the step goes is all that tells them apart (Zhang 4.3).
What is in force is the row that is highlighted; how many examples would cause an update now is counted beside it.
"""

import re
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import Loss
from linlab.engine.views.table import Column, Table

SIGNS = {
    r"\\(max|min|log)(_i)?": r"\1",
    r"\\varphi": "φ",
    r"\\\|": "‖",
    r"\\alpha": "α",
    r"\\lambda ?": "λ",
    r"\\ell": "ℓ",
    r"\\rho": "ρ",
    r"\\cdot": "·",
    "-": "−",
    r"e\^\{−m\}": "e⁻ᵐ",
    r"\^\{?2\}?": "²",
    r"t_0": "t₀",
    r"([xy])_i": r"\1",
    r" \| ": "|",
    r"\\sqrt\{([^{}]*)\}": r"√\1",
    r"\\frac\{([^{}]*)\}\{([^{}]*)\}": r"\1/(\2)",
    r"/\((√?.)\)": r"/\1",
}


def plain(latex: str) -> str:
    r"""A short formula as text.

    >>> plain(r"\frac{\alpha}{1 + t/t_0}"), plain(r"\log(1 + e^{-m})"), plain(r"\frac{1}{\lambda t}")
    ('α/(1 + t/t₀)', 'log(1 + e⁻ᵐ)', '1/(λt)')
    """
    for sign, text in SIGNS.items():
        latex = re.sub(sign, text, latex)
    return latex


def rows_of(learner: Learner) -> list[tuple[str, Loss, str]]:
    """The name, the loss and the rate of each learner that is set beside this one; the last if none
    of them is it."""
    beside = [
        (Learner.of(key), title)
        for key, title in (
            ("perceptron", "Perceptron"),
            ("svm", "SVM"),
            ("pegasos", "Pegasos"),
            ("mira", "MIRA"),
            ("logistic", "Logistic"),
        )
    ]
    found = [(title, each.recipe.loss, _rate(each, learner)) for each, title in beside]
    k = own_row(learner)
    if k is None:
        return found
    mine = (
        _rate(learner, learner) if learner.optimiser.uses_rate else f"by {learner.optimiser.title}"
    )
    if k == len(found):
        return [*found, (learner.recipe.title, learner.recipe.loss, mine)]
    return [(title, loss, mine if i == k else rate) for i, (title, loss, rate) in enumerate(found)]


def _rate(of: Learner, beside: Learner) -> str:
    """The formula of a learning rate, in the space of the learner in force."""
    text = plain(of.rate.formula)
    return text.replace("φ(x)", "x") if beside.straight and not beside.dual else text


def rule_of(learner: Learner) -> tuple[str, str]:
    """The rule that all of them share, in the space of the learner in force."""
    if learner.dual:
        rule = "a ← (1 − αλ) a, then α·p is added to the coefficient of the example"
    else:
        rule = f"w ← (1 − αλ) w + α·p·{'x' if learner.straight else 'φ(x)'}"
    return (
        f"{rule}; the models differ in ℓ, p and the learning rate α.",
        "Perceptron and MIRA have λ = 0.",
    )


def own_row(learner: Learner) -> int | None:
    """Which row is in force: that of its loss and its rate; None for counts and votes, which
    nothing pulls at."""
    if not learner.recipe.in_a_space:
        return None
    if learner.rate.capped:
        return 3
    if learner.rate.name == "pegasos" and learner.recipe.loss.wants_margin:
        return 2
    return {"perceptron": 0, "hinge": 1, "log": 4}.get(learner.recipe.loss.name, 5)


def loss_table(learner: Learner, margins: Any, classes: int) -> Table:
    """A row for each learner: ℓ(m), when it pulls, the pull p, the learning rate, and how many examples
    pull now."""
    rows = rows_of(learner)
    known = np.asarray(margins)[np.isfinite(margins)]
    own = own_row(learner)
    return Table(
        (
            Column("model", "model", "the model", tuple(title for title, _, _ in rows), words=True),
            Column(
                "loss",
                "loss ℓ(m)",
                "the loss at margin m",
                tuple(_cost(loss, classes) for _, loss, _ in rows),
                words=True,
            ),
            Column(
                "if",
                "updates if",
                "the margins at which it updates",
                tuple(_when(loss) for _, loss, _ in rows),
                words=True,
            ),
            Column(
                "pull",
                "p",
                "the pull, −∂ℓ/∂s",
                tuple(_pull(loss, classes) for _, loss, _ in rows),
                words=True,
            ),
            Column(
                "rate",
                "rate",
                "the learning rate of a step",
                tuple(rate for _, _, rate in rows),
                words=True,
            ),
            Column(
                "now",
                "now",
                "how many examples would cause an update now",
                tuple(
                    f"{grouped(_pulling(loss, known))}/{grouped(len(margins))}"
                    for _, loss, _ in rows
                ),
            ),
        ),
        highlighted=frozenset() if own is None else frozenset({own}),
    )


def _cost(loss: Loss, classes: int) -> str:
    """ℓ of a margin, or, where all classes pull, of their probabilities."""
    return plain(loss.formula) if classes == 2 or not loss.probabilistic else "−log P(y|x)"


def _when(loss: Loss) -> str:
    if loss.kink is None:
        return "always" if loss.probabilistic else "p ≠ 0"
    return f"m {loss.kink.pulls} {loss.kink.at}"


def _pull(loss: Loss, classes: int) -> str:
    """p where it pulls, for two classes or for more."""
    if not loss.named_pull:
        return "−∂ℓ/∂s"
    return plain(loss.pull[classes > 2]).replace(" (", "·(")


def _pulling(loss: Loss, margins: Any) -> int:
    return sum(loss.of_margin(float(m))[1] > 0.0 for m in margins)
