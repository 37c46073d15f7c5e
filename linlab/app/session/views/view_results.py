"""The results of the long work of views. It is done in the background, a moment after the last
change, and kept until a moment needs another result; meanwhile the last or a partial result is
shown."""

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import FigureView

DELAY_MS = 300  # milliseconds: a gesture makes many moments


class ViewResults(QObject):
    """The work of one view; `changed` is emitted when there is a result, part of one, or new
    progress."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.value: Any = None  # the last result
        self.why = ""  # why there is none, in words
        self._key: tuple[str, object] = ("", None)  # what the result is about
        self._wanted: tuple[FigureView, Figure, Snapshot] | None = None
        self._asked: tuple[str, object] | None = None
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._soon = QTimer(self, interval=DELAY_MS, singleShot=True)
        self._soon.timeout.connect(self._ask)
        self._tick = QTimer(self, interval=100)
        self._tick.timeout.connect(self.changed)

    @property
    def busy(self) -> bool:
        return self._soon.isActive() or self._background.busy

    @property
    def doing(self) -> str:
        """The progress, in words."""
        return self._background.doing

    def result_for(self, view: FigureView, figure: Figure, moment: Snapshot) -> Any:
        """The result for this snapshot, or for an earlier one of this view; start the work if it is
        missing."""
        assert view.work is not None
        wanted = view.work.key(figure, moment)
        if wanted is None:
            return None
        key = (view.name, wanted)
        if key not in (self._key, self._asked):
            self._asked = key
            self._wanted = (view, figure, moment)
            self._soon.start()
        parts = self._background.so_far
        if parts is not None and self._asked == key:
            return parts
        return self.value if self._key[0] == view.name else None

    @property
    def cancelled(self) -> bool:
        return self._asked is not None and not self.busy and self._asked != self._key

    def cancel(self) -> None:
        """Cancel the work; it starts again at another moment."""
        self._soon.stop()
        self._background.forget()
        self._rest("Cancelled.")

    def let_go(self) -> None:
        """Release a result, which may be large, when no view shows it and its document is closed."""
        if not self.busy:
            self.value = None
            self._key = ("", None)
            self._asked = None
            self._wanted = None

    def again(self) -> None:
        """Restart cancelled work."""
        if self._wanted is not None:
            self._soon.start()

    def _ask(self) -> None:
        if self._wanted is not None:
            view, figure, moment = self._wanted
            work = view.work
            assert work is not None
            self._background.ask(lambda: work.run(figure, moment))
            self._tick.start()

    def _answered(self, answer: Any) -> None:
        if isinstance(answer, LinlabError):
            self.value, self._key = None, self._asked or self._key
            self._rest(str(answer))
        else:
            self.value, self._key = answer, self._asked or self._key
            self._rest("")

    def _rest(self, why: str) -> None:
        self._tick.stop()
        self.why = why
        self.changed.emit()
