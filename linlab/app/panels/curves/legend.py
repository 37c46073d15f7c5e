"""The legend of the curves: a switch for each, in as many lines as the width requires."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget


class Legend(QWidget):
    """Switches one after the other; those of other curves are hidden. Its height follows its
    width."""

    def __init__(self) -> None:
        super().__init__()
        self._switches: list[QToolButton] = []
        self._high = 0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def add(self, switch: QToolButton) -> None:
        switch.setParent(self)
        self._switches.append(switch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Place the switches that are not hidden."""
        shown = [switch for switch in self._switches if not switch.isHidden()]
        x = y = high = 0
        for switch in shown:
            if x and x + switch.width() > self.width():
                x, y = 0, y + high
            switch.move(x, y)
            x, high = x + switch.width(), switch.height()
        if high and y + high != self._high:
            self._high = y + high
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(0, self._high)

    minimumSizeHint = sizeHint
