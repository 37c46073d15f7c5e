"""The model card: the model, the space of its weights, and its main settings.

One line with the current model opens the catalogue; a new model keeps the settings that both have.
The most common spaces are tabs, and “more…” opens a menu of the others. The most used settings (λ
and α, C or bins) are on the card.
"""

from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QToolTip, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.controls.choices import Segmented
from linlab.app.controls.menus import menu_text
from linlab.app.controls.widgets import SPACING, Card, LinkButton, allow
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.spaces import space, spaces
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.words.rules import rule

from .form import KnobSlider, refusal, shape
from .model_choice import ModelChoice
from .model_list import InfoCard, ModelLine, ModelList
from .model_rows import ModelRows
from .simple.boundary import Boundary, Dial

SPACE_KNOBS = tuple(
    each.name for each in PARAMETERS.values() if each.group == "space" and each.numeric
)
# A tab's spaces in order of preference: the first one that the learner supports is used. All others
# are under “more…”, which then shows the name of the current one.
FAMILIES = {
    "Linear": ("linear", "linear-kernel"),
    "Polynomial": ("polynomial", "monomial"),
    "RBF": ("rbf",),
}
MORE, MORE_WORDS = "more", "more…"
MORE_TIP = "Other spaces: random features, other kernels"
WIDEST = 76  # pixels at 100 % that the tab “more…” asks for, whose name may be long


class ModelCard(Card):
    """The model, the space with its settings, and the learner's main settings."""

    def __init__(self, session: Session, knobs: QWidget, parent: QWidget | None = None) -> None:
        super().__init__("Model", parent=parent)
        self.setObjectName("model-card")
        self._session = session
        self._shown: Learner | None = None
        self._shape: object = None
        self.help = LinkButton("?")
        self.help.setObjectName("model-info")
        self.help.setAccessibleName("What the chosen model does")
        self.help.setToolTip("What the chosen model does")
        self.help.clicked.connect(self.show_info)
        self.choice = ModelChoice(session)
        self.team = ModelRows(session, self.choice)
        self.heading.addWidget(self.team.add)
        self.heading.addWidget(self.help)
        self.body.addWidget(self.team)
        self.line = ModelLine(self.rule_of)
        self.list = ModelList(self.line, self.rule_of)
        self.rows = self.list.rows
        self.list.chosen.connect(self.choose_model)
        self.body.addWidget(self.line)
        self.families = Segmented((*((name, name) for name in FAMILIES), (MORE, MORE_WORDS)))
        self.families.setObjectName("space-family")
        follow(self, ModelCard._fit_more)
        self.families.chosen.connect(self._choose_family)
        self.more_spaces = QMenu(self)
        self.more_spaces.setObjectName("more-spaces")
        self.more_spaces.setToolTipsVisible(True)
        self.more_spaces.aboutToHide.connect(self.reread)  # the menu may close without a choice
        self.boundary, self.dial = Boundary(session), Dial(session)
        self.boundary.chosen.connect(self.choose_space)
        for simple in (self.boundary, self.dial):
            self.body.addWidget(simple)
            simple.hide()  # shown in Simple only
        settings = QWidget()
        settings.setObjectName("model-settings")
        column = QVBoxLayout(settings)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addWidget(self.families)
        self.sliders = {name: KnobSlider(session, name) for name in SPACE_KNOBS}
        for slider in self.sliders.values():
            slider.released.connect(self.reread)
            column.addWidget(slider)
        column.addWidget(knobs)
        self.body.addWidget(settings)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.read()

    def reread(self) -> None:
        self._shown = self._shape = None
        self.read()

    def read(self) -> None:
        """Show the learner in focus at t."""
        learner = self._session.learner
        if learner == self._shown:
            return
        self._shown = learner
        for slider in self.sliders.values():
            slider.read(learner)
        self.dial.read(learner)
        if self._shape == shape(learner):
            return
        self._shape = shape(learner)
        self.line.show_model(learner.recipe)
        self.list.show_model(learner.recipe)
        self.boundary.read(learner)
        spaced = learner.recipe.in_a_space
        here = learner["space"]
        why = kind_of(learner).why_no("space", learner)
        current = next((name for name in FAMILIES if _first(learner, name) == here), MORE)
        self.families.set_current(current if spaced else "")
        for name, members in FAMILIES.items():
            reasons = [why or refusal(learner, "space", member) for member in members]
            allow(
                self.families.buttons[name],
                "" if "" in reasons else reasons[0],
                f"{name}: {space(members[0]).idea}",
            )
        other = space(here) if spaced and current == MORE else None
        more = self.families.buttons[MORE]
        more.setText(MORE_WORDS if other is None else f"{other.short or other.title} ▾")
        self._fit_more()
        allow(more, why, MORE_TIP if other is None else f"{other.title}: {other.idea}")
        for name, slider in self.sliders.items():
            slider.setVisible(spaced and name in space(here).parameters)

    def _fit_more(self) -> None:
        """Let the last tab have the width of its words, unless they are long."""
        more = self.families.buttons[MORE]
        more.setMinimumWidth(min(more.sizeHint().width(), px(WIDEST)))

    def set_simple(self, simple: bool) -> None:
        """Use a short list of models, or the whole catalogue."""
        self.list.list_core_models(simple)
        self.reread()

    def rule_of(self, key: str) -> str:
        """The update rule of a model for the current number of classes, with the settings it shares
        with the current learner."""
        trace = self._session.trace
        return rule(
            self._session.learner.as_model(key),
            2 if trace is None else len(trace.problem(self._session.t).classes),
        )

    def choose_model(self, key: str) -> None:
        self.choice.choose(key)
        self.reread()

    def choose_space(self, name: str) -> None:
        try:
            learner = self._session.learner.replace(space=name)
            self._session.edit(
                f"change space to {space(name).title}", self._session.with_learner(learner)
            )
        except LinlabError as error:
            self._session.note(str(error))
        self.reread()

    def next_model(self, step: int) -> None:
        """Go to the next model of the list that suits these points, or the previous one, with
        wrap-around."""
        here, texts = self._session.learner.model, self._session.points.texts is not None
        keys = [
            key
            for key, row in self.rows.items()
            if not row.isHidden() and (key == here or texts or not Learner(key).reads_texts)
        ]
        self.choose_model(keys[(keys.index(here) + step) % len(keys)])

    def next_space(self, step: int) -> None:
        """Go to the next space that the model supports."""
        learner = self._session.learner
        names = list(spaces())
        here = learner["space"]
        ahead = [names[(names.index(here) + step * k) % len(names)] for k in range(1, len(names))]
        why = kind_of(learner).why_no("space", learner)
        if why:
            self._session.note(why)
        else:
            self.choose_space(
                next(name for name in (*ahead, here) if not refusal(learner, "space", name))
            )

    def _choose_family(self, family: str) -> None:
        if family == MORE:
            self._open_more()
        elif _first(self._session.learner, family) != self._session.learner["space"]:
            self.choose_space(_first(self._session.learner, family))

    def _open_more(self) -> None:
        """The menu of spaces without a tab."""
        learner = self._session.learner
        tabbed = {_first(learner, family) for family in FAMILIES}
        self.more_spaces.clear()
        for name, each in spaces().items():
            if name in tabbed:
                continue
            action = self.more_spaces.addAction(
                menu_text(each.title), partial(self.choose_space, name)
            )
            reason = refusal(learner, "space", name)
            action.setObjectName(f"space-{name}")
            action.setCheckable(True)
            action.setChecked(name == learner["space"])
            action.setEnabled(not reason)
            action.setToolTip(reason or each.idea)
        tab = self.families.buttons[MORE]
        self.more_spaces.popup(tab.mapToGlobal(QPoint(0, tab.height() + 2)))

    def show_info(self) -> None:
        QToolTip.hideText()
        recipe = self._session.learner.recipe
        InfoCard(recipe, self.rule_of(recipe.key), self).show_at(
            self.mapToGlobal(QPoint(self.width() + 6, 0))
        )


def _first(learner: Learner, family: str) -> str:
    """The space that a tab stands for: the first of its spaces that the learner supports."""
    members = FAMILIES[family]
    return next((m for m in members if not refusal(learner, "space", m)), members[0])
