"""Covers the plane while a page of a lesson is being prepared, so that no other points stand beside
its text."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from linlab.app.controls.widgets import theme_in_force

PATIENCE_MS = 150  # milliseconds in which most pages are ready: a cover would only flicker


class PageCover(QLabel):
    """A calm line in place of the points."""

    def __init__(self, plane: QWidget) -> None:
        super().__init__(plane)
        self.setObjectName("page-cover")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)  # there is nothing to click yet
        self._soon = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._soon.timeout.connect(self._cover)
        plane.installEventFilter(self)
        self.hide()

    def tell(self, words: str) -> None:
        """Cover the plane soon, with these words; without words, uncover it at once."""
        self.setText(words)
        if not words:
            self._soon.stop()
            self.hide()
        elif self.isHidden() and not self._soon.isActive():
            self._soon.start()

    def apply_theme(self) -> None:
        """Use the colours of the theme."""
        theme = theme_in_force()
        self.setStyleSheet(f"QLabel {{ background: {theme.plane}; color: {theme.quiet}; }}")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fill()
        return False

    def _cover(self) -> None:
        self.apply_theme()
        self._fill()
        self.show()
        self.raise_()

    def _fill(self) -> None:
        plane = self.parentWidget()
        if plane is not None:
            self.setGeometry(plane.rect())
