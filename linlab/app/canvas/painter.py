"""Pictures drawn by Qt as paths and text: into an image, or onto the pages of a PDF."""

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPaintEngine, QPainter, QPainterPath

from linlab.engine.export.figures.polyline import arrow
from linlab.engine.picture.axes_and_legend import axes_and_legend
from linlab.engine.picture.shapes import (
    Areas,
    Cells,
    Frame,
    Group,
    Label,
    Lines,
    Marks,
    Panel,
    Picture,
    Shading,
)

from .pens import brush_of, colour_at, draw_symbol, font_of, pen_of, polygon

VEIL = 205  # opacity of the background of a label


class Painter:
    """Draws pictures with a QPainter; fonts come in whole pixels, so they are made `finer` times
    larger and scaled down."""

    def __init__(self, finer: int = 10) -> None:
        self.finer = finer

    def paint(self, to: QPainter, picture: Picture) -> None:
        to.setRenderHint(QPainter.RenderHint.Antialiasing)
        to.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        to.fillRect(QRectF(0, 0, picture.width, picture.height), QColor(picture.background))
        for panel in picture.panels:
            beneath, above = axes_and_legend(panel)
            for piece in beneath:
                self.draw(to, piece, None)
            self.inside(to, panel)
            for piece in above:
                self.draw(to, piece, None)
        for note in picture.notes:
            self.draw(to, note, None)

    def inside(self, to: QPainter, panel: Panel) -> None:
        """Draw the items of a panel, clipped to its frame."""
        to.save()
        to.setClipRect(rect(panel.frame))
        for item in panel.items:
            self.draw(to, item, panel)
        to.restore()

    def draw(self, to: QPainter, item: Any, panel: Panel | None) -> None:
        """Draw an item in the units of its panel, or of the page if it has none."""
        match item:
            case Lines():
                self.lines(to, item, panel)
            case Marks():
                self.marks(to, item, panel)
            case Label():
                self.label(to, item, panel)
            case Areas():
                self.areas(to, item, panel)
            case Cells():
                assert panel is not None
                self.cells(to, item, panel)
            case Shading():
                assert panel is not None
                self.shading(to, item, panel)
            case Group():
                for each in item.items:
                    self.draw(to, each, panel)
            case Frame():
                to.setPen(pen_of(item.pen))
                to.setBrush(brush_of(item.fill))
                to.drawRoundedRect(rect(item), item.radius, item.radius)

    def shading(self, to: QPainter, item: Shading, panel: Panel) -> None:
        left, right, bottom, top = item.extent
        (x0, y0), (x1, y1) = panel.to_page([(left, top), (right, bottom)]).tolist()
        pixels = item.pixels
        ny, nx = pixels.shape
        image = QImage(pixels.data, nx, ny, 4 * nx, QImage.Format.Format_RGB32)
        if to.paintEngine().type() == QPaintEngine.Type.Pdf:  # viewers show each cell as a square
            finer = max(1, round((x1 - x0) / nx))
            image = image.scaled(
                finer * nx, finer * ny, mode=Qt.TransformationMode.SmoothTransformation
            )
        to.drawImage(QRectF(x0, y0, x1 - x0, y1 - y0), image)

    def cells(self, to: QPainter, item: Cells, panel: Panel) -> None:
        left, right, bottom, top = item.extent
        (x0, y0), (x1, y1) = panel.to_page([(left, top), (right, bottom)]).tolist()
        pixels = item.magnified()
        ny, nx = pixels.shape
        to.drawImage(
            QRectF(x0, y0, x1 - x0, y1 - y0),
            QImage(pixels.data, nx, ny, 4 * nx, QImage.Format.Format_RGB32),
        )

    def areas(self, to: QPainter, item: Areas, panel: Panel | None) -> None:
        to.setPen(pen_of(item.pen))
        to.setBrush(
            Qt.BrushStyle.NoBrush
            if item.fill is None
            else colour_at(item.fill, round(255 * item.opacity))
        )
        for ring in item.rings:
            to.drawPolygon(polygon(ring if panel is None else panel.to_page(ring)))

    def lines(self, to: QPainter, item: Lines, panel: Panel | None) -> None:
        to.setPen(pen_of(item.pen))
        to.setBrush(Qt.BrushStyle.NoBrush)
        for line in item.lines:
            places = line if panel is None else panel.to_page(line)
            whole = (
                arrow(places, 1.0 if panel is None else panel.scale)
                if item.arrow
                else (places, None)
            )
            if whole is not None:
                shaft, head = whole
                to.drawPolyline(polygon(shaft))
                if head is not None:
                    path = QPainterPath()
                    path.addPolygon(polygon(head))
                    to.fillPath(path, QColor(item.pen.colour))

    def marks(self, to: QPainter, item: Marks, panel: Panel | None) -> None:
        places = item.places if panel is None else panel.to_page(item.places)
        to.setPen(pen_of(item.pen, Qt.PenJoinStyle.MiterJoin))
        to.setBrush(brush_of(item.fill))
        for x, y in places.tolist():
            draw_symbol(to, item.symbol, x, y, item.size)

    def label(self, to: QPainter, item: Label, panel: Panel | None) -> None:
        x, y = item.place if panel is None else panel.to_page([item.place])[0].tolist()
        to.save()
        to.translate(x + item.dx, y + item.dy)
        if item.turned:
            to.rotate(-90)
        font, metrics = font_of(max(1, round(item.size * self.finer)), item.bold)
        wide = 0.0 if item.anchor == "start" and item.veil is None else self.width_of(item, metrics)
        left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[item.anchor]
        if item.veil is not None:
            room = QRectF(
                left - 0.3 * item.size, -0.8 * item.size, wide + 0.6 * item.size, 1.6 * item.size
            )
            self.veil(to, room, colour_at(item.veil, VEIL))
        if self.finer != 1:
            to.scale(1 / self.finer, 1 / self.finer)
        to.setFont(font)
        to.setPen(colour_at(item.colour))
        to.drawText(
            QPointF(left * self.finer, (metrics.ascent() - metrics.descent()) / 2), item.text
        )
        to.restore()

    def width_of(self, item: Label, metrics: QFontMetricsF) -> float:
        return metrics.horizontalAdvance(item.text) / self.finer

    def veil(self, to: QPainter, room: QRectF, colour: QColor) -> None:
        """The background that sets a label off."""
        to.setPen(Qt.PenStyle.NoPen)
        to.setBrush(colour)
        to.drawRoundedRect(room, 3, 3)


def rect(frame: Frame) -> QRectF:
    return QRectF(frame.x, frame.y, frame.width, frame.height)
