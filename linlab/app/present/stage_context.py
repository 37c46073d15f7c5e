"""What a stage needs from the window."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QWidget

from linlab.app.plane.plane import Plane
from linlab.app.session.player import Player
from linlab.app.session.programme import Programme
from linlab.app.session.settings import Settings
from linlab.engine.document.look import Look

if TYPE_CHECKING:
    from linlab.app.lessons.answering.boxes import AnswerBox
    from linlab.app.session.lessons.lesson_run import LessonRun


@dataclass(frozen=True)
class StageContext:
    """What a stage needs: the window, its parts and its commands."""

    window: QMainWindow
    middle: QWidget  # contains the plane, with a layout that leaves room for a view beside it
    plane: Plane
    player: Player
    commands: Mapping[str, QAction]
    settings: Settings
    programme: Programme
    look: Callable[[], Look]  # the look of the document
    lesson: "Callable[[], LessonRun | None]"  # the open lesson
    answer_box: "Callable[[], AnswerBox | None]"  # the control that answers its question
    roused: Callable[
        [], object
    ]  # called when the window's commands, which are disabled on stage, are enabled again
