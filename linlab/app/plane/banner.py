"""A sentence over the plane that goes away by itself."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

from linlab.engine.ground.harmless import harmless

from .plane import Plane

STAYS = 7000  # milliseconds


class Banner(QLabel):
    """It stands at the foot of the plane, however large that is."""

    def __init__(self, plane: Plane) -> None:
        super().__init__(plane)
        self.setObjectName("banner")
        self.setWordWrap(True)
        self.hide()
        self._plane = plane
        self._time = QTimer(self, singleShot=True, interval=STAYS)
        self._time.timeout.connect(self.hide)
        plane.resized.connect(self._follow)

    def say(self, sentence: str) -> None:
        theme, size = self._plane.theme, self._plane.font_size
        self.ensurePolished()  # its height is asked for before it is shown
        self.setText(harmless(sentence))
        self.setStyleSheet(f"QLabel {{ background: {theme.text}; color: {theme.card}; border-radius: 8px; "
                           f"padding: 9px 14px; font-size: {round(1.1 * size)}px; }}")  # fmt: skip
        self._place()
        self.show()
        self.raise_()
        self._time.start()

    def hush(self, sentence: str) -> None:
        """It is over, if it is said."""
        if self.text() == sentence:
            self.hide()

    def _follow(self) -> None:
        if not self.isHidden():  # though the window may be
            self._place()

    def _place(self) -> None:
        plane = self._plane
        self.setFixedWidth(min(round(47 * plane.font_size), plane.width() - 40))
        self.setMinimumHeight(0)  # or the lines of another sentence would count
        self.setFixedHeight(self.heightForWidth(self.width()))  # all of its lines, as they are drawn
        self.move((plane.width() - self.width()) // 2, plane.height() - plane.floor - self.height() - 16)
