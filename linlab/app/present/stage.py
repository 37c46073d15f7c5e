"""The stage: the plane large and in high contrast, with words for the hall, under the keys of a clicker.

It exists only while the window presents, and so do its keys, its timers and what it lays on the plane. The window's
commands whose keys it takes sleep meanwhile; all others, and the mouse, work as ever.
"""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCursor, QKeySequence, QMouseEvent, QShortcut, QWheelEvent
from PySide6.QtWidgets import QWidget

from linlab.app.panels.transport import where
from linlab.app.plane.banner import Banner
from linlab.app.plane.plane import Plane
from linlab.app.session.player import Player, speed_words
from linlab.app.session.settings import HALL_SCALES, Settings
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.palette import HALL_DARK, HALL_LIGHT, Palette
from linlab.engine.words.explain import explain

from .clicker import KEYS, STRIDE, Key
from .overlays import Cross, Curtain, Spot, Strip, first_sentence

FONT, DISC = 14.0, 64  # pixels at 100 %, the font on a screen of this height
HEIGHT = 800
STILL, SHORTLY, HELP, READING = 3000, 1200, 4000, 50  # ms
BEGIN = "Space plays, Page Down steps."
HINT = "Space plays · Page Down and Page Up step · + and − change the size · B blanks · L pointer · Esc ends"
NOT_ON_STAGE, EVEN_BLANK = ("left-panel", "right-panel", "full-screen"), ("present", "close")


class Stage(QObject):
    """A window's plane in front of a hall."""

    left = Signal()  # the way out was taken

    palette: Palette
    percent: int

    def __init__(self, window: QWidget, plane: Plane, player: Player, commands: Mapping[str, QAction], settings: Settings,
                 roused: Callable[[], object]) -> None:  # fmt: skip
        """`roused` is called when the window's commands, which sleep on stage, listen again."""
        super().__init__(window)
        self.plane, self.player, self.session = plane, player, player.session
        self._window, self._commands, self._settings, self._roused = window, commands, settings, roused
        self.percent, self.pointing = settings.now.hall_scale, True
        self._turned = 0  # of the wheel, not yet used
        self.strip, self.note, self.spot, self.curtain = Strip(plane), Banner(plane), Spot(plane), Curtain(window)
        self.curtain.clicked.connect(self.unblank)
        self.cross = Cross(self.plane)
        self.cross.clicked.connect(self.left)
        self._still, self._soon = self._timer(STILL, self._hush), self._timer(READING, self._tell)
        self._keys = [self._shortcut(entry, key) for entry in KEYS for key in entry.keys]
        taken = {shortcut.key().toString() for shortcut in self._keys}
        self._asleep = {name for name, action in commands.items()
                        if name in NOT_ON_STAGE or taken & {keys.toString() for keys in action.shortcuts()}}  # fmt: skip
        self._rouse()
        for signal in (self.session.moved, self.session.changed, self.player.state_changed):
            signal.connect(self.tell)
        self.plane.viewport().installEventFilter(self)
        self.wear(HALL_DARK if plane.theme.dark else HALL_LIGHT)
        self.strip.show()
        self._move_on()

    def clear(self) -> None:
        """Off the plane, at once and for good."""
        self.plane.viewport().removeEventFilter(self)
        for signal in (self.session.moved, self.session.changed, self.player.state_changed):
            signal.disconnect(self.tell)
        for timer in (self._still, self._soon):
            timer.stop()
        self.note.hush(self.note.text())
        for shortcut in self._keys:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        for prop in (self.strip, self.note, self.spot, self.curtain, self.cross):
            prop.hide()
            prop.deleteLater()
        self._asleep = set()
        self._rouse()
        self.plane.unsetCursor()
        self.deleteLater()

    def _timer(self, interval: int, action: Callable[[], object]) -> QTimer:
        timer = QTimer(self, interval=interval, singleShot=True)
        timer.timeout.connect(action)
        return timer

    def _shortcut(self, entry: Key, key: str) -> QShortcut:
        shortcut = QShortcut(QKeySequence(key), self._window)
        shortcut.setAutoRepeat(entry.repeats)
        shortcut.activated.connect(lambda: self._press(entry))
        return shortcut

    def _rouse(self) -> None:
        """The window's commands listen, but those that have no place on stage, and behind the curtain hardly any."""
        for name, action in self._commands.items():
            action.setEnabled(name not in self._asleep and (not self.blanked or name in EVEN_BLANK))
        if not self.blanked:
            self._roused()  # whether there is something to undo

    # Words

    def tell(self) -> None:
        """The strip says where we are; while it plays, no faster than one can see."""
        if not self.player.playing:
            self._tell()
        elif not self._soon.isActive():
            self._soon.start()

    def _tell(self) -> None:
        self.strip.tell(where(self.session, self.player) if self.session.t else "update 0", self._sentence())

    def _sentence(self) -> str:
        session, trace = self.session, self.session.trace
        if trace is None:
            return session.trouble
        try:
            step = session.step
        except LinlabError as error:
            return str(error)
        return BEGIN if step is None else first_sentence(explain(step, trace.problem(session.t - 1).learner))

    def help(self) -> None:
        self.say(HINT, HELP)

    def say(self, text: str, time: int = SHORTLY) -> None:
        """A note for so many milliseconds."""
        self.note.say(text, time)

    # Looks

    def wear(self, palette: Palette) -> None:
        self.palette = palette
        self._settle()

    def resize(self, percent: int) -> None:
        """So much larger than in the window; remembered."""
        self.percent = min(max(percent, HALL_SCALES[0]), HALL_SCALES[1])
        self._settings.keep(hall_scale=self.percent)
        self._settle()
        self.say(f"{self.percent} %")

    def faster(self, by: int) -> None:
        self.player.faster(by)
        self.say(f"Speed: {speed_words(self.player.speed)}")

    def _settle(self) -> None:
        """Everything as large as it should be, and in its place."""
        plane, palette = self.plane, self.palette
        plane.scale_by = self.percent / 100
        plane.font_size = size = FONT * plane.scale_by * min(max(plane.height() / HEIGHT, 1.0), 2.0)
        self.strip.dress(size, palette.plane, palette.text)
        plane.roof, plane.floor, plane.framed = round(2 * size), self.strip.usual_height(), False
        plane.dress(palette)
        self._tell()
        self.strip.place()
        self.spot.dress(round(DISC * plane.scale_by), palette.text)
        self.cross.dress(size, palette.card, palette.text, palette.border)
        self.note.dress()
        if self.blanked:
            self.curtain.close_in(self.curtain.colour)

    # Keys and mouse

    def _press(self, entry: Key) -> None:
        if self.blanked and entry.wakes:
            self.unblank()
        else:
            entry.run(self)

    @property
    def blanked(self) -> bool:
        return not self.curtain.isHidden()

    def blank(self, colour: str) -> None:
        """A plain screen; nothing goes on behind it."""
        if self.player.playing:
            self.player.pause()
        self.plane.drop_gesture()
        self.curtain.close_in(colour)
        self._rouse()

    def unblank(self) -> None:
        self.curtain.hide()
        self._rouse()

    def escape(self) -> None:
        """Drop the gesture that is going on, else leave."""
        self.plane.drop_gesture() if self.plane.busy else self.left.emit()

    def switch_pointer(self) -> None:
        self.pointing = not self.pointing
        self.spot.follow(self.plane.mapFromGlobal(QCursor.pos()))
        self.spot.setVisible(self.pointing and self.plane.underMouse())

    def _move_on(self) -> None:
        self.plane.unsetCursor()
        self._still.start()

    def _hush(self) -> None:
        """Nobody moves the mouse: no cursor, no way out, unless it is about to be taken."""
        if self.cross.underMouse():
            self._still.start()
            return
        self.cross.hide()
        self.plane.setCursor(Qt.CursorShape.BlankCursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._settle()
        elif event.type() == QEvent.Type.Leave:
            self.spot.hide()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self.spot.follow(event.position().toPoint())
            self.spot.setVisible(self.pointing)
            self.cross.show()
            self._move_on()
        elif isinstance(event, QWheelEvent) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._turned += event.angleDelta().y()
            strides = int(self._turned / 120)
            self._turned -= 120 * strides
            if strides:
                self.resize(self.percent + STRIDE * strides)
            return True
        return False
