"""The width of a text in the Inter typeface: enough to lay out a legend without a font engine."""

from functools import lru_cache

# Advances of the characters from space to ~, in hundredths of the size.
_WIDTHS = (
    28,
    28,
    40,
    63,
    64,
    81,
    64,
    22,
    36,
    36,
    50,
    66,
    28,
    46,
    28,
    36,
    62,
    46,
    61,
    64,
    64,
    61,
    62,
    57,
    62,
    62,
    28,
    28,
    66,
    66,
    66,
    51,
    94,
    68,
    65,
    73,
    72,
    60,
    59,
    74,
    74,
    26,
    54,
    65,
    56,
    89,
    75,
    76,
    63,
    76,
    64,
    64,
    64,
    74,
    68,
    95,
    64,
    66,
    62,
    36,
    36,
    36,
    47,
    45,
    50,
    56,
    62,
    56,
    62,
    58,
    36,
    61,
    59,
    24,
    24,
    54,
    24,
    87,
    59,
    60,
    61,
    61,
    37,
    52,
    36,
    58,
    56,
    81,
    54,
    56,
    54,
    36,
    33,
    36,
    66,
)
_OTHERS = dict.fromkeys("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁻", 42) | {"·": 28, "“": 38, "”": 38, "’": 22}
_OTHERS |= {
    "←": 95,
    "→": 95,
    "↑": 95,
    "↓": 95,
    "∇": 67,
    "≤": 66,
    "≥": 66,
    "‖": 36,
    "′": 22,
    "ŷ": 56,
}
_OTHERS |= {"φ": 73, "ᵢ": 17, "ⱼ": 17, "ₜ": 25, "\u0302": 0, "\u0304": 0}


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of a line of text on the page.

    >>> round(text_width("class A", 12), 1)
    40.3
    """
    return _hundredths(text) * size / 100 * (1.04 if bold else 1.0)


def shortened(text: str, width: float, size: float) -> str:
    """The text, shortened to the width if necessary.

    >>> shortened("class A", 50, 12), shortened("class A", 30, 12)
    ('class A', 'clas…')
    """
    if text_width(text, size) <= width:
        return text
    room = 100 * width / size - _width("…")
    kept = 0
    while room >= _width(text[kept]):
        room -= _width(text[kept])
        kept += 1
    return f"{text[: max(1, kept)].rstrip()}…"


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The text in lines of at most that width, broken between words.

    >>> wrapped("one two three", 50.0, 12.0)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=1024)
def _hundredths(text: str) -> int:
    return sum([_width(character) for character in text])


@lru_cache(maxsize=1024)
def _width(character: str) -> int:
    code = ord(character)
    if 32 <= code < 127:
        return _WIDTHS[code - 32]
    return _OTHERS.get(character, 100 if code > 0x2E7F else 62)  # an ideograph is a square
