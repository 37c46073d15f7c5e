"""Whether what the learner reads is at hand: the kernel matrix, or for the upper model of a stack
what the lower one says. A view that asked the model before would wait for it, and the window with
it."""

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.app.session.run import LiveRun

PREPARING = "Making ready what the model learns from …"


class Prepared(QObject):
    """`changed` says that it is at hand."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._background.answered.connect(lambda _: self.changed.emit())

    def look(self, run: LiveRun) -> bool:
        """Whether it is; if not, it is made in the background."""
        problem = run.problem
        if problem is None or problem.ready:
            return True
        self._background.ask(problem.prepare, problem)
        return False
