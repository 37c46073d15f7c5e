r"""The lines that judge an example: its score, its margin, how it pulls."""

from dataclasses import replace

import numpy as np

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


def judging(notation: Notation, pull: Pull) -> list[Line]:
    """From the score to what the pull needs."""
    if not notation.several:
        lines = [Line(f"${notation.score()}$", do=score, shows=("s",))]
        return [*lines, Line(r"$m \leftarrow y s$", do=margin, shows=("m",)), *pull.lines]
    lines = [Line(f"${notation.score()}$ for each class $c$", do=score, shows=("s",))]
    if pull.each:
        return [*lines, *pull.lines]
    return [
        *lines,
        Line(r"$z \leftarrow$ the best-scoring class other than $y$", do=rival, shows=("z",)),
        Line(r"$m \leftarrow s_y - s_z$", do=margin, shows=("m",)),
        *pull.lines,
    ]


def branch(kink: Kink) -> Line:
    """The “if” over what happens only up to a margin."""

    def holds(v: Variables) -> bool:
        return bool(v.m <= kink.at if kink.touching else v.m < kink.at)

    return Line(f"if $m {kink.formula}$:", when=holds, answers=True)


def indented(lines: list[Line], by: int) -> list[Line]:
    return [replace(line, indent=line.indent + by) for line in lines]
