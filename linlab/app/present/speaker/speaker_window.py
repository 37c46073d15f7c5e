"""The speaker's window: what is on stage, what comes next, notes, the answer, the time and the most
important keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from linlab.app.lessons.rich_text import RichText
from linlab.app.plane.plane import Plane
from linlab.app.present.audience_text import place
from linlab.app.session.player import Player
from linlab.app.session.programme import Programme
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.palette import Palette

from .clock import LectureClock
from .coming import coming
from .live_picture import LivePicture
from .next_picture import NextPicture
from .next_stop import SmallPicture
from .texts import NO_NOTES, answer_html, notes_html, teacher_html
from .time_panel import TimePanel

if TYPE_CHECKING:
    from linlab.app.session.lessons.lesson_run import LessonRun

TICK_MS = 1000
STAYS = 12_000  # milliseconds that a message stays
LETTERS, HEIGHT = 15, 800  # font size in pixels in a window of this height
SMALLEST, LARGEST = 11, 30
LEAST = 640, 420  # pixels
KEYS = "Page Down next · Page Up back · Space plays · B blanks · H holds the stage · F7 swaps the screens · F1 all keys · Esc ends"


@dataclass(frozen=True)
class SpeakerContext:
    """What the speaker's window shows, and its menu of screens."""

    window: QMainWindow
    plane: Plane
    player: Player
    programme: Programme
    lesson: "Callable[[], LessonRun | None]"
    clock: LectureClock
    screens: QMenu


class SpeakerWindow(QWidget):
    """A tool window of the window: all keys of the stage work here, too."""

    closed = Signal()

    def __init__(self, context: SpeakerContext, palette: Palette) -> None:
        super().__init__(context.window, Qt.WindowType.Tool)
        self.setObjectName("speaker")
        self.setWindowTitle("linlab: speaker")
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumSize(*LEAST)
        self._context = context
        self._palette = palette
        self._written: tuple[str, ...] = ()
        self.live = LivePicture(self, palette, context.window)
        self.next = NextPicture(self, palette)
        self.time = TimePanel(self, context.clock)
        self._lay_out()
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self.tell)
        self._tick.start()
        self._silent = QTimer(self, interval=STAYS, singleShot=True)
        self._silent.timeout.connect(self.note.hide)
        self.live.taken.connect(self.tell)
        self.next.told.connect(lambda title: self.next_title.setText(sanitise(title)))
        self.apply_theme(palette)

    def _lay_out(self) -> None:
        self.where, self.next_title = QLabel(), QLabel()
        self.where.setObjectName("where")
        self.where.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.next_title.setObjectName("next-title")
        self.next_title.setWordWrap(True)
        self.note = QLabel()
        self.note.setObjectName("speaker-note")
        self.note.setWordWrap(True)
        self.note.hide()
        now, following = QLabel("On the screen now"), QLabel("Next")
        now.setObjectName("now")
        following.setObjectName("following")
        self.notes, self.answer, self.teacher = RichText(), RichText(), RichText()
        self.answer_head, self.teacher_head = QLabel("Answer"), QLabel("For the teacher")
        for head in (self.answer_head, self.teacher_head):
            head.setObjectName("head")
        self.screens = QToolButton()
        self.screens.setText("Screens ▾")
        self.screens.setObjectName("speaker-screens")
        self.screens.setMenu(self._context.screens)
        self.screens.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.screens.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.keys = QLabel(KEYS)
        self.keys.setObjectName("speaker-keys")
        self.keys.setWordWrap(True)

        head_row = QHBoxLayout()
        head_row.addWidget(now)
        head_row.addWidget(self.where, 1)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addLayout(head_row)
        left.addWidget(self.live, 5)
        left.addWidget(self.note)
        left.addWidget(_scrolled(self.notes), 3)

        self.right = QVBoxLayout()
        self.right.setSpacing(8)
        self.right.addWidget(self.time)
        self.right.addWidget(following)
        self.right.addWidget(self.next)
        self.right.addWidget(self.next_title)
        self._private = _scrolled(self.answer_head, self.answer, self.teacher_head, self.teacher)
        self.right.addWidget(self._private, 4)
        self.right.addStretch(1)

        columns = QHBoxLayout()
        columns.setSpacing(24)
        columns.addLayout(left, 17)
        columns.addLayout(self.right, 10)
        foot = QHBoxLayout()
        foot.addWidget(self.keys, 1)
        foot.addWidget(self.screens)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 18, 24, 14)
        whole.setSpacing(12)
        whole.addLayout(columns, 1)
        whole.addLayout(foot)

    # Showing

    def apply_theme(self, palette: Palette) -> None:
        """Use the colours of the stage, and a font size that suits the window."""
        self._palette = palette
        size = self._size = min(max(round(LETTERS * self.height() / HEIGHT), SMALLEST), LARGEST)
        self.setStyleSheet(
            f"#speaker {{ background: {palette.window}; }} "
            f"QLabel, QPushButton, QToolButton {{ color: {palette.text}; font-size: {size}px; }} "
            "QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; } "
            f"#now {{ font-weight: 600; font-size: {round(1.1 * size)}px; }} "
            f"#where, #following, #speaker-keys {{ color: {palette.quiet}; }} "
            f"#head {{ color: {palette.accent_text}; font-weight: 600; }} "
            f"#next-title {{ font-size: {round(1.1 * size)}px; }} "
            f"#speaker-note {{ background: {palette.accent}; color: {palette.on_accent}; "
            "border-radius: 8px; padding: 8px 12px; } "
            f"QPushButton, QToolButton {{ background: {palette.card}; border-radius: 6px; "
            f"border: 1px solid {palette.border}; padding: 4px 10px; }} "
            "QToolButton::menu-indicator { image: none; }"
        )
        self.time.apply_theme(palette, size)
        for picture in (self.live, self.next):
            picture.apply_theme(palette)
        self._written = ()
        self.tell()

    def tell(self) -> None:
        """Show everything as it is now."""
        context = self._context
        session, lesson = context.player.session, context.lesson()
        parts = [context.programme.where, place(session, context.player)]
        mark = next((each.name for each in session.settled.bookmarks if each.t == session.t), "")
        parts.insert(1, f"“{mark}”" if mark else "")
        self.where.setText(" · ".join(part for part in parts if part))
        self.time.tell()
        self._write(
            notes_html(session.document.notes) or f"<p>{NO_NOTES}</p>",
            answer_html(lesson),
            teacher_html(lesson),
        )
        if not context.player.playing:
            self._tell_next()

    def _tell_next(self) -> None:
        context = self._context
        session, plane = context.player.session, context.plane
        stop = coming(session, context.programme, context.lesson())
        layers = frozenset(plane.shown) - {"legend"}
        region = plane.view if stop.here else None
        self.next.show_stop(stop, SmallPicture(0.0, 0.0, self._palette, layers, region))

    def _write(self, *texts: str) -> None:
        """Show these texts, if they are not there already."""
        if texts == self._written:
            return
        self._written = texts
        sizes = (round(1.3 * self._size), self._size, self._size)
        fields = (self.notes, self.answer, self.teacher)
        for field, text, size in zip(fields, texts, sizes, strict=True):
            field.show_html(text, self._palette, size)
            field.setVisible(bool(text))
        self.answer_head.setVisible(bool(texts[1]))
        self.teacher_head.setVisible(bool(texts[2]))
        self._private.setVisible(bool(texts[1] or texts[2]))

    def say(self, sentence: str, stays: int = STAYS) -> None:
        """Show a message, which only the speaker sees."""
        self.note.setText(sanitise(sentence))
        self.note.setVisible(bool(sentence))
        self._silent.start(max(stays, STAYS // 2))

    def clear_message(self, sentence: str) -> None:
        if self.note.text() == sanitise(sentence):
            self._silent.stop()
            self.note.hide()

    # Window

    def end(self) -> None:
        """Close it for good; no timer stays."""
        self._tick.stop()
        self._silent.stop()
        self.live.end()
        self.next.end()
        self.hide()
        self.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.apply_theme(self._palette)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


def _scrolled(*parts: QWidget) -> QScrollArea:
    """These, one below the other; they scroll where there is no room."""
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, 8, 0)
    column.setSpacing(4)
    for part in parts:
        column.addWidget(part)
    column.addStretch()
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    return area
