"""The data card: a gallery of data sets drawn by their own generators, and the controls of the
current one.

A data set is a source: a name, a seed and the values of its controls. Each change draws new points,
keeps the learner and the class names, and is one undo step. If manual changes would be lost, the
card says so, before and after. The card has the same height for every data set; where there are few
controls, it describes the data.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import follow, px, set_style_sheet
from linlab.app.controls.choices import ChoiceRow
from linlab.app.controls.sliders import SliderRow
from linlab.app.controls.widgets import RIGHT, SPACING, Card, LinkButton, allow, label, sized
from linlab.app.session.session import Session
from linlab.app.session.texts import counted, takes_texts
from linlab.engine.data.datasets import DATASETS, HIDDEN, DataKnob, DataSet, further_knobs
from linlab.engine.data.points import Points
from linlab.engine.document.document import MOST_SEED, Document, Source
from linlab.engine.document.first import usual_source
from linlab.engine.document.resampling import points_of, resampled, touched
from linlab.engine.ground.errors import LinlabError, in_other_words

from .changes import FURTHER, DataChanges, title_of
from .gallery import Gallery
from .texts_row import TextsRow

USE = "Use the unlabelled points…"
KNOB_ROWS = 2  # rows of controls, two in each
SIMPLE_KNOBS = ("noise", "jitter")  # Simple shows the one that the data set has
BETWEEN = 4  # pixels between them
SPLITS = ((100, 0, 0), (80, 20, 0), (60, 20, 20), (50, 25, 25))
LOST = "New points replaced your changes; undo brings them back."
REPLACED = "Points you had added or changed were replaced; undo brings them back."
AGAIN = "This draws new points: your changes are lost unless you undo."
TURNED = {"n": "the number of points", HIDDEN.name: "how many labels are hidden"}
PARTS = "Each point's own number decides its part, so adding a point moves no other; the shares hold on average."


class DataCard(Card):
    """The gallery, the controls of the source, its seed, and the split. `guesses_wanted` opens the
    dialog about unlabelled points."""

    guesses_wanted = Signal()
    command_wanted = Signal(str)  # on texts

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("Data", parent=parent)
        self.setObjectName("data-card")
        self._session = session
        self.gallery = Gallery(self.inner)
        self.thumbnails, self.more = self.gallery.thumbnails, self.gallery.more
        self.gallery.chosen.connect(self.choose)
        self.gallery.turned.connect(self._show_details)
        self._tiny = self._simple = False
        self._seen: tuple[Document, Points] | None = None
        self._shown: object = None
        self.body.addLayout(self.gallery)
        self.sliders: dict[str, SliderRow] = {}
        self._sliders_of: object = None
        self._details = QWidget()
        details = QVBoxLayout(self._details)
        details.setContentsMargins(0, 0, 0, 0)
        details.setSpacing(SPACING)
        self.body.addWidget(self._details)
        room = self._room = QWidget()
        self._knobs = QGridLayout(room)
        self._knobs.setContentsMargins(0, 0, 0, 0)
        self._knobs.setHorizontalSpacing(14)
        self._knobs.setVerticalSpacing(BETWEEN)
        self._idea = label("")
        self._idea.setParent(room)
        self._idea.setObjectName("data-idea")
        self._idea.setWordWrap(True)
        self._idea.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.texts = TextsRow()
        self.texts.setParent(room)
        self.texts.command_wanted.connect(self.command_wanted)
        follow(self, DataCard._make_room)
        details.addWidget(room)
        self.seed = QLineEdit()
        self.seed.setObjectName("seed")
        self.seed.setAccessibleName("Seed")
        self.seed.setAlignment(RIGHT)
        follow(self.seed, _size_seed)
        follow(self.seed, lambda box: box.setFont(sized(box, 13, bold=True)))
        self.seed.setTextMargins(0, 0, -4, 0)
        self.seed.returnPressed.connect(self.seed.clearFocus)
        self.seed.editingFinished.connect(self._type_seed)
        self.resample = QPushButton("New points")
        self.resample.setObjectName("resample")
        set_style_sheet(self.resample, "padding: 2px 7px; font-size: 12px;")
        self.resample.clicked.connect(self.draw_again)
        row = QHBoxLayout()
        row.setSpacing(5)
        seed_title = QLabel("Seed")
        seed_title.setObjectName("seed-title")
        row.addWidget(seed_title)
        row.addWidget(self.resample)
        self.more_changes = LinkButton("⋯")
        self.more_changes.setAccessibleName("More changes to the data")
        self.more_changes.setObjectName("more-changes")
        self.more_changes.setCheckable(True)
        self.more_changes.setToolTip("Flipped labels, imbalance, another x₂")
        self.more_changes.toggled.connect(self._unfold)
        self.heading.insertWidget(1, self.more_changes)
        row.addStretch()
        row.addWidget(self.seed)
        details.addLayout(row)
        self.hidden = SliderRow(
            title_of(HIDDEN), "%", HIDDEN.low, HIDDEN.high, integer=True, flat=True
        )
        self.hidden.setObjectName(f"data-knob-{HIDDEN.name}")
        self.hidden.narrow_box(39)
        self.hidden.moving.connect(partial(self._turn, HIDDEN))
        self.hidden.released.connect(partial(self._turned, HIDDEN))
        details.addWidget(self.hidden)
        self.changes = DataChanges()
        self.changes.turned.connect(self._turn)
        self.changes.released.connect(self._turned)
        details.addWidget(self.changes)
        self.split = ChoiceRow(
            "Train\u2009/\u2009dev\u2009/\u2009test", tuple((_split(s), _split(s)) for s in SPLITS)
        )
        self.split.setObjectName("split")
        self.split.chosen.connect(self._choose_split)
        details.addWidget(self.split)
        self.use = QPushButton(USE)
        self.use.setObjectName("use-unlabelled")
        self.use.setStyleSheet("padding: 3px 7px; font-size: 12px;")
        self.use.setToolTip("Let models label the points that they are sure of (Ctrl+G)")
        self.use.clicked.connect(self.guesses_wanted)
        self.body.addWidget(self.use)
        self.parts = label("", "quiet")
        self.parts.setObjectName("parts")
        self.parts.setToolTip(PARTS)
        self.heading.addWidget(self.parts)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.set_simple(False)

    def read(self) -> None:
        """Show the source of the points, their number and the split."""
        document, points = self._session.document, self._session.points
        if self._seen is not None and self._seen[0] is document and self._seen[1] is points:
            return
        self._seen = (document, points)
        many = len(points)
        edited = touched(document)
        source = (
            document.source
            if document.source is not None and document.source.name in DATASETS
            else None
        )
        self.use.setVisible(bool((document.points.label < 0).any()))
        parts = np.bincount(document.parts_of(points)[points.label >= 0], minlength=3).tolist()
        texts = takes_texts(self._session)
        self.texts.read(self._session)
        if self._shown == (source, many, edited, document.shares, parts, texts):
            return
        self._shown = (source, many, edited, document.shares, parts, texts)
        whole = document.shares[1] + document.shares[2] == 0
        about = (
            "EDITED" if source is not None and edited else "",
            counted(many, texts).upper() if whole else "",
        )
        self.value.setText(" · ".join(filter(None, about)))
        self.value.setToolTip(
            f"{source.name} drew {counted(len(points_of(source)), texts)}; you have edited them since."
            if source is not None and edited
            else ""
        )
        dataset = DATASETS[source.name] if source else None
        self.gallery.show_used(source.name if source is not None else "")
        self._build_sliders(dataset)
        values = dict(source.values) if source else {}
        for knob in self._shown_knobs(dataset):
            value = values.get(knob.name, knob.default)
            self.sliders[knob.name].set_value(round(value) if knob.integer else float(value))
            self.sliders[knob.name].setToolTip(f"{knob.help}\n{AGAIN}" if edited else knob.help)
        if not self.seed.isModified():
            self.seed.setText(str(source.seed) if source else "")
        why = (
            ""
            if dataset
            else "These points were added by hand or come from a file: choose a data set to draw new ones."
        )
        self.hidden.set_value(round(values.get(HIDDEN.name, 0)))
        allow(self.hidden, why, f"{HIDDEN.help}\n{AGAIN}" if edited else HIDDEN.help)
        self.changes.read(dataset, values, why, AGAIN if edited else "")
        further = {knob.name for knob in further_knobs(dataset)} if dataset else set()
        if dataset and not dataset.knobs and not further & set(values):
            why = f"{dataset.title} is a fixed table: nothing in it is random unless labels are hidden or flipped."
        again = f"\n{AGAIN}" if edited else ""
        allow(self.resample, why, f"Draw new points of the same kind, with the next seed{again}")
        allow(self.seed, why, "The seed of everything random in these points")
        if self.split.combo.findData(_split(document.shares)) < 0:  # a split from a file
            self.split.combo.addItem(_split(document.shares), _split(document.shares))
        self.split.set_current(_split(document.shares))
        kind = "texts" if texts else "points"
        self.parts.setText(f"{' / '.join(map(str, parts))} {kind}")
        self.parts.setHidden(whole)
        self.split.setToolTip(
            f"{parts[0]} {kind} to train on, {parts[1]} for dev, {parts[2]} for test.\n{PARTS}"
        )

    def choose(self, name: str) -> None:
        """Open a data set with its default settings."""
        self._edit(f"open {name}", usual_source(name))

    def draw_again(self) -> None:
        """Draw the same data set with the next seed."""
        source = self._session.document.source
        if source is not None and self.resample.isEnabled():
            self._edit("resample", replace(source, seed=(source.seed + 1) % (MOST_SEED + 1)))
        else:
            self._session.note(self.resample.toolTip())

    def _type_seed(self) -> None:
        source = self._session.document.source
        if source is not None and self.seed.isModified():
            self.seed.setModified(False)
            text = self.seed.text().strip()
            seed = int(text) if text.isdecimal() and len(text) <= len(str(MOST_SEED)) else -1
            self._edit("change seed", replace(source, seed=seed))

    def _choose_split(self, text: str) -> None:
        shares = tuple(float(share) for share in text.split(" / "))
        document = replace(self._session.settled, shares=(shares[0], shares[1], shares[2]))
        self._session.edit(f"change split to {text}", document)

    def _turn(self, knob: DataKnob, value: object) -> None:
        """Preview another value of a control; a slider uses the next smaller value that the data
        set accepts."""
        source = self._session.document.source
        assert source is not None
        tries = [value]
        row = self._row_of(knob)
        if knob.integer and isinstance(value, int | float) and row is not None and row.busy:
            tries += [value - k for k in range(1, round(knob.low))]
        refused: LinlabError | None = None
        for each in tries:
            try:
                values: dict[str, Any] = {**dict(source.values), knob.name: each}
                if knob.name in FURTHER and each == knob.default:
                    del values[knob.name]
                self._session.preview(
                    resampled(
                        self._session.settled, replace(source, values=tuple(sorted(values.items())))
                    )
                )
                return
            except LinlabError as error:
                refused = refused or error
        self._session.drop_preview()
        if refused is not None:
            typed = row.typed if row else ""
            self._session.note(in_other_words(refused, {knob.name: title_of(knob)}, typed))

    def _row_of(self, knob: DataKnob) -> SliderRow | None:
        """The slider of a knob; None if it is a choice."""
        if knob is HIDDEN:
            return self.hidden
        row = self.changes.rows.get(knob.name)
        if row is not None:
            return row if isinstance(row, SliderRow) else None
        return self.sliders[knob.name]

    def _unfold(self, open: bool) -> None:
        self.changes.unfold(open)

    def _turned(self, knob: DataKnob) -> None:
        before = self._session.settled
        self._session.commit(f"change {TURNED.get(knob.name, knob.name)}")
        self._settle(before)

    def _edit(self, words: str, source: Source) -> None:
        before = self._session.settled
        try:
            self._session.edit(words, resampled(before, source))
        except LinlabError as error:
            self._session.note(
                in_other_words(error, {"seed": "The seed"}, self.seed.text().strip())
            )
        self._settle(before)

    def _settle(self, before: Document) -> None:
        """Report manual changes that were lost, if there were any."""
        session = self._session
        after = self._session.settled
        session.label = min(session.label, len(session.points.classes) - 1)
        if after is not before:
            again = (
                before.source is not None
                and after.source is not None
                and before.source.name == after.source.name
            )
            if again and touched(before):
                session.note(LOST, undo=True)
            elif not again and (touched(before) or (before.source is None and len(before.points))):
                session.note(REPLACED, undo=True)
        self._seen = self._shown = None
        self.read()

    def _build_sliders(self, dataset: DataSet | None) -> None:
        name = dataset.name if dataset else ""
        texts = takes_texts(self._session) and not self._simple
        if (name, self._simple, texts) == self._sliders_of:
            return
        self.texts.setVisible(texts)
        for row in self.sliders.values():
            self._knobs.removeWidget(row)
            row.hide()
            row.setObjectName("")  # a new row may get its name before the old one is deleted
            row.deleteLater()
        self.sliders = {}
        self._sliders_of = (name, self._simple, texts)
        self._knobs.removeWidget(self._idea)
        self._knobs.removeWidget(self.texts)
        if texts:
            self._knobs.addWidget(self.texts, KNOB_ROWS - 1, 0, 1, 2)
        if dataset is None:
            self._idea.hide()
            return
        knobs = self._shown_knobs(dataset)
        for place, knob in enumerate(knobs):
            row = SliderRow(
                title_of(knob), knob.symbol, knob.low, knob.high, log=knob.log, integer=knob.integer
            )
            row.setObjectName(f"data-knob-{knob.name}")
            row.setToolTip(knob.help)
            row.moving.connect(partial(self._turn, knob))
            row.released.connect(partial(self._turned, knob))
            row.narrow_box(39)
            self.sliders[knob.name] = row
            if self._simple:
                row.box.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab stops at the slider
            alone = place % 2 == 0 and place == len(knobs) - 1
            self._knobs.addWidget(row, place // 2, place % 2, 1, 2 if alone else 1)
        used, rows = -(-len(knobs) // 2), 1 if self._simple or texts else KNOB_ROWS
        self._idea.setText(dataset.idea)
        self._idea.setHidden(used >= rows)
        if used < rows:
            self._knobs.addWidget(self._idea, used, 0, rows - used, 2)

    def _shown_knobs(self, dataset: DataSet | None) -> tuple[DataKnob, ...]:
        knobs = dataset.knobs if dataset else ()
        return tuple(knob for knob in knobs if not self._simple or knob.name in SIMPLE_KNOBS)

    def set_simple(self, simple: bool) -> None:
        """Show only the control of noise, and no seed."""
        self._simple = simple
        self.changes.set_simple(simple)
        self._make_room()
        self._seen = self._shown = None
        self.read()

    def _make_room(self) -> None:
        """Be as high as the data set with the most rows of controls."""
        rows, high = 1 if self._simple else KNOB_ROWS, SliderRow("n", "", 1, 2).sizeHint().height()
        self._room.setFixedHeight(rows * high + (rows - 1) * BETWEEN)

    def fit_rows(self, tiny: bool, rows: int) -> None:
        """Show this many rows of thumbnails. If there is hardly any room, hide the controls until
        “more…” is clicked."""
        self._tiny = tiny
        self.gallery.show_rows(rows)
        self._show_details()

    def _show_details(self) -> None:
        self._details.setHidden(self._tiny and not self.gallery.open)


def _size_seed(box: QLineEdit) -> None:
    """Leave room for a long seed, or less where the column is narrow."""
    box.setMinimumWidth(px(60))
    box.setMaximumWidth(px(88))
    box.setFixedHeight(px(20))


def _split(shares: tuple[float, ...]) -> str:
    return " / ".join(f"{share:g}" for share in shares)
