"""The text of a lesson at the bottom of the stage, in large type: a page, its question, and
afterwards the answer."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from linlab.app.lessons.rich_text import RichText
from linlab.app.session.lessons.lesson_run import LessonRun
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.palette import Palette

LARGEST_SHARE = 0.42  # the share of the stage's height that it may take: the rest is the plane's
USUAL_SCALE = 1.15  # the usual font size, as a share of the stage's
PADDING = 0.6  # in its own font sizes, around it
SMALLEST_LETTERS = 0.018  # the share of the stage's height that can be read in the last row
LETTERS = "ABCDEFGH"
HINT = (
    "Page Down: see what happens",
    "Page Down plays",
    "Page Down: the next page",
    "This was the last page",
    "Page Down: show the answer",
)


class LessonFoot(QWidget):
    """It lets the mouse through to the plane below."""

    def __init__(self, stage: QWidget, run: LessonRun, palette: Palette) -> None:
        super().__init__(stage)
        self.setObjectName("lesson-foot")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._stage = stage
        self._run = run
        self._palette = palette
        self._size = 14.0
        self.hints = True  # whether it says what Page Down does
        self.text, self.asked = (
            RichText(16, self),
            RichText(16, self),
        )  # the page, and beside it its question

    def apply_theme(self, size: float, palette: Palette) -> None:
        self._size, self._palette = size, palette
        self.tell()

    def tell(self) -> None:
        """Show the current page in the font of the stage, or the largest that fits."""
        if not self._run.active:
            return
        words, asked = self._page_html(), self._asked()
        self.text.picture = (
            self._run.lesson.files.picture if self._run.lesson and self._run.lesson.files else None
        )
        least = round(SMALLEST_LETTERS * self._stage.height())
        most = LARGEST_SHARE * self._stage.height()
        large = max(least, round(USUAL_SCALE * self._size))
        high = self._lay(words, asked, large)
        if high > most:
            fits, too_large = least, large
            while too_large - fits > 1:
                letters = (fits + too_large) // 2
                if self._lay(words, asked, letters) <= most:
                    fits = letters
                else:
                    too_large = letters
            high = self._lay(words, asked, fits)
        self.setAccessibleName(f"{self.text.plain()} {self.asked.plain()}".strip())
        self.setGeometry(0, self._stage.height() - high, self._stage.width(), high)
        self.raise_()
        self.update()

    def _lay(self, words: str, asked: str, letters: int) -> int:
        """Lay out both texts in this font; return the height."""
        air = round(PADDING * letters)
        room = self._stage.width() - 4 * air
        wide = (room - 3 * air) // 2 if asked else room
        for part, html in ((self.text, words), (self.asked, asked)):
            part.setFixedWidth(wide)
            part.show_html(html, self._palette, letters)
        self.text.move(2 * air, air)
        self.asked.move(2 * air + wide + 3 * air, air)
        return max(self.text.height(), self.asked.height()) + 2 * air

    def _page_html(self) -> str:
        run = self._run
        quiet = self._palette.quiet
        assert run.lesson is not None
        if run.asks and run.tried is not None:
            hint = HINT[4]
        elif run.asks:
            hint = HINT[0]
        elif run.plays:
            hint = HINT[1]
        elif run.last:
            hint = HINT[3]
        else:
            hint = HINT[2]
        hint = f" · {hint}" if self.hints else ""
        place = f'<span style="color: {quiet}">{run.at + 1} of {len(run.lesson.steps)}{hint}</span>'
        return f"<p><b>{_plain(run.step.step.title)}</b> &nbsp; {place}</p>{run.step.texts.text}"

    def _asked(self) -> str:
        """The question with its choices in a row, and once it is answered the explanation."""
        step, given = self._run.step, self._run.answered
        if not step.texts.ask:
            return ""
        choices = []
        for k, choice in enumerate(step.texts.choices):
            right = given is not None and step.answer is not None and k == step.answer.value
            words = f"{LETTERS[k]}&nbsp; {choice}"
            choices.append(f"<b>{words}&nbsp;✓</b>" if right else words)
        parts = [
            f"<p><b>{step.texts.ask}</b></p>",
            f"<p>{' &nbsp; &nbsp; '.join(choices)}</p>" if choices else "",
        ]
        tried = self._run.tried
        if tried is not None and tried.verdict is not None:
            parts.append(f"<p><b>{tried.verdict.words}</b> {tried.verdict.because}</p>")
        if given is not None and step.answer is not None:
            parts.append("" if choices else f"<p><b>{step.answer.words}</b></p>")
            parts.append(step.texts.why)
        return "".join(parts)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self._palette.plane))
            painter.fillRect(0, 0, self.width(), 2, QColor(self._palette.border))


def _plain(text: str) -> str:
    return sanitise(text).replace("&", "&amp;").replace("<", "&lt;")
