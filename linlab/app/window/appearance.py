"""How the window suits the person before it: how large its text is, and how much of it moves."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu

from linlab.app.controls import theme
from linlab.app.controls.accessibility import motion, spoken, text_size
from linlab.app.session.settings import TEXT_SIZES, Settings


def prepare(settings: Settings) -> None:
    """Put into force what is remembered, before a window is made."""
    motion.reduce(settings.now.reduced_motion)
    text_size.choose(settings.now.text_size or _of_the_system())
    theme.lay_letters()
    spoken.install()


class Appearance:
    """What is chosen in the menu View, put into force and remembered; `redress` is called when the
    text has another size."""

    def __init__(self, settings: Settings, redress: Callable[[], object]) -> None:
        self._settings, self._redress = settings, redress
        self._reduced: QAction | None = None
        self._sizes: dict[int, QAction] = {}  # 0: the system's

    def show_in(self, menu: QMenu, commands: Mapping[str, QAction]) -> None:
        """List the sizes in this menu, and let its entries tell what is in force."""
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
        """Reduce motion, or no longer."""
        motion.reduce(not motion.reduced())
        self._settings.keep(reduced_motion=motion.reduced())
        self._tell()

    def set_text_size(self, size: int) -> None:
        """Text of so many percent; 0: as the system says."""
        self._settings.keep(text_size=size)
        text_size.choose(size or _of_the_system())
        self._redress()
        self._tell()

    def step_text_size(self, by: int) -> None:
        """The next larger size, or with −1 smaller."""
        at = TEXT_SIZES.index(text_size.percent()) + by
        self.set_text_size(TEXT_SIZES[min(max(0, at), len(TEXT_SIZES) - 1)])

    def _tell(self) -> None:
        if self._reduced is not None:
            self._reduced.setChecked(motion.reduced())
            self._sizes[self._settings.now.text_size].setChecked(True)


def _of_the_system() -> int:
    """What it was before the application had a font of its own."""
    app = QApplication.instance()
    known = None if app is None else app.property("text of the system")
    return text_size.of_the_system() if known is None else int(known)
