"""The legend of a panel as a pyqtgraph legend: a sample and a label for each entry, laid out in
rows as in a file."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from linlab.engine.picture.axes_and_legend import Piece, legend
from linlab.engine.picture.shapes import Frame, Label, Panel

from .painter import Painter
from .pens import brush_of, colour_at, font_of, pen_of


class Sample(pg.ItemSample):  # type: ignore[misc]
    """The mark or the piece of line before the text."""

    piece: Piece | None = None

    def __init__(self) -> None:
        super().__init__(None)

    def paint(self, painter: QPainter, *rest: Any) -> None:
        if self.piece is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            Painter(finer=1).draw(painter, self.piece, None)


class Legend(pg.LegendItem):  # type: ignore[misc]
    """A box with round corners in a corner of the panel."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Any, ...] = ()
        self._box = Frame(0, 0, 0, 0)

    def show_panel(self, panel: Panel) -> None:
        frame = panel.frame
        shown = (
            panel.legend,
            panel.palette,
            panel.font,
            panel.legend_at,
            panel.legend_share,
            frame.x,
            frame.y,
            frame.width,
            frame.height,
        )
        if shown == self._shown:
            return
        self._shown = shown
        self.setVisible(bool(panel.legend))
        if not panel.legend:
            return
        box, *pieces = legend(panel)
        assert isinstance(box, Frame)
        self._box = box
        self.setGeometry(QRectF(box.x, box.y, box.width, box.height))
        self.setPen(pen_of(box.pen))
        self.setBrush(brush_of(box.fill))
        while len(self.items) < len(panel.legend):
            self.items.append((Sample(), pg.LabelItem("", justify="left")))
            self.items[-1][1].item.document().setDocumentMargin(0)
            for item in self.items[-1]:
                item.setParentItem(self)
        for k, (sample, label) in enumerate(self.items):
            for item in (sample, label):
                item.setVisible(k < len(panel.legend))
            if k < len(panel.legend):
                sample.piece = pieces[2 * k]
                sample.setPos(-box.x, -box.y)  # its piece has a fixed place on the page
                self._say(label, pieces[2 * k + 1])
        self.update()

    def _say(self, label: Any, words: Piece) -> None:
        assert isinstance(words, Label)
        font = font_of(max(1, round(words.size)), False)[0]
        if label.item.font() != font:
            label.item.setFont(font)
        if (label.item.toPlainText(), label.item.defaultTextColor()) != (
            words.text,
            colour_at(words.colour),
        ):
            label.item.setPlainText(words.text)
            label.item.setDefaultTextColor(colour_at(words.colour))
        size = label.item.boundingRect()
        x, y = words.place
        label.setGeometry(
            QRectF(
                x - self._box.x, y - self._box.y - size.height() / 2, size.width(), size.height()
            )
        )

    def updateSize(self) -> None:
        """The layout is the picture's."""

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._box.width, self._box.height)

    def paint(self, painter: QPainter, *rest: Any) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen())
        painter.setBrush(self.brush())
        painter.drawRoundedRect(self.boundingRect(), self._box.radius, self._box.radius)
