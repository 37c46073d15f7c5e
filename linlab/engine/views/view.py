"""What a view is: a function from a moment of a run to panels, with a name, a title, a line of help
and, for when it does not apply, a sentence. What can be chosen about it are its options; what takes
long is its work, done elsewhere beforehand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Item, Panel

from .figure import Figure
from .snapshot import Snapshot
from .table import Table

Panels = Callable[[Figure, Snapshot, Palette, Frame], tuple[Panel, ...]]
Choices = tuple[tuple[str, str], ...]  # keys and titles

WATCH, WHY, CHECK, COMPARE = "Watch", "Why", "Check", "Compare"  # what a student wants of a view
GROUPS = (WATCH, WHY, CHECK, COMPARE)


@dataclass(frozen=True)
class Option:
    """Something to choose about a view: one of several, with a range a number, or, with so many
    characters at most, a text.

    It declares its own control and its value on the command line. The first choice is the default.
    One that `adopts` is no choice of how to look, but a part of the document: `kept` reads it
    there, and another value is an edit.
    """

    name: str
    title: str
    help: str
    choices: Callable[[Snapshot], Choices] = lambda moment: ()
    span: tuple[float, float] | None = None
    default: float = 0.0
    whole: bool = False  # whether it is a whole number
    beside: bool = False  # whether its control stands beside the one before it
    idle: Callable[[Figure, Snapshot], bool] = lambda figure, moment: (
        False
    )  # whether it changes nothing, as others are chosen
    absent: Callable[[Snapshot], bool] = lambda moment: (
        False
    )  # of a text or a number that has no place now
    longest: int = 0  # characters of a text
    text: str = ""  # that stands there at first
    kept: Callable[[Snapshot], str] | None = None  # what the document says
    adopts: "Callable[[Points, Source | None, str], Adoption] | None" = (
        None  # what another value makes of these
    )

    def value(self, figure: Figure, moment: Snapshot) -> Any:
        """What is chosen; the default, if that is nothing that can be had now."""
        chosen = dict(figure.options).get(self.name)
        if self.kept is not None:
            return self.kept(moment)
        if self.longest:
            return chosen[: self.longest] if isinstance(chosen, str) else self.text
        if self.span is not None:
            number = (
                min(max(float(chosen), self.span[0]), self.span[1])
                if isinstance(chosen, int | float)
                else self.default
            )
            return float(round(number)) if self.whole else number
        keys = [key for key, _ in self.choices(moment)]
        if chosen in keys:
            return chosen
        if keys:
            return keys[0]
        return ""


@dataclass(frozen=True)
class Adoption:
    """What a click in a view, an option or a way out makes of the learner, of the generator of the
    points, of the points or of the whole document, and what that is called when it is undone."""

    name: str
    learner: Learner | None = None
    source: Source | None = None
    points: Points | None = (
        None  # with a source, the points there are by it; without, they are drawn
    )
    document: Document | None = None
    focus: int | None = None  # the place of the model in hand, where that is another


@dataclass(frozen=True)
class WayOut:
    """What makes a view apply that does not: the title of its button, and what that does."""

    title: str
    adopts: Callable[[Snapshot], Adoption]


@dataclass(frozen=True)
class Refusal:
    """Why there is nothing to see, in a sentence, and the way out, where there is one. What is wrong
    with the points, or with the run, is said `in_plane`, and in the window nowhere else."""

    sentence: str
    way_out: WayOut | None = None
    in_plane: bool = False


@dataclass(frozen=True)
class Work:
    """What takes longer than a frame: `run` computes it, in another thread, telling how far it is;
    moments of the same `key` have it in common, and a key of None means that there is nothing to
    compute. A view whose work is not done says so in its place."""

    key: Callable[[Figure, Snapshot], object]
    run: Callable[[Figure, Snapshot], Any]


@dataclass(frozen=True)
class FigureView:
    """Something to see: its panels within a frame of the page.

    `refusal` says why there is nothing to see of a moment. What `work` finds, the moment
    has as `found` when it is drawn. `adopts` is what a click at a place of a panel, in its own
    units, does, and, if it `drags`, each place of a drag; `types` what a number does that is typed
    into a row of its table.
    """

    name: str
    title: str
    help: str
    panels: Panels
    plane: bool = False  # so that layers and a region can be chosen
    curves: bool = False  # so that the kind of curves and their axes can be chosen
    group: str = WATCH  # with which others it is listed
    tab: str = ""  # its title where there is little room
    key: str = ""  # that opens it, with Alt
    refusal: Callable[[Snapshot], Refusal | None] = lambda moment: None
    options: tuple[Option, ...] = ()
    table: Callable[[Figure, Snapshot], Table | None] | None = (
        None  # where it is rows and columns: to be sorted and copied
    )
    work: Work | None = None
    asks: bool = False  # whether it shows what the model says of every point
    of_step: bool = False  # whether it explains a step, which in slow motion is the next one
    adopts: Callable[[Figure, Snapshot, int, float, float], Adoption | None] | None = (
        None  # the number of the panel, x, y
    )
    drags: bool = False
    types: Callable[[Figure, Snapshot, int, str], Adoption] | None = (
        None  # the number of the row, and what was typed
    )
    turned: tuple[str, str] | None = None  # the options that a drag across and up changes
    marks: Callable[[Figure, Snapshot, Palette], tuple[Item, ...]] | None = (
        None  # what it puts into the plane while it is seen
    )

    takes_texts: bool = False  # whether texts are edited in its table, and added below it
    latex: Callable[[Figure, Snapshot], str] | None = None  # where it is a text for a LaTeX paper
    chosen_refusal: Callable[[Figure, Snapshot], Refusal | None] = lambda figure, moment: (
        None
    )  # of what is chosen about it, where the view itself applies

    @property
    def short(self) -> str:
        """Its title on a tab."""
        return self.tab or self.title

    def refuses(self, moment: Snapshot) -> str:
        """Why there is nothing to see, in words; empty if there is something."""
        refusal = self.refusal(moment)
        return "" if refusal is None else refusal.sentence

    def why_not(self, figure: Figure, moment: Snapshot) -> Refusal | None:
        """Why there is nothing to see of this figure: of the view, or of what is chosen about it."""
        return self.refusal(moment) or self.chosen_refusal(figure, moment)

    def option(self, name: str) -> Option:
        return next(option for option in self.options if option.name == name)

    def chosen(self, name: str, figure: Figure, moment: Snapshot) -> Any:
        """The value of one of its options."""
        return self.option(name).value(figure, moment)
