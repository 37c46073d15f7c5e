r"""A line of LaTeX as letters and signs that any font has: \leftarrow is ←, \alpha is α, \frac{a}{b} is a/b.

>>> plain_text(r"if $m \leq 0$: $\bar w \leftarrow \frac{1}{t} w$")
'if m ≤ 0: w̄ ← 1/t w'
"""

import re
from functools import lru_cache

_SIGNS = {
    r"\leftarrow": "←", r"\alpha": "α", r"\lambda": "λ", r"\mu": "μ", r"\sigma": "σ", r"\tau": "τ", r"\rho": "ρ",
    r"\ell": "ℓ", r"\varphi": "φ", r"\theta": "θ", r"\varepsilon": "ε", r"\beta": "β", r"\eta": "η", r"\gamma": "γ",
    r"\cdot": "·", r"\leq": "≤", r"\geq": "≥", r"\neq": "≠", r"\in": "∈", r"\sum": "Σ", r"\prod": "Π", r"\nabla": "∇",
    r"\dots": "…", r"\max": "max", r"\min": "min", r"\log": "log", r"\ln": "ln", r"\infty": "∞", r"\partial": "∂",
    r"\Delta": "Δ", r"\xi": "ξ", r"\kappa": "κ", r"\delta": "δ", r"\pi": "π", r"\Phi": "Φ", r"\|": "‖", r"\{": "{", r"\}": "}", r"\%": "%", r"\,": " ", r"\;": " ", r"\quad": "  ", r"\pm": "±", r"\approx": "≈",
}  # fmt: skip
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+|.)")
_RAISED = str.maketrans("0123456789+-−njTtm", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿʲᵀᵗᵐ")
_LOWERED = str.maketrans("0123456789tijkn", "₀₁₂₃₄₅₆₇₈₉ₜᵢⱼₖₙ")
_CAN_LOWER = set("0123456789tijkn")


@lru_cache(maxsize=2000)
def plain_text(latex: str) -> str:
    """The whole line; words outside $…$ stay as they are."""
    parts = latex.split("$")
    return "".join(_formula(part) if k % 2 else part for k, part in enumerate(parts))


def _formula(latex: str) -> str:
    latex = re.sub(r"\\(?:mathrm|text)\{([^{}]*)\}", r"\1", latex)
    latex = latex.replace(r"\frac{1}{2}", "½").replace(r"\frac{1}{4}", "¼")
    latex = re.sub(r"\\bar ?(\w|\\theta)", "\\1\u0304", latex)
    latex = re.sub(r"\\hat ?(\w)", _hatted, latex)
    latex = re.sub(r"\^\{([^{}]*)\}|\^(\S)", lambda found: _raised(found[1] or found[2]), latex)
    latex = re.sub(r"_\{([^{}]*)\}|_(\w)", lambda found: _lowered(found[1] or found[2]), latex)
    latex = re.sub(r"\\sqrt\{([^{}]*)\}", lambda found: f"√{_bracketed(found[1])}", latex)
    latex = re.sub(
        r"\\frac\{([^{}]*)\}\{([^{}]*)\}",
        lambda found: f"{_bracketed(found[1])}/{_bracketed(found[2])}",
        latex,
    )
    latex = _COMMAND.sub(lambda found: _SIGNS.get(found[0], found[0]), latex)
    latex = re.sub(r"^-| - ", lambda found: found[0].replace("-", "−"), latex)
    latex = latex.replace("(-", "(−").replace("{,}", ",")
    latex = re.sub(r"∂ (?=\w\b|\w[^a-z])", "∂", latex)
    return (
        re.sub(r"(?<=\S)  +(?=\S)", " ", latex)
        .replace("± ", "±")
        .replace(" · ", "·")
        .replace("Δ ", "Δ")
    )


def _hatted(found: re.Match[str]) -> str:
    return {"y": "ŷ", "u": "û", "v": "v\u0302"}.get(found[1], f"{found[1]}\u0302")


def _bracketed(text: str) -> str:
    """In brackets, if it is a sum or a product."""
    product = re.search(r"\S \S", text) and not text.startswith(r"\max")
    return f"({text})" if product else text


def _raised(text: str) -> str:
    signs = _COMMAND.sub(lambda found: _SIGNS.get(found[0], found[0]), text)
    star = "*" if signs.startswith("*") else ""
    signs = signs.removeprefix("*")
    lifted = signs.translate(_RAISED)
    return star + (lifted if all(sign not in signs for sign in lifted) else f"^({signs})")


def _lowered(text: str) -> str:
    if set(text) <= _CAN_LOWER:
        return text.translate(_LOWERED)
    return f"_{text}" if len(text) == 1 else f"[{text}]"
