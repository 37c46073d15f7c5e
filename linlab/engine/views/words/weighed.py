"""The view of words for a model that reads texts: the table, and below it a text as a sum."""

from linlab.engine.data.lexicon import LONGEST_TEXT, Lexicon
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.words import with_foot
from linlab.engine.views.view import Choices, Option

from .contributions import sum_panel
from .subject import NEED, Worded, reads_texts
from .table import words_table
from .vocabulary import Vocabulary


def _sorts(moment: Worded) -> Choices:
    found = moment.subject
    if isinstance(found, Lexicon):
        return ()
    own = [("weight", "weight")]
    if len(found.weights) > 1:
        own = [(f"weight{k}", f"weight for {name}") for k, name in enumerate(found.classes)]
    rest = (("change", "change in this step"), ("count", "texts"), ("name", "alphabet"))
    return ("size", "size of weight"), *own, *rest


SORT = Option("sort", "Sorted by", "what comes first in the table of words", NEED.choices(_sorts))
SEARCH = Option(
    "search",
    "Search",
    "only words with these letters",
    longest=60,
    absent=lambda moment: not reads_texts(moment),
)
PIN = Option(
    "pin",
    "Pin",
    "words that stay on top, separated by commas",
    longest=LONGEST_TEXT,
    beside=True,
    absent=lambda moment: not reads_texts(moment),
)


def weighed(
    figure: Figure,
    moment: Worded,
    found: Vocabulary,
    said: tuple[str, str],
    palette: Palette,
    room: Frame,
) -> tuple[Panel, ...]:
    """The table of words, and below it the text as a sum."""
    text, head = said
    font = figure.font
    below = min(0.45 * room.height, 12.0 * font)
    above, foot = with_foot(room, below)
    rows, pinned = found.order(
        SORT.value(figure, moment), SEARCH.value(figure, moment), PIN.value(figure, moment)
    )
    quoted = f"{head}: {shorten(text, 200)}" if moment.pointed is not None else head
    return (
        words_table(found, rows, pinned, palette, above, font),
        sum_panel(found, text, quoted, palette, foot, font),
    )
