"""The marks of a page in the plane: drawn when it opens, and those of its step until the lab moves
on."""

from functools import partial

from PySide6.QtCore import QObject

from linlab.app.session.lessons.lesson_run import LessonRun
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Item
from linlab.lessons.kinds.ink import Area
from linlab.lessons.marking import Mark, drawn


class PageMarks(QObject):
    """Puts the marks of the current page over the plane."""

    def __init__(self, run: LessonRun) -> None:
        super().__init__(run)
        self._run = run
        self._shown: tuple[Mark, ...] = ()
        run.opened.connect(self._read)
        run.turned.connect(self._read)
        run.changed.connect(self._read)
        run.session.moved.connect(self._read)

    def _read(self) -> None:
        run = self._run
        marks = tuple[Mark, ...]()
        if run.active and not run.finished and run.step.shown is not None:
            here = run.session.replay.now == run.step.shown.look.t and run.at not in run.played
            marks = tuple(mark for mark in run.step.marks if here or not mark.step)
        if marks != self._shown:
            self._shown = marks
            run.session.overlay.put(self, partial(_drawn, marks) if marks else ())


def _drawn(marks: tuple[Mark, ...], scene: Scene) -> tuple[Item, ...]:
    return drawn(marks, Area(scene.points, scene.view, scene.palette, scene.scale))
