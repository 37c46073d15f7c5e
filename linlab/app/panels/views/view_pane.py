"""A pane: the canvas or the table of a view, its options above, and below them progress or the
reason why there is nothing to show.
"""

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import set_style_sheet
from linlab.app.controls.choices import ChoiceRow
from linlab.app.controls.sliders import SliderRow
from linlab.app.controls.text_row import TextRow
from linlab.app.controls.theme import Theme
from linlab.app.panels.texts.adding import AddText
from linlab.app.panels.texts.legend import TintedLine
from linlab.app.panels.texts.text_list import TextList
from linlab.app.session.background import Pace
from linlab.app.session.session import Session
from linlab.app.session.views.learner_input import PREPARING
from linlab.engine.data.points import Points
from linlab.engine.document.document import Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.kit.of_texts import reads_texts
from linlab.engine.views.table import Table
from linlab.engine.views.view import Adoption, FigureView, Option
from linlab.engine.views.views import VIEWS

from .view_canvas import ViewCanvas
from .view_table import ViewTable
from .way_out_button import WayOutButton

WIDER = "W puts the view beside the plane."


class ViewPane(QWidget):
    """Shows one view at a time; the session holds the options of all. It emits the class that was
    chosen for new texts, the text whose menu is wanted, files dropped among texts, and the view that
    should be shown instead."""

    class_wanted = Signal(int)
    menu_wanted = Signal(int, QPointF)
    files_wanted = Signal(list)
    view_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("view-pane")
        self.session = session
        self.chosen = session.choices.by_view
        self.canvas, self.table = ViewCanvas(session), ViewTable(session)
        self.texts, self.legend, self.adding = TextList(session), TintedLine(), AddText(session)
        self.way_out = WayOutButton(self.canvas)
        self.options = QWidget()
        self._controls = dict[str, tuple[Option, Callable[[], bool]]]()
        self._made_of: tuple[object, ...] = ()
        self._rows = QVBoxLayout(self.options)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.note = QLabel()
        self.button = QPushButton("Cancel")
        self.note.setProperty("role", "quiet")
        self.note.setWordWrap(True)
        self.button.setObjectName("view-cancel")
        set_style_sheet(self.button, "padding: 3px 9px; font-size: 11px;")
        self.button.clicked.connect(self._pressed)
        column = QVBoxLayout(self)
        foot = QHBoxLayout()
        self._stack = QStackedLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.options)
        column.addLayout(self._stack, 1)
        column.addWidget(self.legend)
        column.addWidget(self.adding)
        column.addLayout(foot)
        for each in (self.canvas, self.table, self.texts):
            self._stack.addWidget(each)  # this shows it, and without a parent it would be a window
        foot.addWidget(self.note, 1)
        foot.addWidget(self.button)
        self.refresh = Pace(self, self._refresh)
        self.canvas.drawn.connect(self._refresh)
        for signal in (session.changed, session.moved, session.measured, session.pointing.changed):
            signal.connect(self._another)
        session.choices.changed.connect(self._another)
        self.canvas.found.changed.connect(self._another)
        self.canvas.asked.changed.connect(self._another)
        self.canvas.prepared.changed.connect(self._refresh)
        self.table.typed.connect(self._typed)
        self.table.narrowed.connect(self.refresh.soon)
        self.texts.menu_wanted.connect(self.menu_wanted)
        self.texts.files_wanted.connect(self.files_wanted)
        self.adding.class_wanted.connect(self.class_wanted)
        self.adding.words_wanted.connect(lambda: self.view_wanted.emit("words"))
        self._refresh()

    @property
    def view(self) -> FigureView:
        return self.canvas.view

    def show_view(self, name: str) -> None:
        self.canvas.show_view(VIEWS[name])
        turns = (
            Qt.CursorShape.OpenHandCursor
            if self.view.turned is not None
            else Qt.CursorShape.ArrowCursor
        )
        self.canvas.viewport().setCursor(turns)
        self._refresh()

    def choose(self, option: str, value: str | float) -> None:
        """Set one of the view's options. Some belong to the document, and setting them is an edit."""
        adopts = self.view.option(option).adopts
        if adopts is not None:
            self._adopt(adopts, str(value))
            return
        self.session.choices.choose(self.view.name, option, value)
        self.canvas.refresh.soon()
        self.refresh.soon()

    def _another(self) -> None:
        """Fill the table again; a canvas emits a signal once it has drawn."""
        if self.table.isVisible() or self.adding.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh.soon()

    def apply_theme(self, theme: Theme) -> None:
        self.canvas.apply_theme(theme)

    def _refresh(self) -> None:
        if not self.canvas.prepared.prepare(self.session.run):
            self.note.setText(PREPARING)
            self.note.show()
            return
        view = self.view
        found = self.canvas.found
        moment = self.canvas.moment
        why = view.why_not(self.canvas.figure, moment) is not None
        table = None if view.table is None or why else view.table(self.canvas.figure, moment)
        self._show_table(table)
        self._lay_options()
        self._show_texts(table, view.takes_texts and reads_texts(moment))
        words = ""
        if view.work is not None:
            words = (found.doing or "…") if found.busy else found.why
        if not words and table is not None:
            words = table.foot
            if table.of_texts is None and self.table.left_out:
                left_out = f"No room for {', '.join(self.table.left_out)}. {WIDER}"
                words = f"{words} {left_out}".strip()
        self.note.setText("" if why else words)
        self.note.setVisible(bool(self.note.text()))
        self.button.setText("Cancel" if found.busy else "Again")
        self.button.setVisible(
            view.work is not None and not why and (found.busy or found.cancelled)
        )

    def _show_table(self, table: Table | None) -> None:
        """Show the rows: numbers in a table, texts in a list; without any, the picture."""
        shown: QWidget = self.canvas
        if table is not None:
            shown = self.table if table.of_texts is None else self.texts
        self._stack.setCurrentWidget(shown)
        if table is None or not self.isVisible():
            return
        if table.of_texts is None:
            self.table.show_table(table)
        else:
            key = str(self.view.chosen("sort", self.canvas.figure, self.canvas.moment))
            self.texts.show_table(table.sorted_by(key))

    def _show_texts(self, table: Table | None, taken: bool) -> None:
        """Show what belongs to a list of texts: the legend, and where there are none yet, too, the
        field for a new one."""
        self.legend.show_text(*(("", ()) if table is None or not taken else table.legend))
        self.adding.setVisible(taken)
        if taken:
            self.adding.show_moment(self.canvas.moment)

    def _lay_options(self) -> None:
        """Create a control for each option when the view or its choices change."""
        moment = self.canvas.moment
        made_of = (
            self.view.name,
            *((option.name, option.choices(moment)) for option in self.view.options),
        )
        if made_of != self._made_of:
            self._made_of = made_of
            while (old := self._rows.takeAt(0)) is not None:
                if (row := old.layout()) is not None:
                    row.deleteLater()
            self._controls.clear()
            for control in self.options.findChildren(QWidget):
                control.setParent(None)
                control.deleteLater()
            for option in self.view.options:
                if not option.beside:
                    line = QHBoxLayout()
                    line.setSpacing(12)
                    self._rows.addLayout(line)
                self._controls[option.name] = (option, self._control(option, line))
            self.options.setVisible(bool(self.view.options))
        for option, show in self._controls.values():
            applies = show()
            made = self.options.findChild(QWidget, f"view-{option.name}")
            assert made is not None
            idle = option.idle(self.canvas.figure, moment)
            made.setEnabled(not idle)
            made.setVisible(applies and not idle)  # else the view has the room

    def _control(self, option: Option, layout: QHBoxLayout) -> Callable[[], bool]:
        """A control for an option, as a function that shows its value and says whether there is
        something to choose."""
        value = option.value
        if option.span is not None:
            slider = SliderRow("", option.title, *option.span, integer=option.whole)
            slider.moving.connect(lambda number: self._slid(option.name, number))
            slider.setToolTip(option.help)
            slider.setObjectName(f"view-{option.name}")
            slider.narrow_box(42)  # leaves room for the name if there are several in a row
            slider.slider.setMinimumWidth(24)
            _even(layout, slider)

            def slide() -> bool:
                slider.set_value(float(value(self.canvas.figure, self.canvas.moment)))
                return not option.absent(self.canvas.moment)

            return slide
        if option.longest:
            return self._text_control(option, layout)
        choices = option.choices(self.canvas.moment)
        row = ChoiceRow(option.title, choices)
        row.chosen.connect(lambda key: self.choose(option.name, key))
        row.setToolTip(option.help)
        row.setObjectName(f"view-{option.name}")
        _even(layout, row)

        def show() -> bool:
            row.set_current(str(value(self.canvas.figure, self.canvas.moment)))
            return len(choices) > 1

        return show

    def _adopt(self, adopts: Callable[[Points, Source | None, str], Adoption], value: str) -> None:
        session = self.session
        try:
            self.canvas.adopt(adopts(session.points, session.document.source, value))
        except LinlabError as error:
            session.note(str(error))
        self.refresh.soon()

    def _text_control(self, option: Option, layout: QHBoxLayout) -> Callable[[], bool]:
        row = TextRow(option.title, option.longest)
        row.setToolTip(option.help)
        row.setObjectName(f"view-{option.name}")
        (row.typed if option.adopts is None else row.finished).connect(
            lambda text: self.choose(option.name, text)
        )
        _even(layout, row)

        def show() -> bool:
            row.show_text(str(option.value(self.canvas.figure, self.canvas.moment)))
            moment = self.canvas.moment
            return not self.view.refuses(moment) and not option.absent(moment)

        return show

    def _slid(self, name: str, number: object) -> None:
        if isinstance(number, int | float):  # the text may not be a number
            self.choose(name, float(number))

    def _typed(self, row: int, text: str) -> None:
        """Apply a number typed into the view's table; step 0 shows what training starts with."""
        session, view = self.session, self.view
        assert view.types is not None
        try:
            found = view.types(self.canvas.figure, self.canvas.moment, row, text)
        except LinlabError as error:
            session.note(str(error))
            return
        self.canvas.adopt(found)
        if not session.continuing:
            session.go(0)

    def _pressed(self) -> None:
        found = self.canvas.found
        found.cancel() if found.busy else found.again()


def _even(row: QHBoxLayout, control: QWidget) -> None:
    """Give several controls of a row the same width, however narrow."""
    control.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    row.addWidget(control, 1)
