"""The text of a lesson at the foot of the stage, in letters for a hall: a step, its question, and afterwards what is so."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.rich_text import RichText
from linlab.app.session.lessons.lesson_run import LessonRun
from linlab.engine.ground.harmless import harmless
from linlab.engine.picture.palette import Palette

MOST = 0.5  # of the stage's height that it may take
LARGE, LEAST = 1.15, 0.7  # of the stage's letters: as it should be, and the smallest that a long text gets
LETTERS = "ABCDEFGH"
HINT = "Page Down: see what happens", "Page Down plays", "Page Down: the next step", "This was the last step"


class LessonFoot(QWidget):
    """It leaves the mouse alone, so that the plane beneath can be used."""

    def __init__(self, stage: QWidget, run: LessonRun, palette: Palette) -> None:
        super().__init__(stage)
        self.setObjectName("lesson-foot")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._stage, self._run, self._palette, self._size = stage, run, palette, 14.0
        self.text = RichText(16, self)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.text)

    def dress(self, size: float, palette: Palette) -> None:
        self._size, self._palette = size, palette
        self.tell()

    def tell(self) -> None:
        """The step that we are at, as large as there is room for."""
        if not self._run.active:
            return
        air = round(0.7 * self._size)
        self._column.setContentsMargins(2 * air, air, 2 * air, air)
        self.text.picture = self._run.lesson.files.picture if self._run.lesson and self._run.lesson.files else None
        wide, words = self._stage.width() - 4 * air, self._html()
        for share in (LARGE, 1.0, 0.85, LEAST):
            self.text.setFixedWidth(wide)
            self.text.show_html(words, self._palette, round(share * self._size))
            if self.text.height() + 2 * air <= MOST * self._stage.height():
                break
        self.setAccessibleName(self.text.plain())
        high = self.text.height() + 2 * air
        self.setGeometry(0, self._stage.height() - high, self._stage.width(), high)
        self.raise_()
        self.update()

    def _html(self) -> str:
        run, step = self._run, self._run.step
        lesson, given, quiet = run.lesson, run.answered, self._palette.quiet
        assert lesson is not None
        place = f'<span style="color: {quiet}">{run.at + 1} of {len(lesson.steps)}</span>'
        parts = [f"<p><b>{_plain(step.step.title)}</b> &nbsp; {place}</p>", step.texts.text]
        if step.texts.ask:
            parts.append(f"<p><b>{step.texts.ask}</b></p>")
        for k, choice in enumerate(step.texts.choices):
            right = given is not None and step.answer is not None and k == step.answer.value
            words = f"{LETTERS[k]} &nbsp; {choice}{' ✓' if right else ''}"
            parts.append(f"<p>{f'<b>{words}</b>' if right else words}</p>")
        if given is not None and step.answer is not None:
            if not step.texts.choices:
                parts.append(f"<p><b>{step.answer.words}</b></p>")
            parts.append(step.texts.why)
        hint = HINT[0] if run.asks else HINT[1] if run.plays else HINT[3] if run.last else HINT[2]
        return "".join(parts) + f'<p style="color: {quiet}; font-size: {round(0.75 * self._size)}px">{hint}</p>'

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QColor(self._palette.plane)
        ground.setAlpha(232)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), ground)
            painter.fillRect(0, 0, self.width(), 2, QColor(self._palette.border))


def _plain(text: str) -> str:
    return harmless(text).replace("&", "&amp;").replace("<", "&lt;")
