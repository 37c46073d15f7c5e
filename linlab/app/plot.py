"""A small plot of curves against updates: pyqtgraph without its menus, dragging and zooming.

A logarithmic axis is made here, by taking logarithms: t = 0 stands at 1, and what is not above 0 is left out. So are
the ticks: few, and never one over another.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QFrame, QLabel

from linlab.app.theme import DARK, LIGHT, Theme
from linlab.engine.numerals import number

SHORTEST = 10  # updates that the axis shows at least


@dataclass(frozen=True)
class Line:
    """How a curve is drawn."""

    key: str
    title: str
    colour: Callable[[Theme], str]
    dashed: bool = False
    help: str = ""

    def pen(self, theme: Theme, width: float = 1.7) -> Any:
        style = Qt.PenStyle.DashLine if self.dashed else Qt.PenStyle.SolidLine
        return pg.mkPen(self.colour(theme), width=width, style=style)

    def icon(self, theme: Theme) -> QIcon:
        """A short piece of the curve for its button, faint when it is off."""
        icon = QIcon()
        for state, opacity in ((QIcon.State.On, 1.0), (QIcon.State.Off, 0.35)):
            pixmap = QPixmap(28, 20)
            pixmap.setDevicePixelRatio(2)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setOpacity(opacity)
            painter.setPen(self.pen(theme, 2.0))
            painter.drawLine(1, 5, 13, 5)
            painter.end()
            icon.addPixmap(pixmap, QIcon.Mode.Normal, state)
        return icon


class Plot(pg.PlotWidget):  # type: ignore[misc]
    """Curves, a cursor at t and one under the mouse. `picked` says which t was clicked, `hovered` which is pointed at."""

    picked = Signal(int)
    hovered = Signal(object)  # a t, or None

    def __init__(self, lines: tuple[Line, ...]) -> None:
        super().__init__(background=None)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAntialiasing(True)
        self._lines, self.log = lines, (False, False)  # x, y
        self._far = 1
        plot = self.getPlotItem()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setContentsMargins(0, 4, 4, 0)
        plot.getViewBox().setMouseEnabled(False, False)
        plot.getViewBox().setDefaultPadding(0)
        plot.disableAutoRange()
        self._curves = {line.key: pg.PlotCurveItem(connect="finite", antialias=True) for line in lines}
        self._here, self._mouse = pg.InfiniteLine(angle=90), pg.InfiniteLine(angle=90)
        for item in (*self._curves.values(), self._here, self._mouse):
            plot.addItem(item, ignoreBounds=True)
        self._mouse.hide()
        self._message, self._caption = QLabel(self), QLabel(self)  # instead of curves; at the end of the axis
        for label in (self._message, self._caption):
            label.setProperty("role", "quiet")
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._message.hide()

    def dress(self, theme: Theme) -> None:
        """Its colours."""
        self.setBackground(theme.card)
        font, quiet = QFont(self.font()), QColor(theme.quiet)
        font.setPixelSize(10)
        for side in ("left", "bottom"):
            axis = self.getPlotItem().getAxis(side)
            axis.setStyle(tickFont=font, tickLength=0, tickTextOffset=4, autoExpandTextSpace=False,
                          autoReduceTextSpace=False, hideOverlappingLabels=False)  # fmt: skip
            axis.setTextPen(quiet)
            axis.setPen(pg.mkPen(None))
            axis.setTickPen(pg.mkPen(QColor(theme.border)))
            axis.setGrid(255 if side == "left" else False)
        self.getPlotItem().getAxis("bottom").setHeight(18)
        for line in self._lines:
            self._curves[line.key].setPen(line.pen(theme))
        self._here.setPen(pg.mkPen(theme.text, width=1))
        self._mouse.setPen(pg.mkPen(theme.quiet, width=1, style=Qt.PenStyle.DotLine))

    def draw(self, t: Any, curves: Mapping[str, Any], far: int, log: tuple[bool, bool], percent: bool = False) -> None:
        """The curves over the times t, up to `far`; a curve that is not given is not shown."""
        self.log, self._far = log, far
        x, low, high = self._across(t), np.inf, -np.inf
        for key, item in self._curves.items():
            values = curves.get(key)
            if values is None or not np.isfinite(values).any():
                item.clear()
                continue
            y = np.where(np.isfinite(values), values, np.nan)
            y = np.log10(np.where(y > 0, y, np.nan)) if log[1] else y
            item.setData(x, y)
            if np.isfinite(y).any():
                low, high = min(low, float(np.nanmin(y))), max(high, float(np.nanmax(y)))
        if not np.isfinite(low) or (not log[1] and high <= 0.0):
            low, high = (-1.0, 0.0) if log[1] else (0.0, 1.0)
        low = low if log[1] else min(0.0, low)
        room = 0.08 * max(high - low, 0.5 if log[1] else 0.0)
        low, high = low - room, high + room
        right = float(self._across(max(far, SHORTEST)))
        plot = self.getPlotItem()
        plot.setYRange(low, high, padding=0)
        plot.setXRange(0.0, right, padding=0)
        self._caption.setText(f"{far:,} updates".replace(",", " ") if far != 1 else "1 update")
        self._place()
        beside = ticks(low, high, log[1], 4, 100.0 if percent else 1.0)
        left = 36 if all(len(text) < 7 for _, text in beside) else 54
        free = right * (1.0 - (self._caption.width() + 18) / max(100, self.width() - left))
        plot.getAxis("left").setTicks([beside])
        plot.getAxis("left").setWidth(left)
        plot.getAxis("bottom").setTicks([[each for each in ticks(0.0, right, log[0], 5) if each[0] < free]])

    def set_cursor(self, t: int) -> None:
        x = float(self._across(t))
        if x != self._here.value():
            self._here.setValue(x)

    def say(self, text: str) -> None:
        """A sentence instead of curves."""
        self._message.setText(text)
        self._message.setVisible(bool(text))
        self._caption.setVisible(not text)
        self._here.setVisible(not text)
        self.getPlotItem().getAxis("left").setVisible(not text)
        self.getPlotItem().getAxis("bottom").setVisible(not text)
        self._place()

    def data(self, key: str) -> tuple[Any, Any]:
        """What a curve shows, in the units of the axes."""
        x, y = self._curves[key].getData()
        return (np.empty(0), np.empty(0)) if x is None else (x, y)

    def point(self, t: int) -> QPointF:
        """Where in the widget an update lies, at half height."""
        box = self.getPlotItem().getViewBox()
        scene = box.mapViewToScene(QPointF(float(self._across(t)), sum(box.viewRange()[1]) / 2))
        return QPointF(self.mapFromScene(scene))

    def _across(self, t: Any) -> Any:
        return np.log10(np.maximum(t, 1)) if self.log[0] else np.asarray(t, float)

    def _update_at(self, event: QMouseEvent) -> int:
        x = self.getPlotItem().getViewBox().mapSceneToView(self.mapToScene(event.position().toPoint())).x()
        return int(min(max(0, round(10.0 ** min(x, 15.0) if self.log[0] and x > 0 else x)), self._far))

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
        self._mouse.setValue(float(self._across(t)))
        self._mouse.setVisible(self._message.isHidden())
        self.hovered.emit(t if self._message.isHidden() else None)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._mouse.hide()
        self.hovered.emit(None)
        super().leaveEvent(event)

    def wheelEvent(self, event: Any) -> None:
        event.ignore()  # the column scrolls

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_caption"):
            self._place()

    def _place(self) -> None:
        self._message.setGeometry(self.rect().adjusted(8, 4, -8, -4))
        self._caption.adjustSize()
        self._caption.move(self.width() - self._caption.width() - 4, self.height() - self._caption.height() - 1)


def ticks(low: float, high: float, log: bool, most: int, scale: float = 1.0) -> list[tuple[float, str]]:
    """At most so many places between two ends, and what to write there; on a logarithmic axis the ends are logarithms.

    >>> ticks(0.0, 412.0, False, 5), ticks(0.0, 4.2, True, 5)[-1]
    ([(0.0, '0'), (100.0, '100'), (200.0, '200'), (300.0, '300'), (400.0, '400')], (4.0, '10⁴'))
    """
    if log and high - low > 1.0:
        every = math.ceil((high - low) / most)
        powers = range(math.ceil(low / every) * every, math.floor(high) + 1, every)
        return [(float(p), _power(p) if abs(p) > 2 else number(scale * 10.0**p)) for p in powers]
    if log:
        found = [k * 10.0**p for p in range(math.floor(low), math.ceil(high) + 1) for k in (1, 2, 5)]
        return [(math.log10(v), number(scale * v)) for v in found if low <= math.log10(v) <= high]
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= rough)
    return [(step * k, number(scale * step * k)) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def theme_now() -> Theme:
    """The theme that the application wears."""
    return DARK if QApplication.palette().window().color().lightness() < 128 else LIGHT


def _power(p: int) -> str:
    return "10" + str(p).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
