"""The table of words and symbols, as a check of what the window says.

`complaints` looks at texts that stand together, in one view and its card: no word that the table
replaces, no symbol that does not belong to the space, and none with two meanings. Whoever needs θ,
φ or γ where they are not at home introduces them in the same place.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

AXIS = ", an axis"  # the end of the place of its title
LINEAR, FEATURES, KERNEL = "linear", "features", "kernel"

# What is never said, and what is said instead.
REPLACED = {
    r"step size": "learning rate",
    r"\bη": "α",
    r"\by·f|\bf\(x\)|\bf = [±0]|\bf/‖": "s, m or the margin",
    r"[Ee]xample \d|\bx[₀-₉]{2,}": "#i",
    r"[Uu]pdate \d|THIS UPDATE|\bof update\b|\bevery update (?:looks|sees)": "step",
    r"λ·?R\b|R\(w\)|\bλR": "penalty",
    r"√k|\bkγ|\bk ≤|mistakes k\b|\bk mistakes": "M",
    r"\bB[ₖ₀-₉]|ŷ_B|P_B|\bB says|output of B\b|what B\b|B trained": "base model",
    r"f = ±1|margin lines": "the street's edges, m = ±1",
    r"\bt = −?[\d.]+, \d+ degrees": "t-value",
    r"(?i)\btrain(?:ing)? errors?\b|\b(?:errors? on|wrong on) (?:the )?train(?:ing points)?\b": "wrong now",
    r"(?i)\bdev errors?\b|\berrors? on (?:the )?dev\b": "wrong on dev",
    r"(?i)\btest errors?\b|\berrors? on (?:the )?test\b": "wrong on test",
    r"(?i)\brisk in %|\bexpected errors?\b|\bfresh (?:points?|samples?)\b|\bexpected −?\d": "wrong on new points",
    r"lesson (?:has )?\d+ steps|step \d+ of \d+ of the lesson": "pages",
}

# Symbols of one space only: where they are at home, and the words that introduce them elsewhere.
AT_HOME: tuple[tuple[str, str, frozenset[str], str], ...] = (
    ("θ", r"θ", frozenset(), r"θ = \((?:w|a), b\)|θ is|what is learnt"),
    ("φ", r"φ", frozenset({FEATURES, KERNEL}), r"feature|kernel|polynomial|Fourier"),
    ("k(·,·)", r"\bk\(", frozenset({KERNEL}), r"kernel"),
    ("aᵢ", r"\ba[ᵢⱼ₀-₉]|\ba of #", frozenset({KERNEL}), r"kernel|coefficient|optimum|multiplier"),
    ("γ", r"γ(?!\*)", frozenset({FEATURES, KERNEL}), r"kernel|RBF|Laplace|similar|Fourier|bump|sharp"),
    ("ω", r"ω", frozenset(), r"Fourier"),
)  # fmt: skip

# All symbols there are, L being a Lagrangian or the log-likelihood of a derivation: Greek letters, and the letters that stand before =, ←, ≤ or ≥.
GREEK = frozenset("αβγδεθκλμξπρσςτφωΔΣΠΦ")
LETTERS = {
    LINEAR: frozenset("wbxsmyztpuvghnPCJMRNDdKGSFiL"),
    FEATURES: frozenset("wbxsmyztpuvghnPCJMRNDdKGSFiL"),
    KERNEL: frozenset("wabxsmyztpuvghnPCJMRNDdKGSFiL"),
}
CLASSES = frozenset("ABC")
_GREEK = re.compile("[\u0370-\u03ff]")
_LETTER = re.compile(r"(?<![\w’'.‖|\[\u0300-\u036f])([a-zA-Z])(?= (?:=|←|≤|≥) )")

# A symbol that might mean two things: how each meaning shows.
MEANINGS: dict[str, dict[str, str]] = {
    "α": {"the learning rate": r"α(?![ᵢ₀-₉])", "a count of mistakes": r"α[ᵢ₀-₉]"},
    "t": {"the number of steps": r"\bt\b ?(?:=|≤|\+) ?\d|αₜ|√t|λt|\blog t\b",
          "a t-value": r"\bt = −?\d[\d.]*, \d+ degrees|paired t\b(?!-)|Student.s t ="},
    "R": {"the longest example": r"·R\b|R/γ|\bR = \d|R²", "the penalty": r"λR|R\(w\)|λ·R"},
    "γ": {"the sharpness of a kernel": r"γ(?!\*)", "the data's margin": r"margin γ(?!\*)|γ ≤|≥ γ(?!\*)"},
    "k": {"a kernel": r"\bk\(", "a count of mistakes": r"√k|\bkγ|\bk ≤|mistakes k\b"},
    "c": {"a class": r"[ws]_c\b|\[c =|P\(c", "the constant of a kernel": r"\+ c\)(?!₀)"},
    "B": {"a class": r"\bclass B\b|of class “B”|\bB = −?\d", "a model": r"\bB says|output of B\b|\bB[ₖ₀-₉]|than B\?"},
    "A": {"a class": r"\bclass A\b|of class “A”", "a model": r"\bA better than|input of A\b|trained A\b"},
    "p": {"the pull of an example": r"\bpull p\b|α[ₜ]?p\b|\bp (?:=|←)(?! 0[.,]\d+$)|[αₜτ] p\b",
          "a p-value": r"\bp = 0\.\d+(?:$|[;.,])|\bp < 5 %|what p means|\bp is (?:much )?too small"},
    "v": {"the weight of a vote": r"\bvⱼ", "the votes of a weight vector": r"\bvₖ"},
    "m": {"a margin": r"\bm\b (?:=|≤|<|≥|>|−)|margin m", "a batch's size": r"batch of m\b"},
    "a bar": {"a mean over steps": "[wbaωθ]\u0304", "a mean over runs": "f\u0304"},
}  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A text and where it stands."""

    where: str
    text: str


def complaints(space: str, together: Iterable[Said]) -> list[str]:
    """What is wrong with texts that stand together in one view and its card."""
    every = list(together)
    return [
        *_replaced(every),
        *_unknown(space, every),
        *_homeless(space, every),
        *_ambiguous(every),
    ]


def _replaced(every: list[Said]) -> list[str]:
    found = [
        f"{said.where}: “{said.text}” should say {instead}"
        for said in every
        for pattern, instead in REPLACED.items()
        if re.search(pattern, said.text)
    ]
    axes = [said for said in every if said.where.endswith(AXIS)]
    return found + [
        f"{said.where}: “{said.text}” should be steps"
        for said in axes
        if re.fullmatch("updates?", said.text)
    ]


def _unknown(space: str, every: list[Said]) -> list[str]:
    """Symbols that are not in the table at all."""
    out = []
    for said in every:
        found = set(_GREEK.findall(said.text)) - GREEK
        found |= set(_LETTER.findall(said.text)) - LETTERS[space] - CLASSES
        out += [f"{said.where}: {sign} is not in the table, in “{said.text}”" for sign in found]
    return out


def _homeless(space: str, every: list[Said]) -> list[str]:
    """Symbols that do not belong to this space, and that nothing beside them introduces."""
    out = []
    for sign, pattern, home, introduced in AT_HOME:
        if space in home:
            continue
        for said in every:
            place = said.where.removesuffix(AXIS)
            here = " ".join(each.text for each in every if each.where.removesuffix(AXIS) == place)
            if re.search(pattern, said.text) and not re.search(introduced, here, re.I):
                out.append(f"{said.where}: {sign} in a {space} space, in “{said.text}”")
    return out


def _ambiguous(every: list[Said]) -> list[str]:
    out = []
    for sign, meanings in MEANINGS.items():
        found = {
            meaning: next((said for said in every if re.search(pattern, said.text)), None)
            for meaning, pattern in meanings.items()
        }
        if all(found.values()):
            where = "; ".join(f"{what} in {said.where}" for what, said in found.items() if said)
            out.append(f"{sign} means two things: {where}")
    return out
