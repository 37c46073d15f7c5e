"""VIEWS: a card whose head is a row of tabs, with the page of the chosen one below. A further view is a further tab.

A page is a widget, and may have words for the heading and tools beside the tabs; it adds its own tabs and listens to them.
"""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from linlab.app.controls.tabs import Tabs
from linlab.app.controls.widgets import Card
from linlab.app.panels.curves.curves_page import MODE_KEYS, CurvesPage
from linlab.app.session.session import Session


class ViewsCard(Card):
    """Pages by the keys of their tabs; it takes the height that there is."""

    def __init__(self, session: Session) -> None:
        super().__init__("VIEWS")
        self.setObjectName("views-card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.tabs, self._pages, self._stack = Tabs(), dict[str, QWidget](), QStackedWidget()
        self.tabs.setObjectName("views-tabs")
        self._beside: dict[QWidget, tuple[QWidget, ...]] = {}  # what is seen only with a page
        self._head = QHBoxLayout()
        self._head.setSpacing(8)
        self._head.addWidget(self.tabs, 1)
        self.body.addLayout(self._head)
        self.body.addWidget(self._stack, 1)
        self.curves = CurvesPage(session, self.tabs)
        self.add(self.curves, MODE_KEYS, words=self.curves.value, tools=self.curves.tools)
        self.tabs.turned.connect(self._turn)

    def add(self, page: QWidget, keys: Iterable[str], words: QWidget | None = None, tools: QWidget | None = None) -> None:
        """A page for these tabs, with words at the right of the heading and tools beside the tabs."""
        self._stack.addWidget(page)
        self._pages |= dict.fromkeys(keys, page)
        if words is not None:
            self.heading.addWidget(words)
        if tools is not None:
            self._head.addWidget(tools, 0, Qt.AlignmentFlag.AlignBottom)
        self._beside[page] = tuple(each for each in (words, tools) if each is not None)
        self._turn(self.tabs.current)

    def fold(self, away: bool) -> None:
        super().fold(away)
        upright = QSizePolicy.Policy.Fixed if away else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Preferred, upright)

    def _turn(self, key: str) -> None:
        page = self._pages.get(key)
        if page is not None:
            self._stack.setCurrentWidget(page)
        for each, beside in self._beside.items():
            for widget in beside:
                widget.setVisible(each is self._stack.currentWidget())
