"""Colours and shapes: the palettes, and how each class looks.

Class colours are Okabe and Ito's, which colour-blind people can tell apart; each class also has its
own shape.

Marks and lines have a contrast of 3:1 or more to what they are drawn on, words one of 4.5:1. An ink
that has less there is mixed with the ink of the text until it has enough.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

CLASS_COLOURS = (
    "#D55E00",
    "#0072B2",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#8C6BB1",
    "#7A6A4F",
)
CLASS_SYMBOLS = ("disc", "square", "up", "diamond", "star", "pentagon", "hexagon", "down")
UNLABELLED_COLOUR, UNLABELLED_SYMBOL = "#8A94A3", "cross"
MARK, WORD = 3.0, 4.5  # the least contrast of a mark or a line, and of words
BRIGHTEST = 0.1  # the luminance of a tinted region on a dark plane, at most: its lines are lighter


@dataclass(frozen=True)
class Palette:
    """The colours of a window or a figure; `name` is light, dark, print, one of high contrast, or
    one for the stage."""

    name: str
    window: str
    card: str
    border: str
    text: str
    quiet: str
    accent: str
    soft: str  # the accent as a background
    groove: str  # of sliders, and of segmented controls
    plane: str  # the plane where nothing is decided
    grid: str  # faint lines at round numbers
    rim: str = "#FFFFFF"  # around points
    shade: float = 0.42  # strongest tint of a region
    tint: float = 0.12  # weakest tint, as a share of that: a projector does not show fainter ones
    best: str = "#A100C2"  # the exact optimum: no class's colour, and neither as light nor as dark as the ink
    halo: str = "#F2B705"
    wrong: str = "#C0392B"
    right: str = "#0A6B42"  # an answer that is right, in words
    dev: str = "#B565A7"
    test: str = "#2A9D8F"
    accent_text: str = "#1F5BC4"  # the accent as the colour of words
    on_accent: str = "#FFFFFF"  # words and signs on the accent

    @property
    def title(self) -> str:
        return self.name.replace("-", " ").capitalize()

    @property
    def dark(self) -> bool:
        """Whether the ink is lighter than the background."""
        return sum(rgb(self.text)) > sum(rgb(self.plane))

    def regions(self) -> tuple[str, ...]:
        """What lines and marks in the plane may be drawn on: the plane, and each class's region
        where it is darkest."""
        return _regions(self)

    def tint_of(self, label: int) -> str:
        """The colour that a class's region is tinted with. On a dark plane a light one is toned
        down, so that lines are seen on it."""
        return _tint(self, label) if self.dark else colour_of(label)

    def in_plane(self, ink: str) -> str:
        """This ink as a line in the plane is seen, whatever region it crosses."""
        return _in_plane(self, ink)

    def on_card(self, ink: str) -> str:
        """This ink as a line or a mark on a card is seen."""
        return _seen(ink, (self.card,), self.text)

    def words_on_card(self, ink: str) -> str:
        """This ink as the colour of words on a card."""
        return _seen(ink, (self.card,), self.text, WORD)

    def words_on(self, ink: str, ground: str) -> str:
        """This ink as a text colour, on a background like the card's."""
        return _seen(ink, (ground, self.card), self.text, WORD)

    @property
    def highlight(self) -> str:
        """The background of a highlighted row, which all words are read on."""
        strong, faint = (mixed(self.halo, self.card, share) for share in (0.24, 0.12))
        return strong if contrast(self.quiet, strong) >= WORD else faint

    def rim_of(self, ink: str) -> str:
        """What is drawn around a mark of this ink."""
        return rim_of(ink, self.rim)


LIGHT = Palette(
    "light",
    window="#F3F5F8",
    card="#FFFFFF",
    border="#E1E6ED",
    text="#1F2933",
    quiet="#5E6976",
    accent="#2F6FDE",
    soft="#E2ECFB",
    groove="#DDE2E9",
    plane="#FBFCFD",
    grid="#1F2933",
)
DARK = Palette(
    "dark",
    window="#14181D",
    card="#1E242C",
    border="#303844",
    text="#E8ECF1",
    quiet="#98A2B0",
    accent="#3872DA",
    soft="#1C2A44",
    groove="#333C48",
    plane="#1A2027",
    grid="#E8ECF1",
    rim="#0E1216",
    shade=0.58,
    tint=0.25,
    best="#E08CFF",
    wrong="#F0776B",
    right="#5FD39B",
    accent_text="#84B1FF",
)
HIGH_CONTRAST = Palette(
    "high-contrast",
    window="#FFFFFF",
    card="#FFFFFF",
    border="#000000",
    text="#000000",
    quiet="#1A1A1A",
    accent="#0A3FA8",
    soft="#CFE0FF",
    groove="#707070",
    plane="#FFFFFF",
    grid="#000000",
    shade=0.3,
    wrong="#9C0D0D",
    right="#00502B",
    best="#7A0096",
    dev="#8A2F7C",
    test="#00695C",
    accent_text="#0A3FA8",
)
HIGH_CONTRAST_DARK = Palette(
    "high-contrast-dark",
    window="#000000",
    card="#000000",
    border="#FFFFFF",
    text="#FFFFFF",
    quiet="#E6E6E6",
    accent="#7FB2FF",
    soft="#1B3A75",
    groove="#8C8C8C",
    plane="#000000",
    grid="#FFFFFF",
    rim="#FFFFFF",
    shade=0.5,
    tint=0.25,
    wrong="#FF8F85",
    right="#8CEBB9",
    best="#EDA3FF",
    dev="#E59BDB",
    test="#5BD6C8",
    accent_text="#A9CBFF",
    on_accent="#000000",
)
PRINT = Palette(
    "print",
    window="#FFFFFF",
    card="#FFFFFF",
    border="#000000",
    text="#000000",
    quiet="#333333",
    accent="#2F6FDE",
    soft="#E2ECFB",
    groove="#DDE2E9",
    plane="#FFFFFF",
    grid="#000000",
)
HALL_LIGHT = replace(
    LIGHT,
    name="hall light",
    window="#FFFFFF",
    plane="#FFFFFF",
    grid="#000000",
    text="#000000",
    quiet="#2B333D",
    border="#6B7683",
    accent="#0B4FCC",
    wrong="#B00020",
    shade=0.5,
    tint=0.25,
    accent_text="#0B4FCC",
)
HALL_DARK = replace(
    DARK,
    name="hall dark",
    window="#000000",
    plane="#050709",
    card="#000000",
    grid="#FFFFFF",
    text="#FFFFFF",
    quiet="#D3DAE3",
    border="#8A94A3",
    accent="#6EA8FF",
    wrong="#FF7A6B",
    rim="#FFFFFF",
    shade=0.66,
    tint=0.38,
    best="#F0A6FF",
    accent_text="#8DBAFF",
    on_accent="#000000",
)
THEMES = (LIGHT, DARK, HIGH_CONTRAST, HIGH_CONTRAST_DARK)  # that the window can wear
PALETTES = {palette.name: palette for palette in (*THEMES, PRINT)}


def colour_of(label: int) -> str:
    """The colour of a class, or of what has none (−1)."""
    return CLASS_COLOURS[label % len(CLASS_COLOURS)] if label >= 0 else UNLABELLED_COLOUR


def symbol_of(label: int) -> str:
    """The shape of a class, or of what has none (−1)."""
    return CLASS_SYMBOLS[label % len(CLASS_SYMBOLS)] if label >= 0 else UNLABELLED_SYMBOL


@lru_cache(maxsize=256)
def rim_of(ink: str, usual: str) -> str:
    """The usual rim around a mark of this ink, unless the ink is too like it.

    >>> rim_of("#D55E00", "#FFFFFF"), rim_of("#E69F00", "#FFFFFF")
    ('#FFFFFF', '#000000')
    """
    if contrast(ink, usual) >= MARK:
        return usual
    return "#000000" if luminance(usual) > 0.5 else "#FFFFFF"


def rgb(colour: str) -> tuple[int, int, int]:
    """
    >>> rgb("#D55E00")
    (213, 94, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(a: str, b: str, share: float) -> str:
    """`share` of a over b.

    >>> mixed("#FFFFFF", "#000000", 0.5)
    '#808080'
    """
    return "#" + "".join(
        f"{round(share * p + (1 - share) * q):02X}" for p, q in zip(rgb(a), rgb(b), strict=True)
    )


def luminance(colour: str) -> float:
    """How light it is, from 0 to 1, by the rule of the WCAG."""
    parts = (part / 255 for part in rgb(colour))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, from 1 to 21.

    >>> contrast("#FFFFFF", "#000000")
    21.0
    """
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=64)
def _tint(palette: Palette, label: int) -> str:
    ink = colour_of(label)
    while luminance(mixed(ink, palette.plane, palette.shade)) > BRIGHTEST:
        ink = mixed(ink, "#000000", 0.97)
    return ink


@lru_cache(maxsize=16)
def _regions(palette: Palette) -> tuple[str, ...]:
    every = range(len(CLASS_COLOURS))
    tints = (mixed(palette.tint_of(c), palette.plane, palette.shade) for c in every)
    return palette.plane, *tints


@lru_cache(maxsize=256)
def _in_plane(palette: Palette, ink: str) -> str:
    return _seen(ink, _regions(palette), palette.text)


@lru_cache(maxsize=256)
def _seen(ink: str, grounds: tuple[str, ...], text: str, least: float = MARK) -> str:
    """The ink with as little of the text's as it needs to be seen on all of these."""
    shares = (k / 25 for k in range(26))
    mixes = (mixed(text, ink, share) for share in shares)
    return next((c for c in mixes if min(contrast(c, g) for g in grounds) >= least), text)
