"""A slider over the plane for a setting such as λ, C, γ or α; it appears on demand and fades."""

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QLabel, QLayout, QVBoxLayout

from linlab.app.panels.form import KnobSlider
from linlab.app.plane.plane import Plane
from linlab.app.session.session import Session
from linlab.engine.picture.palette import Palette
from linlab.engine.words.in_a_line import knobs_of

STAYS, FADES = 4000, 600  # ms
WIDTH_IN_LETTERS = 17  # in font sizes
LARGE, SMALL = 1.4, 0.85  # in font sizes: the value, and the text below it


class Knob(QFrame):
    """The slider of one setting at a time: its value in large type, “λ = 0.01”, a note below it, “C
    = 1/λ = 100”, and the slider."""

    came = Signal()  # whether it is visible instead of what is in its place

    def __init__(self, session: Session, plane: Plane, palette: Palette) -> None:
        super().__init__(plane)
        self.setObjectName("knob")
        self.setProperty("card", True)
        self.session, self._plane = session, plane
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.name = ""  # the name of the setting
        self.row: KnobSlider | None = None
        self.value, self.meaning = QLabel(), QLabel()
        self.value.setObjectName("knob-value")
        self.meaning.setObjectName("knob-meaning")
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)  # the widgets in it
        for part in (self.value, self.meaning):
            self._column.addWidget(part)
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
        self.apply_theme(14.0, palette)

    def apply_theme(self, size: float, palette: Palette) -> None:
        self._size, self._palette = size, palette
        air = round(0.8 * size)
        grip = 2 * round(0.5 * size)
        groove, out = (
            2 * (grip // 6),
            (grip + 4 - 2 * (grip // 6)) // 2,
        )  # how far the handle sticks out
        self._column.setContentsMargins(air, round(0.6 * air), air, round(0.6 * air))
        self.setStyleSheet(
            f"QFrame#knob {{ background: {palette.card}; border: 1px solid {palette.border}; border-radius: 9px; }}"
            f"QLabel#knob-value {{ color: {palette.text}; font-size: {round(LARGE * size)}px; "
            "font-weight: 600; }"
            f"QLabel#knob-meaning {{ color: {palette.quiet}; font-size: {round(SMALL * size)}px; }}"
            f"QSlider::groove:horizontal {{ height: {groove}px; border-radius: {groove // 2}px; "
            f"background: {palette.groove}; }}"
            f"QSlider::sub-page:horizontal {{ height: {groove}px; border-radius: {groove // 2}px; "
            f"background: {palette.accent}; }}"
            f"QSlider::handle:horizontal {{ width: {grip}px; height: {grip}px; margin: -{out}px 0; "
            f"border-radius: {grip // 2 + 2}px; background: {palette.card}; border: 2px solid {palette.accent}; }}"
        )
        self._lay()

    def next(self, by: int = 1) -> None:
        """Show the slider, or if it is shown, that of the next setting."""
        names = knobs_of(self.session.learner)
        if not names:
            self.session.note(f"{self.session.learner.recipe.title} has no setting with a slider.")
            return
        if self.name not in names:
            self._take(names[0])
        elif self.isVisible() and len(names) > 1:
            self._take(names[(names.index(self.name) + by) % len(names)])
        self._come()

    def turn(self, by: int) -> None:
        """A step up or down that the audience can see."""
        if self.name not in knobs_of(self.session.learner):
            self.next()
        if self.row is not None:
            self.row.stride(by)
            self._come()

    def read(self) -> None:
        """Show the current value; if the setting is gone, so is its slider."""
        if self.row is None:
            return
        learner = self.session.learner
        if self.name in knobs_of(learner):
            self.row.read(learner)
            self.value.setText(self.row.equation)
            self.meaning.setText(self.row.note.text())
        elif not self.row.busy:
            self.hide()

    def finish(self) -> None:
        """Finish the gesture."""
        if self.row is not None:
            self.row.finish()

    def end(self) -> None:
        """Hide it at once."""
        self.finish()
        self._stays.stop()
        self._fading.stop()
        self.hide()

    def place(self) -> None:
        """In the corner opposite the legend, above the text."""
        air = round(self._size)
        plane = self._plane
        self.move(
            plane.width() - self.width() - air,
            plane.height() - plane.covered_bottom - self.height() - air,
        )

    def _take(self, name: str) -> None:
        if self.row is not None:
            self._column.removeWidget(self.row)
            self.row.hide()
            self.row.deleteLater()
        self.name, self.row = name, KnobSlider(self.session, name)
        for part in (self.row.symbol, self.row.note, self.row.box):
            part.hide()  # it is shown above, in larger type
        self.row.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys belong to the stage
        self.row.slider.installEventFilter(self)
        self._column.addWidget(self.row)
        self.row.show()  # now rather than when Qt gets to it: until then it would take no room
        self.read()
        self._lay()

    def _lay(self) -> None:
        """As wide as the stage allows, and as high as needed."""
        if self.row is not None:
            self.row.slider.setStyleSheet(f"min-height: {round(1.3 * self._size)}px;")
            room = max(200, self._plane.width() - 2 * round(self._size))
            edges = self._column.contentsMargins()
            wide = min(round(WIDTH_IN_LETTERS * self._size), room)
            self.row.setFixedWidth(wide - edges.left() - edges.right())
        self._column.activate()
        self.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def _come(self) -> None:
        self._fading.stop()
        self._veil.setEnabled(False)
        self._stays.start()
        self.show()
        self.raise_()
        self.place()
        self.came.emit()

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
