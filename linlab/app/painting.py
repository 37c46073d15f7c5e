"""Pictures drawn by Qt: on the screen, into an image, onto the pages of a PDF.

On the screen a Painter keeps what it will need again: the stamps of the marks, and the image of a group that stays the
same. For a file everything is drawn as what it is: paths and text.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from linlab.engine.picture.furniture import furniture, legend
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import Frame, Group, Label, Lines, Marks, Panel, Pen, Picture, Shading
from linlab.engine.picture.symbols import OUTLINES

VEIL = 205  # opacity of what sets a label off
TIP = 12.0  # length of an arrow's head
MANY_STAMPS = 300
FLAT = 0.15  # pixels by which a corner may be off


class Painter:
    """Draws pictures with a QPainter; `kept` for a screen, where the next picture will be much like this one."""

    def __init__(self, kept: bool = False) -> None:
        self.kept = kept
        self._stamps: dict[Any, QPixmap] = {}
        self._groups: dict[str, tuple[Any, QImage]] = {}

    def paint(self, to: QPainter, picture: Picture) -> None:
        to.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if not _covered(picture):
            to.fillRect(QRectF(0, 0, picture.width, picture.height), QColor(picture.background))
        for panel in picture.panels:
            beneath, above = furniture(panel, legends=not self.kept)
            for piece in () if _shaded(panel) else beneath:
                self._draw(to, piece, None)
            to.save()
            to.setClipRect(_rect(panel.frame))
            for item in panel.items:
                self._draw(to, item, panel)
            to.restore()
            for piece in above:
                self._draw(to, piece, None)
            if self.kept and panel.legend:
                self._legend(to, panel)
        for note in picture.notes:
            self._draw(to, note, None)

    def _draw(self, to: QPainter, item: Any, panel: Panel | None) -> None:
        match item:
            case Lines():
                self._lines(to, item, panel)
            case Marks():
                self._marks(to, item, panel)
            case Label():
                self._label(to, item, panel)
            case Shading():
                assert panel is not None
                _shading(to, item, panel)
            case Group():
                assert panel is not None
                self._group(to, item, panel)
            case Frame():
                to.setPen(_pen(item.pen))
                to.setBrush(_brush(item.fill))
                to.drawRoundedRect(_rect(item), item.radius, item.radius)

    def _lines(self, to: QPainter, item: Lines, panel: Panel | None) -> None:
        to.setPen(_pen(item.pen))
        to.setBrush(Qt.BrushStyle.NoBrush)
        for line in item.lines:
            places = line if panel is None else panel.to_page(line)
            if self.kept and item.name == "grid":  # along the pixels, so there is nothing to smooth
                (x0, y0), (x1, y1) = np.round([places.min(axis=0), places.max(axis=0)]).astype(int).tolist()
                to.fillRect(x0, y0, max(1, x1 - x0), max(1, y1 - y0), to.pen().color())
            elif item.arrow:
                self._arrow(to, places, item.pen, 1.0 if panel is None else panel.scale)
            else:
                to.drawPolyline(polygon(_fewer(places) if self.kept else places))

    @staticmethod
    def _arrow(to: QPainter, places: Any, pen: Pen, scale: float) -> None:
        """A line with a head at its end."""
        (x, y), before = places[-1], places[-2]
        way = places[-1] - before
        long = float(np.hypot(*way))
        if long < 1e-9:
            return
        along = way / long * min(TIP * scale, long)
        across = np.array([-along[1], along[0]]) * 0.36
        base = places[-1] - along
        to.drawPolyline(polygon(np.vstack([places[:-1], base])))
        path = QPainterPath()
        path.addPolygon(polygon(np.array([(x, y), base + across, base - across, (x, y)])))
        to.fillPath(path, QColor(pen.colour))

    def _marks(self, to: QPainter, item: Marks, panel: Panel | None) -> None:
        places = item.places if panel is None else panel.to_page(item.places)
        if panel is not None:  # the others are out of sight
            frame, reach = panel.frame, item.size
            seen = ((places >= (frame.x - reach, frame.y - reach))
                    & (places <= (frame.x + frame.width + reach, frame.y + frame.height + reach))).all(axis=1)  # fmt: skip
            places = places[seen]
        if self.kept:
            self._stamp(to, item, places)
            return
        to.setPen(_pen(item.pen, Qt.PenJoinStyle.MiterJoin))
        to.setBrush(_brush(item.fill))
        for x, y in places.tolist():
            draw_symbol(to, item.symbol, x, y, item.size)

    def _stamp(self, to: QPainter, item: Marks, places: Any) -> None:
        """All of them at once, each a copy of one small image."""
        if not len(places):
            return
        ratio = to.device().devicePixelRatioF()
        key = (item.symbol, item.size, item.fill, item.pen, ratio)
        stamp = self._stamps.get(key)
        if stamp is None:
            if len(self._stamps) > MANY_STAMPS:
                self._stamps.clear()
            stamp = self._stamps[key] = _stamped(item, ratio)
        side = stamp.width()
        fragments = np.empty((len(places), 10))  # x, y, source (left, top, width, height), scale (x, y), turn, opacity
        fragments[:] = (0, 0, 0, 0, side, side, 1 / ratio, 1 / ratio, 0, 1)
        half = 0.5 * (side % 2)
        fragments[:, :2] = (np.round(places * ratio - half) + half) / ratio  # whole pixels stay sharp
        first: Any = shiboken6.wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment)
        to.drawPixmapFragments(first, len(fragments), stamp)

    def _label(self, to: QPainter, item: Label, panel: Panel | None) -> None:
        x, y = item.place if panel is None else panel.to_page([item.place])[0].tolist()
        to.save()
        to.translate(x + item.dx, y + item.dy)
        if item.turned:
            to.rotate(-90)
        fine = 1 if self.kept else 10  # fonts come in whole pixels
        wide = text_width(item.text, item.size, item.bold) + item.size
        left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[item.anchor]
        if item.veil is not None:
            room = QRectF(left - (0 if item.anchor == "start" else -item.size) - 0.3 * item.size, -0.8 * item.size,
                          wide - 0.4 * item.size, 1.6 * item.size)  # fmt: skip
            veil = QColor(item.veil)
            veil.setAlpha(VEIL)
            to.setPen(Qt.PenStyle.NoPen)
            to.setBrush(veil)
            to.drawRoundedRect(room, 3, 3)
        to.scale(1 / fine, 1 / fine)
        to.setFont(_font(max(1, round(item.size * fine)), item.bold))
        to.setPen(QColor(item.colour))
        across = {"start": Qt.AlignmentFlag.AlignLeft, "middle": Qt.AlignmentFlag.AlignHCenter}
        where = across.get(item.anchor, Qt.AlignmentFlag.AlignRight) | Qt.AlignmentFlag.AlignVCenter
        spread = 4.0  # a font that is not Inter may be wider
        box = {"start": QRectF(0, -item.size, spread * wide, 2 * item.size),
               "middle": QRectF(-spread * wide / 2, -item.size, spread * wide, 2 * item.size),
               "end": QRectF(-spread * wide, -item.size, spread * wide, 2 * item.size)}[item.anchor]  # fmt: skip
        box = QRectF(box.x() * fine, box.y() * fine, box.width() * fine, box.height() * fine)
        to.drawText(box, int(where | Qt.TextFlag.TextSingleLine), item.text)
        to.restore()

    def _group(self, to: QPainter, group: Group, panel: Panel) -> None:
        if self.kept:
            self._keep(to, group.name, (group, panel.view), panel.frame, group.items, panel)
            return
        for item in group.items:
            self._draw(to, item, panel)

    def _legend(self, to: QPainter, panel: Panel) -> None:
        pieces = legend(panel)
        box = pieces[0]
        assert isinstance(box, Frame)
        around = Frame(int(box.x) - 1, int(box.y) - 1, int(box.width) + 4, int(box.height) + 4)
        self._keep(to, "legend", (panel.legend, panel.palette, panel.font), around, pieces, None)

    def _keep(self, to: QPainter, name: str, what: Any, frame: Frame, items: Sequence[Any], panel: Panel | None) -> None:
        """Draw these items in the frame, from an image if they are the same as before."""
        ratio = to.device().devicePixelRatioF()
        key = (what, frame.x, frame.y, frame.width, frame.height, ratio)
        before = self._groups.get(name)
        if before is None or before[0] != key:
            image = QImage(round(frame.width * ratio), round(frame.height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
            image.setDevicePixelRatio(ratio)
            image.fill(0)
            with QPainter(image) as inner:
                inner.setRenderHint(QPainter.RenderHint.Antialiasing)
                inner.translate(-frame.x, -frame.y)
                for item in items:
                    self._draw(inner, item, panel)
            before = self._groups[name] = (key, image)
        to.drawImage(QPointF(frame.x, frame.y), before[1])


def draw_symbol(to: QPainter, symbol: str, x: float, y: float, size: float) -> None:
    """The shape of a mark, with the pen and brush at hand."""
    outline = OUTLINES[symbol]
    if outline is None:
        to.drawEllipse(QPointF(x, y), size / 2, size / 2)
    else:
        to.drawPolygon(polygon(outline * size + (x, y)))


def polygon(places: Any) -> QPolygonF:
    """The places (k, 2) as Qt has them, without a loop."""
    made = QPolygonF()
    made.resize(len(places))
    if len(places):
        start: Any = made.data()
        memory: Any = shiboken6.VoidPtr(start, 16 * len(places), True)  # type: ignore[call-arg]
        np.frombuffer(memory, np.float64).reshape(-1, 2)[:] = places
    return made


@lru_cache(maxsize=64)
def _font(pixels: int, bold: bool) -> QFont:
    font = QFont("Inter")
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def _fewer(places: Any) -> Any:
    """Without every other corner that the eye would not miss: strokes cost time by the corner."""
    for _ in range(2):
        if len(places) < 8:
            break
        last = len(places) - 1 - (len(places) - 1) % 2
        a, middle, b = places[0:last:2], places[1:last:2], places[2 : last + 1 : 2]
        way, off = b - a, middle - a
        bend = np.abs(way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0])
        keep = np.ones(len(places), bool)
        keep[1:last:2] = bend > FLAT * np.hypot(way[:, 0], way[:, 1])
        places = places[keep]
    return places


def _shaded(panel: Panel) -> bool:
    """Whether its whole frame is painted over."""
    return bool(panel.items) and isinstance(panel.items[0], Shading)


def _covered(picture: Picture) -> bool:
    """Whether the page is."""
    panel = picture.panels[0] if picture.panels else None
    if panel is None or not _shaded(panel):
        return False
    frame = panel.frame
    return frame.x <= 0 and frame.y <= 0 and frame.width >= picture.width and frame.height >= picture.height


def _shading(to: QPainter, item: Shading, panel: Panel) -> None:
    left, right, bottom, top = item.extent
    (x0, y0), (x1, y1) = panel.to_page([(left, top), (right, bottom)]).tolist()
    pixels = item.pixels
    ny, nx = pixels.shape
    image = QImage(pixels.data, nx, ny, 4 * nx, QImage.Format.Format_RGB32)
    if to.paintEngine().type() == QPaintEngine.Type.Pdf:  # its readers show each cell as a square
        finer = max(1, round((x1 - x0) / nx))
        image = image.scaled(finer * nx, finer * ny, mode=Qt.TransformationMode.SmoothTransformation)
    to.drawImage(QRectF(x0, y0, x1 - x0, y1 - y0), image)


def _stamped(item: Marks, ratio: float) -> QPixmap:
    around = (item.pen.width if item.pen is not None else 0.0) + 2
    side = int(np.ceil((1.3 * item.size + around) * ratio))
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    painter.setPen(_pen(item.pen, Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(_brush(item.fill))
    draw_symbol(painter, item.symbol, side / ratio / 2, side / ratio / 2, item.size)
    painter.end()
    return pixmap


def _pen(pen: Pen | None, join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin) -> QPen:
    if pen is None:
        return QPen(Qt.PenStyle.NoPen)
    colour = QColor(pen.colour)
    colour.setAlphaF(pen.opacity)
    out = QPen(colour, pen.width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, join)
    if pen.dash:
        out.setDashPattern([part / pen.width for part in pen.dash])
    return out


def _brush(fill: str | None) -> QBrush:
    return QBrush(Qt.BrushStyle.NoBrush) if fill is None else QBrush(QColor(fill))


def _rect(frame: Frame) -> QRectF:
    return QRectF(frame.x, frame.y, frame.width, frame.height)
