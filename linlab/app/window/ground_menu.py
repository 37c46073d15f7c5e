"""The context menu of empty ground: add a point of any class, and commands on all points."""

from collections.abc import Mapping

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from linlab.app.controls.menus import menu_text
from linlab.app.session.texts import takes_texts

from .bar.class_icon import class_icon
from .editing import Editing

BELOW = ("select-all", "paste", "", "fit", "resample")  # commands; "" separates


def ground_menu(
    parent: QWidget,
    editing: Editing,
    commands: Mapping[str, QAction],
    place: tuple[float, float],
) -> QMenu:
    """The context menu of a position in the plane without a point."""
    session = editing.session
    menu = QMenu(parent)
    menu.setObjectName("ground-menu")
    menu.aboutToHide.connect(menu.deleteLater)
    classes = session.points.classes
    labels = () if takes_texts(session) else (*range(len(classes)), -1)
    for k in labels:
        title = f"Add a point of {classes[k]} here" if k >= 0 else "Add an unlabelled point here"
        action = menu.addAction(class_icon(k), menu_text(title))
        action.triggered.connect(lambda _=False, k=k: editing.add_point(place, k))
    menu.addSeparator()
    for name in BELOW:
        if name:
            menu.addAction(commands[name])
        else:
            menu.addSeparator()
    return menu
