"""Course: a click opens the course page, and the arrow beside it the menu of lessons."""

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from linlab.app.window.lesson_commands import LessonCommands

from .split_button import SplitButton

TIP = "The course: lessons from the first line to kernels, your progress, and search (F6)"
MENU_TIP = "The list of lessons (Down, where the button has the focus)"


def course_button(lessons: LessonCommands, course: QAction, parent: QWidget) -> SplitButton:
    """The button; its menu is filled when it is opened."""
    button = SplitButton()
    button.setObjectName("lessons-menu")
    button.setText("Course")
    button.setToolTip(TIP)
    button.setAccessibleName("Course")
    button.setAccessibleDescription(f"{TIP}. Down lists the lessons.")
    button.clicked.connect(course.trigger)
    menu = QMenu(parent)
    menu.setObjectName("lessons-list")
    menu.aboutToShow.connect(partial(lessons.fill, menu))
    button.give_menu(menu, MENU_TIP)
    return button
