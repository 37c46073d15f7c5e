"""The toolbar of a lesson: what lesson and page this is, and buttons that unfold the rest of the lab."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from linlab.app.controls.accessibility.text_size import px, set_style_sheet
from linlab.app.controls.menus import give_menu, menu_text
from linlab.app.controls.widgets import label
from linlab.engine.ground.sanitise import sanitise

WIDE, LONG, SHORT = 1150, 48, 34  # pixels of a bar with room for a long title; characters of titles
DATA_TIP = "Show the data, the model, its settings and all tools (F2)"
VIEWS_TIP = "Show the numbers, the step in words and the views (F3)"
FIRST = "The numbers and views are shown after your answer"


class LessonBar(QToolBar):
    """The bar; `data_wanted` and `views_wanted` ask to unfold a part, or to fold it again."""

    data_wanted = Signal(bool)
    views_wanted = Signal(bool)

    def __init__(self, commands: Mapping[str, QAction], main: QMenu, lessons: QMenu) -> None:
        super().__init__("Lesson")
        self.setObjectName("lesson-bar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        set_style_sheet(
            self,
            "QToolBar { spacing: 2px; padding: 5px; } QToolBar::separator { margin: 3px 3px; }"
            "QToolButton { padding: 5px 6px; }",
        )
        self._commands = commands
        self._title = ""
        self.menu = self._menu("lesson-main-menu", "linlab ▾", main)
        set_style_sheet(self.menu, "QToolButton { font-size: 15px; font-weight: 700; }")
        self.addSeparator()
        self.lesson = self._menu("lesson-name", "", lessons)
        self.lesson.setCheckable(True)
        self.lesson.setChecked(True)  # tinted: this is what is open
        self.lesson.setToolTip("All lessons")
        self.page = label("")
        self.page.setContentsMargins(8, 0, 0, 0)
        self.addWidget(self.page)
        spring = QWidget()
        spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spring)
        self.data = self._toggle("lesson-data", "Data and model", DATA_TIP)
        self.views = self._toggle("lesson-views", "Views", VIEWS_TIP)
        self.data.clicked.connect(self.data_wanted)
        self.views.clicked.connect(self.views_wanted)
        self._command("course", "Course")
        self._command("glossary", "Glossary")
        self._command("present", "Present")
        self._command("theme", "◐")
        self._command("help", "?")
        self.hide()

    def show_page(self, number: int, title: str, page: str) -> None:
        """Name the lesson and the page."""
        self._title = sanitise(f"Lesson {number} · {title}" if number else title)
        self.page.setText(page)
        self._fit()

    def show_state(self, data: bool, views: bool, veiled: bool) -> None:
        """What is unfolded; while a question veils the views, they cannot be."""
        self.data.setChecked(data)
        self.views.setChecked(views)
        self.views.setEnabled(not veiled)
        self.views.setToolTip(FIRST if veiled else VIEWS_TIP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = LONG if self.width() >= px(WIDE) else SHORT
        short = self._title if len(self._title) <= room else f"{self._title[: room - 1].rstrip()}…"
        self.lesson.setText(menu_text(short))

    def _menu(self, name: str, text: str, menu: QMenu) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(text)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        give_menu(button, menu)
        self.addWidget(button)
        return button

    def _toggle(self, name: str, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(text)
        button.setToolTip(tip)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addWidget(button)
        return button

    def _command(self, name: str, text: str) -> None:
        action = self._commands[name]
        button = QToolButton()
        button.setObjectName(f"lesson-{name}")
        button.setText(text)
        keys = action.shortcut().toString()
        button.setToolTip(f"{action.text()} ({keys})" if keys else action.text())
        button.setAccessibleName(action.text())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(action.trigger)
        self.addWidget(button)
