"""A button of two parts: its words do what they say, and “▾” beside them, behind a thin line, opens a
menu. Down opens it from the keyboard, too.
"""

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionToolButton, QToolButton, QToolTip

from linlab.app.controls.key_button import KeyedButton
from linlab.app.controls.menus import give_menu
from linlab.app.controls.widgets import CENTRE, off, theme_in_force

ARROW = "▾"
PART_PX = 20  # width of the part with the arrow
MENU_PART = (
    "QToolButton { padding-right: 20px; }"
    f"QToolButton::menu-button {{ border: none; background: transparent; width: {PART_PX}px; }}"
    "QToolButton::menu-arrow { image: none; }"
)


class SplitButton(KeyedButton):
    """`clicked` is of its words; `menu_tip` says what the arrow lists."""

    own_keys = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)

    def __init__(self) -> None:
        super().__init__()
        self.menu_tip = ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setStyleSheet(MENU_PART)

    def give_menu(self, menu: QMenu, tip: str) -> None:
        """The menu of the arrow, and what it lists."""
        give_menu(self, menu)
        self.menu_tip = tip

    @property
    def menu_part(self) -> QRect:
        """Where the arrow is."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        return self.style().subControlRect(
            QStyle.ComplexControl.CC_ToolButton,
            option,
            QStyle.SubControl.SC_ToolButtonMenu,
            self,
        )

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            there = self.menu_part.contains(event.pos())
            QToolTip.showText(event.globalPos(), self.menu_tip if there else self.toolTip(), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.showMenu()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, part = theme_in_force(), self.menu_part
        with QPainter(self) as painter:
            painter.setPen(QColor(theme.border))
            painter.drawLine(part.left(), part.top() + 6, part.left(), part.bottom() - 6)
            painter.setPen(QColor(theme.text) if self.isEnabled() else off(theme))
            painter.drawText(part, CENTRE, ARROW)
