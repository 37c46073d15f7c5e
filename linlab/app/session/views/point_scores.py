"""The model's scores of all points, for views that show them. They are computed at once if that
fits into a frame, otherwise in the background; meanwhile the last known moment is shown."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.snapshot import Snapshot

WAITING = "Evaluating the model at every point …"


class PointScores(QObject):
    """`changed` is emitted when new scores are known."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last: Snapshot | None = None  # with the scores of its model
        self._background = Background(self)
        self._background.answered.connect(self._answered)

    def with_scores(self, moment: Snapshot) -> Snapshot:
        """The moment with the scores of its points; while they are computed, the last moment that
        has them, or this one without a model."""
        model, last = moment.model, self._last
        if model is None or model.effort(len(moment.points)) <= FRAME:
            self._last = None
            return moment
        if last is None or _of(last) != _of(moment):
            self._background.ask(lambda: _asked(moment), _of(moment), follow=True)
        if last is None or last.trace is not moment.trace:
            return moment.without_model(WAITING)
        return replace(last, pointed=moment.pointed, selection=moment.selection)

    def let_go(self) -> None:
        """Release the scores, which may be large, when no view shows them."""
        self._last = None

    def _answered(self, answer: Snapshot | LinlabError) -> None:
        if isinstance(answer, Snapshot):
            self._last = answer
        self.changed.emit()


def _of(moment: Snapshot) -> tuple[Any, int]:
    return moment.trace, moment.t


def _asked(moment: Snapshot) -> Snapshot:
    said: Floats = moment.scores
    return replace(moment, said=said)
