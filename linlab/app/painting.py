"""Pictures drawn by Qt: on the screen, into an image, onto the pages of a PDF.

On the screen a Painter keeps what it will need again: the stamps of the marks, and the image of a group that stays the
same. For a file everything is drawn as what it is: paths and text.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPainterPath, QPixmap

from linlab.engine.picture.furniture import furniture, legend
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import Frame, Group, Label, Lines, Marks, Panel, Pen, Picture, Shading
from linlab.engine.picture.symbols import OUTLINES

from .strokes import brush_of, dashed, draw_stretches, draw_symbol, fewer, first_row, font_of, pen_of, polygon, stretches_of

VEIL = 205  # opacity of what sets a label off
TIP = 12.0  # length of an arrow's head
MANY_STAMPS, FEW = 300, 8  # that are kept; marks that are drawn one by one
MOVING, STILL = 0.2, 0.04  # pixels by which a corner may be off, while something moves and when all is still
THIN = 3.0  # pixels of a line up to which the caps of its stretches are not seen at the bends
_COUNT = re.compile(r"\(\d+\)$")


class Painter:
    """Draws pictures with a QPainter; `kept` for a screen, where the next picture will be much like this one."""

    def __init__(self, kept: bool = False) -> None:
        self.kept = kept
        self.still = False  # there is time for proper joins
        self._stamps: dict[Any, QPixmap] = {}
        self._groups: dict[str, tuple[Any, QImage]] = {}
        self._layout: tuple[Any, Frame, list[Any], list[tuple[int, Label]]] | None = None  # of the legend
        self._pixels: Any = None
        self._pair: tuple[Group, Group, Group] | None = None

    def paint(self, to: QPainter, picture: Picture) -> None:
        to.setRenderHint(QPainter.RenderHint.Antialiasing)
        to.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not self.kept)  # what is kept has the screen's own pixels
        if not _covered(picture):
            to.fillRect(QRectF(0, 0, picture.width, picture.height), QColor(picture.background))
        for panel in picture.panels:
            beneath, above = furniture(panel, legends=not self.kept)
            for piece in () if _shaded(panel) else beneath:
                self._draw(to, piece, None)
            to.save()
            to.setClipRect(_rect(panel.frame))
            for item in self._joined(panel.items) if self.kept else panel.items:
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
                (self._fill if self.kept else _shading)(to, item, panel)
            case Group():
                assert panel is not None
                self._group(to, item, panel)
            case Frame():
                to.setPen(pen_of(item.pen))
                to.setBrush(brush_of(item.fill))
                to.drawRoundedRect(_rect(item), item.radius, item.radius)

    def _fill(self, to: QPainter, item: Shading, panel: Panel) -> None:
        """A shading that covers its frame, pixel by pixel, in the memory of the last one."""
        frame, ratio = panel.frame, to.device().devicePixelRatioF()
        shape = (max(1, round(frame.height * ratio)), max(1, round(frame.width * ratio)))
        if self._pixels is None or self._pixels.shape != shape:
            self._pixels = np.empty(shape, np.uint32)
        item.fill(self._pixels)
        image = QImage(self._pixels.data, shape[1], shape[0], 4 * shape[1], QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        to.drawImage(QPointF(frame.x, frame.y), image)

    def _lines(self, to: QPainter, item: Lines, panel: Panel | None) -> None:
        ratio = to.device().devicePixelRatioF()
        quick = self.kept and not self.still and item.pen.opacity == 1 and item.pen.width * ratio <= THIN and not item.arrow
        dash, flat = item.pen.dash, (STILL if self.still else MOVING) / ratio
        if quick and len(dash) == 2:
            pen = pen_of(replace(item.pen, dash=()))
        else:
            pen = pen_of(item.pen, cap=Qt.PenCapStyle.SquareCap if quick and not dash else Qt.PenCapStyle.FlatCap)
        to.setPen(pen)
        to.setBrush(Qt.BrushStyle.NoBrush)
        for line in item.lines:
            places = line if panel is None else panel.to_page(line)
            if item.arrow:
                self._arrow(to, places, item.pen, 1.0 if panel is None else panel.scale)
            elif self.kept and item.name == "grid":  # along the pixels, so there is nothing to smooth
                (x0, y0), (x1, y1) = places[[0, -1]].round().astype(int).tolist()
                to.fillRect(min(x0, x1), min(y0, y1), max(1, abs(x1 - x0)), max(1, abs(y1 - y0)), pen.color())
            elif quick and len(dash) == 2:
                draw_stretches(to, dashed(fewer(places, flat), *dash))
            elif quick and not dash:
                draw_stretches(to, stretches_of(fewer(places, flat)))
            else:
                to.drawPolyline(polygon(fewer(places, flat) if self.kept else places))

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
        if panel is not None and len(places) > FEW:  # the others are out of sight
            frame, reach = panel.frame, item.size
            seen = ((places >= (frame.x - reach, frame.y - reach))
                    & (places <= (frame.x + frame.width + reach, frame.y + frame.height + reach))).all(axis=1)  # fmt: skip
            places = places[seen]
        if self.kept:
            self._stamp(to, item, places)
            return
        to.setPen(pen_of(item.pen, Qt.PenJoinStyle.MiterJoin))
        to.setBrush(brush_of(item.fill))
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
        if len(places) <= FEW and ratio == 1:
            for x, y in places.tolist():
                to.drawPixmap(round(x - side / 2), round(y - side / 2), stamp)
            return
        fragments = np.empty((len(places), 10))  # x, y, source (left, top, width, height), scale (x, y), turn, opacity
        fragments[:] = (0, 0, 0, 0, side, side, 1 / ratio, 1 / ratio, 0, 1)
        half = 0.5 * (side % 2)
        fragments[:, :2] = (np.round(places * ratio - half) + half) / ratio  # whole pixels stay sharp
        to.drawPixmapFragments(first_row(fragments, QPainter.PixmapFragment), len(fragments), stamp)

    def _label(self, to: QPainter, item: Label, panel: Panel | None) -> None:
        x, y = item.place if panel is None else panel.to_page([item.place])[0].tolist()
        to.save()
        to.translate(x + item.dx, y + item.dy)
        if item.turned:
            to.rotate(-90)
        fine = 1 if self.kept else 10  # fonts come in whole pixels
        font, metrics = font_of(max(1, round(item.size * fine)), item.bold)
        wide = 0.0
        if item.anchor != "start":
            wide = metrics.horizontalAdvance(item.text) / fine
        elif item.veil is not None:  # near enough, and cheap at every frame
            wide = text_width(item.text, item.size, item.bold)
        left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[item.anchor]
        if item.veil is not None:
            veil = QColor(item.veil)
            veil.setAlpha(VEIL)
            room = QRectF(left - 0.3 * item.size, -0.8 * item.size, wide + 0.6 * item.size, 1.6 * item.size)
            if self.kept:  # corners that are round enough, in a tenth of the time
                whole = room.toRect()
                x0, y0, w, h = whole.x(), whole.y(), whole.width(), whole.height()
                for top, high, inset in ((0, 1, 2), (1, 1, 1), (2, h - 4, 0), (h - 2, 1, 1), (h - 1, 1, 2)):
                    to.fillRect(x0 + inset, y0 + top, w - 2 * inset, high, veil)
            else:
                to.setPen(Qt.PenStyle.NoPen)
                to.setBrush(veil)
                to.drawRoundedRect(room, 3, 3)
        to.scale(1 / fine, 1 / fine)
        to.setFont(font)
        to.setPen(QColor(item.colour))
        to.drawText(QPointF(left * fine, (metrics.ascent() - metrics.descent()) / 2), item.text)
        to.restore()

    def _joined(self, items: Sequence[Any]) -> list[Any]:
        """The grid goes along with the group above it: one image instead of two, and it is too faint to hide anything."""
        grid = next((item for item in items if isinstance(item, Group) and item.name == "grid"), None)
        above = next((item for item in items if isinstance(item, Group) and item is not grid), None)
        if grid is None or above is None:
            return list(items)
        if self._pair is None or self._pair[:2] != (grid, above):
            self._pair = (grid, above, Group(above.name, (*grid.items, *above.items)))
        return [self._pair[2] if item is above else item for item in items if item is not grid]

    def _group(self, to: QPainter, group: Group, panel: Panel) -> None:
        if self.kept:
            self._keep(to, group.name, (group, panel.view), panel.frame, group.items, panel)
            return
        for item in group.items:
            self._draw(to, item, panel)

    def _legend(self, to: QPainter, panel: Panel) -> None:
        """What it counts may change at every frame, and has a place of its own; the rest is kept."""
        frame = panel.frame
        words = tuple((_COUNT.sub("", each.text), len(each.text), each.symbol, each.fill, each.pen) for each in panel.legend)
        what = (words, panel.palette, panel.font, panel.scale, panel.legend_at, frame.x, frame.y, frame.width)
        if self._layout is None or self._layout[0] != what:
            pieces = legend(panel)
            labels = [piece for piece in pieces if isinstance(piece, Label)]
            counts = [(k, label) for k, (label, entry) in enumerate(zip(labels, panel.legend, strict=True))
                      if label.text == entry.text and _COUNT.search(entry.text)]  # fmt: skip
            live = [label for _, label in counts]
            box: Any = pieces[0]
            around = Frame(int(box.x) - 1, int(box.y) - 1, int(box.width) + 4, int(box.height) + 4)
            self._layout = (what, around, [piece for piece in pieces if piece not in live], counts)
        _, around, still, counts = self._layout
        self._keep(to, "legend", what, around, still, None)
        for k, label in counts:
            self._label(to, replace(label, text=panel.legend[k].text), None)

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
    outline = OUTLINES[item.symbol]
    corners = 1.0 if outline is None else 2 * float(np.abs(outline).max())
    sharp = 1.0 if outline is None else 2.0  # how far beyond a corner its mitre reaches, in widths of the pen
    side = int(np.ceil((corners * item.size + sharp * (item.pen.width if item.pen is not None else 0.0)) * ratio)) + 2
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    painter.setPen(pen_of(item.pen, Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(brush_of(item.fill))
    draw_symbol(painter, item.symbol, side / ratio / 2, side / ratio / 2, item.size)
    painter.end()
    return pixmap


def _rect(frame: Frame) -> QRectF:
    return QRectF(frame.x, frame.y, frame.width, frame.height)
