"""The pictures of a run at several steps, drawn for each other.

The visible part of the plane and the axes of the curves are chosen once for all of them, and words
keep their places from one to the next, so nothing jumps. A film and a web page are made of shots.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from linlab.engine.ground.progress import watched
from linlab.engine.picture.curves import curve_values
from linlab.engine.picture.palette import PALETTES, Palette
from linlab.engine.picture.plane_panel import around
from linlab.engine.picture.shapes import Panel, Picture, View
from linlab.engine.train.trace import Trace

from .figure import Figure
from .snapshot import Snapshot
from .views import MOST_LINES, VIEWS, draw


class Shots:
    """A figure at these steps of a run, from the first to the last; `tell` is called now and then
    during long work, and may raise an error to end it."""

    def __init__(
        self,
        trace: Trace,
        figure: Figure,
        times: Sequence[int],
        optimum: Any = None,
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        self.trace, self.times = trace, times
        self._optimum, self._tell = optimum, tell
        self._key: object = None  # of the view's work, and its result
        self._found: Any = None
        self._before: Panel | None = None  # the plane of the previous shot
        self._values = None
        if VIEWS[figure.view].curves:
            self._values = curve_values(trace, times[-1], optimum=optimum)
        self.figure = figure
        if figure.region is None and VIEWS[figure.view].plane:
            self.figure = replace(figure, region=self._region())

    def begin(self) -> None:
        """Forget the shot before."""
        self._before = None

    def at(self, t: int, *others: Palette) -> tuple[Picture, ...]:
        """The picture after t steps in the figure's palette, and the same in others."""
        moment = replace(self._completed(self._snapshot(t)), before=self._before)
        palettes = (PALETTES[self.figure.palette], *others)
        pictures = tuple(draw(self.figure, moment, palette) for palette in palettes)
        plane = VIEWS[self.figure.view].plane and pictures[0].panels
        self._before = pictures[0].panels[0] if plane else None
        return pictures

    def _snapshot(self, t: int) -> Snapshot:
        return Snapshot.of(self.trace, t, self._optimum, self._values, MOST_LINES)

    def _region(self) -> View:
        """The part of the plane that shows the last step and everything on the way."""
        first = self.times[0]
        last = self.times[-1]
        changes = {
            t for t in (first, *(c.t for c in self.trace.document.timeline)) if first <= t <= last
        }
        views = [
            draw(self.figure, self._snapshot(last)).panels[0].view,
            *(around(self.trace.document.points_at(t).x) for t in changes),
        ]
        left, bottom, right, top = zip(*views, strict=True)
        return View(min(left), min(bottom), max(right), max(top))

    def _completed(self, moment: Snapshot) -> Snapshot:
        """The snapshot with the result of the view's work, which is repeated only if it depends on
        t."""
        view = VIEWS[self.figure.view]
        if view.work is None or view.why_not(self.figure, moment) is not None:
            return moment
        key = view.work.key(self.figure, moment)
        if key != self._key:
            with watched(lambda doing: self._tell()):
                self._key, self._found = key, view.work.run(self.figure, moment)
        return replace(moment, found=self._found)
