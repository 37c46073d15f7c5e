"""The bar along the top of the course page: search, the glossary, your own lessons, and back to the
lab."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton

from linlab.app.controls.accessibility.text_size import follow, px, scaled, set_style_sheet
from linlab.app.controls.menus import give_menu
from linlab.app.controls.widgets import theme_in_force

NARROW, WIDE = 90, 300  # pixels of the search at 100 %


class TopBar(QFrame):
    """`search`, `glossary` and `mine`, the menu of the user's lessons, which the window fills."""

    def __init__(self, close: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName("course-bar")
        name = QLabel("linlab")
        set_style_sheet(name, "QLabel { font-size: 15px; font-weight: 700; }")
        self.here = QLabel("Course")
        self.here.setObjectName("course-here")
        self.search = QLineEdit()
        self.search.setObjectName("course-search")
        self.search.setProperty("line", "true")
        self.search.setPlaceholderText("a word or symbol: “margin”, γ …")
        self.search.setAccessibleName("Search all pages and the glossary")
        self.search.setToolTip("Search all pages and the glossary (Ctrl+F)")
        self.search.setClearButtonEnabled(True)
        set_style_sheet(self.search, "QLineEdit { padding: 5px 8px; }")
        follow(self.search, lambda own: own.setMinimumWidth(px(NARROW)))
        follow(self.search, lambda own: own.setMaximumWidth(px(WIDE)))
        self.glossary = _button("course-glossary", "Glossary", "Terms and symbols (Ctrl+F1)")
        self.mine = _button(
            "my-lessons", "My lessons ▾", "Lessons of your own, and those of others"
        )
        self.mine.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.menu.setObjectName("my-lessons-list")
        give_menu(self.mine, self.menu)
        self.close_button = _button("close-course", "×", "Back to the lab (Esc)")
        self.close_button.setAccessibleName("Back to the lab")
        self.close_button.clicked.connect(close)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 14, 8)
        row.setSpacing(8)
        row.addWidget(name)
        row.addWidget(self.here)
        row.addStretch(1)
        row.addWidget(self.search, 4)
        for button in (self.glossary, self.mine, self.close_button):
            row.addWidget(button)
        self.apply_theme()

    def apply_theme(self) -> None:
        theme = theme_in_force()
        self.setStyleSheet(
            f"QFrame#course-bar {{ background: {theme.card}; border: none; "
            f"border-bottom: 1px solid {theme.border}; }}"
        )
        self.here.setStyleSheet(
            scaled(
                f"QLabel {{ background: {theme.soft}; color: {theme.accent_text}; font-weight: 600; "
                "border-radius: 5px; padding: 4px 9px; }"
            )
        )


def _button(name: str, text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
