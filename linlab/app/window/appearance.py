"""The text size of the window, and how much of it moves."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu

from linlab.app.controls import theme
from linlab.app.controls.accessibility import motion, screen_reader, text_size
from linlab.app.session.settings import TEXT_SIZES, Settings


def prepare(settings: Settings) -> None:
    """Apply the remembered settings before a window is created."""
    motion.reduce(settings.now.reduced_motion)
    text_size.choose(settings.now.text_size or _of_the_system())
    theme.set_typeface()
    screen_reader.install()


class Appearance:
    """The choices of the menu View, applied and remembered; `restyle` is called when the text size
    changes."""

    def __init__(self, settings: Settings, restyle: Callable[[], object]) -> None:
        self._settings, self._restyle = settings, restyle
        self._reduced: QAction | None = None
        self._sizes: dict[int, QAction] = {}  # 0: the system's

    def show_in(self, menu: QMenu, commands: Mapping[str, QAction]) -> None:
        """Add the sizes to this menu, with the current one checked."""
        self._reduced = commands["reduced-motion"]
        self._reduced.setCheckable(True)
        sizes = menu.addMenu("Text size")
        sizes.setObjectName("text-sizes")
        group = QActionGroup(sizes)
        for size in (0, *TEXT_SIZES):
            action = self._sizes[size] = sizes.addAction(f"{size} %" if size else "As the system")
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, size=size: self.set_text_size(size))
            group.addAction(action)
        sizes.addSeparator()
        for name in ("larger-text", "smaller-text"):
            menu.removeAction(commands[name])
            sizes.addAction(commands[name])
        self._tell()

    def toggle_motion(self) -> None:
        """Switch reduced motion on or off."""
        motion.reduce(not motion.reduced())
        self._settings.keep(reduced_motion=motion.reduced())
        self._tell()

    def set_text_size(self, size: int) -> None:
        """Set the text size in percent; 0: the system's."""
        self._settings.keep(text_size=size)
        text_size.choose(size or _of_the_system())
        self._restyle()
        self._tell()

    def step_text_size(self, by: int) -> None:
        """Use the next larger size, or with −1 the next smaller one."""
        at = TEXT_SIZES.index(text_size.percent()) + by
        self.set_text_size(TEXT_SIZES[min(max(0, at), len(TEXT_SIZES) - 1)])

    def _tell(self) -> None:
        if self._reduced is not None:
            self._reduced.setChecked(motion.reduced())
            self._sizes[self._settings.now.text_size].setChecked(True)


def _of_the_system() -> int:
    """The system's text size, from before the application set its own font."""
    app = QApplication.instance()
    known = None if app is None else app.property("text of the system")
    return text_size.of_the_system() if known is None else int(known)
