"""Parts of the plane's picture that take longer than a frame are computed in the background.

Meanwhile the last result is shown in its place, and a line in a corner says what is being computed.
A picture that only becomes finer is shown coarse until then.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.plane_panel import ModelAnswers, legend_entries
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Label

CELL, FINE = 5.0, 2.0  # pixels per grid cell: while something moves, and at rest
TICK = 200  # milliseconds between two progress messages
COMPUTING = "being computed"


class BackgroundPicture(QObject):
    """The last result, and the pending request; `arrived` is emitted when there is something to
    show."""

    arrived = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._said: ModelAnswers | None = None
        self._shown: Any = None  # its moment and view
        self._asked: Any = None
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._tick = QTimer(self, interval=TICK)
        self._tick.timeout.connect(self.arrived)

    @property
    def late(self) -> bool:
        """Whether the picture shown is out of date."""
        return self._tick.isActive()

    def about(
        self, scene: Scene, shown: Collection[str], moment: tuple[object, int]
    ) -> ModelAnswers | None:
        """What is known of a scene at (trace, t); None if it can be drawn at once."""
        if scene.effort <= FRAME:
            self._background.forget()
            self._tick.stop()
            self._said = self._shown = self._asked = None
            return None
        if self._said is None and scene.cell < CELL:
            self._said = self._coarse(scene, shown)
            self._shown = (moment, None)
        share = scene.towards[1] if scene.towards is not None else None
        view = (
            scene.view,
            scene.size,
            scene.cell,
            frozenset(shown),
            share,
            id(scene.optimum),
            id(scene.points),
            scene.late,
        )
        if (moment, view) == self._shown:
            self._tick.stop()
        else:
            before = self._asked
            onward = (
                before is not None
                and before[0][0] is moment[0]
                and before[0][1] <= moment[1]
                and before[1] == view
            )
            self._asked = (moment, view)
            layers = set(shown)
            self._background.ask(
                lambda: ((moment, view), ModelAnswers.of(scene, layers)),
                (moment, view),
                follow=onward,
            )
            self._tick.start() if not self._tick.isActive() else None
        plain = replace(scene, model=None, towards=None, optimum=None, asked={}, other_models=())
        return self._said or ModelAnswers({}, legend_entries(plain, shown))

    def _coarse(self, scene: Scene, shown: Collection[str]) -> ModelAnswers | None:
        coarse = replace(scene, cell=CELL)
        return ModelAnswers.of(coarse, shown) if coarse.effort <= FRAME else None

    def words(self, scene: Scene) -> tuple[Label, ...]:
        """Which step the picture shows, if it is out of date, and what is being computed."""
        if not self.late or (self._said is not None and self._shown[1] is None):
            return ()
        since = f"as of step {grouped(self._shown[0][1])} · " if self._said is not None else ""
        corner = (scene.view.left, scene.view.bottom)
        return (
            Label(
                f"{since}{self._background.doing or COMPUTING}",
                corner,
                scene.font,
                scene.palette.text,
                dx=12,
                dy=-16,
                veil=scene.palette.card,
            ),
        )

    def _answered(self, answer: Any) -> None:
        if not isinstance(answer, LinlabError):
            self._shown, self._said = answer
        self.arrived.emit()
