"""The gallery of data sets: each is a small picture, drawn by its own generator.

A picture is drawn once for each size and cached; its dots have the class colours. The gallery has
as many rows as fit and always includes the current data set; “more…” shows the rest.
"""

from functools import lru_cache, partial

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.choices import one_stop
from linlab.app.controls.widgets import CENTRE, sized, theme_in_force
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.picture.palette import colour_of

MOST_POINTS = 90  # points in a thumbnail, at most
ACROSS = 4  # thumbnails in a row
MOST_ROWS = -(-len(DATASETS) // ACROSS)
FEWER = ("blobs", "moons", "circles")  # shown if there is a single row


class Thumbnail(QAbstractButton):
    """A small picture of a data set, or a word (“more…”)."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self._name = name
        self.setText(text)
        self.setObjectName(f"data-{name}")
        self.setCheckable(name in DATASETS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(50, px(57))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = self.underMouse() and not self.isChecked()
        painter.setPen(QColor(theme.accent if self.isChecked() else theme.border))
        painter.setBrush(QColor(theme.window if hovered else theme.card))
        edge = 0.75 if self.isChecked() else 0.5
        if self.isChecked():
            pen = painter.pen()
            pen.setWidthF(1.5)
            painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), 6, 6)
        size = 10
        while (
            size > 8
            and QFontMetrics(sized(self, size)).horizontalAdvance(self.text()) > self.width() - 4
        ):
            size -= 1
        painter.setFont(sized(self, size))
        ink = theme.text if hovered else theme.quiet
        painter.setPen(QColor(theme.accent_text if self.isChecked() else ink))
        if self._name not in DATASETS:
            painter.drawText(self.rect(), CENTRE, self.text())
            return
        painter.drawText(
            QRect(0, self.height() - px(16), self.width(), px(14)), CENTRE, self.text()
        )
        side = min(self.width() - 8, self.height() - px(20))
        if side > 0:  # a panel may have no width
            picture = thumbnail(self._name, side, self.devicePixelRatioF())
            painter.drawPixmap(QPointF((self.width() - side) / 2, 4), picture)


class Gallery(QGridLayout):
    """The data sets to choose from; `chosen` emits the name of one, `turned` that the gallery was
    expanded or collapsed."""

    chosen = Signal(str)
    turned = Signal()

    def __init__(self, card: QWidget) -> None:
        super().__init__()
        self.open, self.rows = False, 2
        self.thumbnails = {name: Thumbnail(name, name.split("-")[0]) for name in DATASETS}
        self.more = Thumbnail("more", "more…")
        self.more.clicked.connect(self._turn)
        self._laid_out: tuple[Thumbnail, ...] = ()
        self._group = QButtonGroup(self)
        self.setSpacing(6)
        for button in (*self.thumbnails.values(), self.more):
            button.setParent(card)  # hidden ones need a parent, too, or they would be windows
        for name, button in self.thumbnails.items():
            button.setToolTip(f"{DATASETS[name].title}\n{DATASETS[name].idea}")
            button.clicked.connect(partial(self.chosen.emit, name))
            self._group.addButton(button)

    def show_used(self, used: str) -> None:
        """Mark the current data set; an empty name marks none."""
        self._group.setExclusive(False)
        for name, button in self.thumbnails.items():
            button.setChecked(name == used)
        self._group.setExclusive(True)
        one_stop(list(self.thumbnails.values()))
        self._lay_out()

    def show_rows(self, rows: int) -> None:
        self.rows = rows
        self._lay_out()

    def _turn(self) -> None:
        self.open = not self.open
        self._lay_out()
        self.turned.emit()

    def _lay_out(self) -> None:
        """Show the first thumbnails including the current data set, or all of them."""
        self.more.setText("fewer" if self.open else "more…")
        shown = list(self.thumbnails)
        all_of_them = self.rows >= MOST_ROWS
        if not (self.open or all_of_them):
            used = next(
                (name for name, button in self.thumbnails.items() if button.isChecked()), shown[0]
            )
            shown = list(FEWER) if self.rows == 1 else shown[: ACROSS * self.rows - 1]
            shown = shown if used in shown else [*shown[:-1], used]
        wanted = (
            *(self.thumbnails[name] for name in shown),
            *(() if all_of_them else (self.more,)),
        )
        if wanted == self._laid_out:
            return
        self._laid_out = wanted
        for button in (*self.thumbnails.values(), self.more):
            self.removeWidget(button)
            button.setVisible(button in wanted)
        for place, button in enumerate(wanted):
            self.addWidget(button, place // ACROSS, place % ACROSS)


@lru_cache(maxsize=64)
def thumbnail(name: str, side: int, ratio: float) -> QPixmap:
    """A data set as dots on a transparent square."""
    knobs = {knob.name: knob for knob in DATASETS[name].knobs}
    points = (
        make_points(name, n=min(MOST_POINTS, int(knobs["n"].default)))
        if "n" in knobs
        else make_points(name)
    )
    low, high = points.x.min(axis=0), points.x.max(axis=0)
    scale = (side - 6) / max(float(np.max(high - low)), 1e-9)
    places = (points.x - (low + high) / 2) * (scale, -scale) + side / 2  # (n, 2), y upwards
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for (x, y), label in zip(places.tolist(), points.label.tolist(), strict=True):
        painter.setBrush(QColor(colour_of(label)))
        painter.drawEllipse(QPointF(x, y), 1.5, 1.5)
    painter.end()
    return pixmap
