"""How a tinted word looks, on the screen and in a file: the ink and a tint of its class, stronger and
bold the more it adds. Its underline belongs to the class, too, for those who do not see the colour."""

from dataclasses import dataclass

from linlab.engine.picture.palette import Palette, colour_of, mixed
from linlab.engine.views.table import Table, Tint

BOLD = 0.4  # from this strength on
FAINT, STRONG = 0.06, 0.3  # of the class's colour in the ground, for no strength and for all
NOTHING = "–"  # where a cell of a table has nothing to say
_BELOW = ("n", "class", "part", "m", "said", "turn")
UNDERLINES = ((), (5.0, 2.5), (1.6, 1.6), (5.0, 2.0, 1.6, 2.0))  # dashes: solid, dashed, dotted …


@dataclass(frozen=True)
class WordLook:
    """The colours of a word and of its ground, whether it is bold, and the dashes of its
    underline."""

    ink: str
    ground: str
    line: str
    bold: bool
    dash: tuple[float, ...]


def look_of(tint: Tint, palette: Palette) -> WordLook:
    """The look of a tinted word."""
    own = colour_of(tint.label)
    ground = mixed(own, palette.card, FAINT + (STRONG - FAINT) * tint.strength)
    return WordLook(
        palette.words_on(own, ground),
        ground,
        palette.on_card(own),
        tint.strength >= BOLD,
        UNDERLINES[tint.label % len(UNDERLINES)],
    )


def about_row(table: Table, row: int) -> str:
    """The line below a text: its number, its part, its margin, and whether the answer is wrong."""
    texts = {column.key: column.texts[row] for column in table.columns if column.key in _BELOW}
    parts = [f"#{texts['n']}", texts["part"]]
    if texts.get("m", NOTHING) != NOTHING:
        wrong = texts["said"] not in (NOTHING, texts["class"])
        parts.append(f"margin {texts['m']}{' (wrong)' if wrong else ''}")
    return " · ".join(filter(None, [*parts, texts.get("turn", "")]))
