"""The foot of a lesson: Back, a dot for each page, Next."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from linlab.app.controls.widgets import theme_in_force

RADIUS, APART = 4.0, 14.0  # radius of a dot, and the distance between two, in pixels


class Dots(QWidget):
    """A dot for each page; a click goes to one."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("dots")
        self.many, self.at = 0, 0
        self.titles: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_steps(self, titles: tuple[str, ...], at: int) -> None:
        self.titles = titles
        self.many = len(titles)
        self.at = at
        self.setAccessibleName(f"Page {at + 1} of {self.many}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(54, 22)

    def _apart(self) -> float:
        return (
            min(APART, (self.width() - 2 * RADIUS) / max(1, self.many - 1))
            if self.many > 1
            else APART
        )

    def _centre(self, k: int) -> QPointF:
        wide = self._apart() * (self.many - 1)
        return QPointF((self.width() - wide) / 2 + k * self._apart(), self.height() / 2)

    def _under(self, x: float) -> int:
        return min(range(self.many), key=lambda k: abs(self._centre(k).x() - x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.many:
            k = self._under(event.position().x())
            self.setToolTip(f"{k + 1}. {self.titles[k]}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.many:
            self.picked.emit(self._under(event.position().x()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for k in range(self.many):
                painter.setBrush(QColor(theme.accent if k <= self.at else theme.groove))
                radius = min(RADIUS, 0.4 * self._apart()) * (1.3 if k == self.at else 1.0)
                painter.drawEllipse(self._centre(k), radius, radius)


class Footer(QWidget):
    """Back, the dots and Next."""

    def __init__(self) -> None:
        super().__init__()
        self.back = QPushButton("‹ Back")
        self.dots = Dots()
        self.next = QPushButton("Next ›")
        self.back.setObjectName("lesson-back")
        self.next.setObjectName("lesson-next")
        self.next.setProperty("role", "primary")
        self.back.setToolTip("Previous page (Ctrl+Page Up)")
        self.next.setToolTip("Next page (Ctrl+Page Down)")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for part in (self.back, self.dots, self.next):
            row.addWidget(part)
        for button in (self.back, self.next):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_main(self, main: bool) -> None:
        """Set whether Next is the main button of the page: not while a question is open."""
        role = "primary" if main else ""
        if self.next.property("role") != role:
            self.next.setProperty("role", role)
            style = self.next.style()
            style.unpolish(self.next)
            style.polish(self.next)
