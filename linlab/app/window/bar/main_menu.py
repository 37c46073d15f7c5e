"""linlab ▾: every command of the window, menu by menu, the files opened last and the theme."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from linlab.app.controls.accessibility.text_size import set_style_sheet
from linlab.app.controls.menus import give_menu, menu_text
from linlab.app.session.settings import THEMES
from linlab.app.window.document_commands import DocumentCommands


class MainMenu(QToolButton):
    """The button and its menu, with a submenu for each group of commands."""

    theme_chosen = Signal(str)  # one of THEMES

    def __init__(
        self,
        commands: Mapping[str, QAction],
        documents: DocumentCommands,
        theme: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self.setText("linlab ▾")
        self.setObjectName("main-menu")
        set_style_sheet(self, "QToolButton { font-size: 15px; font-weight: 700; }")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        self.menus: dict[str, QMenu] = {}
        for command in commands.values():
            title = command.data()
            if title not in self.menus:
                self.menus[title] = menu.addMenu(title)
            self.menus[title].addAction(command)
        self.recent = QMenu("Open recent", self)
        self.recent.aboutToShow.connect(self._fill_recent)
        self.menus["File"].insertMenu(commands["save"], self.recent)
        self._themes(theme)
        give_menu(self, menu)

    def _themes(self, theme: str) -> None:
        themes = self.menus["View"].addMenu("Theme")
        group = QActionGroup(self)
        for name in THEMES:
            action = themes.addAction(name.replace("-", " ").capitalize())
            action.setCheckable(True)
            action.setChecked(name == theme)
            action.triggered.connect(lambda _=False, n=name: self.theme_chosen.emit(n))
            group.addAction(action)

    def _fill_recent(self) -> None:
        self.recent.clear()
        for path in self._documents.files.recent:
            self.recent.addAction(menu_text(str(path)), partial(self._documents.open_path, path))
        if not self._documents.files.recent:
            self.recent.addAction("Nothing yet").setEnabled(False)
