"""The handout of the open lesson, written in the background with progress; it can be cancelled."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QProgressDialog, QWidget

from linlab.app.export.dialog.job import Job
from linlab.app.export.handout.formats import HANDOUT_FORMATS, handout_format, write_handout
from linlab.app.session.session import Session
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.sanitise import file_name
from linlab.lessons.written.lesson import Lesson

DELAY_MS = 400  # milliseconds before progress is shown


class HandoutWriter(QProgressDialog):
    """Writes one handout."""

    def __init__(
        self, window: QWidget, session: Session, lesson: Lesson, path: Path, blanks: bool
    ) -> None:
        super().__init__("Making the handout …", "Cancel", 0, len(lesson.steps), window)
        self.setObjectName("handout-progress")
        self.setWindowTitle("Handout")
        self.setMinimumDuration(DELAY_MS)
        self.setAutoClose(False)
        self._session, self._path = session, path
        self._job = Job(self)
        self._job.advanced.connect(lambda done, total, left: self.setValue(done))
        self._job.ended.connect(self._ended)
        self.canceled.connect(self._job.cancel)
        self._job.start(lambda report: write_handout(lesson, path, blanks, progress=report))

    def _ended(self, error: object) -> None:
        if isinstance(error, LinlabError) and not isinstance(error, Cancelled):
            self._session.note(str(error))
        elif not isinstance(error, Cancelled):
            self._session.note(f"The handout is saved as {self._path.name}.")
        self.close()
        self.deleteLater()


def save_handout(
    window: QWidget, session: Session, lesson: Lesson, blanks: bool
) -> HandoutWriter | None:
    """Ask for a file, and start; None if cancelled."""
    kinds = ";;".join(f"{each.title} (*{each.suffix})" for each in HANDOUT_FORMATS.values())
    proposed = f"{file_name(lesson.title, 'lesson')}.pdf"
    name, _ = QFileDialog.getSaveFileName(window, "Save the handout", proposed, kinds)
    if not name:
        return None
    try:
        handout_format(name)
    except LinlabError as error:
        session.note(str(error))
        return None
    return HandoutWriter(window, session, lesson, Path(name), blanks)
