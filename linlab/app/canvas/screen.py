"""Pictures on the screen, drawn anew at every frame.

Shadings, lines and marks go straight into the pixels of a canvas, by compiled code; words, frames and arrows are Qt's, on the
same canvas. What stays the same is kept: the stamps of the marks, and the legend. Until the compiled code is loaded, which
happens when there is something to draw with it or once the window is there, Qt draws it all.
"""

import re
import sys
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from linlab.engine.picture.furniture import furniture, legend
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import rgb
from linlab.engine.picture.shapes import Label, Lines, Marks, Panel, Picture, Shading
from linlab.engine.picture.symbols import OUTLINES

from .painter import Painter
from .pens import brush_of, draw_symbol, pen_of

COMPILED = "linlab.engine.picture.raster"
MANY_STAMPS = 300  # that are kept
PLAIN = Painter(finer=1)  # as Qt draws on a screen
_COUNT = re.compile(r"\([\d ]+\)$")


class Screen(Painter):
    """Draws pictures on a screen, where the next picture will be much like this one."""

    def __init__(self) -> None:
        super().__init__(finer=1)
        self._pixels: Any = np.empty((0, 0), np.uint32)
        self._raster: Any = None  # compiled, and bound to these pixels
        self._ratio = 1.0  # pixels of the screen to one of the page
        self._fitted: tuple[Panel, Any, Any] | None = None  # the panel that is being drawn, and how it lies on the canvas
        self._stamps: dict[Any, Any] = {}
        self._legend: tuple[Any, QPointF, QImage, list[tuple[int, Label]]] | None = None

    def paint(self, to: QPainter, picture: Picture) -> None:
        self._ratio, self._fitted = to.device().devicePixelRatioF(), None
        self._stretch(picture)
        image = self._canvas()
        with QPainter(image) as canvas:
            canvas.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not _covered(picture):
                self._pixels.fill(_ink(picture.background))
            for panel in picture.panels:
                beneath, above = furniture(panel, legends=False)
                for piece in () if _shaded(panel) else beneath:
                    self.draw(canvas, piece, None)
                self.inside(canvas, panel)
                for piece in above:
                    self.draw(canvas, piece, None)
                if panel.legend:
                    self._draw_legend(canvas, panel)
            for note in picture.notes:
                self.draw(canvas, note, None)
        to.drawImage(QPointF(0, 0), image)

    def _stretch(self, picture: Picture) -> None:
        """Make room for the picture, and see to what draws in it."""
        shape = max(1, round(picture.height * self._ratio)), max(1, round(picture.width * self._ratio))
        if self._pixels.shape != shape:
            self._pixels, self._raster = np.empty(shape, np.uint32), None
        loaded = hasattr(sys.modules.get(COMPILED), "Raster")  # wholly, not just begun
        if self._raster is None and (loaded or _asks_for_more(picture)):
            from linlab.engine.picture.raster import Raster

            self._raster = Raster(self._pixels)

    def _canvas(self) -> QImage:
        height, width = self._pixels.shape
        image = QImage(self._pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(self._ratio)
        return image

    def _fit(self, panel: Panel | None) -> tuple[Any, Any]:
        """How places become pixels, and the pixels beyond which nothing is drawn: left, top, right, bottom."""
        if self._fitted is not None and self._fitted[0] is panel:
            return self._fitted[1:]
        ratio, (height, width) = self._ratio, self._pixels.shape
        if panel is None:
            return np.array([ratio, ratio, 0.0, 0.0]), np.array([0, 0, width, height])
        frame, view = panel.frame, panel.view
        kx, ky = frame.width / (view.right - view.left), frame.height / (view.bottom - view.top)
        left, top = max(0, round(ratio * frame.x)), max(0, round(ratio * frame.y))
        right, bottom = round(ratio * (frame.x + frame.width)), round(ratio * (frame.y + frame.height))
        fit = np.array([kx, ky, frame.x - kx * view.left, frame.y - ky * view.top]) * ratio
        self._fitted = panel, fit, np.array([left, top, max(left, min(right, width)), max(top, min(bottom, height))])
        return self._fitted[1:]

    def shading(self, to: QPainter, item: Shading, panel: Panel) -> None:
        left, top, right, bottom = self._fit(panel)[1].tolist()
        part = self._pixels[top:bottom, left:right]
        if part.flags.c_contiguous:
            item.fill(part)
        else:
            whole = np.empty(part.shape, np.uint32)
            item.fill(whole)
            part[:] = whole

    def lines(self, to: QPainter, item: Lines, panel: Panel | None) -> None:
        if item.name == "grid":
            self._draw_grid(to, item, panel)
        elif item.arrow or self._raster is None:
            super().lines(to, item, panel)
        else:
            fit, clip = self._fit(panel)
            pen, ratio = item.pen, self._ratio
            self._raster.lines(item.lines, fit, clip, _ink(pen.colour), ratio * pen.width,
                               tuple(ratio * part for part in pen.dash), pen.opacity)  # fmt: skip

    def _draw_grid(self, to: QPainter, item: Lines, panel: Panel | None) -> None:
        """Lines along the pixels, so there is nothing to smooth."""
        if not item.lines:
            return
        fit, clip = self._fit(panel)
        wide, ends = round(self._ratio), np.array(item.lines) * fit[:2] + fit[2:]  # (k, 2, 2)
        low = np.floor(ends.min(axis=1) - (wide - 1) / 2)
        high = np.maximum(np.ceil(ends.max(axis=1)), low + wide)
        boxes = np.concatenate([low, high], axis=1).astype(np.int64)  # (k, 4)
        if self._raster is not None:
            self._raster.fills(boxes, clip, _ink(item.pen.colour), item.pen.opacity)
            return
        for x0, y0, x1, y1 in (boxes / self._ratio).tolist():
            to.fillRect(QRectF(x0, y0, x1 - x0, y1 - y0), pen_of(item.pen).color())

    def marks(self, to: QPainter, item: Marks, panel: Panel | None) -> None:
        if self._raster is None:
            super().marks(to, item, panel)
            return
        key = (item.symbol, item.size, item.fill, item.pen, self._ratio)
        if key not in self._stamps:
            if len(self._stamps) > MANY_STAMPS:
                self._stamps.clear()
            self._stamps[key] = _stamp(item, self._ratio)
        self._raster.marks(item.places, *self._fit(panel), self._stamps[key])

    def width_of(self, item: Label, metrics: QFontMetricsF) -> float:
        """Near enough for what changes at every frame, and cheap; what stands at a place of its own is measured."""
        return text_width(item.text, item.size, item.bold) if item.anchor == "start" else super().width_of(item, metrics)

    def veil(self, to: QPainter, room: QRectF, colour: QColor) -> None:
        """Corners that are round enough, in a tenth of the time."""
        whole = room.toRect()
        x, y, w, h = whole.x(), whole.y(), whole.width(), whole.height()
        for top, high, inset in ((0, 1, 2), (1, 1, 1), (2, h - 4, 0), (h - 2, 1, 1), (h - 1, 1, 2)):
            to.fillRect(x + inset, y + top, w - 2 * inset, high, colour)

    def _draw_legend(self, to: QPainter, panel: Panel) -> None:
        """What it counts may change at every frame, and has a place of its own; the rest is kept."""
        words = tuple((_COUNT.sub("", each.text), len(each.text), each.symbol, each.fill, each.pen) for each in panel.legend)
        frame = panel.frame
        what = (words, panel.palette, panel.font, panel.scale, panel.legend_at, frame.x, frame.y, frame.width, self._ratio)
        if self._legend is None or self._legend[0] != what:
            pieces = legend(panel)
            labels = [piece for piece in pieces if isinstance(piece, Label)]
            counts = [(k, label) for k, (label, entry) in enumerate(zip(labels, panel.legend, strict=True))
                      if label.text == entry.text and _COUNT.search(entry.text)]  # fmt: skip
            live = [label for _, label in counts]
            box: Any = pieces[0]
            around = QRectF(int(box.x) - 1, int(box.y) - 1, int(box.width) + 4, int(box.height) + 4)
            image = _clear(round(around.width() * self._ratio), round(around.height() * self._ratio), self._ratio)
            with QPainter(image) as inner:
                inner.setRenderHint(QPainter.RenderHint.Antialiasing)
                inner.translate(-around.topLeft())
                for piece in pieces:
                    if piece not in live:
                        PLAIN.draw(inner, piece, None)
            self._legend = (what, around.topLeft(), image, counts)
        _, at, image, counts = self._legend
        to.drawImage(at, image)
        for k, label in counts:
            self.label(to, replace(label, text=panel.legend[k].text), None)


def _stamp(item: Marks, ratio: float) -> Any:
    """The shape of a mark, as large as it is with its pen."""
    outline = OUTLINES[item.symbol]
    corners = 1.0 if outline is None else 2 * float(np.abs(outline).max())
    sharp = 1.0 if outline is None else 2.0  # how far beyond a corner its mitre reaches, in widths of the pen
    side = int(np.ceil((corners * item.size + sharp * (item.pen.width if item.pen is not None else 0.0)) * ratio)) + 2
    side += 1 - side % 2  # an odd number of pixels, so that all that is on one place has the same middle
    image = _clear(side, side, ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen_of(item.pen, Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(brush_of(item.fill))
        draw_symbol(painter, item.symbol, side / ratio / 2, side / ratio / 2, item.size)
    from linlab.engine.picture.raster import stamp_of

    return stamp_of(np.frombuffer(image.constBits(), np.uint32).reshape(side, side))


def _clear(width: int, height: int, ratio: float) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    return image


@lru_cache(maxsize=64)
def _ink(colour: str) -> int:
    """A colour as a pixel."""
    red, green, blue = rgb(colour)
    return 0xFF000000 | red << 16 | green << 8 | blue


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


def _asks_for_more(picture: Picture) -> bool:
    """Whether there is a line or a shading that took compiled code to make."""
    items = [item for panel in picture.panels for item in panel.items]
    return any(isinstance(item, Shading) or (isinstance(item, Lines) and any(len(line) > 2 for line in item.lines))
               for item in items)  # fmt: skip
