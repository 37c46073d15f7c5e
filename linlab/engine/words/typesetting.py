"""A formula in real mathematical type: LaTeX → SVG by ziamath, its glyphs as paths that need no
font."""

import re
import warnings

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.harmless import brief

SIGN = re.compile(
    r"((?:[=<>,;(\[]|\\(?:cdot|leftarrow|leq?|geq?|approx)\b)\s*)([-+])(?!\s)"
)  # of one number, not between two


def formula_svg(latex: str, size: float) -> str:
    """The formula, `size` pixels to the em; 0 of its viewBox is the ground line. To typeset one
    takes some 40 ms.

    >>> formula_svg(r"\\frac{1}{2}", 16)[:4]
    '<svg'
    """
    with warnings.catch_warnings():  # it loads its font by a function that Python has deprecated
        warnings.simplefilter("ignore")
        from ziamath.config import config
        from ziamath.zmath import Latex

        config.svg2 = False  # glyphs as paths of their own, not as references
        try:
            return str(Latex(SIGN.sub(r"\1{\2}", latex), size=size).svg())
        except Exception:  # it raises whatever its parser stumbles over
            raise LinlabError(f"“{brief(latex)}” is no formula that can be set.") from None
