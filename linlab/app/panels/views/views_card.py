"""VIEWS: a card with the tabs of all views in groups, and the page of the chosen one: the curves,
or a pane that shows any view.

The tab of a view that does not apply is grey, and its tooltip says why. One click puts a view
beside the plane at equal size; its tab then says so, and another click brings it back.
"""

from functools import cached_property

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from linlab.app.controls.tabs import Tabs
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import Card, LinkButton, theme_in_force
from linlab.app.panels.curves.curves_page import CurvesPage
from linlab.app.session.background import Pace
from linlab.app.session.session import Session
from linlab.app.session.views.learner_input import LearnerInput
from linlab.engine.picture.shapes import Label
from linlab.engine.views.view import GROUPS, FigureView, Refusal
from linlab.engine.views.views import VIEWS

from .view_pane import ViewPane

CURVES = "curves"
TAB_FONT_PX = 11  # font size of the tabs
BESIDE_TEXT, BACK_TEXT = "beside the plane ⇥", "⇤ back into the column"


def inward() -> tuple[str, ...]:
    """The views that look into the model: all except the plane and the curves, which have their own
    places."""
    return tuple([name for name, view in VIEWS.items() if not view.plane and not view.curves])


class Pages(QStackedWidget):
    """A stack of pages that takes only the room of the visible one."""

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return QSize() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())


class ViewsCard(Card):
    """Pages by the keys of their tabs; it takes the available height. `beside_wanted` emits the
    view to show beside the plane, or none."""

    beside_wanted = Signal(str)
    class_wanted = Signal(int)  # of new texts
    menu_wanted = Signal(int, QPointF)  # of a text
    files_wanted = Signal(list)  # dropped among texts
    view_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__("VIEWS")
        self.setObjectName("views-card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.tabs, self._stack = Tabs(TAB_FONT_PX), Pages()
        self.tabs.setObjectName("views-tabs")
        modes = Tabs()
        self.curves = CurvesPage(session, modes)
        self._beside, self._least = "", 0
        self._page = QWidget()  # the curves with their modes above
        head = QHBoxLayout()
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(2)
        head.setSpacing(4)
        head.addWidget(modes, 1)
        head.addWidget(self.curves.tools, 0, Qt.AlignmentFlag.AlignTop)
        page.addLayout(head)
        page.addWidget(self.curves, 1)
        self._stack.addWidget(self._page)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._stack, 1)
        self.heading.addWidget(self.curves.value)
        self.aside = LinkButton(BESIDE_TEXT)
        self.aside.setObjectName("view-beside")
        self.aside.setToolTip("Show this view beside the plane, at the same size (W)")
        self.aside.clicked.connect(
            lambda: self.beside_wanted.emit("" if self._beside == self.current else self.current)
        )
        self.heading.addWidget(self.aside)
        for group in GROUPS:
            self.tabs.add_group(group)
            for name in (CURVES, *inward()):
                if VIEWS[name].group == group:
                    self.tabs.add(name, VIEWS[name].short).setToolTip(_tip(VIEWS[name], None))
        self._session = session
        self._refresh_tabs = Pace(self, self._grey_tabs)
        self._prepared = LearnerInput(self)
        self._prepared.changed.connect(self._refresh_tabs)
        for signal in (session.changed, session.moved, session.equipped):
            signal.connect(self._refresh_tabs)
        self._refresh_tabs()  # later, so that the first picture is not delayed
        self.tabs.turned.connect(self._turn)
        self.curves.modes.chosen.connect(lambda _: self.tabs.set_current(CURVES))  # by its key
        self.tabs.set_current(CURVES)

    @cached_property
    def pane(self) -> ViewPane:
        """The pane, created when a view is first opened so that the window starts faster."""
        pane = ViewPane(self._session)
        pane.apply_theme(theme_in_force())
        self._stack.addWidget(pane)
        pane.class_wanted.connect(self.class_wanted)
        pane.menu_wanted.connect(self.menu_wanted)
        pane.files_wanted.connect(self.files_wanted)
        pane.view_wanted.connect(self.view_wanted)
        return pane

    def _grey_tabs(self) -> None:
        """Grey out the tabs of views that have nothing to show, with the reason."""
        session = self._session
        if session.replay.loading or not self._prepared.prepare(session.run):
            return
        snapshot = session.snapshot
        for name, tab in self.tabs.buttons.items():
            refusal = VIEWS[name].refusal(snapshot)
            tip = _tip(VIEWS[name], refusal)
            if tip != tab.toolTip():
                tab.set_grey(refusal is not None)
                tab.setToolTip(tip)
                tab.setAccessibleDescription(tip)

    @property
    def current(self) -> str:
        return self.tabs.current

    def show_view(self, name: str) -> None:
        self.tabs.set_current(name)

    def set_beside(self, name: str) -> None:
        """Mark the view that is shown beside the plane, or none."""
        self._beside = name
        self._turn(self.current)

    @property
    def least_height(self) -> int:
        """The minimum height of a view into the model, in pixels."""
        return self._least

    def set_least_height(self, least: int) -> None:
        """Set the minimum height of a view into the model, in pixels."""
        self._least = least
        self._turn(self.current)

    def words(self) -> list[str]:
        """What the picture of the current view says."""
        if self.current == CURVES or not self.pane.canvas.isVisible():
            return []
        items = (item for panel in self.pane.canvas.picture.panels for item in panel.items)
        return [item.text for item in items if isinstance(item, Label)]

    def apply_theme(self, theme: Theme) -> None:
        if "pane" in self.__dict__:
            self.pane.apply_theme(theme)

    def fold(self, away: bool) -> None:
        super().fold(away)
        upright = QSizePolicy.Policy.Fixed if away else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Preferred, upright)

    def _turn(self, key: str) -> None:
        curves = key == CURVES
        if not curves:
            self.pane.show_view(key)
        if "pane" in self.__dict__:
            self.pane.setMinimumHeight(0 if curves else self._least)
        self._stack.setCurrentWidget(self._page if curves else self.pane)
        self.curves.value.setVisible(curves)
        self.aside.setVisible(not curves)
        self.aside.setText(BACK_TEXT if self._beside == key else BESIDE_TEXT)


def _tip(view: FigureView, refusal: Refusal | None) -> str:
    """The tooltip of a tab: what the view shows, or why it does not apply and what helps."""
    if refusal is None:
        return f"{view.title}: {view.help}"
    way = refusal.way_out
    where = "The plane" if refusal.in_plane else "Its page"
    offer = "" if way is None else f"\n{where} has a button: {way.title}."
    return f"{view.title}. {refusal.sentence}{offer}"
