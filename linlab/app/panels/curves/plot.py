"""A small plot of curves over the steps; a click goes to a step."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QIcon,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import theme_in_force
from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.curves import (
    SHORTEST,
    Curve,
    across,
    cursor_line,
    curves_panel,
    mode_of,
    mouse_line,
    upward,
)
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import Frame, Label, Panel, Picture

TICK, CAPTION = 10, 11  # font sizes
TOP, RIGHT, BOTTOM = 6, 4, 18  # margins around the curves
LEAST_HEIGHT = 64  # pixels
LEFT = (36, 54, 72)  # left margins: few widths, so that the plot rarely jumps


class Plot(Canvas):
    """Curves, a cursor at t and one under the mouse. `picked` emits the clicked t, `hovered` the
    one under the mouse."""

    picked = Signal(int)
    hovered = Signal(object)  # a t, or None

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.theme = theme_in_force()
        self.mode = "loss"
        self.log = (False, False)
        self._far = 1
        self._epoch = 0
        self._t: Any = np.zeros(0)
        self._values: Mapping[str, Any] = {}
        self._here = 0
        self._mouse: int | None = None
        self._step_named: int | None = None
        self._panel: Panel | None = None
        self._message = QLabel(self)  # instead of curves
        self._message.setProperty("role", "quiet")
        self._message.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._message.hide()

    # What it shows

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._refresh()

    def draw(
        self,
        mode: str,
        t: Any,
        values: Mapping[str, Any],
        far: int,
        log: tuple[bool, bool],
        epoch: int = 0,
    ) -> None:
        """Draw the curves of a mode over the times t, up to `far`; the first epoch ends at `epoch`.
        A curve without values is not shown."""
        self.mode = mode
        self._t = np.asarray(t, float)
        self._values = values
        self._far = far
        self.log = (log[0], log[1] or mode_of(mode).log)
        self._epoch = epoch
        self._refresh()

    def set_cursor(self, t: int) -> None:
        """Mark this step; the axis reaches as far."""
        if t > self._far:
            self._far = t
            self._panel = None
        if t != self._here:
            self._here = t
            self.viewport().update()

    def tell_of(self, t: int | None) -> None:
        """Mark the step whose values are shown elsewhere."""
        if t != self._step_named:
            self._step_named = t
            self.viewport().update()

    def say(self, text: str) -> None:
        """Show a sentence instead of curves."""
        self._message.setText(text)
        self._message.setVisible(bool(text))
        self.viewport().update()

    def data(self, key: str) -> tuple[Any, Any]:
        """The data of a curve, in the units of the axes."""
        if key not in self._values or key not in {line.key for line in mode_of(self.mode).lines}:
            return np.empty(0), np.empty(0)
        return across(self._t, self.log[0]), upward(self._values[key], self.log[1])

    @property
    def caption(self) -> str:
        """The text at the end of the axis: how far it goes, or the step under the mouse."""
        return (
            f"{grouped(max(self._far, SHORTEST))} steps"
            if self._step_named is None
            else f"step {grouped(self._step_named)}"
        )

    @property
    def panel(self) -> Panel:
        """The curves without the cursors, which move more often."""
        if self._panel is None:
            end = text_width(f"{grouped(max(self._far, SHORTEST))} steps", px(CAPTION)) + 18
            for left in map(px, LEFT):
                frame = Frame(
                    left,
                    TOP,
                    max(8, self.width() - left - RIGHT),
                    max(8, self.height() - TOP - px(BOTTOM)),
                )
                self._panel = curves_panel(
                    self.mode,
                    self._t,
                    self._values,
                    self._far,
                    frame,
                    self.theme,
                    px(TICK) / 0.85,
                    log=self.log,
                    end=end,
                    epoch=self._epoch,
                )
                assert self._panel.up is not None
                if all(
                    text_width(text, px(TICK)) < left - px(TICK) for _, text in self._panel.up.ticks
                ):
                    break
        assert self._panel is not None
        return self._panel

    @property
    def picture(self) -> Picture:
        """The current picture."""
        width, height = float(self.width()), float(self.height())
        if self._said:
            return Picture(width, height, self.theme.card, ())
        panel = self.panel
        items = [*panel.items, cursor_line(panel, self._here, self.log[0])]
        if self._mouse is not None:
            items.append(mouse_line(panel, self._mouse, self.log[0]))
        caption = Label(
            self.caption,
            (width - RIGHT, height - px(BOTTOM) / 2),
            px(CAPTION),
            self.theme.quiet,
            "end",
        )
        return Picture(
            width, height, self.theme.card, (replace(panel, items=tuple(items)),), (caption,)
        )

    @property
    def _said(self) -> bool:
        return not self._message.isHidden()

    def _refresh(self) -> None:
        self._panel = None
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(200, max(LEAST_HEIGHT, self.minimumHeight()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, LEAST_HEIGHT)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None:  # pyqtgraph calls it once before there is anything to draw
            self._message.setGeometry(self.rect().adjusted(8, 4, -8, -4))
            self._refresh()

    # The mouse

    def point(self, t: int) -> QPointF:
        """Where in the widget a step is, at half height."""
        view = self.panel.view
        return QPointF(
            *self.panel.to_page([(across(t, self.log[0]), (view.bottom + view.top) / 2)])[
                0
            ].tolist()
        )

    def _update_at(self, event: QMouseEvent) -> int:
        frame, view = self.panel.frame, self.panel.view
        x = view.left + (event.position().x() - frame.x) / frame.width * (view.right - view.left)
        return int(
            min(max(0, round(10.0 ** min(x, 15.0) if self.log[0] and x > 0 else x)), self._far)
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(self._update_at(event))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        t = self._update_at(event)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.picked.emit(t)
        self._point_at(None if self._said else t)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the column scrolls

    def _point_at(self, t: int | None) -> None:
        self._mouse = t
        self.viewport().update()
        self.hovered.emit(t)


def icon_of(line: Curve, theme: Theme) -> QIcon:
    """A short piece of the curve for its button, faint when it is off."""
    icon = QIcon()
    pen = QPen(QColor(line.colour(theme)), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if line.dashed:
        pen.setDashPattern([2.5, 1.0])  # two dashes
    for state, opacity in ((QIcon.State.On, 1.0), (QIcon.State.Off, 0.35)):
        pixmap = QPixmap(28, 20)
        pixmap.setDevicePixelRatio(2)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setOpacity(opacity)
        painter.setPen(pen)
        painter.drawLine(1, 5, 13, 5)  # on whole pixels, two high
        painter.end()
        icon.addPixmap(pixmap, QIcon.Mode.Normal, state)
    return icon
