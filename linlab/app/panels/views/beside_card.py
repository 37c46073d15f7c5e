"""A view beside the plane, at the same size: a card with the view's name, its pane, and a button
that closes it. Where there is too little width for both, the card stands below the plane.
"""

from functools import cached_property

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import Card, LinkButton, theme_in_force
from linlab.app.session.session import Session
from linlab.engine.views.views import VIEWS

from .view_pane import ViewPane

FONT = 12.0
SIDE_BY_SIDE = 560  # pixels at 100 %: with less, the view stands below the plane
LOWEST = 110  # pixels: the least height of a plane with a view below it


class BesideCard(Card):
    """Hidden while no view is beside the plane."""

    closed = Signal()
    class_wanted = Signal(int)  # of new texts
    menu_wanted = Signal(int, QPointF)  # of a text
    files_wanted = Signal(list)  # dropped among texts
    view_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__("VIEW")
        self.setObjectName("beside-card")
        self.name = ""
        self._session = session
        self.cross = LinkButton("✕")
        self.cross.setObjectName("beside-close")
        self.cross.setAccessibleName("Show the plane alone")
        self.cross.setToolTip("Show the plane alone (W)")
        self.cross.clicked.connect(self.closed)
        self.heading.addWidget(self.cross)
        self.help = QLabel()
        self.help.setProperty("role", "quiet")
        self.help.setWordWrap(True)
        foot = QHBoxLayout()
        foot.addWidget(self.help)
        self.body.addLayout(foot)
        self.setMinimumWidth(240)
        self.hide()

    @cached_property
    def pane(self) -> ViewPane:
        """The pane, created when it is first needed so that the window starts faster."""
        pane = ViewPane(self._session)
        pane.canvas.write_larger(FONT)
        pane.apply_theme(theme_in_force())
        self.body.insertWidget(0, pane, 1)
        pane.class_wanted.connect(self.class_wanted)
        pane.menu_wanted.connect(self.menu_wanted)
        pane.files_wanted.connect(self.files_wanted)
        pane.view_wanted.connect(self.view_wanted)
        return pane

    def show_view(self, name: str) -> None:
        """Show this view, or close the card."""
        self.name = name
        if name:
            view = VIEWS[name]
            self.title.setText(view.title.upper())
            self.help.setText(view.help[:1].upper() + view.help[1:] + ".")
            self.title.setToolTip(self.help.text())
            self.pane.show_view(name)
        self.setVisible(bool(name))

    def leave_out_help(self, brief: bool) -> None:
        """Leave out what the view is about, which the tooltip of its name says as well."""
        self.help.setHidden(brief)

    def apply_theme(self, theme: Theme) -> None:
        if "pane" in self.__dict__:
            self.pane.apply_theme(theme)


class Pair(QSplitter):
    """The plane and the view beside it, or below it."""

    def __init__(self, plane: QWidget, card: BesideCard) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._plane, self._card = plane, card
        self._least = plane.minimumHeight()
        self.setHandleWidth(10)
        self.setChildrenCollapsible(False)
        for part in (plane, card):
            self.addWidget(part)

    def minimumSizeHint(self) -> QSize:
        """The plane may always become as narrow as it can alone: the view goes below it."""
        return self._plane.minimumSize()

    def share(self) -> None:
        """Give both the same size."""
        self._turn()
        across = self.orientation() == Qt.Orientation.Horizontal
        self.setSizes([(self.width() if across else self.height()) // 2] * 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        """Put the view beside the plane or below it."""
        below = self.width() < px(SIDE_BY_SIDE)
        way = Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal
        if way != self.orientation():
            self.setOrientation(way)
            self._card.leave_out_help(below)
            self._plane.setMinimumHeight(LOWEST if below else self._least)
            self.share()
