"""The choice of a model: one line with the current model, and below it the catalogue with a word
about each.

A row's tooltip is a card with the model's idea, its update rule for the current settings, and its
lectures. In the open list the arrow keys change the current model at once; Enter or a click closes
the list.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.widgets import PRESS, RIGHT, label, sized, theme_in_force
from linlab.engine.learner.catalog import Recipe, catalog

WIDEST_FORMULA = 420  # maximum width of a formula in pixels
PADDING = 10  # above and below the text of a row
ARROW = 16  # pixels for the triangle
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_M: 1}  # in the open list
RuleOf = Callable[[str], str]  # the rule of a model as LaTeX, for the current points and settings
SYMBOLS = "Shift+F1: what the symbols mean, and their values now"
MORE = "More models are in Full."
OPENS = "Click, Space or Enter: all models · M: the next one"


class ModelRow(QAbstractButton):
    """A model in the list: its title, and a word about it on the right."""

    beside = 0  # pixels reserved at the right

    def __init__(self, recipe: Recipe, rule_of: RuleOf) -> None:
        super().__init__()
        self.recipe, self._rule_of = recipe, rule_of
        self._info: InfoCard | None = None
        self.setText(recipe.title)
        self.setCheckable(True)
        self.setToolTip(in_words(recipe))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def is_current(self) -> bool:
        """Whether it is the current model."""
        return self.isChecked()

    def sizeHint(self) -> QSize:
        title = QFontMetrics(sized(self, 13, bold=True))
        tag = QFontMetrics(sized(self, 11))
        wide = (
            title.horizontalAdvance(self.text())
            + tag.horizontalAdvance(self.recipe.tag)
            + 30
            + self.beside
        )
        return QSize(wide, title.height() + PADDING)

    def minimumSizeHint(self) -> QSize:
        """Without its tag, which the list and the tooltip have."""
        title = QFontMetrics(sized(self, 13, bold=True)).horizontalAdvance(self.text())
        return QSize(title + 16 + self.beside, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and self._info is None
        ):
            self.show_info(Qt.WindowType.ToolTip)  # a tooltip has no room for a formula
        elif event.type() in (
            QEvent.Type.Leave,
            QEvent.Type.MouseButtonPress,
            QEvent.Type.Hide,
            QEvent.Type.FocusOut,
        ):
            self.hide_info()
        return event.type() == QEvent.Type.ToolTip or super().event(event)

    def show_info(self, kind: Qt.WindowType) -> None:
        self._info = InfoCard(self.recipe, self._rule_of(self.recipe.key), self, kind)
        self._info.show_at(self.mapToGlobal(QPoint(self.width() + 14, 0)))

    def hide_info(self) -> None:
        if self._info is not None:
            self._info.close()
            self._info = None

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_current or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft if self.is_current else theme.window))
            painter.drawRoundedRect(self.rect(), 6, 6)
        inside = self.rect().adjusted(8, 0, -8 - self.beside, 0)
        painter.setFont(sized(self, 13, bold=self.is_current))
        painter.setPen(QColor(theme.accent_text if self.is_current else theme.text))
        painter.drawText(
            inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        left = painter.fontMetrics().horizontalAdvance(self.text()) + 10
        painter.setFont(sized(self, 11))
        painter.setPen(QColor(theme.quiet))
        room = inside.adjusted(left, 0, 0, 0)
        if painter.fontMetrics().horizontalAdvance(self.recipe.tag) <= room.width():  # or it waits
            painter.drawText(room, RIGHT, self.recipe.tag)


class ModelLine(ModelRow):
    """The current model with a small triangle; a click opens the list."""

    beside = ARROW

    def __init__(self, rule_of: RuleOf) -> None:
        super().__init__(next(iter(catalog().values())), rule_of)
        self.setObjectName("model")
        self.setCheckable(False)

    @property
    def is_current(self) -> bool:
        return True

    def show_model(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.setText(recipe.title)
        self.setAccessibleName(f"Model: {recipe.title}")
        self.setToolTip(f"{in_words(recipe)}\n{OPENS}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        x = self.width() - ARROW - 1.0
        y = self.height() / 2 - 1.5
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme_in_force().accent))
        painter.drawPolygon(
            QPolygonF([QPointF(x, y), QPointF(x + 7, y), QPointF(x + 3.5, y + 4.5)])
        )


class ModelList(QFrame):
    """The models, below the line; `chosen` emits the key of one."""

    chosen = Signal(str)

    def __init__(self, line: ModelLine, rule_of: RuleOf) -> None:
        super().__init__(line, Qt.WindowType.Popup)
        self.setObjectName("model-list")
        self._line = line
        self.rows = {key: ModelRow(recipe, rule_of) for key, recipe in catalog().items()}
        group, column = QButtonGroup(self), QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(0)
        for key, row in self.rows.items():
            row.setObjectName(f"model-{key}")
            row.clicked.connect(partial(self._take, key))
            row.installEventFilter(self)
            group.addButton(row)
            column.addWidget(row)
        self.more = label(MORE)
        self.more.setObjectName("more-models")
        self.more.setContentsMargins(8, 4, 8, 2)
        column.addWidget(self.more)
        self._short = False
        self.list_core_models(False)
        line.clicked.connect(self.open)

    def show_model(self, recipe: Recipe) -> None:
        """Mark the current model; it is listed even if the list is short."""
        self.rows[recipe.key].setChecked(True)
        for key, row in self.rows.items():
            row.setHidden(self._short and not (row.recipe.core or key == recipe.key))

    def list_core_models(self, short: bool) -> None:
        """List only the core models, or all."""
        self._short = short
        self.more.setVisible(short)
        self.show_model(self._line.recipe)

    def open(self) -> None:
        """Open below the line, or above it at the bottom of the screen."""
        theme = theme_in_force()
        line = self._line
        self.setStyleSheet(
            f"#model-list {{ background: {theme.card}; border: 1px solid {theme.border}; }}"
        )
        self.resize(max(self.sizeHint().width(), line.width() + 12), self.sizeHint().height())
        place = line.mapToGlobal(QPoint(-6, line.height() + 2))
        room = line.screen().availableGeometry()
        if place.y() + self.height() > room.bottom():
            place.setY(max(room.top(), line.mapToGlobal(QPoint(0, -2)).y() - self.height()))
        self.move(place)
        self.show()
        next(row for row in self.rows.values() if row.isChecked()).setFocus(
            Qt.FocusReason.PopupFocusReason
        )

    def _take(self, key: str) -> None:
        self.hide()
        self.chosen.emit(key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or not isinstance(watched, ModelRow)
        ):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        rows = [row for row in self.rows.values() if not row.isHidden()]
        if key in STEPS:
            back = key == Qt.Key.Key_M and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            there = rows[(rows.index(watched) + (-1 if back else STEPS[key])) % len(rows)]
            there.setFocus()
            self.chosen.emit(there.objectName().removeprefix("model-"))
        elif key == Qt.Key.Key_I:
            watched.hide_info()
            watched.show_info(Qt.WindowType.ToolTip)
        elif key in (*PRESS, Qt.Key.Key_Escape):
            self.hide()
        return True


class InfoCard(QFrame):
    """A model's idea, its rule as a formula, and its lectures. A click elsewhere closes it."""

    def __init__(
        self, recipe: Recipe, rule: str, parent: QWidget, kind: Qt.WindowType = Qt.WindowType.Popup
    ) -> None:
        super().__init__(parent, kind)
        self.setObjectName("model-info-card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        from linlab.app.controls.formulas import (
            formula_lines,
        )  # loaded with the first formula

        theme = theme_in_force()
        self.setStyleSheet(
            f"#model-info-card {{ background: {theme.card}; border: 1px solid {theme.border}; }}"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(8)
        title = label(recipe.title, "value")
        title.setFont(sized(self, 15, bold=True))
        idea = QLabel(recipe.idea[:1].upper() + recipe.idea[1:] + ".")
        idea.setWordWrap(True)
        idea.setMinimumWidth(px(300))
        formula = QLabel()
        formula.setPixmap(
            formula_lines(rule, theme.text, px(WIDEST_FORMULA), px(17), self.devicePixelRatioF())
        )
        formula.setAccessibleName(rule)
        for widget in (title, idea, formula):
            column.addWidget(widget)
        if recipe.lecture:
            column.addWidget(label(f"Lecture: {recipe.lecture}"))
        column.addWidget(label(SYMBOLS))

    def show_at(self, place: QPoint) -> None:
        """Show it there, or as near as the screen allows."""
        self.adjustSize()
        room = self.screen().availableGeometry()
        column = self.layout()
        high = max(
            self.height(), 0 if column is None else column.totalHeightForWidth(self.width())
        )  # with line breaks
        self.move(
            max(room.left(), min(place.x(), room.right() - self.width())),
            max(room.top(), min(place.y(), room.bottom() - high - 2)),
        )
        self.show()


def in_words(recipe: Recipe) -> str:
    return f"{recipe.title}: {recipe.idea}." + (f"\n{recipe.lecture}" if recipe.lecture else "")
