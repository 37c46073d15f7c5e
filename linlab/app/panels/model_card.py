"""The model card: which model, and in which space its weights live.

The list is the catalogue; a row's tooltip and the button “?” tell a model's idea, its formula and its lectures. Another
model keeps the settings that it also has. The space has a row of families for the hand and a list of all for the rest.
"""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QLabel,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.choices import ChoiceRow, Segmented
from linlab.app.controls.widgets import RIGHT, Card, LinkButton, allow, label, sized, theme_in_force
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.catalog import Recipe, catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space, spaces

from .form import KnobSlider, refusal, shape

WIDE = 420  # pixels that a formula may take in a line
SPACE_KNOBS = ("gamma", "features", "degree", "coef0")
# A family's members in the order of preference: the first that the learner can have is taken. A space that is of none, as
# Laplace, is in the list below, and the row lights nothing.
FAMILIES = {
    "Linear": ("linear", "linear-kernel"),
    "Polynomial": ("polynomial", "monomial"),
    "RBF": ("rbf",),
    "Fourier": ("fourier",),
}


class ModelRow(QAbstractButton):
    """A model in the list: its title, and at the right a word about it."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        self.recipe, self.compact = recipe, False
        self._info: InfoCard | None = None
        self.setText(recipe.title)
        self.setCheckable(True)
        self.setToolTip(in_words(recipe))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, 22 if self.compact else 25)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._info is None:
            self._info = InfoCard(self.recipe, self, Qt.WindowType.ToolTip)  # a tooltip has no room for a formula
            self._info.show_at(event.globalPos() + QPoint(2, 18))
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.MouseButtonPress, QEvent.Type.Hide) and self._info is not None:
            self._info.close()
            self._info = None
        return event.type() == QEvent.Type.ToolTip or super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_in_force(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft if self.isChecked() else theme.window))
            painter.drawRoundedRect(self.rect(), 6, 6)
        inside = self.rect().adjusted(8, 0, -8, 0)
        painter.setFont(sized(self, 13, bold=self.isChecked()))
        painter.setPen(QColor(theme.accent if self.isChecked() else theme.text))
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text())
        left = painter.fontMetrics().horizontalAdvance(self.text()) + 10
        painter.setFont(sized(self, 11))
        painter.setPen(QColor(theme.quiet))
        room = inside.adjusted(left, 0, 0, 0)
        tag = painter.fontMetrics().elidedText(self.recipe.tag, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, RIGHT, tag)


class InfoCard(QFrame):
    """What a model is: its idea, its formula in mathematical type, its lectures. A click elsewhere closes it."""

    def __init__(self, recipe: Recipe, parent: QWidget, kind: Qt.WindowType = Qt.WindowType.Popup) -> None:
        super().__init__(parent, kind)
        self.setObjectName("model-info-card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        from linlab.app.controls.formulas import formula_lines  # loaded when the first formula is wanted

        theme = theme_in_force()
        self.setStyleSheet(f"#model-info-card {{ background: {theme.card}; border: 1px solid {theme.border}; }}")
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(8)
        title = label(recipe.title, "value")
        title.setFont(sized(self, 15, bold=True))
        idea = QLabel(recipe.idea[:1].upper() + recipe.idea[1:] + ".")
        idea.setWordWrap(True)
        idea.setMinimumWidth(300)
        formula = QLabel()
        formula.setPixmap(formula_lines(recipe.rule, theme.text, WIDE, 17, self.devicePixelRatioF()))
        for widget in (title, idea, formula):
            column.addWidget(widget)
        if recipe.lecture:
            column.addWidget(label(f"Lecture: {recipe.lecture}"))

    def show_at(self, place: QPoint) -> None:
        self.adjustSize()
        self.move(place)
        self.show()


class ModelCard(Card):
    """The list of models, the space, and the settings of the space."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("Model", parent=parent)
        self.setObjectName("model-card")
        self._session = session
        self._shown: Learner | None = None
        self._shape: object = None
        self.help = LinkButton("?")
        self.help.setObjectName("model-info")
        self.help.setFixedHeight(16)
        self.help.setToolTip("What the chosen model does")
        self.help.clicked.connect(self.show_info)
        self.heading.addWidget(self.help)
        self.rows = {key: ModelRow(recipe) for key, recipe in catalog().items()}
        group, rows = QButtonGroup(self), QVBoxLayout()
        rows.setSpacing(0)
        for key, row in self.rows.items():
            row.setObjectName(f"model-{key}")
            row.clicked.connect(partial(self.choose_model, key))
            group.addButton(row)
            rows.addWidget(row)
        self.body.addLayout(rows)
        self.families = Segmented(tuple((name, name) for name in FAMILIES))
        self.families.setObjectName("space-family")
        self.families.chosen.connect(self._choose_family)
        self.space = ChoiceRow("Space", tuple((name, each.title) for name, each in spaces().items()))
        self.space.setObjectName("space")
        self.space.chosen.connect(self.choose_space)
        self.body.addSpacing(2)
        self.body.addWidget(self.families)
        self.body.addWidget(self.space)
        self.sliders = {name: KnobSlider(session, name) for name in SPACE_KNOBS}
        for slider in self.sliders.values():
            slider.released.connect(self.reread)
            self.body.addWidget(slider)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.read()

    def be_compact(self, compact: bool) -> None:
        """Lower rows."""
        for row in self.rows.values():
            if row.compact != compact:
                row.compact = compact
                row.updateGeometry()

    def reread(self) -> None:
        self._shown = self._shape = None
        self.read()

    def read(self) -> None:
        """Show the learner in focus as it is at t."""
        learner = self._session.learner
        if learner == self._shown:
            return
        self._shown = learner
        for slider in self.sliders.values():
            slider.read(learner)
        if self._shape == shape(learner):
            return
        self._shape = shape(learner)
        self.rows[learner.model].setChecked(True)
        spaced, here = "space" in learner.recipe.parameters, learner["space"]
        why = "" if spaced else f"{learner.recipe.title} counts in bins of the plane itself and needs no space."
        if not spaced and learner.recipe.counting == "gaussian":
            why = f"{learner.recipe.title} measures along the two axes themselves and needs no space."
        family = next((name for name, members in FAMILIES.items() if here in members), "")
        self.families.set_current(family if spaced else "")
        for name, button in self.families.buttons.items():
            reasons = [why or refusal(learner, "space", member) for member in FAMILIES[name]]
            allow(button, "" if "" in reasons else reasons[0], f"{name}: {space(FAMILIES[name][0]).idea}")
        self.space.set_current(here)
        allow(self.space, why, space(here).idea)
        for name, each in spaces().items():
            self.space.allow_item(name, why or refusal(learner, "space", name), each.idea)
        for name, slider in self.sliders.items():
            slider.setVisible(spaced and name in space(here).parameters)

    def choose_model(self, key: str) -> None:
        learner = switched(self._session.learner, key)
        self._session.edit(f"change model to {learner.recipe.title}", self._session.with_learner(learner))
        self.reread()

    def choose_space(self, name: str) -> None:
        try:
            learner = self._session.learner.replace(space=name)
            self._session.edit(f"change space to {space(name).title}", self._session.with_learner(learner))
        except LinlabError as error:
            self._session.note(str(error))
        self.reread()

    def next_model(self, step: int) -> None:
        """The next one of the list, or the one before; around its ends."""
        keys = list(self.rows)
        self.choose_model(keys[(keys.index(self._session.learner.model) + step) % len(keys)])

    def next_space(self, step: int) -> None:
        """The next space that the model can learn in."""
        names, here = list(spaces()), self._session.learner["space"]
        ahead = [names[(names.index(here) + step * k) % len(names)] for k in range(1, len(names))]
        if not self.space.isEnabled():
            self._session.note(self.space.toolTip())
        else:
            self.choose_space(next(name for name in (*ahead, here) if not refusal(self._session.learner, "space", name)))

    def _choose_family(self, family: str) -> None:
        members = FAMILIES[family]
        if self._session.learner["space"] in members:
            return
        self.choose_space(next((m for m in members if not refusal(self._session.learner, "space", m)), members[0]))

    def show_info(self) -> None:
        QToolTip.hideText()
        InfoCard(self._session.learner.recipe, self).show_at(self.mapToGlobal(QPoint(self.width() + 6, 0)))


def switched(learner: Learner, key: str) -> Learner:
    """Another model with the settings that it also has; what it refuses is left out.

    >>> switched(Learner.of("svm", lam=0.5, space="rbf"), "mira").chosen
    (('space', 'rbf'),)
    """
    other = Learner(key)
    for name, value in learner.chosen:
        if name in other.recipe.parameters and not refusal(other, name, value):
            other = other.replace(**{name: value})
    return other


def in_words(recipe: Recipe) -> str:
    return f"{recipe.title}: {recipe.idea}." + (f"\n{recipe.lecture}" if recipe.lecture else "")
