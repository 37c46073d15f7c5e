"""A step in words and formulas, complete enough to make it by hand: rule, space and settings."""

from dataclasses import dataclass

from linlab.engine.export.weights.weights_json import in_force
from linlab.engine.ground.numerals import number
from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.train.problem import Problem
from linlab.engine.words.rules import rule

from .latex_text import formula

QUAD = r", \quad "  # between two statements of a rule
_FEATURES, _KERNEL = r"\varphi(x)", "k(x, x')"
_NO_PART = frozenset({"space", "places", "axes"})  # where texts stand changes no step
_SYMBOLS = {
    "degree": "d",
    "coef0": "c_0",
    "gamma": r"\gamma",
    "features": "D",
    "grids": "D",
    "lam": r"\lambda",
    "C": "C",
    "alpha": r"\alpha",
    "t0": "t_0",
    "momentum": r"\mu",
    "bins": "B",
    "smoothing": "n_0",
    "batch": "|B|",
}


@dataclass(frozen=True)
class Formula:
    """Mathematics within text, as LaTeX."""

    latex: str


Prose = tuple[str | Formula, ...]


@dataclass(frozen=True)
class Task:
    """The model, the statements of its rule, each as LaTeX, and what else you need to know."""

    title: str
    rule: tuple[str, ...]
    prose: Prose


def task_of(problem: Problem) -> Task:
    learner = problem.learner
    update = rule(learner, len(problem.classes))
    prose: list[str | Formula] = [*_space(problem), *_settings(learner), "."]
    if "s_z" in update or "= z]" in update:
        prose += [" Here ", Formula("z"), " is the wrong class with the best score."]
    if "[c = y" in update:
        prose += [" ", Formula("[c = y]"), " is 1 if it is true and 0 if not."]
    if "e_i" in update:
        prose += [
            " Here ",
            Formula("e_i"),
            " is 1 for example ",
            Formula("i"),
            " and 0 for all others.",
        ]
    if len(problem.classes) == 2:
        low, high = problem.classes
        prose += [
            f" Class {low} is ",
            Formula("y = -1"),
            f", class {high} is ",
            Formula("y = +1"),
            ".",
        ]
    title = (
        learner.recipe.title
        if problem.base_outputs is None
        else f"{problem.title}: {learner.recipe.title}"
    )
    return Task(title, tuple(update.split(QUAD)), tuple(prose))


def _space(problem: Problem) -> Prose:
    learner = problem.learner
    if not learner.recipe.in_a_space:
        return ()
    where = space(learner["space"])
    if isinstance(where, Kernel):
        return Formula(f"{_KERNEL} = {where.formula}"), ", "
    prose = (
        ""
        if problem.base_outputs is None
        else f" and the output of the base model ({len(problem.base_outputs.further)} features)"
    )
    features = "x" if learner.straight else _FEATURES
    return Formula(f"{features} = {where.formula.replace('(1, ', '(')}"), f"{prose}, "


def _settings(learner: Learner) -> Prose:
    prose: list[str | Formula] = []
    for name, value in in_force(learner).items():
        shown = number(value, 6) if isinstance(value, float) else str(value)
        if name not in _NO_PART and shown:
            prose += [", "] if prose else []
            prose.append(
                Formula(f"{_SYMBOLS[name]} = {formula(shown)}")
                if name in _SYMBOLS
                else f"{name} {shown}"
            )
    return tuple(prose)
