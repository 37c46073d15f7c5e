"""Any text as TeX for every pdflatex: plain ASCII, with mathematics for Greek letters, indices and
symbols.

An accent becomes its command; a character that has no counterpart becomes the nearest letter, or a
question mark.
"""

import re
import unicodedata
from itertools import groupby

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    '"': "''",
    "⁄": "/",
    "ß": r"\ss{}",
    "ẞ": "SS",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
    "ħ": "h",
    "“": "``",
    "”": "''",
    "„": ",,",
    "‘": "`",
    "’": "'",
    "‚": ",",
    "«": "``",
    "»": "''",
    "–": "--",
    "—": "---",
    "‐": "-",
    "‑": "-",
    "…": r"\ldots{}",
    "§": r"\S{}",
    "¶": r"\P{}",
    "©": r"\copyright{}",
    "€": "EUR",
    "£": r"\pounds{}",
    "\u00a0": "~",
    "¡": "!`",
    "¿": "?`",
} | {c: "\\" + c for c in "#$%&_{}"}

_SIGNS = {
    "<": "<",
    ">": ">",
    "|": "|",
    "−": "-",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "×": r"\times",
    "÷": r"\div",
    "±": r"\pm",
    "∓": r"\mp",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∝": r"\propto",
    "≪": r"\ll",
    "≫": r"\gg",
    "∞": r"\infty",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "√": r"\surd",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "∨": r"\vee",
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "‖": r"\|",
    "∥": r"\|",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "→": r"\to",
    "←": r"\leftarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow",
    "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow",
    "↦": r"\mapsto",
    "★": r"\star",
    "☆": r"\star",
    "⋆": r"\star",
    "•": r"\bullet",
    "●": r"\bullet",
    "○": r"\circ",
    "∘": r"\circ",
    "°": r"^{\circ}",
    "′": r"^{\prime}",
    "″": r"^{\prime\prime}",
    "ℓ": r"\ell",
    "ℝ": r"\mathbf{R}",
    "†": r"\dagger",
    "‡": r"\ddagger",
    "⊤": r"\top",
    "⊥": r"\perp",
    "△": r"\triangle",
    "◆": r"\diamond",
    "◇": r"\diamond",
    "µ": r"\mu",
    "½": r"\frac{1}{2}",
    "¼": r"\frac{1}{4}",
    "¾": r"\frac{3}{4}",
}

_LETTERS = "αβγδεζηθικλμνξπρςστυφχψωΓΔΘΛΞΠΣΥΦΨΩϕϑ"
_LETTER_NAMES = (
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho varsigma sigma tau upsilon varphi chi "
    "psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega phi vartheta"
)
_GREEK = {letter: "\\" + name for letter, name in zip(_LETTERS, _LETTER_NAMES.split(), strict=True)}
_GREEK |= dict(zip("οΑΒΕΖΗΙΚΜΝΟΡΤΧ", "oABEZHIKMNOPTX", strict=True))
_MATHS = _SIGNS | _GREEK

_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
}

_LOW, _HIGH = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢⱼₖ", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵐ"
_LEVEL = str.maketrans(_LOW + _HIGH, "0123456789+-=()nijk0123456789+-=()niTm")
_LIGATURES = "-{2,}|'{2,}|`{2,}|[?!]`+"
_PARTS = re.compile(f"[{_LOW}]+|[{_HIGH}]+|{_LIGATURES}|.[\u0300-\u036f]*", re.DOTALL)


def tex(text: str) -> str:
    """
    >>> print(tex("50 % of w·x₁² ≤ −1"))
    50 \\% of w$\\cdot$x$_{1}{}^{2}$ $\\le$ $-$1
    """
    parts = [_part(part) for part in _PARTS.findall(text)]
    out = ""
    for maths, run in groupby((part for part in parts if part[1]), key=lambda part: part[0]):
        pieces = [piece for _, piece in run]
        out += f"${_formula(pieces)}$" if maths else "".join(pieces)
    return out


def _part(part: str) -> tuple[bool, str]:
    """(whether it is mathematics, what to write)"""
    first = part[0]
    if first in _LOW:
        return True, f"_{{{part.translate(_LEVEL)}}}"
    if first in _HIGH:
        return True, f"^{{{part.translate(_LEVEL)}}}"
    if first in "-'`?!" and part.isascii():
        return False, "{}".join(part)  # so that two of them do not form another symbol
    if first in _MATHS:
        return True, _MATHS[first]
    if first in _SPECIAL:
        return False, _SPECIAL[first]
    first, *marks = list(unicodedata.normalize("NFD", part))
    if first in _MATHS:
        return True, _MATHS[first]
    accent = next((_ACCENTS[mark] for mark in marks if mark in _ACCENTS), None)
    if accent is not None and first.isascii() and first.isalpha():
        return False, f"\\{accent}{{{first}}}"
    return False, "".join(_letter(each) for each in unicodedata.normalize("NFKD", part))


def _letter(character: str) -> str:
    """A character by itself."""
    if character.isspace():
        return " "
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character in _MATHS:
        return f"\\ensuremath{{{_MATHS[character]}}}"
    if " " <= character <= "~":
        return character
    return (
        ""
        if unicodedata.category(character) in ("Cc", "Cf", "Mn", "Me", "Mc", "Lm", "Sk")
        else "{?}"
    )


def _formula(pieces: list[str]) -> str:
    """Pieces one after the other; two indices in a row need something between them."""
    out = ""
    for piece in pieces:
        if out and piece[0] in "^_":
            out += "{}"
        elif out and piece[0].isalpha() and re.search(r"\\[A-Za-z]+$", out):
            out += " "
        out += piece
    return out
