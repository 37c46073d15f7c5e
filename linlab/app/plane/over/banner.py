"""A sentence over the plane that goes away by itself."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QLabel, QPushButton

from linlab.app.plane.plane import Plane
from linlab.engine.ground.sanitise import sanitise

STAYS = 7000  # milliseconds
AIR = 12  # pixels between it and the axes
WIDEST_EM = 47  # width in letters, at most


class Banner(QLabel):
    """It stays at the foot of the plane, above the axis, and lets the mouse through."""

    def __init__(self, plane: Plane) -> None:
        super().__init__(plane)
        self.setObjectName("banner")
        self.setWordWrap(True)
        self.setIndent(0)  # otherwise it would lose some of its width
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.button = QPushButton(plane)  # beside the words, while there is something to do
        self.button.setObjectName("banner-button")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a key does the same
        self.button.clicked.connect(self._do)
        self.destroyed.connect(self.button.deleteLater)  # a child of the plane, it would stay
        self._action: Callable[[], object] | None = None
        self.button.hide()
        self.hide()
        self._plane = plane
        self._time = QTimer(self, singleShot=True, interval=STAYS)
        self._time.timeout.connect(self.hide)
        plane.resized.connect(self._follow)

    def say(self, sentence: str, stays: int = STAYS) -> None:
        """Show a sentence for this many milliseconds."""
        self.setText(sanitise(sentence))
        self._action = None
        self.button.hide()
        self.show()
        self.raise_()
        self.apply_theme()
        self._time.start(stays)

    def offer(self, title: str, action: Callable[[], object]) -> None:
        """With the sentence that was said last, a button that does this."""
        if self.isHidden():
            return
        self._action = action
        self.button.setText(title)
        self.button.setAccessibleName(f"{title}: {self.text()}")
        self.button.show()
        self.apply_theme()

    def _do(self) -> None:
        action = self._action
        self.hide()
        if action is not None:
            action()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.isHidden():  # and not only the window
            self.button.hide()

    def apply_theme(self) -> None:
        """Use the colours and the font size of the plane."""
        theme, size = self._plane.theme, self._plane.font_size
        self.setStyleSheet(
            f"QLabel {{ background: {theme.text}; color: {theme.card}; border-radius: 8px; "
            f"padding: 9px {14 + self._beside}px 9px 14px; font-size: {round(1.1 * size)}px; }}"
        )
        self.button.setStyleSheet(
            f"QPushButton {{ background: transparent; color: {theme.card}; border: none; "
            f"font-size: {round(1.1 * size)}px; font-weight: 600; text-decoration: underline; }}"
        )
        self._follow()

    def clear_message(self, sentence: str) -> None:
        """Hide the sentence, if it is shown."""
        if self.text() == sanitise(sentence):
            self._time.stop()
            self.hide()

    def _follow(self) -> None:
        if not self.isHidden():  # even if the window is hidden
            self._place()

    @property
    def _beside(self) -> int:
        """Pixels that the button takes."""
        if self.button.isHidden():
            return 0
        return self.button.fontMetrics().horizontalAdvance(self.button.text()) + 3 * AIR

    def _place(self) -> None:
        plane = self._plane
        inside = plane.sight.geometry.inside
        self.ensurePolished()  # so that its own font is used
        words = self.fontMetrics().horizontalAdvance(self.text()) + 32 + self._beside
        most = round(inside.width) - 2 * AIR
        self.setFixedWidth(min(words, round(WIDEST_EM * plane.font_size), most))
        self.setMinimumHeight(0)  # forget the height of the last sentence
        self.setFixedHeight(self.heightForWidth(self.width()))  # the height of all its lines
        left = inside.x + (inside.width - self.width()) / 2
        bottom = inside.y + inside.height - AIR
        self.move(round(left), round(bottom) - self.height())
        if not self.button.isHidden():
            place = self.geometry()
            self.button.setGeometry(
                place.right() - self._beside, place.top(), self._beside, place.height()
            )
            self.button.raise_()
