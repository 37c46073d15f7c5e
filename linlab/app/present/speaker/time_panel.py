"""The time of day, how long the lecture has been going on, and how long it was planned to take."""

import time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from linlab.engine.picture.palette import Palette

from .clock import LectureClock, minutes


class TimePanel(QWidget):
    """Clicking the elapsed time, or the button beside it, stops the stopwatch or starts it."""

    def __init__(self, parent: QWidget, clock: LectureClock) -> None:
        super().__init__(parent)
        self._clock = clock
        self.now, self.elapsed, self.planned = QLabel(), QPushButton(), QLabel()
        self.now.setObjectName("time-of-day")
        self.elapsed.setObjectName("elapsed")
        self.planned.setObjectName("planned")
        self.planned.setWordWrap(True)
        self.pause, self.reset = QPushButton("Pause"), QPushButton("Reset")
        self.pause.setObjectName("clock-pause")
        self.reset.setObjectName("clock-reset")
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.now)
        row.addWidget(self.elapsed)
        row.addStretch()
        for button in (self.pause, self.reset):
            row.addWidget(button)
        for button in (self.elapsed, self.pause, self.reset):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys belong to the stage
            button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.elapsed.setFlat(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.planned)
        self.elapsed.clicked.connect(self._toggle)
        self.pause.clicked.connect(self._toggle)
        self.reset.clicked.connect(self._reset)

    def apply_theme(self, palette: Palette, size: int) -> None:
        self.setStyleSheet(
            f"#time-of-day {{ font-size: {round(2.7 * size)}px; font-weight: 600; }} "
            f"#elapsed {{ font-size: {round(1.25 * size)}px; color: {palette.quiet}; border: none; "
            "background: transparent; text-align: left; padding: 0; } "
            f"#planned {{ font-size: {size}px; color: {palette.quiet}; }}"
        )

    def tell(self, planned: str = "") -> None:
        self.now.setText(time.strftime("%H:%M"))
        paused = "" if self._clock.running else ", paused"
        self.elapsed.setText(f"elapsed {minutes(self._clock.elapsed)}{paused}")
        self.elapsed.setAccessibleName(self.elapsed.text())
        if self._clock.running:
            self.pause.setText("Pause")
        else:
            self.pause.setText("Go on" if self._clock.started else "Start")
        self.planned.setText(planned)
        self.planned.setVisible(bool(planned))

    def _toggle(self) -> None:
        self._clock.toggle()
        self.tell(self.planned.text())

    def _reset(self) -> None:
        self._clock.reset()
        self.tell(self.planned.text())
