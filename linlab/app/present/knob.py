"""A slider over the plane, for λ, C, γ, α or whatever the learner has: it comes when it is wanted,
and fades."""

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, Qt, QTimer
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QSlider, QVBoxLayout

from linlab.app.panels.form import KnobSlider
from linlab.app.plane.plane import Plane
from linlab.app.session.session import Session
from linlab.engine.picture.palette import Palette
from linlab.engine.words.in_a_line import knobs_of

STAYS, FADES = 4000, 600  # ms
WIDE = 17  # of the letters' size


class Knob(QFrame):
    """The slider of one setting at a time."""

    def __init__(self, session: Session, plane: Plane, palette: Palette) -> None:
        super().__init__(plane)
        self.setObjectName("knob")
        self.setProperty("card", True)
        self.session, self._plane = session, plane
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.name = ""  # of the setting
        self.row: KnobSlider | None = None
        self._column = QVBoxLayout(self)
        self._veil = QGraphicsOpacityEffect(self)
        self._veil.setEnabled(False)
        self.setGraphicsEffect(self._veil)
        self._stays = QTimer(self, interval=STAYS, singleShot=True)
        self._stays.timeout.connect(self._fade)
        self._fading = QPropertyAnimation(self._veil, b"opacity", self)
        self._fading.setDuration(FADES)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.finished.connect(self.hide)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.hide()
        self.dress(14.0, palette)

    def dress(self, size: float, palette: Palette) -> None:
        self._size, self._palette = size, palette
        air, grip = round(0.8 * size), 2 * round(0.5 * size)
        groove, out = (
            2 * (grip // 6),
            (grip + 4 - 2 * (grip // 6)) // 2,
        )  # how far the handle stands out of it
        self._column.setContentsMargins(air, round(0.6 * air), air, round(0.6 * air))
        self.setStyleSheet(
            f"QFrame#knob {{ background: {palette.card}; border: 1px solid {palette.border}; border-radius: 9px; }}"
            f"QLabel, QLineEdit {{ color: {palette.text}; font-size: {round(size)}px; }}"
            f"QLineEdit, QLineEdit:hover, QLineEdit:focus {{ background: transparent; border: none; }}"
            f"QSlider::groove:horizontal {{ height: {groove}px; border-radius: {groove // 2}px; "
            f"background: {palette.groove}; }}"
            f"QSlider::sub-page:horizontal {{ height: {groove}px; border-radius: {groove // 2}px; "
            f"background: {palette.accent}; }}"
            f"QSlider::handle:horizontal {{ width: {grip}px; height: {grip}px; margin: -{out}px 0; "
            f"border-radius: {grip // 2 + 2}px; background: {palette.card}; border: 2px solid {palette.accent}; }}"
        )
        self._lay()

    def next(self, by: int = 1) -> None:
        """Show the slider, or if it is there the one of the next setting."""
        names = knobs_of(self.session.learner)
        if not names:
            self.session.note(f"{self.session.learner.recipe.title} has nothing to turn.")
            return
        if self.name not in names:
            self._take(names[0])
        elif self.isVisible():
            self._take(names[(names.index(self.name) + by) % len(names)])
        self._come()

    def turn(self, by: int) -> None:
        """A step up or down."""
        if self.name not in knobs_of(self.session.learner):
            self.next()
        if self.row is not None:
            action = (
                QSlider.SliderAction.SliderSingleStepAdd
                if by > 0
                else QSlider.SliderAction.SliderSingleStepSub
            )
            self.row.slider.triggerAction(action)
            self._come()

    def read(self) -> None:
        """The value in force; a setting that has gone takes its slider with it."""
        if self.row is None:
            return
        learner = self.session.learner
        if self.name in knobs_of(learner):
            self.row.read(learner)
        elif not self.row.busy:
            self.hide()

    def finish(self) -> None:
        """What is being turned is turned."""
        if self.row is not None:
            self.row.finish()

    def end(self) -> None:
        """Not a moment longer."""
        self.finish()
        self._stays.stop()
        self._fading.stop()
        self.hide()

    def place(self) -> None:
        """In the corner opposite to the legend, above the words."""
        air, plane = round(self._size), self._plane
        self.move(
            plane.width() - self.width() - air, plane.height() - plane.floor - self.height() - air
        )

    def _take(self, name: str) -> None:
        if self.row is not None:
            self._column.removeWidget(self.row)
            self.row.hide()
            self.row.deleteLater()
        self.name, self.row = name, KnobSlider(self.session, name)
        for control in (self.row.box, self.row.slider):
            control.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys are the stage's
        self.row.box.setReadOnly(True)
        self.row.slider.installEventFilter(self)
        self._column.addWidget(self.row)
        self.row.read(self.session.learner)
        self._lay()

    def _lay(self) -> None:
        if self.row is not None:
            size = self._size
            self.row.box.setFixedSize(round(4.6 * size), round(1.5 * size))
            self.row.slider.setStyleSheet(f"min-height: {round(1.3 * size)}px;")
        self.setFixedWidth(
            min(round(WIDE * self._size), max(200, self._plane.width() - 2 * round(self._size)))
        )
        self.adjustSize()
        self.place()

    def _come(self) -> None:
        self._fading.stop()
        self._veil.setEnabled(False)
        self._stays.start()
        self.show()
        self.raise_()
        self.place()

    def _fade(self) -> None:
        if self.underMouse() or (self.row is not None and self.row.busy):
            self._stays.start()
            return
        self._veil.setEnabled(True)
        self._fading.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove):
            self._come()
        return False
