"""The head of the course page: its title, the progress so far, the button that goes on, and others beside
it. In a narrow window they stand below each other."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import px, set_style_sheet

LONGEST = 480  # pixels of the button at 100 %
AIR = 30  # pixels between the words and the button
PAD = 36  # pixels of a button around its words, at 100 %


class Head(QWidget):
    """Title, progress and buttons; `add` puts another button at its right end."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel()
        self.title.setObjectName("course-title")
        self.title.setWordWrap(True)
        set_style_sheet(self.title, "QLabel { font-size: 22px; font-weight: 700; }")
        self.lead = QLabel()
        self.lead.setObjectName("course-lead")
        self.lead.setProperty("role", "quiet")
        set_style_sheet(self.lead, "QLabel { font-size: 13px; }")
        self.go = QPushButton()
        self.go.setObjectName("course-continue")
        self.go.setProperty("role", "primary")
        self.go.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_style_sheet(self.go, "QPushButton { font-size: 15px; padding: 9px 16px; }")
        self._words = ""  # of the button, in full
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.lead)
        self._others = QHBoxLayout()
        self._buttons: list[QPushButton] = []
        row = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(20)
        row.addLayout(words, 1)
        row.addWidget(self.go, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)  # with other buttons at the right end, this one stands in the middle
        row.addLayout(self._others)

    def add(self, button: QPushButton) -> None:
        """Add a button at the right end."""
        set_style_sheet(button, "QPushButton { font-size: 15px; padding: 9px 16px; }")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._buttons.append(button)
        self._others.addWidget(button)
        self._fit()

    def show_texts(self, title: str, lead: str, button: str) -> None:
        """Show these words; without those of the button there is none."""
        self.title.setText(title)
        self.lead.setText(lead)
        self._words = button
        self.go.setVisible(bool(button))
        self.go.setToolTip(button.removesuffix(" ›"))
        self.go.setAccessibleName(button.removesuffix(" ›"))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        """Beside each other, if there is room for that; a long title of a lesson is shortened."""
        metrics = self.go.fontMetrics()
        most = min(px(LONGEST), self.width()) - px(PAD)
        self.go.setText(
            metrics.elidedText(self._words, Qt.TextElideMode.ElideMiddle, max(most, 80))
        )
        words = max(
            label.fontMetrics().horizontalAdvance(label.text()) for label in (self.title, self.lead)
        )
        needed = words + AIR + self.go.sizeHint().width()
        needed += sum(each.sizeHint().width() + self._row.spacing() for each in self._buttons)
        beside = needed <= self.width()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self.title.setWordWrap(not beside)
        if self._row.direction() != way:
            self._row.setDirection(way)
        side = Qt.AlignmentFlag.AlignVCenter if beside else Qt.AlignmentFlag.AlignLeft
        self._row.setAlignment(self.go, side)
