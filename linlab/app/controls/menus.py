"""Menus of the toolbar: one that stays open while its switches are set, and buttons that lose their
highlight when theirs closes."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton

from linlab.engine.ground.sanitise import shorten


class SwitchMenu(QMenu):
    """Stays open when a switch in it is clicked, or pressed with Space or Enter."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._switched(event.button() == Qt.MouseButton.LeftButton):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._switched(
            event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            super().keyPressEvent(event)

    def _switched(self, pressed: bool) -> bool:
        action = self.activeAction()
        if not pressed or action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True


def menu_text(text: str) -> str:
    """A text as the label of a menu or a button, where “&” would mark a key.

    >>> menu_text("R&D")
    'R&&D'
    """
    return shorten(text, 90).replace("&", "&&")


def give_menu(button: QToolButton, menu: QMenu) -> None:
    """Qt does not tell a button that the mouse left it while its menu was open, so it would stay
    highlighted."""

    def highlight_if_under_mouse() -> None:
        under = button.rect().contains(button.mapFromGlobal(QCursor.pos()))
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, under)
        button.update()

    button.setMenu(menu)
    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, button, highlight_if_under_mouse))
