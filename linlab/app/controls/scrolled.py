"""What is as high as what it holds if there is room for that, and scrolls if there is not."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from .widgets import SPACING, reserve_bar

LEAST = 44  # pixels of it that are seen
BAR = 8  # pixels that its bar takes, as the style sheet says


class Scrolled(QScrollArea):
    """A column `body` that scrolls by the wheel, and by keys where Tab reaches it.

    Its wish only grows until it is told to `forget`, so that its neighbours do not jump at every
    word that comes and goes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inner, self._most = QWidget(), 0
        self.body = QVBoxLayout(self._inner)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(SPACING)
        self.setWidget(self._inner)
        reserve_bar(self)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda low, high: self.setFocusPolicy(
                Qt.FocusPolicy.TabFocus if high > low else Qt.FocusPolicy.NoFocus
            )
        )
        self._soon = QTimer(
            self, interval=0, singleShot=True
        )  # while a layout is at work it hears no wish
        self._soon.timeout.connect(self.updateGeometry)

    def forget(self) -> None:
        """Be as high as what it holds now, however high that has been."""
        self._most = 0
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        self._most = max(self._most, self.body.totalSizeHint().height())
        return QSize(self.body.totalSizeHint().width(), self._most)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, min(LEAST, self.sizeHint().height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._soon.start()
        return super().eventFilter(watched, event)
