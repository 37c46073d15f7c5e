r"""The lines that judge an example: its score, its margin, how it pulls."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.losses import Kink

from .line import Line, Variables
from .notation import Notation
from .pulls import Pull


def score(v: Variables) -> None:
    """w·x + b. Where the run's own sum differs in its last digits alone, by the order in which it
    was added up, it is taken, so that a tie falls as it did there."""
    s = v.w @ v.x + v.b
    v.put(s=v.recorded if np.allclose(s, v.recorded, rtol=1e-9, atol=1e-12) else s)


def rival(v: Variables) -> None:
    """The best-scoring wrong class; a tie goes to the lowest."""
    others = np.where(np.arange(len(v.s)) == v.y, -np.inf, v.s)
    v.put(z=int(np.argmax(others)))


def margin(v: Variables) -> None:
    v.put(m=float(v.s[v.y] - v.s[v.z] if len(v.s) > 1 else v.sign * v.s[0]))


def judging(notation: Notation, pull: Pull, named: bool) -> list[Line]:
    """From the score to what the pull needs; `named`: the margin is needed below, so it has a name
    and a line of its own."""
    if not notation.several:
        lines = [Line(f"${notation.score()}$", do=_with_margin(score), shows=("s",))]
        own = [Line(r"$m \leftarrow y s$", do=margin, shows=("m",))] if named else []
        return [*lines, *own, *pull.lines]
    lines = [Line(f"${notation.score()}$ for each class $c$", do=score, shows=("s",))]
    if pull.each:
        return [*lines, *pull.lines]
    own = [Line(r"$m \leftarrow s_y - s_z$", do=margin, shows=("m",))] if named else []
    best = Line(
        r"$z \leftarrow$ the best class other than $y$", do=_with_margin(rival), shows=("z",)
    )
    return [*lines, best, *own, *pull.lines]


def _with_margin(do: Callable[[Variables], None]) -> Callable[[Variables], None]:
    """The same, and the margin, which the “if” below reads."""

    def both(v: Variables) -> None:
        do(v)
        margin(v)

    return both


def names_margin(notation: Notation, pull: Pull) -> bool:
    """Whether a line below needs m, beside the “if”."""
    formulas = (pull.two, pull.rival, *(line.latex for line in pull.lines))
    needed = any(re.search(r"\bm\b", formula) for formula in formulas)
    return needed or notation.learner.recipe.has_own_c


def branch(notation: Notation, kink: Kink, named: bool) -> Line:
    """The “if” over what happens only up to a margin."""

    def holds(v: Variables) -> bool:
        return bool(v.m <= kink.at if kink.touching else v.m < kink.at)

    margin = "s_y - s_z" if notation.several else "y s"
    return Line(
        f"if ${'m' if named else margin} {kink.formula}$ then",
        when=holds,
        says=lambda v: f"{number(v.m)} {kink.pulls if holds(v) else kink.rests} {kink.at}",
        answers=True,
    )


def indented(lines: list[Line], by: int) -> list[Line]:
    return [replace(line, indent=line.indent + by) for line in lines]
