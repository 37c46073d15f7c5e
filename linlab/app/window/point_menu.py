"""The menu of a point."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from linlab.app.controls.menus import menu_text
from linlab.app.plane.gestures.tool import many
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError

from .bar.class_icon import class_icon
from .editing import Editing


def point_menu(parent: QWidget, editing: Editing, id: int) -> QMenu:
    """The menu of a point: relabel, train on it next, delete."""
    session = editing.session
    points = session.points
    menu = QMenu(parent)
    menu.setObjectName("point-menu")
    menu.aboutToHide.connect(menu.deleteLater)
    ids = sorted(session.pointing.selection) if id in session.pointing.selection else [id]

    def change(what: str, make: Callable[[Points, list[int]], Points]) -> None:
        now = session.points  # the run may have gone on since the menu was opened, to other points
        there = [each for each in ids if each in now.ids]
        try:
            session.edit(many(len(there), what), session.with_points(make(now, there)))
        except LinlabError as error:
            session.note(str(error))

    own = int(points.label[points.index(id)])
    for k in (*range(len(points.classes)), -1):
        title = points.classes[k] if k >= 0 else "Unlabelled"
        action = menu.addAction(class_icon(k), menu_text(title))
        action.setEnabled(k != own)
        action.triggered.connect(
            lambda _=False, k=k: change("relabel", lambda now, there: now.relabel(there, k))
        )
    menu.addSeparator()
    following = menu.addAction("Train on it next")
    following.triggered.connect(lambda: editing.train_next(id))
    following.setEnabled(session.trace is not None and id in session.trace.problem(session.t).ids)
    menu.addAction("Delete", lambda: change("delete", lambda now, there: now.remove(there)))
    return menu
