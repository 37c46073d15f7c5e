"""The picture of the plane, made at most once a frame from the session at t."""

from typing import Any

import numpy as np
from PySide6.QtCore import QTimer

from linlab.app.canvas.canvas import Canvas
from linlab.app.session.run import LiveRun
from linlab.engine.picture.inside.symbol_highlights import measured_by
from linlab.engine.picture.other_models import ONE, edge, heading
from linlab.engine.picture.placing.texts import axes_of, placed, placed_between
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Item, Lines, Panel, Pen, Picture
from linlab.engine.picture.showing.choice import answers
from linlab.engine.views.snapshot import Snapshot

from .background_picture import CELL, FINE
from .cell import Cell
from .geometry import LEAST
from .parts import PlaneWidget

REST_MS = 200  # milliseconds without a change before the picture is drawn more finely
ASKING_SECONDS = 0.008  # that a layer may ask a run for something
ASK_AGAIN_MS = 40  # milliseconds until it asks again


class Drawing:
    """The picture, and what is kept of it from one frame to the next."""

    def __init__(self, plane: PlaneWidget, canvas: Canvas) -> None:
        """`canvas` is the same widget as `plane`: it shows the picture."""
        self._plane = plane
        self._canvas = canvas
        self.fine = False  # whether it is drawn more finely, as there is time for it
        self.rest = QTimer(canvas, singleShot=True, interval=REST_MS)
        self.rest.timeout.connect(self.refine)
        self._made: Picture | None = None
        self._band: tuple[Item, ...] = ()
        self._ended: dict[int, bool] = {}  # whether training has ended, for each model
        self._cells: list[Cell] = []
        self._add_cell()

    @property
    def late(self) -> bool:
        """Whether what is shown is out of date."""
        return any(cell.answers.late for cell in self._cells)

    def forget(self) -> None:
        """The picture is out of date."""
        self._made = None

    def begin_coarsely(self) -> None:
        """Something has moved: draw coarsely now, and finely after a while."""
        self._made = None
        self.fine = False
        self.rest.start()

    def refine(self) -> None:
        """Nothing has moved for a while: draw the same picture on a finer grid."""
        if self.late:  # first the coarse one
            self.rest.start()
        elif self._canvas.isVisible() and self._plane.session.run.model is not None:
            self.fine = True
            self._plane.show_answer()

    def show_band(self, *corners: tuple[float, float]) -> None:
        """A rubber band between two corners, or none."""
        self._band = ()
        if corners:
            (a, b), (c, d) = corners
            ring = np.array([(a, b), (c, b), (c, d), (a, d), (a, b)])
            self._band = (Lines("band", (ring,), Pen(self._plane.theme.accent, 1.0, (4, 3))),)

    @property
    def picture(self) -> Picture:
        if self._made is None:
            self._made = self._make()
        return self._made

    def _make(self) -> Picture:
        plane = self._plane
        runs = plane.session.runs if plane.side_by_side else [plane.session.run]
        while len(self._cells) < len(runs):
            self._add_cell()
        panels = tuple(self._panel(*pair) for pair in zip(runs, self._cells, strict=False))
        size = max(LEAST, float(plane.width())), max(LEAST, float(plane.height()))
        return Picture(*size, self._background(), panels)

    def _background(self) -> str:
        plane = self._plane
        if plane.side_by_side:
            return plane.theme.window
        return plane.theme.card if "axes" in plane.shown else plane.theme.plane

    def scene(self, run: LiveRun) -> Scene:
        """Everything there is to draw about a run at this moment."""
        plane = self._plane
        snapshot = plane.session.snapshot
        geometry = plane.sight.geometry
        coming = run.coming or run.arriving
        frame = geometry.frames[0]
        if coming is None:
            model = run.model
            points = placed(snapshot.points, model)
        else:
            model = coming.before
            points = placed_between(snapshot.points, coming.before, coming.towards)
        return Scene(
            palette=plane.theme,
            points=points,
            parts=snapshot.parts,
            model=model,
            step=run.shown_step,
            view=geometry.view,
            size=(frame.width, frame.height),
            optimum=run.exact.last,
            selection=snapshot.selection,
            scale=plane.mark_scale,
            font=plane.font_size,
            towards=coming.towards if coming else None,
            cell=FINE if self.fine else CELL,
            hollow="hollow" in plane.shown,
            coming=coming is not None,
            slid=1.0 if coming is None else coming.slid,
            features=axes_of(run.model, snapshot.features),
            pointed=snapshot.pointed,
            measured=None if plane.busy else _measured(snapshot, run),
            symbol=snapshot.symbol,
            asked=answers(plane.shown, run.trace, run.t, ASKING_SECONDS),
            other_models=snapshot.other_models if plane.arranged == ONE else (),
            which=run.which,
            learner=snapshot.learners[run.which],
            arrow_factor=_arrow_factor(plane),
            ended=self._has_ended(run),
        )

    def _has_ended(self, run: LiveRun) -> bool:
        """Whether training has ended; during a gesture, whether it had before."""
        if not self._plane.busy:
            self._ended[run.which] = run.has_converged
        return self._ended.get(run.which, False)

    def _panel(self, run: LiveRun, cell: Cell) -> Panel:
        """The plane of a run; among others it has its name in a corner, and few other words."""
        plane = self._plane
        session = plane.session
        scene = self.scene(run)
        geometry = plane.sight.geometry
        frame = geometry.frame_of(run.which)
        shown = plane.shown
        in_focus = run is session.run
        extra: tuple[Any, ...] = ()
        if in_focus:
            extra = (*self._band, *session.overlay.items_in(scene))
        if plane.side_by_side:
            moment = run.measured_moment
            errors = moment.sample if moment is not None and plane.tells_errors else None
            name = heading(scene, session.snapshot.names[run.which], errors, in_focus)
            frame = edge(scene, frame, in_focus)
            shown = shown - {"axes", "legend"}
            extra = (*extra, name)
        said = cell.answers.about(scene, shown, (run.trace, run.t))
        panel = plane_panel(
            scene,
            shown,
            frame,
            extra=(*extra, *cell.answers.words(scene)),
            said=said,
            before=cell.before,
            floor=geometry.covered[1],
            wordy=in_focus,
        )
        cell.before = panel
        if scene.late:
            QTimer.singleShot(ASK_AGAIN_MS, self._canvas, self._plane.show_answer)
        return panel

    def _add_cell(self) -> None:
        plane = self._plane
        self._cells.append(Cell(self._canvas, plane.sight.follow, plane.show_answer))


def _arrow_factor(plane: PlaneWidget) -> float | None:
    """The scale of arrows; None: so that they fit."""
    if plane.held is not None:
        return plane.held.factor
    return 1.0 if plane.arrows_to_scale else None


def _measured(snapshot: Snapshot, run: LiveRun) -> int | None:
    """The point whose distance to the line is drawn: the one under the mouse, or the example whose
    score or margin is pointed at."""
    if snapshot.pointed is not None or not snapshot.symbol:
        return snapshot.pointed
    return measured_by(snapshot.symbol, run.shown_step)
