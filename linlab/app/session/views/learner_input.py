"""Whether the learner's input is ready: the kernel matrix, or the output of a stack's base model. A
view that used the model earlier would block the window."""

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.app.session.run import LiveRun

PREPARING = "Preparing what the model learns from …"


class LearnerInput(QObject):
    """`changed` is emitted when it is ready."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._background.answered.connect(lambda _: self.changed.emit())

    def prepare(self, run: LiveRun) -> bool:
        """Whether it is ready; if not, prepare it in the background."""
        problem = run.problem
        if problem is None or problem.ready:
            return True
        self._background.ask(problem.prepare, problem)
        return False
