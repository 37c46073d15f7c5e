"""A view from what it declares: its need, what it computes in the background, and functions that
are called only when both are there. Without, the one empty state is shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Item, Panel
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Table
from linlab.engine.views.view import WATCH, Adoption, FigureView, Option, Work

from .ready import Need, Ready, with_found
from .words import words_panel

S = TypeVar("S")
F = TypeVar("F")


@dataclass(frozen=True)
class NoResult:
    """A result that is no more than a sentence: why there is none."""

    of: object
    why: str


@dataclass(frozen=True)
class Computation(Generic[S, F]):
    """What takes longer than a frame, and is done in another thread.

    Moments of the same `key` have a result in common. A result has a field `of` and is shown where
    that equals what `of` says of the moment, by default its key. Until there is one, the sentence
    `waiting` is shown.
    """

    key: Callable[[Figure, Ready[S, None]], object]
    run: Callable[[Figure, Ready[S, None]], F | NoResult]
    waiting: Callable[[Figure, Ready[S, None]], str] | None
    of: Callable[[Figure, Ready[S, None]], object] | None = None

    def with_result(self, figure: Figure, ready: Ready[S, None], found: Any) -> Ready[S, F] | str:
        """The moment with what was found, if that is of this moment; or the sentence without."""
        last = None if isinstance(found, NoResult) else found
        if found is not None and found.of == (self.of or self.key)(figure, ready):
            return found.why if isinstance(found, NoResult) else with_found(ready, found, last)
        if self.waiting is not None:
            return self.waiting(figure, ready)
        return with_found(ready, None, last)


def optional(
    key: Callable[[Figure, Ready[S, None]], object],
    run: Callable[[Figure, Ready[S, None]], F | NoResult],
    of: Callable[[Figure, Ready[S, None]], object] | None = None,
) -> Computation[S, F | None]:
    """A computation without which there is something to draw as well: `found` is None then."""
    return Computation(key, run, None, of)


def view(
    name: str,
    title: str,
    help: str,
    need: Need[S],
    panels: Callable[[Figure, Ready[S, F], Palette, Frame], tuple[Panel, ...]],
    *,
    computation: Computation[S, F] | None = None,
    options: tuple[Option, ...] = (),
    table: Callable[[Figure, Ready[S, F]], Table | None] | None = None,
    adopts: Callable[[Figure, Ready[S, F], int, float, float], Adoption | None] | None = None,
    types: Callable[[Figure, Ready[S, F], int, str], Adoption] | None = None,
    marks: Callable[[Figure, Ready[S, F], Palette], tuple[Item, ...]] | None = None,
    drags: bool = False,
    asks: bool = False,
    group: str = WATCH,
    tab: str = "",
    key: str = "",
) -> FigureView:
    """A view whose functions are called only with what they need. Where something is missing it
    shows a sentence, and has no table, nothing to adopt and no marks."""

    def ready_for(figure: Figure, moment: Snapshot) -> Any:
        """A Ready[S, F], or the sentence that says what is missing."""
        ready = need.of(moment)
        if isinstance(ready, str) or computation is None:
            return ready
        return computation.with_result(figure, ready, moment.found)

    def drawn(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
        ready = ready_for(figure, moment)
        if isinstance(ready, str):
            return (words_panel(figure, palette, room, [ready.rstrip(".")]),)
        return panels(figure, ready, palette, room)

    def otherwise(function: Any, nothing: Any) -> Any:
        """The function for any moment, which is nothing where something is missing."""

        def guarded(figure: Figure, moment: Snapshot, *rest: Any) -> Any:
            ready = ready_for(figure, moment)
            return nothing if isinstance(ready, str) else function(figure, ready, *rest)

        return None if function is None else guarded

    def typed(figure: Figure, moment: Snapshot, row: int, text: str) -> Adoption:
        ready = ready_for(figure, moment)
        if isinstance(ready, str) or types is None:
            raise LinlabError(str(ready))
        return types(figure, ready, row, text)

    return FigureView(
        name,
        title,
        help,
        drawn,
        group=group,
        tab=tab,
        key=key,
        refusal=need.refusal,
        options=options,
        table=otherwise(table, None),
        work=None if computation is None else _work(need, computation),
        adopts=otherwise(adopts, None),
        drags=drags,
        asks=asks,
        types=None if types is None else typed,
        marks=otherwise(marks, ()),
    )


def _work(need: Need[S], computation: Computation[S, F]) -> Work:
    """The computation for any moment that the view does not refuse."""

    def of(moment: Snapshot) -> Ready[S, None]:
        ready = need.of(moment)
        if isinstance(ready, str):
            raise LinlabError(ready)
        return ready

    return Work(
        lambda figure, moment: computation.key(figure, of(moment)),
        lambda figure, moment: computation.run(figure, of(moment)),
    )
