"""The form: the settings of the learner in focus, each with the control that its parameter
declares.

A slider previews while it moves and makes one undo step when it is released; a choice makes one
undo step. A setting without effect is disabled, with the learner's reason in the tooltip. A value
that the learner refuses is reported and reset.
"""

from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.choices import ChoiceRow, Segmented
from linlab.app.controls.sliders import SliderRow
from linlab.app.controls.text_row import TextRow
from linlab.app.controls.widgets import SPACING, LinkButton, allow
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError, in_other_words
from linlab.engine.ground.numerals import number, read_number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.optimisers import OPTIMISERS
from linlab.engine.learner.parameters import PARAMETERS, READ_OUTS, Value, numbers_in
from linlab.engine.learner.rates import RATES

LONGEST_NUMBERS = 200  # characters, for typed weights
BATCHES = (("1", "Online"), ("some", "Mini-batch"), ("all", "Batch"))
NO_DEV = "Best on dev needs dev points, but the split has none: choose another under Data."
NO_DEV_TO_WATCH = (
    "Early stopping needs dev points, but the split has none: choose another under Data."
)
CHOSEN = ("chosen",)  # shown in place of typed weights
HOW_TO_CHOOSE = (
    "Drag the tip of w or the line in the plane, or click in the view “Landscape”, to choose "
    "where training starts."
)
SYMBOLS = {parameter.name: parameter.symbol for parameter in PARAMETERS.values()}


def _in(group: str) -> tuple[str, ...]:
    return tuple(each.name for each in PARAMETERS.values() if each.group == group)


class KnobSlider(SliderRow):
    """The slider of a parameter of the learner in focus; if `titled`, the title stands before the
    symbol."""

    def __init__(
        self, session: Session, name: str, low: float | None = None, titled: bool = False
    ) -> None:
        own = PARAMETERS[name]
        bottom, top = own.slider
        words = (own.title, own.symbol) if titled else (own.symbol, own.title.lower())
        super().__init__(*words, low or bottom, top, log=own.log, integer=own.integer)
        self._titled = titled
        self.setObjectName(name)
        self._session, self._name = session, name
        self.moving.connect(self._preview)
        self.released.connect(partial(session.commit, f"change {own.symbol}"))

    def read(self, learner: Learner, why: str = "") -> None:
        """Show the current value; `why` says why it has no effect, if it has none."""
        value = learner[self._name]
        if not isinstance(value, str):
            self.set_value(value)
        allow(self, learner.idle(self._name) or why, PARAMETERS[self._name].help)
        if self._name == "early":
            self.note.setText("if more are wrong on dev" if value else "early stopping off")
        if self._name == "lam" and not self._titled:
            self.note.setText(f"C = 1/λ = {number(1 / value) if value else '∞'}")

    @property
    def equation(self) -> str:
        """The setting and its value, “λ = 0.01”, as in a learner's one-line description."""
        return f"{PARAMETERS[self._name].symbol} = {number(self.value)}"

    def _preview(self, value: Any) -> None:
        setting = {self._name: value}
        if self._name == "lam" and isinstance(value, str) and value.upper().startswith("C"):
            cap = value[1:].strip(" =")  # the cap may also be typed as “C = 10”
            setting = {"C": cap if read_number(cap) is None else read_number(cap)}
        try:
            learner = self._session.learner.replace(**setting)
            self._session.preview(self._session.with_learner(learner))
        except LinlabError as error:
            self._session.drop_preview()
            self._session.note(in_other_words(error, SYMBOLS, self.typed))


class Form(QWidget):
    """A control for every parameter, created when first shown; only those of the learner's recipe
    are visible.

    `knobs` holds the controls that stay visible beside the model, `words` those of texts; `more`
    shows the folded ones; `filled` says whether the form has any.
    """

    filled = Signal(bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("form")
        self._session = session
        self._shown: tuple[Learner, bool] | None = None
        self._shape: object = None  # the shape shown, on which reasons and choices depend
        self._size = 10  # the last size of a mini-batch
        self.controls: dict[str, KnobSlider | ChoiceRow | Segmented | TextRow] = {}
        self.knobs = QWidget(self)  # until another widget adopts it
        self.words = QWidget(self)  # likewise: how texts become features
        column = QVBoxLayout(self)
        turned = QVBoxLayout(self.knobs)
        of_words = QVBoxLayout(self.words)
        columns = {"model": turned, "words": of_words, "training": column}
        for each in columns.values():
            each.setContentsMargins(0, 0, 0, 0)
            each.setSpacing(SPACING)
        self.size_slider = KnobSlider(session, "batch", low=2)
        self.size_slider.setObjectName("batch-size")
        self.size_slider.released.connect(self.reread)
        self.more = LinkButton("More settings ▾", self)
        self.more.setObjectName("more-settings")
        self.more.setCheckable(True)
        self.more.toggled.connect(self.reread)
        self._places = {name: QVBoxLayout() for group in columns for name in _in(group)}
        for name, place in self._places.items():
            columns[PARAMETERS[name].group].addLayout(place)
            if name == "batch":
                column.addWidget(self.size_slider)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.read()

    def _made(self, name: str) -> KnobSlider | ChoiceRow | Segmented | TextRow:
        parameter = PARAMETERS[name]
        control: KnobSlider | ChoiceRow | Segmented | TextRow
        if parameter.control == "text":
            control = TextRow(parameter.title, LONGEST_NUMBERS)
            control.finished.connect(partial(self._type, name))
        elif name == "batch":
            control = Segmented(BATCHES)
            control.chosen.connect(self._choose_batch)
        elif parameter.choices is None:
            control = KnobSlider(self._session, name)
            control.released.connect(self.reread)
        else:
            items = tuple(
                (value, shown_as(name, value))
                for value in (*parameter.choices(), *CHOSEN[: parameter.listed])
            )
            control = (
                Segmented(items)
                if parameter.control == "segments"
                else ChoiceRow(parameter.title, items)
            )
            control.chosen.connect(partial(self._choose, name))
        return control

    def reread(self) -> None:
        self._shown = self._shape = None
        self.read()

    def read(self) -> None:
        """Show the learner in focus at t. While only numbers change, as during a drag, only the
        sliders are refreshed."""
        learner = self._session.learner
        dev = self._session.document.shares[1] > 0
        if self._shown == (learner, dev):
            return
        self._shown = (learner, dev)
        for name, place in self._places.items():
            if name not in self.controls and self._wanted(learner, name):
                control = self.controls[name] = self._made(name)
                control.setObjectName(name)
                place.addWidget(control)
        for each in (*self.controls.values(), self.size_slider):
            if isinstance(each, KnobSlider):
                each.read(
                    learner,
                    NO_DEV_TO_WATCH if each is self.controls.get("early") and not dev else "",
                )
        if self._shape == (shape(learner), dev):
            return
        self._shape = (shape(learner), dev)
        self.more.setText("Fewer settings ▴" if self.more.isChecked() else "More settings ▾")
        self.more.setVisible(
            any(PARAMETERS[name].folded == "always" for name in learner.recipe.parameters)
        )
        for name, control in self.controls.items():
            control.setVisible(self._wanted(learner, name))
            if name not in learner.recipe.parameters:
                continue
            if isinstance(control, TextRow):
                control.show_text(str(learner[name]))
                allow(control, learner.idle(name), PARAMETERS[name].help)
            elif name == "batch" and not isinstance(control, KnobSlider):
                self._read_batch(learner, control)
            elif not isinstance(control, KnobSlider):
                self._read_choice(learner, dev, name, control)
        own = {PARAMETERS[name].group for name in learner.recipe.parameters}
        self.filled.emit("training" in own)
        self.knobs.setHidden("model" not in own)
        batch = learner["batch"]
        some = batch not in (1, "all") or self.size_slider.busy
        self.size_slider.setVisible("batch" in learner.recipe.parameters and some)

    def _wanted(self, learner: Learner, name: str) -> bool:
        if name not in learner.recipe.parameters:
            return False
        if PARAMETERS[name].group == "words":
            return learner.reads_texts
        if name == "early" and not self._session.document.shares[1]:
            return self.more.isChecked() or learner[name] > 0
        folded = PARAMETERS[name].folded
        return self.more.isChecked() or not (
            folded == "always" or (folded == "idle" and learner.idle(name))
        )

    def _read_choice(
        self, learner: Learner, dev: bool, name: str, control: ChoiceRow | Segmented
    ) -> None:
        idle = learner.idle(name)
        numbers = PARAMETERS[name].listed and numbers_in(learner[name]) is not None
        control.set_current(CHOSEN[0] if numbers else learner[name])
        if PARAMETERS[name].listed and isinstance(control, ChoiceRow):
            control.allow_item(CHOSEN[0], "" if numbers else HOW_TO_CHOOSE, str(learner[name]))
        allow(control, idle, PARAMETERS[name].help)
        for value in (PARAMETERS[name].choices or tuple)():
            reason = idle or refusal(learner, name, value)
            if value == "best" and not dev and learner[name] != value:
                reason = reason or NO_DEV
            if isinstance(control, ChoiceRow):
                control.allow_item(value, reason, meaning(name, value))
                continue
            allow(control.buttons[value], reason, PARAMETERS[name].help)

    def _read_batch(self, learner: Learner, control: ChoiceRow | Segmented) -> None:
        assert isinstance(control, Segmented)
        batch = learner["batch"]
        if batch not in (1, "all"):
            self._size = batch
        control.set_current(str(batch) if batch in (1, "all") else "some")
        allow(control, learner.idle("batch"), PARAMETERS["batch"].help)
        for key, button in control.buttons.items():
            reason = learner.idle("batch") or refusal(learner, "batch", self._batch(key))
            allow(button, reason, PARAMETERS["batch"].help)

    def _batch(self, key: str) -> Value:
        choices: dict[str, Value] = {"1": 1, "all": "all"}
        return choices.get(key, self._size)

    def _choose_batch(self, key: str) -> None:
        self._edit(f"change batch to {dict(BATCHES)[key].lower()}", batch=self._batch(key))

    def _type(self, name: str, text: str) -> None:
        own = PARAMETERS[name]
        self._edit(f"change {own.title.lower()}", **{name: text.strip() or own.default})

    def _choose(self, name: str, value: str) -> None:
        if value in CHOSEN:
            return  # nothing to change
        self._edit(
            f"change {PARAMETERS[name].title.lower()} to {shown_as(name, value)}",
            **{name: value},
        )

    def _edit(self, words: str, **setting: Value) -> None:
        try:
            self._session.edit(
                words, self._session.with_learner(self._session.learner.replace(**setting))
            )
        except LinlabError as error:
            self._session.note(str(error))
        self.reread()


def shape(learner: Learner) -> object:
    """What the reasons depend on: the model, the choices, and which numbers are 0, but not their
    values."""
    exact = ("batch",)
    return learner.model, tuple(
        (n, v if isinstance(v, str) or n in exact else v > 0) for n, v in learner.chosen
    )


def refusal(learner: Learner, name: str, value: Value) -> str:
    """Why the learner cannot have this value; empty if it can."""
    try:
        learner.replace(**{name: value})
    except LinlabError as error:
        return str(error)
    return ""


def shown_as(name: str, value: str) -> str:
    """The displayed name of a choice."""
    if name == "rate":
        return f"{rate_formula(value)} {RATES[value].title}"
    if name == "optimiser":
        return OPTIMISERS[value].title
    if name == "average":
        return READ_OUTS[value].title
    if value in CHOSEN:
        return "Set by you"
    return (
        value.upper()
        if name == "penalty" and value != "none"
        else value.replace("-", " ").capitalize()
    )


def rate_formula(name: str) -> str:
    """The rate in one line of plain text, as its function begins.

    >>> rate_formula("pegasos")
    '1/(λt)'
    """
    return (RATES[name].function.__doc__ or "").split("= ")[-1].replace(" / ", "/")


def meaning(name: str, value: str) -> str:
    if name == "optimiser":
        return (
            (OPTIMISERS[value].function.__doc__ or "")
            if not OPTIMISERS[value].solver
            else OPTIMISERS[value].idea
        )
    if name == "average":
        return READ_OUTS[value].help
    if name != "rate":
        return PARAMETERS[name].help
    longest = ", R being the length of the longest example" if value == "normalised" else ""
    return f"αₜ = {rate_formula(value)}{longest}"
