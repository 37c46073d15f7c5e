"""Every shortcut, every model on a third of the data sets, and a monkey at the controls.

LINLAB_MONKEY=20000 in the environment gives the monkey as many events.
"""

import os
import random
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from linlab import Learner, LinlabError
from linlab.app.window.actions import commands
from linlab.engine.data.datasets import DATASETS
from linlab.engine.document.document import Source
from linlab.engine.document.first import first_document
from tests.app.hand import LEFT, MIDDLE, RIGHT
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners

KEYS = [(command.name, key) for command in commands() for key in command.keys]
EVENTS = int(os.environ.get("LINLAB_MONKEY", "5000"))


@pytest.fixture
def complaints():
    """What Qt complains about while the test runs."""
    heard = []
    before = qInstallMessageHandler(
        lambda kind, context, text: heard.append(text) if "This plugin" not in text else None
    )
    yield heard
    qInstallMessageHandler(before)


def test_that_every_shortcut_reaches_its_command(window):
    reached = []
    for name, action in window.commands.items():
        action.triggered.disconnect()
        action.triggered.connect(lambda *_, name=name: reached.append(name))
    window.session.edit("something to undo", window.session.with_learner(Learner.of("svm")))
    window.session.edit("something to redo", window.session.with_learner(Learner.of("mira")))
    window.session.undo()
    for name, key in KEYS:
        QTest.keySequence(window, QKeySequence(key))
        assert reached == [name], (name, key)
        reached.clear()


@pytest.mark.parametrize("data", DATASETS)
def test_that_every_model_opens_plays_twenty_frames_and_shows_a_boundary(
    window, data, complaints, qtbot
):
    session, plane = window.session, window.plane
    source = Source(data, 0)
    for model in list(plane_catalog())[list(DATASETS).index(data) % 3 :: 3]:
        document = replace(
            first_document(),
            points=source.draw(),
            source=source,
            learners=document_learners(Learner.of(model)),
        )
        session.open(document)
        plane.fit()
        window.player.speed = 300.0
        window.player.play()
        for _ in range(20):
            window.player._last -= 0.016  # a frame has passed
            window.player._tick()
            plane.viewport().repaint()
        window.player.pause()
        assert session.t > 0
        qtbot.waitUntil(lambda: plane.panel is not None and not plane.late, timeout=60_000)
        lines = [line for item in plane.panel.named("boundary") for line in item.lines]
        field = plane.scene_now().field
        winners = np.argmax(field, axis=0) if len(field) > 1 else field[0] > 0
        if len(np.unique(winners)) > 1:
            assert lines and max(map(len, lines)) > 1, (model, data)
        assert plane.panel.named("regions")
    assert complaints == []


class Monkey:
    """Random but repeatable: clicks, drags, keys and control changes."""

    def __init__(self, window, hand, seed):
        self.window, self.hand, self.session = window, hand, window.session
        self.random = random.Random(seed)
        self.events = 0

    def place(self):
        view, points = self.hand.plane.view, self.session.points
        if len(points) and self.random.random() < 0.5:
            return tuple(points.x[self.random.randrange(len(points))])
        return (
            self.random.uniform(view.left, view.right),
            self.random.uniform(view.bottom, view.top),
        )

    def act(self):
        r = self.random.random()
        if r < 0.25:
            self.hand.click(self.place(), self.random.choice((LEFT, LEFT, LEFT, RIGHT)))
            self.events += 2
            if getattr(self.window, "menu", None) is not None:
                self.menu()
        elif r < 0.45:
            places = [self.place() for _ in range(self.random.randint(2, 6))]
            self.hand.drag(*places, button=self.random.choice((LEFT, LEFT, LEFT, MIDDLE)))
            self.events += len(places) + 1
        elif r < 0.5:
            self.hand.wheel(self.place(), self.random.choice((-1, 1)))
            self.events += 1
        elif r < 0.9:
            self.key()
        else:
            self.control()

    def menu(self):
        actions = [a for a in self.window.menu.actions() if a.isEnabled() and not a.isSeparator()]
        self.random.choice(actions).trigger()
        self.window.menu.close()
        self.window.menu = None

    def key(self):
        skipped = ("theme", "full-screen", "play", "end", "optimum", "about-model", "open-lesson")
        menus = ("File", "Help")  # a dialog would wait for somebody else
        command = self.random.choice(
            [c for c in commands() if c.menu not in menus and c.name not in skipped and c.keys]
        )
        if command.name == "add-class" and self.random.random() < 0.7:
            return
        QTest.keySequence(self.window, QKeySequence(self.random.choice(command.keys)))
        self.events += 1

    def control(self):
        session = self.session
        kind = self.random.randrange(5)
        try:
            if kind == 0:
                learner = Learner.of(self.random.choice(list(plane_catalog())))
                session.edit("change model", session.with_learner(learner))
            elif kind == 1:
                row = self.window.left.form.controls.get(
                    self.random.choice(("lam", "alpha", "C", "smoothing"))
                )
                if row is not None and row.isVisible() and row.isEnabled():
                    low = row.slider.minimum()
                    for _ in range(3):
                        row.slider.setValue(self.random.randint(low, row.slider.maximum()))
                    row.released.emit()
            elif kind == 2:
                session.go(self.random.randrange(400))
            elif kind == 3 and len(session.points) > 400:
                source = Source(self.random.choice(list(DATASETS)), self.random.randrange(5))
                session.edit(
                    "open data",
                    replace(session.settled, points=source.draw(), source=source, timeline=()),
                )
            else:
                self.window.transport.mode.setChecked(False)
        except LinlabError:
            pass
        self.events += 1


def test_that_a_monkey_breaks_nothing_and_everything_can_be_undone_and_redone(
    window, hand, monkeypatch, complaints, qtbot
):
    monkeypatch.setattr(QInputDialog, "getText", lambda *a, **k: ("", False))
    QGuiApplication.clipboard().setText("0.5\t1\tA\n")
    session = window.session
    start = session.settled
    monkey = Monkey(window, hand, seed=7)
    rounds = 0
    while monkey.events < EVENTS:
        monkey.act()
        rounds += 1
        if rounds % 40 == 0:
            window.plane.viewport().repaint()
        if len(session.points) > 600:
            session.edit("fewer", session.with_points(session.points.take(np.arange(40))))
    hand.key(Qt.Key.Key_Escape)
    session.drop_preview()
    end = session.settled
    path = [(session.undo_stack.undo_name, end)]
    while session.undo_stack.undo_name:
        session.undo()
        path.append((session.undo_stack.undo_name, session.settled))
    assert len(path) > EVENTS / 20
    assert session.settled == start
    for name, document in reversed(path[:-1]):
        session.redo()
        assert session.undo_stack.undo_name == name
        assert session.settled == document
    assert session.undo_stack.redo_name == ""
    assert session.settled == end
    assert complaints == []
    assert not window.player.playing


def test_that_points_without_a_class_are_called_unlabelled_everywhere(window, hand, qtbot):
    window.resize(1440, 800)  # where there is room for the word
    qtbot.wait(1)
    hand.key(Qt.Key.Key_0)
    button = window.bar.unlabelled
    assert (button.text(), button.key, button.isChecked()) == ("Unlabelled", "0", True)
    assert window.doing.text().startswith("Click to add an unlabelled point")
    hand.key(Qt.Key.Key_B)
    assert "spray unlabelled points" in window.doing.text()
