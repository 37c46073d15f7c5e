"""The models of a document as a list: which one is in focus, how they are shown, and commands on
them.

Each row shows the line style of the model's boundary. With a single model there is only “+ add”.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from linlab.app.canvas.pens import pen_of
from linlab.app.controls.choices import Segmented
from linlab.app.controls.menus import menu_text
from linlab.app.controls.widgets import LinkButton, allow, sized, theme_in_force
from linlab.app.session.session import Session
from linlab.engine.document.document import MOST_MODELS
from linlab.engine.document.ready_sets import READY_SETS, ReadySet
from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.other_models import ARRANGEMENTS, ONE, SIDE, after

from .model_choice import ModelChoice

LINE = 24  # length of a row's line in pixels
MEANT = {
    "duplicate": "Duplicate the current model",
    "up": "Move the current model up",
    "down": "Move the current model down",
    "remove": "Remove the current model",
}
FULL = f"A document has at most {MOST_MODELS} models: remove one first."


class Row(QAbstractButton):
    """A model of the document: its line style and its name. A click focuses it, a right click opens
    its menu."""

    menu_wanted = Signal(QPoint)  # at a screen position

    def __init__(self, which: int) -> None:
        super().__init__()
        self.which = which
        self.setObjectName(f"model-row-{which + 1}")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(120, QFontMetrics(sized(self, 13, bold=True)).height() + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.click()
        self.menu_wanted.emit(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft if self.isChecked() else theme.window))
            painter.drawRoundedRect(self.rect(), 6, 6)
        painter.setPen(pen_of(style_of(theme, self.which, 2.2)))
        painter.drawLine(QPointF(8, self.height() / 2), QPointF(8 + LINE, self.height() / 2))
        painter.setFont(sized(self, 13, bold=self.isChecked()))
        painter.setPen(QColor(theme.accent_text if self.isChecked() else theme.text))
        room = self.rect().adjusted(LINE + 16, 0, -8, 0)
        name = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)


class ModelRows(QWidget):
    """A row for each model, the arrangements, and the commands on the model in focus."""

    arranged = Signal(str)  # the chosen arrangement

    def __init__(
        self, session: Session, choice: ModelChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("models")
        self._session, self._choice = session, choice
        self._shown: object = None
        self.rows: list[Row] = []
        self.add = LinkButton("+ add")
        self.add.setObjectName("add-model")
        self.add.clicked.connect(self.open_menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        column.addLayout(self._list)
        self.arrangement = Segmented(ARRANGEMENTS)
        self.arrangement.setObjectName("arrangement")
        self.arrangement.chosen.connect(self.arranged)
        for name, tip in zip(
            self.arrangement.buttons,
            (
                "All boundaries in one plane",
                "One plane per model: click one to choose its model",
                "The current model alone",
            ),
            strict=True,
        ):
            self.arrangement.buttons[name].setToolTip(f"{tip} (S: next arrangement)")
        self.arrangement.set_current(ONE)
        column.addWidget(self.arrangement)
        self.links = {
            name: LinkButton(text)
            for name, text in (
                ("duplicate", "Duplicate"),
                ("up", "↑"),
                ("down", "↓"),
                ("remove", "Remove"),
            )
        }
        line = QHBoxLayout()
        for name, link in self.links.items():
            link.setObjectName(f"model-{name}")
            link.setAccessibleName(MEANT[name])
            link.clicked.connect(getattr(self, name))
            line.addWidget(link)
        line.addStretch()
        column.addLayout(line)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.read()

    def read(self) -> None:
        """Show the models at t."""
        names = self._session.snapshot.names
        focus = self._session.focus
        if (names, focus) == self._shown:
            return
        self._shown = (names, focus)
        while len(self.rows) < len(names):
            row = Row(len(self.rows))
            row.clicked.connect(partial(self.take, row.which))
            row.menu_wanted.connect(self._row_menu)
            self._list.addWidget(row)
            self.rows.append(row)
        for row in self.rows:
            row.setVisible(row.which < len(names))
        for row, name in zip(self.rows, names, strict=False):
            row.setText(name)
            row.setChecked(row.which == focus)
            row.setToolTip(f"{name}\nClick: make it the current model · right click: menu")
        self.setVisible(len(names) > 1)
        allow(
            self.add,
            FULL if len(names) == MOST_MODELS else "",
            "Add another model on the same points (Ctrl+M)",
        )
        allow(
            self.links["duplicate"],
            self.add.toolTip() if len(names) == MOST_MODELS else "",
            "Duplicate the current model (Ctrl+Shift+D)",
        )
        allow(
            self.links["up"],
            "" if focus else "It is the first.",
            "Move the current model up",
        )
        allow(
            self.links["down"],
            "" if focus < len(names) - 1 else "It is the last.",
            "Move the current model down",
        )
        allow(self.links["remove"], "", "Remove the current model (Ctrl+Shift+M)")

    def take(self, which: int) -> None:
        """Focus on a model."""
        self._session.focus_on(which)

    def next(self, step: int) -> None:
        """Focus on the next model, or the previous one, with wrap-around."""
        many = len(self._session.runs)
        if many > 1:
            self.take((self._session.focus + step) % many)
        else:
            self._session.note("There is only one model: “+ add” (Ctrl+M) adds another.")

    def show_arrangement(self, how: str) -> None:
        self.arrangement.set_current(how)

    def next_arrangement(self) -> None:
        if len(self._session.runs) == 1:
            self.next(1)
            return
        now = next(key for key, button in self.arrangement.buttons.items() if button.isChecked())
        self.arranged.emit(after(now))

    # Commands

    def _choose(self, name: str, chosen: Sequence[int | Learner], focus: int) -> None:
        """Set the models as one undo step: each is the index of an existing one or a new learner.
        `focus` is the model in focus."""
        self._session.edit(name, self._session.settled.with_models(chosen), focus)

    def duplicate(self) -> None:
        places = self._places
        focus = self._session.focus
        if self._room_for(1):
            places.insert(focus, focus)
            self._choose(f"duplicate {self._title}", places, focus + 1)

    def branch(self, t: int) -> bool:
        """Duplicate the current model to go on from step t in another way; whether there was room."""
        places = self._places
        focus = self._session.focus
        if not self._room_for(1):
            return False
        places.insert(focus, focus)
        self._choose(f"branch {self._title} at step {grouped(t)}", places, focus + 1)
        return True

    def remove(self) -> None:
        places = self._places
        focus = self._session.focus
        if len(places) == 1:
            self._session.note("A document has at least one model.")
            return
        places.remove(focus)
        self._choose(f"remove {self._title}", places, min(focus, len(places) - 1))

    def up(self) -> None:
        self._swap(self._session.focus, self._session.focus - 1)

    def down(self) -> None:
        self._swap(self._session.focus, self._session.focus + 1)

    def _swap(self, a: int, b: int) -> None:
        places = self._places
        if len(places) == 1:
            self.next(1)  # reports that there is no other
        elif not 0 <= b < len(places):
            self._session.note("It is the first." if b < 0 else "It is the last.")
        else:
            places[a], places[b] = places[b], places[a]
            self._choose(f"move {self._title}", places, b)

    def add_model(self, learner: Learner) -> None:
        if not self._room_for(1):
            return
        if learner.recipe.of_others:
            self._choice.add(learner)
        else:
            self._choose(f"add {learner.recipe.title}", [*self._places, learner], len(self._places))

    def add_set(self, ready: ReadySet) -> None:
        """Add the models of a set that are missing, and show all side by side."""
        there = self._session.document.learners_at(self._session.replay.now)
        new = [learner for learner in ready.learners if learner not in there]
        if self._room_for(len(new)):
            if new:
                self._choose(f"add {ready.title}", [*self._places, *new], self._session.focus)
            self.arranged.emit(SIDE)

    @property
    def _places(self) -> list[int]:
        return list(range(len(self._session.runs)))

    @property
    def _title(self) -> str:
        return self._session.learner.recipe.title

    def _room_for(self, many: int) -> bool:
        free = MOST_MODELS - len(self._session.runs)
        if many > free:
            left = f"{f'only {free}' if free else 'none'} {'is' if free < 2 else 'are'} free: remove some first."
            self._session.note(
                FULL
                if many == 1
                else f"That needs {many} of the {MOST_MODELS} places for models, but {left}"
            )
        return many <= free

    # Menus

    def open_menu(self) -> None:
        """The menu of what can be added: a model of the catalogue, with the settings it shares with
        the model in focus, or a set."""
        menu = QMenu(self)
        menu.setObjectName("add-menu")
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for ready in READY_SETS:
            action = menu.addAction(menu_text(ready.title), partial(self.add_set, ready))
            action.setToolTip(ready.idea)
            action.setObjectName(f"add-set-{ready.key}")
        menu.addSeparator()
        for key, recipe in catalog().items():
            action = menu.addAction(
                menu_text(recipe.title),
                partial(self.add_model, self._session.learner.as_model(key)),
            )
            action.setToolTip(recipe.idea)
            action.setObjectName(f"add-{key}")
        menu.popup(self.add.mapToGlobal(QPoint(0, self.add.height())))

    def _row_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("row-menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, words in (
            ("duplicate", "Duplicate"),
            ("up", "Move up"),
            ("down", "Move down"),
            ("remove", "Remove"),
        ):
            action = menu.addAction(words, getattr(self, name))
            action.setEnabled(self.links[name].isEnabled())
        menu.popup(place)
