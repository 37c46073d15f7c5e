"""A question over the plane, with buttons for the answers. It blocks nothing and disappears with
the next action.
"""

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from linlab.app.plane.plane import Plane
from linlab.app.session.known.ending import Ending
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.shapes import Frame

AFTER_MS = 250  # milliseconds before it says that it is waiting
AIR = 12  # pixels between it and the axes
WIDEST_EM = 36  # width in letters, at most


class EndingQuestion(QFrame):
    """Asks about a run to the end, at the foot of the plane, above the axis. Enter presses the
    focused button, Escape dismisses the question."""

    def __init__(self, plane: Plane, ending: Ending) -> None:
        super().__init__(plane)
        self.setObjectName("ending-question")
        self._plane, self._ending = plane, ending
        self._host: QWidget | None = None
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setObjectName("ending-words")
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout()
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addLayout(self._row)
        self._late = QTimer(self, interval=AFTER_MS, singleShot=True)
        self._late.timeout.connect(self._show)
        ending.changed.connect(self._follow)
        plane.resized.connect(self._place)
        self.hide()

    def stand_in(self, host: QWidget | None) -> None:
        """Ask at the foot of this widget, or with None of the plane."""
        self._host = host
        self.hide()
        self.setParent(host or self._plane)
        self._follow()

    def _follow(self) -> None:
        """The question has changed or is gone."""
        self._late.stop()
        if not self._ending.sentence:
            self._leave()
        elif self._ending.looking:
            self._late.start()
        else:
            self._show()

    def _show(self) -> None:
        self.text.setText(sanitise(self._ending.sentence))
        self.setAccessibleName(self.text.text())
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        for words, action in self._ending.choices():
            button = QPushButton(words)
            button.setObjectName(f"ending-{words.split()[0].lower()}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda checked=False, action=action: action())
            self._row.addWidget(button)
            self.buttons.append(button)
        self._row.addStretch()
        self.apply_theme()
        self.show()
        self.raise_()
        self._place()
        if self._plane.framed:  # on stage the keys belong to the speaker
            self.buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _leave(self) -> None:
        inside = self.isAncestorOf(self.focusWidget() or self)
        self.hide()
        while self._row.count():
            item = self._row.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        if inside:
            self._plane.setFocus()

    def apply_theme(self) -> None:
        """Use the colours and the font size of the plane."""
        theme, size = self._plane.theme, round(1.1 * self._plane.font_size)
        self.setStyleSheet(
            f"#ending-question {{ background: {theme.card}; border: 1px solid {theme.border}; "
            f"border-radius: 8px; }} QLabel, QPushButton {{ font-size: {size}px; }}"
        )

    def event(self, event: QEvent) -> bool:
        if (
            event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self._ending.close()
            return True
        return super().event(event)

    def _place(self) -> None:
        if self.isHidden():
            return
        plane = self._plane
        host = self._host
        inside = plane.sight.geometry.inside if host is None else _inside(host)
        self.ensurePolished()
        most = round(inside.width)
        wide = min(round(WIDEST_EM * plane.font_size), most - 2 * AIR)
        self.setFixedWidth(max(wide, min(self.minimumSizeHint().width(), most)))
        self.setFixedHeight(max(self.heightForWidth(self.width()), self.minimumSizeHint().height()))
        left = inside.x + (inside.width - self.width()) / 2
        bottom = inside.y + inside.height - AIR
        self.move(round(left), round(bottom) - self.height())


def _inside(host: QWidget) -> Frame:
    return Frame(0.0, 0.0, float(host.width()), float(host.height()))
