"""Colours and shapes: the palettes, and how each class looks.

Class colours are Okabe and Ito's, which colour-blind people can tell apart; each class also has its
own shape.
"""

from dataclasses import dataclass, replace

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


@dataclass(frozen=True)
class Palette:
    """The colours of a window or a figure; `name` is light, dark, print, or one for the stage."""

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
    dev: str = "#B565A7"
    test: str = "#2A9D8F"

    @property
    def dark(self) -> bool:
        """Whether the ink is lighter than the background."""
        return sum(rgb(self.text)) > sum(rgb(self.plane))


LIGHT = Palette(
    "light",
    window="#F3F5F8",
    card="#FFFFFF",
    border="#E1E6ED",
    text="#1F2933",
    quiet="#66717F",
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
    accent="#3D7DEB",
    soft="#223250",
    groove="#333C48",
    plane="#1A2027",
    grid="#E8ECF1",
    rim="#0E1216",
    shade=0.58,
    tint=0.25,
    best="#E08CFF",
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
)
PALETTES = {palette.name: palette for palette in (LIGHT, DARK, PRINT)}


def colour_of(label: int) -> str:
    """The colour of a class, or of what has none (−1)."""
    return CLASS_COLOURS[label % len(CLASS_COLOURS)] if label >= 0 else UNLABELLED_COLOUR


def symbol_of(label: int) -> str:
    """The shape of a class, or of what has none (−1)."""
    return CLASS_SYMBOLS[label % len(CLASS_SYMBOLS)] if label >= 0 else UNLABELLED_SYMBOL


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
