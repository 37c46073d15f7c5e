"""A column that is as high as its content if there is room, and scrolls otherwise."""

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from .widgets import SPACING, reserve_bar

LEAST_HEIGHT = 44  # least visible height in pixels
MARGIN = 12  # pixels around the part scrolled into view
BAR = 8  # width of its scroll bar, as in the style sheet


class Scrolled(QScrollArea):
    """A column `body` that scrolls with the wheel, and with keys if Tab reaches it. At least
    `least` pixels stay visible.

    If `steady`, its size hint only grows until `forget` is called, so that its neighbours do not
    jump when text appears or disappears; `keep` sets one that does not depend on the content. If it
    `yields`, its size hint is its minimum, and its neighbours get their height first.
    """

    def __init__(
        self, least: int = LEAST_HEIGHT, steady: bool = True, yields: bool = False
    ) -> None:
        super().__init__()
        self._least, self._steady, self._yields = least, steady, yields
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inner = QWidget()
        self._most = 0
        self._kept = 0
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
        )  # size hints are ignored while a layout is running
        self._soon.timeout.connect(self.updateGeometry)

    def show_part(self, first: QWidget, last: QWidget) -> None:
        """Scroll to the end of `last`, if the top of `first` stays visible."""
        self.ensureVisible(0, last.mapTo(self._inner, QPoint(0, last.height())).y(), 0, MARGIN)
        self.ensureVisible(0, first.mapTo(self._inner, QPoint(0, 0)).y(), 0, MARGIN)

    def show_at_least(self, pixels: int) -> bool:
        """Keep at least this many pixels visible, if it is that high; return whether that is
        another height than before."""
        another = pixels != self._least
        if another:
            self._least = pixels
            self.updateGeometry()
        return another

    def keep(self, pixels: int) -> None:
        """Be exactly this high, however much there is to say; with 0, as high as the content."""
        if pixels != self._kept:
            self._kept = pixels
            self._most = 0
            self.updateGeometry()

    def forget(self) -> None:
        """Shrink to the current content."""
        self._most = 0
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        own = self.body.totalSizeHint()
        if self._kept:
            return QSize(own.width(), self._kept)
        needed = own.height()
        self._most = max(self._most, needed) if self._steady else needed
        return QSize(own.width(), min(self._least, self._most) if self._yields else self._most)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._kept or min(self._least, self.sizeHint().height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._soon.start()
        return super().eventFilter(watched, event)
