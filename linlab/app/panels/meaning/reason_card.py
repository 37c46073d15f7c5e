"""Why a sentence about the run is true: a small card beside it, which leaves everything else as it
is."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.theme import theme_in_force
from linlab.app.controls.widgets import LinkButton, label
from linlab.engine.ground.numerals import grouped
from linlab.engine.words.meaning.facts import Finding

LEAST_WIDTH = 300  # pixels, at a text size of 100 %
GAP = 4  # pixels below the sentence


class ReasonCard(QFrame):
    """The reason at step t, and a button that leads further. Its ✕, Esc or a click elsewhere closes it."""

    def __init__(
        self, finding: Finding, t: int, further: str, go: Callable[[], object], parent: QWidget
    ) -> None:
        """`further` is what the button says, if there is one, and `go` what it does."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("reason-card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(f"Why? {finding.sentence} {finding.reason}")
        theme = theme_in_force()
        self.setStyleSheet(
            f"#reason-card {{ background: {theme.card}; border: 1px solid {theme.border}; }}"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(label(f"WHY? · AT STEP {grouped(t)}", "heading"), 1)
        self.cross = LinkButton("✕")
        self.cross.setObjectName("reason-close")
        self.cross.setAccessibleName("Close")
        self.cross.setToolTip("Close (Esc)")
        self.cross.clicked.connect(self.close)
        top.addWidget(self.cross)
        column.addLayout(top)
        self.text = QLabel(finding.reason)
        self.text.setObjectName("reason-text")
        self.text.setWordWrap(True)
        column.addWidget(self.text)
        self.button: QPushButton | None = None
        if further:
            self.button = QPushButton(further)
            self.button.setObjectName("reason-further")
            self.button.clicked.connect(self.close)
            self.button.clicked.connect(go)
            column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_below(self, widget: QWidget) -> None:
        """Show it below a widget, or above it if the screen ends there."""
        self.setFixedWidth(max(px(LEAST_WIDTH), widget.width()))
        column = self.layout()
        assert column is not None
        self.setFixedHeight(column.totalHeightForWidth(self.width()))
        room = self.screen().availableGeometry()
        below = widget.mapToGlobal(QPoint(0, widget.height() + GAP))
        above = widget.mapToGlobal(QPoint(0, -GAP)).y() - self.height()
        fits = below.y() + self.height() <= room.bottom()
        left = max(room.left(), min(below.x(), room.right() - self.width()))
        self.move(left, below.y() if fits else max(room.top(), above))
        self.show()
        if self.button is not None:
            self.button.setFocus(Qt.FocusReason.PopupFocusReason)
