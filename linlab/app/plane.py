"""The plane: where points are clicked and boundaries seen.

It draws a Scene through its layers, at most once a frame, and hands the mouse to the tool in hand. Plane coordinates are
the points' own; one unit is as long across as up, so that distances look as they are.
"""

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QLabel

from linlab.engine.errors import LinlabError
from linlab.engine.models import Model, probabilities, winners

from . import tools
from .layers import LAYERS, ON_AT_FIRST
from .scene import Scene
from .session import Session
from .theme import CLASS_COLOURS, Theme

REACH = 10  # pixels within which a click means a point


class Plane(pg.PlotWidget):  # type: ignore[misc]
    """The drawing of a session, and the hand on it."""

    hovered = Signal(str)  # what is under the cursor, for the status bar
    menu_wanted = Signal(int, QPointF)  # a right click on the point with this id, at this place of the screen

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("plane")
        self.session, self.theme = session, theme
        self.shown = set(ON_AT_FIRST)
        self.optimum: Any = None
        self.scale_by = 1.0
        self.preview_step: Any = None  # the update about to be made, in slow motion
        self.towards: tuple[Model, float] | None = None
        self.tool = tools.TOOLS["add"]
        self.brush_radius, self.brush_density = 34, 2  # pixels; points at each move
        self._gesture: Any = None
        self._pan: QPointF | None = None
        self.hideAxis("left")
        self.hideAxis("bottom")
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)  # the shading is coarser than the screen
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumSize(320, 240)
        box = self.getViewBox()
        box.setMouseEnabled(False, False)
        box.setAspectLocked(True)
        box.setDefaultPadding(0)
        self.grid_lines = pg.PlotCurveItem(connect="finite")
        self.grid_lines.setZValue(-20)
        self.addItem(self.grid_lines)
        self.layers = {layer.name: layer(self) for layer in LAYERS}
        self.band = pg.PlotCurveItem()
        self.band.setZValue(20)
        self.addItem(self.band)
        self.legend = QLabel(self)
        self.legend.setObjectName("legend")
        self.legend.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hint = QLabel(self)
        self.hint.setObjectName("hint")
        self.hint.setWordWrap(True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.redraw)
        session.changed.connect(self.refresh)
        session.moved.connect(self.refresh)
        box.sigRangeChanged.connect(self.refresh)
        self.dress(theme)
        self.fit()

    # Drawing

    def dress(self, theme: Theme) -> None:
        self.theme = theme
        self.setBackground(QColor(theme.plane))
        faint = QColor(theme.grid)
        faint.setAlpha(20)
        self.grid_lines.setPen(pg.mkPen(faint, width=1))
        frame = f"background: {theme.card}; color: {theme.text}; border: 1px solid {theme.border}; border-radius: 6px;"
        self.legend.setStyleSheet(f"QLabel {{ {frame} padding: 5px 9px; font-size: 12px; }}")
        self.hint.setStyleSheet(f"QLabel {{ {frame} padding: 12px 18px; font-size: 14px; }}")
        self.refresh()

    def refresh(self) -> None:
        """Draw soon: however often it is asked for, once."""
        if not self._soon.isActive():
            self._soon.start()

    def switch(self, name: str, on: bool) -> None:
        (self.shown.add if on else self.shown.discard)(name)
        self.refresh()

    def scene_now(self) -> Scene:
        """Everything there is to draw at this moment."""
        session, view = self.session, self.getViewBox().viewRect()
        points = session.points
        return Scene(
            theme=self.theme, points=points, parts=session.document.parts_of(points), model=session.model,
            step=self.preview_step or session.step, optimum=self.optimum, selection=session.selection,
            left=view.left(), bottom=view.top(), width=view.width(), height=view.height(),
            pixels=(max(8, self.viewport().width()), max(8, self.viewport().height())), scale=self.scale_by,
            towards=self.towards,
        )  # fmt: skip

    def redraw(self) -> None:
        scene = self.scene_now()
        self._rule(scene)
        for name, layer in self.layers.items():
            layer.update(scene, name in self.shown or name in ("points", "selection"))
        self._say(scene)

    def _rule(self, scene: Scene) -> None:
        """Faint lines at round numbers, six or so across."""
        rough = scene.width / 6
        power = 10.0 ** np.floor(np.log10(rough))
        stride = power * next(m for m in (1, 2, 5, 10) if m * power >= rough)
        path = []
        right, top = scene.left + scene.width, scene.bottom + scene.height
        for x in np.arange(np.ceil(scene.left / stride), right / stride + 1) * stride:
            path += [(x, scene.bottom), (x, top), (np.nan, np.nan)]
        for y in np.arange(np.ceil(scene.bottom / stride), top / stride + 1) * stride:
            path += [(scene.left, y), (right, y), (np.nan, np.nan)]
        self.grid_lines.setData(*np.array(path).T)

    def _say(self, scene: Scene) -> None:
        """Legend and hint."""
        marks = {"o": "●", "s": "■", "t1": "▲", "d": "◆", "star": "★", "p": "⬟", "h": "⬢", "t": "▼"}
        from .theme import class_symbol

        parts = [f"<span style='color:{CLASS_COLOURS[k % 8]}'>{marks[class_symbol(k)]}</span> {_safe(name)}"
                 for k, name in enumerate(scene.points.classes)]  # fmt: skip
        supports: Any = self.layers["supports"]
        if "supports" in self.shown and supports.count:
            parts.append(f"◯ support vector ({supports.count})")
        if "margins" in self.shown and scene.drawn:
            parts.append("╌ margin")
        if scene.optimum is not None and "optimum" in self.shown:
            parts.append(f"<span style='color:{self.theme.accent}'>─</span> exact optimum")
        if (scene.parts > 0).any():
            parts.append("hollow: dev, test")
        text = "&nbsp;&nbsp; ".join(parts)
        if text != self.legend.text():
            self.legend.setText(text)
            self.legend.setVisible(bool(parts))
            self.legend.adjustSize()
            self.legend.move(12, 12)
        trouble = self._hint_text()
        self.hint.setText(trouble)
        self.hint.setVisible(bool(trouble))
        if trouble:
            self.hint.setFixedWidth(min(420, self.width() - 40))
            self.hint.adjustSize()
            self.hint.move((self.width() - self.hint.width()) // 2, (self.height() - self.hint.height()) // 2)

    def _hint_text(self) -> str:
        session = self.session
        if not len(session.points):
            return "Click to add a point.\nA right click adds one of the next class; or pick a data set on the left."
        return f"{session.trouble}\nPick another class above and click." if session.trouble else ""

    # Geometry

    def fit(self) -> None:
        """Show all points with some air."""
        x = self.session.points.x
        low, high = (x.min(axis=0), x.max(axis=0)) if len(x) else (np.array([-3.0, -3.0]), np.array([3.0, 3.0]))
        size = np.maximum(high - low, 1e-9 + 0.02 * np.abs(high).max())
        if len(x) < 2:
            size = np.maximum(size, 6.0)
        middle = (low + high) / 2
        size = size * 1.25
        self.getViewBox().setRange(QRectF(*(middle - size / 2), *size), padding=0)

    def to_plane(self, place: QPointF) -> tuple[float, float]:
        point = self.getViewBox().mapSceneToView(self.mapToScene(place.toPoint()))
        return float(point.x()), float(point.y())

    def from_plane(self, x: float, y: float) -> QPointF:
        """The place in the viewport."""
        return QPointF(self.mapFromScene(self.getViewBox().mapViewToScene(QPointF(x, y))))

    def unit(self) -> float:
        """The width of a pixel in the plane."""
        return float(self.getViewBox().viewPixelSize()[0])

    def hit(self, x: float, y: float) -> int | None:
        """The id of the point under the cursor; the nearest, if several are."""
        points = self.session.points
        if not len(points):
            return None
        away = np.hypot(points.x[:, 0] - x, points.x[:, 1] - y)
        k = int(np.argmin(away))
        return int(points.ids[k]) if away[k] <= REACH * self.scale_by * self.unit() else None

    def zoom(self, factor: float, at: tuple[float, float] | None = None) -> None:
        view = self.getViewBox().viewRect()
        x, y = at or (view.center().x(), view.center().y())
        if not 1e-9 < view.width() * factor < 1e12:
            return
        left, top = x - (x - view.left()) * factor, y - (y - view.top()) * factor
        self.getViewBox().setRange(QRectF(left, top, view.width() * factor, view.height() * factor), padding=0)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan = event.position()
            return
        self.drop_gesture()
        at = self.to_plane(event.position())
        touch = tools.Touch("press", *at, self.hit(*at), event.button(), event.modifiers(), event.globalPosition())
        self._gesture = tools.begin(self, touch)
        self._feed(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self.to_plane(event.position())
        if self._pan is not None:
            x, y = self.to_plane(self._pan)
            view = self.getViewBox().viewRect()
            view.translate(x - at[0], y - at[1])
            self.getViewBox().setRange(view, padding=0)
            self._pan = event.position()
            return
        if self._gesture is not None:
            self._feed(tools.Touch("move", *at, None, event.button(), event.modifiers(), event.globalPosition()))
        self.hovered.emit(self.describe(*at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan = None
            return
        at = self.to_plane(event.position())
        self._feed(tools.Touch("release", *at, None, event.button(), event.modifiers(), event.globalPosition()))
        self.drop_gesture()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y() / 120
        if turns:
            self.zoom(0.85**turns, self.to_plane(event.position()))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit("")
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_soon"):
            self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # keys are the window's

    @property
    def busy(self) -> bool:
        """Whether a gesture of the mouse is going on."""
        return self._gesture is not None

    def _feed(self, touch: Any) -> None:
        if self._gesture is None:
            return
        try:
            self._gesture.send(touch)
        except StopIteration:
            self._gesture = None
        except LinlabError as error:
            self._gesture = None
            self.session.drop_preview()
            self.session.said.emit(str(error))

    def drop_gesture(self) -> None:
        """A gesture that was not finished leaves no trace."""
        if self._gesture is not None:
            self._gesture.close()
            self._gesture = None
            self.session.drop_preview()
            self.band.setData([], [])

    def describe(self, x: float, y: float) -> str:
        """Where the cursor is, and what the model says there."""
        text = f"x₁ {x:.2f}   x₂ {y:.2f}".replace("-", "−")
        session, model = self.session, self.session.model
        if model is not None:
            scores = model.scores([(x, y)])
            name = model.problem.classes[int(winners(scores)[0])]
            text += f"   {name}" + (f"   score {scores[0, 0]:.2f}" if scores.shape[1] == 1 else "")
            recipe = model.problem.learner.recipe
            if recipe.counting or recipe.loss.probabilistic:
                text += f"   P = {probabilities(model, scores).max():.2f}"
            text = text.replace("-", "−")
        under = self.hit(x, y)
        if under is not None and session.points.texts is not None:
            text += f"   “{session.points.texts[session.points.index(under)]}”"
        return text


def _safe(name: str) -> str:
    return name.replace("&", "&amp;").replace("<", "&lt;")
