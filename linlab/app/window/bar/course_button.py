"""Course ▾: a click opens the course page, and the arrow the menu of lessons."""

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from linlab.app.controls.menus import give_menu
from linlab.app.window.lesson_commands import LessonCommands

MENU_AT_THE_ARROW = (
    "QToolButton::menu-button { border: none; background: transparent; width: 20px; }"
    "QToolButton::menu-arrow { image: none; }"
)
TIP = "The course: lessons from the first line to kernels, your progress, and search (F6); ▾ lists the lessons"


def course_button(lessons: LessonCommands, course: QAction, parent: QWidget) -> QToolButton:
    """The button; its menu is filled when it is opened."""
    button = QToolButton()
    button.setObjectName("lessons-menu")
    button.setText("Course ▾")
    button.setToolTip(TIP)
    button.setAccessibleName("Course")
    button.clicked.connect(course.trigger)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
    button.setStyleSheet(MENU_AT_THE_ARROW)
    menu = QMenu(parent)
    menu.setObjectName("lessons-list")
    menu.aboutToShow.connect(partial(lessons.fill, menu))
    give_menu(button, menu)
    return button
