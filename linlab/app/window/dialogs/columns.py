"""Which two columns of a table become the axes: a small picture of each pair to choose from, the
column of the classes, and whether the columns are standardised."""

from functools import partial
from itertools import combinations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.choices import ChoiceRow, one_stop
from linlab.app.controls.switch import Switch
from linlab.app.controls.widgets import label, sized, theme_in_force
from linlab.engine.data.columns.choice import WhichColumns
from linlab.engine.data.columns.table import Table
from linlab.engine.data.points import MOST_CLASSES, Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import sanitise, shorten
from linlab.engine.picture.palette import colour_of

ACROSS = 3  # pictures in a row
MOST_PAIRS = 45  # with a picture; every pair can be chosen from the lists
MOST_DOTS = 300  # in a picture
WIDE, HIGH = 188, 134  # pixels of a picture
DOT = 1.9  # pixels, the radius of a dot
NONE = ""  # no column of classes


class PairPicture(QAbstractButton):
    """The points of a table on two of its columns."""

    def __init__(self, one: str, two: str, places: Floats, classes: Ints) -> None:
        super().__init__()
        self.pair = one, two
        self._names = sanitise(one), sanitise(two)
        self._places = places  # (n, 2) from 0 to 1, y upwards
        self.classes = classes
        self.setCheckable(True)
        self.setObjectName(f"pair {one} × {two}")
        self.setAccessibleName(f"{self._names[0]} across, {self._names[1]} up")
        self.setToolTip(self.accessibleName())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(px(WIDE), px(HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.isChecked() or self.hasFocus()
        pen = QColor(theme.accent if lively else theme.border)
        painter.setPen(pen)
        painter.setBrush(QColor(theme.window if self.underMouse() else theme.card))
        width = 2.0 if self.isChecked() else 1.0
        wide = painter.pen()
        wide.setWidthF(width)
        painter.setPen(wide)
        half = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 6, 6)
        edge = px(17)
        room = QRectF(edge + 4, 7, self.width() - edge - 12, self.height() - edge - 12)
        painter.setPen(Qt.PenStyle.NoPen)
        for (x, y), k in zip(self._places.tolist(), self.classes.tolist(), strict=True):
            painter.setBrush(QColor(colour_of(k)))
            at = QPointF(room.left() + x * room.width(), room.bottom() - y * room.height())
            painter.drawEllipse(at, DOT, DOT)
        painter.setFont(sized(self, 11))
        painter.setPen(QColor(theme.accent_text if self.isChecked() else theme.text))
        self._write(
            painter, self._names[0], QRectF(4, self.height() - edge - 1, self.width() - 8, edge)
        )
        painter.translate(0, self.height())
        painter.rotate(-90)
        self._write(painter, self._names[1], QRectF(4, 2, self.height() - 8, edge))

    def _write(self, painter: QPainter, text: str, room: QRectF) -> None:
        metrics = QFontMetrics(painter.font())
        short = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, short)


class ColumnsDialog(QDialog):
    """Asks for two columns of a table; `points` has the answer."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("columns")
        self.setWindowTitle(f"Columns of {shorten(table.name)}")
        self.table = table
        self.points: Points | None = None
        numeric = tuple((name, shorten(name, 40)) for name in table.numeric)
        self.across = ChoiceRow("Across", numeric)
        self.up = ChoiceRow("Up", numeric)
        self.classes = ChoiceRow(
            "Class", ((NONE, "no class"), *((name, shorten(name, 40)) for name in table.names))
        )
        self.standardise = Switch("Standardise both: mean 0, standard deviation 1")
        self.standardise.setObjectName("standardise")
        self.standardise.setToolTip(
            "Learning is easier on one scale. The means and deviations are kept in the notes of the document."
        )
        self.words = label("")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.pictures: dict[tuple[str, str], PairPicture] = {}
        self._group = QButtonGroup(self)
        for row, name in ((self.across, "across"), (self.up, "up"), (self.classes, "class")):
            row.setObjectName(f"columns-{name}")
        self.across.set_current(table.numeric[0])
        self.up.set_current(table.numeric[1])
        self.classes.set_current(table.label or NONE)
        for row in (self.across, self.up):
            row.chosen.connect(self._mark)
        self.classes.chosen.connect(self._colour)
        self._lay_out()
        self._mark()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        many = len(self.table.numeric)
        column.addWidget(
            label(f"{many} columns are numbers, but the plane has two axes. Which two?", "strong")
        )
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 6, 0)
        grid.setSpacing(8)
        classes = self._numbers_of_classes()
        pairs = list(combinations(self.table.numeric, 2))
        for k, (one, two) in enumerate(pairs[:MOST_PAIRS]):
            picture = PairPicture(one, two, self._places(one, two), classes)
            picture.clicked.connect(partial(self._take, one, two))
            self._group.addButton(picture)
            self.pictures[one, two] = picture
            grid.addWidget(picture, k // ACROSS, k % ACROSS)
        grid.setRowStretch(grid.rowCount(), 1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows = min(3, -(-len(self.pictures) // ACROSS))
        area.setMinimumHeight(rows * (px(HIGH) + 8))
        column.addWidget(area, 1)
        if len(pairs) > MOST_PAIRS:
            column.addWidget(
                label(
                    f"The first {MOST_PAIRS} of {len(pairs)} pairs have a picture; the lists have all."
                )
            )
        for row in (self.across, self.up, self.classes):
            column.addWidget(row)
        column.addWidget(self.standardise)
        column.addWidget(self.words)
        self.words.hide()
        foot = QHBoxLayout()
        self.cancel = QPushButton("Cancel")
        self.go = QPushButton("Open")
        self.go.setObjectName("columns-open")
        self.go.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self.accept)
        foot.addStretch()
        foot.addWidget(self.cancel)
        foot.addWidget(self.go)
        column.addLayout(foot)
        self.setMinimumWidth(ACROSS * (px(WIDE) + 8) + 46)

    def _take(self, one: str, two: str) -> None:
        self.across.set_current(one)
        self.up.set_current(two)
        self._mark()

    def _mark(self) -> None:
        """Mark the picture of the chosen pair, if there is one."""
        self._group.setExclusive(False)
        for pair, picture in self.pictures.items():
            picture.setChecked(pair == (self.across.current, self.up.current))
        self._group.setExclusive(True)
        one_stop(list(self.pictures.values()))
        self._say("")

    def _colour(self) -> None:
        classes = self._numbers_of_classes()
        for picture in self.pictures.values():
            picture.classes = classes
            picture.update()
        self._say("")

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self.words.setVisible(bool(words))

    def accept(self) -> None:
        """Take the points, or say why that cannot be."""
        wanted = [self.across.current, self.up.current]
        own = self.classes.current
        try:
            self.points = self.table.chosen(
                [*wanted, own] if own else wanted, self.standardise.isChecked(), labels=False
            )
        except LinlabError as error:
            self._say(str(error))
            return
        super().accept()

    def _shown_rows(self) -> Ints:
        """The rows that a picture shows, evenly spaced."""
        n = len(self.table.rows)
        return np.unique(np.linspace(0, n - 1, min(n, MOST_DOTS)).round().astype(np.int64))

    def _places(self, one: str, two: str) -> Floats:
        """The values of two columns, each from 0 to 1; what is missing is at 0. (n, 2)"""
        both = [self.table.names.index(name) for name in (one, two)]
        values = self.table.numbers[self._shown_rows()][:, both]
        values = np.where(np.isfinite(values), values, np.nan)
        low = np.nanmin(values, axis=0, initial=np.inf)
        span = np.nanmax(values, axis=0, initial=-np.inf) - low
        return np.asarray(np.nan_to_num((values - low) / np.where(span > 0, span, 1.0)))

    def _numbers_of_classes(self) -> Ints:
        own = self.classes.current
        if not own:
            return np.full(len(self._shown_rows()), -1)
        j = self.table.names.index(own)
        cells = [row[j].strip() if j < len(row) else "" for _, row in self.table.rows]
        names = sorted({*cells} - {""})
        if len(names) > MOST_CLASSES:
            return np.full(len(self._shown_rows()), -1)
        return np.array([names.index(cells[k]) if cells[k] else -1 for k in self._shown_rows()])


def ask_for_columns(which: WhichColumns, parent: QWidget | None) -> Points | None:
    """The points of the chosen columns; None if it was cancelled."""
    dialog = ColumnsDialog(which.table, parent)
    dialog.exec()
    found = dialog.points
    dialog.deleteLater()
    return found
