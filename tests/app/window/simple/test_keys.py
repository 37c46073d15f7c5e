"""Every command works in Simple as in Full, and few controls take the keyboard's focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)

from linlab.app.window.actions import MENUS, commands
from linlab.engine.document.document import Document, Source
from linlab.engine.document.first import first_document
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.learner.learner import Learner

MOST = 28  # controls that take the focus

# What has nothing to do in the state of the test, in Full as well, and needs another one first.
NEEDS = {
    "select-none": lambda w: w.editing.select_all(),
    "delete": lambda w: w.editing.select_all(),
    "cut": lambda w: w.editing.select_all(),
    "nudge-up": lambda w: w.editing.select_all(),
    "nudge-down": lambda w: w.editing.select_all(),
    "paste": lambda w: QApplication.clipboard().setText("x1,x2,label\n1,2,A\n"),
    "redo": lambda w: w.session.undo(),
    **{
        f"brush-{how}": lambda w: w.editing.take_tool("brush")
        for how in ("smaller", "larger", "thinner", "denser")
    },
    "class-1": lambda w: w.editing.take_tool("move"),
    "revert": lambda w: w.session.edit("svm", w.left.model._session.settled.with_models([0])),
}


def stops(window):
    """Whatever takes the focus by Tab, switched on or off."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.window() is window
        and widget.focusProxy() is None  # which would have it in its place
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def words(window):
    return [
        (type(each).__name__, each.objectName(), each.text(), each.isEnabled())
        for each in window.findChildren(QWidget)
        if each.isVisible() and isinstance(each, QLabel | QAbstractButton | QLineEdit)
    ]


def seen(window):
    """What a person in front of it could notice."""
    session = window.session
    return (
        session.document,
        session.t,
        session.label,
        session.learner,
        session.undo_stack.undo_name,
        frozenset(session.pointing.selection),
        window.looking.now(),
        window.player.playing,
        window.player.speed,
        window.plane.tool.name,
        window.plane.view,
        window.plane.arranged,
        window.theme.name,
        window.isFullScreen(),
        window.plane.brush_radius,
        [command.isChecked() for command in window.commands.values()],
        window.modes.shown,
        words(window),
        [(type(top).__name__, top.isVisible()) for top in QApplication.topLevelWidgets()],
    )


@pytest.fixture
def noticed(monkeypatch):
    """Dialogs that would wait for an answer."""
    told = []
    for kind, name, answer in (
        (QFileDialog, "getOpenFileName", ("", "")),
        (QFileDialog, "getOpenFileNames", ([], "")),
        (QFileDialog, "getSaveFileName", ("", "")),
        (QFileDialog, "getExistingDirectory", ""),
        (QInputDialog, "getText", ("", False)),
    ):
        monkeypatch.setattr(
            kind, name, lambda *_, name=name, answer=answer: told.append(name) or answer
        )
    return told


def prepare(window, name):
    """A run that can go forth and back, with something to undo, in Simple."""
    session = window.session
    window.presenter.leave()
    for top in QApplication.topLevelWidgets():
        if top is not window and isinstance(top, QDialog | QMenu):
            top.close()
    window.player.pause()
    session.open(first_document())
    window.modes.choose(SIMPLE)
    window.put_beside("")
    session.edit("add", session.with_points(session.points.add([(0.0, 3.0)], 0)))
    session.go(20)
    QApplication.clipboard().setText("nothing")
    NEEDS.get(name, lambda w: None)(window)


@pytest.mark.parametrize("menu", MENUS)
def test_that_every_command_does_in_simple_what_can_be_noticed(simple, qtbot, noticed, menu):
    simple.session.said.connect(noticed.append)
    idle = []
    for command in (each for each in commands() if each.menu == menu and each.name != "close"):
        prepare(simple, command.name)
        qtbot.wait(1)
        noticed.clear()
        before, pasted = seen(simple), QApplication.clipboard().mimeData().formats()
        simple.commands[command.name].trigger()
        qtbot.wait(1)
        same = pasted == QApplication.clipboard().mimeData().formats()
        if not noticed and same and seen(simple) == before:
            idle.append(command.name)
    prepare(simple, "")
    assert idle == []


def test_that_a_first_start_has_few_controls_to_go_through(simple, qtbot):
    assert len(stops(simple)) <= MOST, [each.objectName() for each in stops(simple)]
    simple.session.go(40)
    simple.session.edit("svm", simple.session.settled)
    qtbot.wait(500)
    assert len(stops(simple)) <= MOST, [each.objectName() for each in stops(simple)]


@pytest.mark.parametrize(
    ("source", "learner"),
    [
        (Source("moons", 0), Learner.of("svm", space="rbf")),
        (Source("blobs", 1, (("classes", 4.0),)), Learner.of("logistic")),
        (Source("moons", 0, (("hidden", 90.0),)), Learner.of("svm")),
        (Source("reviews", 0), Learner.of("perceptron", space="words")),
    ],
    ids=["kernel", "four classes", "hidden labels", "texts"],
)
def test_that_other_documents_have_few_controls_too(simple, qtbot, source, learner):
    simple.session.open(Document(source.draw(), (learner,), source=source))
    simple.session.go(20)
    qtbot.wait(500)
    assert simple.modes.shown == SIMPLE
    assert len(stops(simple)) <= MOST, [each.objectName() for each in stops(simple)]


def test_that_a_key_of_the_curves_turns_to_full_for_now(simple):
    simple.commands["curves-error"].trigger()
    assert simple.modes.shown == FULL and simple.right.curves.mode == "error"
    from linlab.app.session.settings import Settings

    assert Settings().now.mode == SIMPLE
    simple.commands["simple-or-full"].trigger()
    assert simple.modes.shown == SIMPLE


def test_that_a_key_of_a_view_puts_it_beside_the_plane_and_away(simple):
    simple.commands["view-losses"].trigger()
    assert simple.beside.isVisible() and simple.beside.name == "losses"
    assert simple.modes.shown == SIMPLE
    simple.commands["view-examples"].trigger()
    assert simple.beside.name == "examples"
    simple.commands["view-examples"].trigger()
    assert not simple.beside.isVisible()
