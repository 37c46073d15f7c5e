"""The view of words for a model that reads texts: the table, the history of pinned words, and below
a text as a sum."""

from linlab.engine.data.lexicon import LONGEST_TEXT, Lexicon
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.view import Choices, Option

from .contributions import sum_panel
from .count_twice import said_of_twice
from .history import history_panel
from .measures import choices, measure
from .subject import NEED, Worded, reads_texts
from .table import words_table
from .vocabulary import Vocabulary

LEAST_WITH_CURVES = 18.0  # heights of the type: a lower table has no curves below it


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


def _columns(moment: Worded) -> Choices:
    found = moment.subject
    return () if isinstance(found, Lexicon) else choices(found)


COLUMNS = Option(
    "columns", "Shown", "the numbers that the table has of each word", NEED.choices(_columns)
)
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
    "words that stay on top, separated by commas; curves show their weights step by step",
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
    """The table of words, the curves of the pinned ones, and the text as a sum."""
    text, head = said
    font = figure.font
    kind = str(COLUMNS.value(figure, moment))
    rows, pinned = found.order(
        SORT.value(figure, moment), SEARCH.value(figure, moment), PIN.value(figure, moment)
    )
    quoted = f"{head}: {shorten(text, 200)}" if moment.pointed is not None else head
    trace = moment.trace
    more = [] if trace is None else said_of_twice(found, trace, moment.t, text)
    above, foot = with_foot(room, min(0.42 * room.height, (11.0 + 4.0 * bool(more)) * font))
    panels = [sum_panel(found, text, quoted, palette, foot, font, more)]
    if pinned and trace is not None and above.height > LEAST_WITH_CURVES * font:
        above, middle = with_foot(above, max(0.4 * above.height, 9.0 * font))
        panels.append(history_panel(figure, found, trace, moment.t, rows[:pinned], palette, middle))
    explained = measure(found, kind).explained
    if explained:
        above, line = with_foot(above, height_of(figure, above.width, [explained]))
        panels.append(words_panel(figure, palette, line, [explained.rstrip(".")]))
    return words_table(found, rows, pinned, palette, above, font, kind), *panels
