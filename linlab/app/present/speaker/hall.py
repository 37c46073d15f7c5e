"""The screens of a lecture hall: the stage on one, the speaker's window on another, and a still
picture while the stage is on hold."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication, QScreen
from PySide6.QtWidgets import QDialog, QMainWindow, QMenu

from linlab.app.present.presenter import Presenter
from linlab.app.session.settings import Settings

from .clock import LectureClock
from .screens import (
    Placement,
    ScreenInfo,
    connected,
    distinct,
    fill_screen,
    placement,
    room_on,
    screen_named,
)
from .still import Still

if TYPE_CHECKING:
    from .speaker_window import SpeakerContext, SpeakerWindow

MENU = "Screen for the stage"
AUTOMATIC = "The screen without the window"
ON_HOLD = "The stage is on hold: it stays as it is until you press H or F5."
NOT_PRESENTING = "Hold is for presenting: F5 presents, then H holds the stage."
ONE_SCREEN = "Hold needs a second screen; with one screen, B blanks it."
NOTHING_TO_SWAP = "There is only one screen."


class Hall(QObject):
    """Places the stage, the speaker's window and the still picture, also when a screen comes or
    goes."""

    opened = Signal()  # the speaker's window was opened or closed

    def __init__(
        self,
        window: QMainWindow,
        presenter: Presenter,
        settings: Settings,
        set_up: "Callable[[LectureClock, QMenu], SpeakerContext]",
        say: Callable[[str], object],
        screens: Callable[[], list[ScreenInfo]] = connected,
    ) -> None:
        """`say` shows a sentence to the speaker: in his window, or else over the plane."""
        super().__init__(window)
        self._window, self._presenter, self._settings = window, presenter, settings
        self._set_up, self._say, self._screens = set_up, say, screens
        self.clock = LectureClock()
        self.speaker: SpeakerWindow | None = None
        self.still: Still | None = None
        self._home = ""  # the screen of the window before it went on stage
        self._closed = False  # whether the speaker's window was closed by hand
        self.menu = QMenu(MENU, window)
        self.menu.setObjectName("stage-screens")
        self.menu.aboutToShow.connect(self.fill_menu)
        presenter.choose_screen = self._stage_screen
        presenter.entered.connect(self._entered)
        presenter.ended.connect(self._left)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        self._soon = QTimer(self, interval=0, singleShot=True)  # after Qt has moved its windows
        self._soon.timeout.connect(self.arrange)
        app.screenAdded.connect(self._soon.start)
        app.screenRemoved.connect(self._soon.start)

    # Where things are

    @property
    def places(self) -> Placement:
        """Which screen is whose."""
        home = self._home or self._window.screen().name()
        return placement(self._screens(), home, self._settings.now.stage_screen)

    def _stage_screen(self) -> QScreen | None:
        """The screen of a stage that is about to begin."""
        if self.still is None:
            self._home = self._window.screen().name()
        return screen_named(self.places.stage)

    def arrange(self) -> None:
        """Put everything where it belongs: a screen has come or gone, or another was chosen."""
        places = self.places
        screen = screen_named(places.stage)
        if screen is None:
            return
        if self.still is not None:
            self.still.setVisible(bool(places.speaker))
            if places.speaker:
                fill_screen(self.still, screen)
        if not self._presenter.active:
            return
        fill_screen(self._window, screen)
        if self.speaker is None and places.speaker and not self._closed:
            self._open()
        if self.speaker is not None:
            self._place_speaker(self.speaker, places)

    def _place_speaker(self, speaker: "SpeakerWindow", places: Placement) -> None:
        own = screen_named(places.speaker) if places.speaker else None
        if own is not None:
            fill_screen(speaker, own)
        else:
            speaker.setWindowState(Qt.WindowState.WindowNoState)
            speaker.setGeometry(room_on(self._window.screen(), speaker.minimumSize()))
        speaker.show()
        speaker.raise_()

    # Choosing

    def fill_menu(self) -> None:
        """List the screens, with the chosen one checked."""
        self.menu.clear()
        group = QActionGroup(self.menu)
        chosen = self._settings.now.stage_screen
        screens = distinct(self._screens())
        names = {"": AUTOMATIC, **{screen.name: screen.title for screen in screens}}
        for name, title in names.items():
            action = self.menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(name == (chosen if chosen in names else ""))
            action.triggered.connect(lambda _=False, name=name: self.choose(name))
            group.addAction(action)
        self.menu.addSeparator()
        swap = self.menu.addAction("Swap stage and speaker (F7)", self.swap)
        swap.setEnabled(len(screens) > 1)

    def choose(self, name: str) -> None:
        """Put the stage on the screen with this name, or with none on the one without the window;
        it is remembered."""
        self._settings.keep(stage_screen=name)
        self.arrange()

    def swap(self) -> None:
        """Exchange the screens of stage and speaker."""
        other = self.places.speaker
        self.choose(other) if other else self._say(NOTHING_TO_SWAP)

    # The speaker's window

    def toggle_speaker(self) -> None:
        """Open the speaker's window, or close it; if nobody presents, begin."""
        if not self._presenter.active:
            self._closed = False
            self._presenter.enter()
            if self.speaker is None:
                self._show_speaker()
        elif self.speaker is None:
            self._show_speaker()
        else:
            self._close(by_hand=True)

    def _show_speaker(self) -> None:
        self._closed = False
        self._place_speaker(self._open(), self.places)

    def _open(self) -> "SpeakerWindow":
        from .speaker_window import SpeakerWindow  # imported late for a faster start

        stage = self._presenter.stage
        assert stage is not None
        speaker = SpeakerWindow(self._set_up(self.clock, self.menu), stage.palette)
        speaker.closed.connect(lambda: self._close(by_hand=True))
        self.speaker = speaker
        stage.speak_to(speaker.say)
        stage.themed.connect(lambda: speaker.apply_theme(stage.palette))
        self._presenter.dialogs_at = self.host
        self.opened.emit()
        return speaker

    def _close(self, by_hand: bool = False) -> None:
        speaker = self.speaker
        if speaker is None:
            return
        self.speaker = None
        self._closed = by_hand
        self._presenter.dialogs_at = None
        if self._presenter.stage is not None:
            self._presenter.stage.speak_to(None)
        self.opened.emit()  # before it goes: what it shows is taken back
        speaker.end()
        self._window.activateWindow()  # the keys go on there

    def host(self, dialog: QDialog) -> None:
        """Show a dialog at the speaker's, never on stage."""
        speaker = self.speaker
        if speaker is None:
            return
        room = speaker.geometry()
        dialog.resize(dialog.size().boundedTo(room.size()))
        place = dialog.rect()
        place.moveCenter(room.center())
        dialog.winId()  # its window is needed now
        handle, above = dialog.windowHandle(), speaker.windowHandle()
        if handle is not None and above is not None:
            handle.setTransientParent(above)
        dialog.move(place.topLeft())

    # Presenting

    def _entered(self) -> None:
        self.clock.start() if not self.clock.started else None
        if self.still is not None:
            self.still.deleteLater()
            self.still = None
        self.arrange()

    def _left(self) -> None:
        self._close()
        if self.still is None:
            self._home = ""
            self._closed = False

    def hold(self) -> None:
        """Leave the stage as it is, on its screen, and take the window back; again: go on."""
        if self.still is not None:
            self._presenter.enter()
        elif not self._presenter.active:
            self._say(NOT_PRESENTING)
        elif not self.places.speaker:
            self._say(ONE_SCREEN)
        else:
            self.still = Still(self._window, self._window.grab())
            self.arrange()
            self._presenter.leave()
            self._say(ON_HOLD)

    def end(self) -> None:
        """The window is closed."""
        self._soon.stop()
        self._close()
        if self.still is not None:
            self.still.deleteLater()
            self.still = None
