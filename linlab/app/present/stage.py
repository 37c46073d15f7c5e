"""The stage: the plane large and in high contrast, with words for the hall, under the keys of a
clicker.

It exists only while the window presents, and so do its keys, its timers and what it lays on the
plane, over and beside it. The window's commands whose keys it takes sleep meanwhile; all others,
and the mouse, work as ever.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut, QWheelEvent
from PySide6.QtWidgets import QVBoxLayout

from linlab.app.plane.over.banner import Banner
from linlab.app.session.player import speed_words
from linlab.app.session.settings import HALL_SCALES
from linlab.engine.picture.other_models import after
from linlab.engine.picture.palette import HALL_DARK, HALL_LIGHT, Palette
from linlab.engine.words.in_a_line import in_a_line

from .audience_text import BEGIN, place, sentence
from .clicker import KEYS, STRIDE, Key
from .header import Header
from .knob import Knob
from .overlays import Curtain, Strip
from .paging import Paging
from .pointer import Pointer
from .side import Side
from .stage_context import StageContext
from .view_beside import names

if TYPE_CHECKING:
    from linlab.app.session.lessons.lesson_run import LessonRun

    from .lesson_foot import LessonFoot

FONT, HEIGHT = 14.0, 800  # font size in pixels at 100 %, on a screen of this height
LINES = 28  # least height of a stage with a lesson, in font sizes: the plane needs room, too
SHORTLY, HELP, READING = 1200, 6000, 50  # ms
HINT = (
    "Space plays · Page Down goes to the next update, → one step on · S slider · G curves · + and − size · "
    "B blanks · F9 restores the document · Esc ends · F1 all keys"
)
IN_A_LESSON = (
    "Page Down goes on, Page Up back · Space plays · + and − size · B blanks · F9 restores the page · "
    "Esc ends · F1 all keys"
)
NOT_ON_STAGE = ("left-panel", "right-panel", "full-screen")
EVEN_BLANK = ("present", "close")


class Stage(QObject):
    """A window's plane in front of an audience."""

    left = Signal()  # the close button was pressed
    themed = Signal()  # it has other colours

    palette: Palette
    percent: int

    def __init__(self, stage_context: StageContext) -> None:
        window, plane = stage_context.window, stage_context.plane
        super().__init__(window)
        self.plane = plane
        self.player = stage_context.player
        self.session = stage_context.player.session
        self._context = stage_context
        self._commands = stage_context.commands
        self._settings = stage_context.settings
        frame = window.centralWidget()
        assert frame is not None
        self._frame = frame
        self._screen, self.percent = "", 0
        self._look_at_the_screen()
        self._turned = 0  # wheel movement not yet used
        self._aside: Callable[[str, int], object] | None = None
        self.palette = HALL_DARK if plane.theme.dark else HALL_LIGHT
        self.header = Header(frame, self.palette)
        self.strip = Strip(frame)
        self.side = Side(self.session, stage_context.look, stage_context.middle)
        self.beside = self.side.beside
        self.note, self.curtain, self.knob = (
            Banner(plane),
            Curtain(window),
            Knob(self.session, plane, self.palette),
        )
        self.pointer, self.pages = (
            Pointer(plane),
            Paging(stage_context.player, stage_context.programme, self._turn, stage_context.lesson),
        )
        self.foot: LessonFoot | None = None  # while a lesson is open
        self._lesson: LessonRun | None = None
        layout = frame.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self.header)
        self.curtain.clicked.connect(self.unblank)
        self.knob.came.connect(lambda: self.note.clear_message(self.note.text()))
        self.pointer.cross.clicked.connect(self.left)
        self._soon = QTimer(self, interval=READING, singleShot=True)
        self._soon.timeout.connect(self._tell)
        self._keys = [self._shortcut(entry, key) for entry in KEYS for key in entry.keys]
        taken = {shortcut.key().toString() for shortcut in self._keys}
        self._asleep = {
            name
            for name, action in self._commands.items()
            if name in NOT_ON_STAGE or taken & {keys.toString() for keys in action.shortcuts()}
        }
        self._wake()
        for signal in self._signals:
            signal.connect(self.tell)
        self.plane.viewport().installEventFilter(self)
        self._settle()

    @property
    def _signals(self) -> tuple[SignalInstance, ...]:
        """The signals that the words on stage depend on."""
        session = self.session
        return (
            session.moved,
            session.changed,
            session.anticipated,
            session.measured,
            self.player.state_changed,
        )

    def _follow(self, lesson: "LessonRun | None") -> None:
        """Show the text of this lesson at the bottom, or of none."""
        if lesson is self._lesson:
            return
        if self._lesson is not None and self.foot is not None:
            for signal in (self._lesson.turned, self._lesson.changed, self._lesson.opened):
                signal.disconnect(self._settle)
            self.foot.hide()
            self.foot.setParent(None)
            self.foot.deleteLater()
            self.foot = None
        self._lesson = lesson
        if lesson is not None:
            from .lesson_foot import LessonFoot

            self.foot = LessonFoot(self._frame, lesson, self.palette)
            self.foot.show()
            for signal in (lesson.turned, lesson.changed, lesson.opened):
                signal.connect(self._settle)

    def clear(self) -> None:
        """Remove everything from the plane."""
        self._follow(None)
        self.plane.viewport().removeEventFilter(self)
        for signal in self._signals:
            signal.disconnect(self.tell)
        self._soon.stop()
        self.knob.end()
        self.pointer.clear()
        self.pages.clear()
        self.side.clear()
        self.note.clear_message(self.note.text())
        for shortcut in self._keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        for prop in (self.strip, self.note, self.curtain, self.knob, self.header):
            prop.hide()
            prop.setParent(None)
            prop.deleteLater()
        self._asleep = set()
        self._wake()
        self.deleteLater()

    def _shortcut(self, entry: Key, key: str) -> QShortcut:
        shortcut = QShortcut(QKeySequence(key), self._context.window)
        shortcut.setAutoRepeat(entry.repeats)
        shortcut.activated.connect(lambda: self._press(entry))
        return shortcut

    def _wake(self) -> None:
        """Enable the window's commands, except those that have no place on stage; behind the
        curtain hardly any."""
        for name, action in self._commands.items():
            action.setEnabled(name not in self._asleep and (not self.blanked or name in EVEN_BLANK))
        if not self.blanked:
            self._context.roused()  # whether there is something to undo

    # Words

    def tell(self) -> None:
        """Show where the run is; while it plays, no faster than can be seen."""
        self.pages.refresh()
        if not self.player.playing:
            self._tell()
        elif not self._soon.isActive():
            self._soon.start()

    def _tell(self) -> None:
        words = sentence(self.session)
        for_speaker = words == BEGIN and self._aside is not None
        self.strip.tell(place(self.session, self.player), "" if for_speaker else words)
        self.header.tell(
            self.session.document.title,
            in_a_line(self.session.learner),
            self._context.programme.where,
        )

    def help(self) -> None:
        self.say(HINT if self.foot is None else IN_A_LESSON, HELP)

    def say(self, text: str, time: int = SHORTLY) -> None:
        """Show a note for this many milliseconds."""
        (self._aside or self.note.say)(text, time)

    def speak_to(self, say: Callable[[str, int], object] | None) -> None:
        """Notes for the speaker are shown by this instead, and not on stage."""
        self._aside = say
        if say is not None:
            self.note.clear_message(self.note.text())
        self._settle()

    # Beside the plane

    def next_beside(self) -> None:
        """Show the next view beside the plane, and none after the last."""
        views = ("", *names())
        self.show_beside(views[(views.index(self.beside.name) + 1) % len(views)])

    def take_next(self, step: int) -> None:
        """Go to another model, around the ends of the list."""
        self.session.focus_on((self.session.focus + step) % len(self.session.runs))

    def arrange_next(self) -> None:
        """Arrange several models differently."""
        if len(self.session.runs) > 1:
            self.plane.arrange(after(self.plane.arranged))
        else:
            self.say("There is only one model.")

    def show_beside(self, name: str) -> None:
        self.beside.take(name)
        self._settle()

    # Looks

    def switch_theme(self, palette: Palette) -> None:
        self.palette = palette
        self._settle()
        self.themed.emit()

    def _look_at_the_screen(self) -> None:
        """Use the size that was chosen for screens of this size."""
        size = self._context.window.screen().size()
        screen = f"{size.width()}x{size.height()}"
        if screen != self._screen:
            known = self._settings.now
            self._screen = screen
            self.percent = known.hall_scales.get(screen, known.hall_scale)

    def resize(self, percent: int) -> None:
        """Set the size relative to the window; it is remembered for screens of this size."""
        self.percent = min(max(percent, HALL_SCALES[0]), HALL_SCALES[1])
        known = self._settings.now.hall_scales
        self._settings.keep(hall_scales={**known, self._screen: self.percent})
        self._settle()
        self.say(f"{self.percent} %")

    def faster(self, by: int) -> None:
        self.player.faster(by)
        self.say(f"Speed: {speed_words(self.player.speed)}")

    def _settle(self) -> None:
        """Set all sizes and positions."""
        plane, palette = self.plane, self.palette
        plane.scale_by = self.percent / 100
        high = self._frame.height()
        size = FONT * plane.scale_by * min(max(high / HEIGHT, 1.0), 2.0)
        if self._context.lesson() is not None:
            size = min(size, high / LINES)
        plane.font_size = size
        self.header.apply_theme(size, palette)
        self.strip.apply_theme(size, palette.plane, palette.text)
        self._follow(self._context.lesson())
        self.strip.setVisible(self.foot is None)
        self.side.ask_for(self._context.answer_box())
        if self.foot is not None:
            self.foot.hints = self._aside is None
            self.foot.apply_theme(size, palette)
        low = self.strip.usual_height() if self.foot is None else self.foot.height()
        self.side.lay(palette, size, plane.scale_by, low)
        plane.covered_top = round(2 * size)
        plane.covered_bottom = low
        plane.framed = False
        plane.apply_theme(palette)
        self._tell()
        self.strip.place()
        self.pointer.apply_theme(size, plane.scale_by, palette)
        self.knob.apply_theme(size, palette)
        self.note.apply_theme()
        if self.blanked:
            self.curtain.close_in(self.curtain.colour)

    @property
    def large_style(self) -> str:
        """The style of a menu or a dialog on stage: as large as everything there."""
        size = round(self.plane.font_size)
        return (
            f"* {{ font-size: {size}px; }} "
            f"QMenu::item {{ padding: {size // 3}px {2 * size}px {size // 3}px {size}px; }}"
        )

    # Keys and mouse

    def _press(self, entry: Key) -> None:
        if not self.blanked or not entry.wakes:
            entry.run(self)
            return
        self.unblank()
        if entry.turns and self._context.programme.has(entry.turns):
            self._turn(entry.turns)

    def _turn(self, by: int) -> None:
        self._commands["next-document" if by > 0 else "previous-document"].trigger()

    @property
    def blanked(self) -> bool:
        return not self.curtain.isHidden()

    def blank(self, colour: str) -> None:
        """Show a plain screen; nothing continues behind it."""
        if self.player.playing:
            self.player.pause()
        self.plane.hand.drop_gesture()
        self.curtain.close_in(colour)
        self._wake()

    def unblank(self) -> None:
        self.curtain.hide()
        self._wake()

    def escape(self) -> None:
        """Cancel the current gesture, or leave."""
        self.plane.hand.drop_gesture() if self.plane.busy else self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._look_at_the_screen()
            self._settle()
        elif (
            isinstance(event, QWheelEvent)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._turned += event.angleDelta().y()
            strides = int(self._turned / 120)
            self._turned -= 120 * strides
            if strides:
                self.resize(self.percent + STRIDE * strides)
            return True
        return event.type() == QEvent.Type.ToolTip  # the hall does not read tooltips
