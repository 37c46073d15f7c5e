"""While a run plays, every part of the window shows the same step in every painted frame."""

import re
from dataclasses import dataclass, field

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt

from linlab import Learner, Trace
from linlab.app.controls.accessibility import announcer
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.ground.numerals import grouped, percent, steady
from linlab.engine.words.explain import explain

LEARNERS = {
    "perceptron": Learner.of("perceptron"),
    "svm-rbf": Learner.of("svm", space="rbf"),
}
FRAMES = 12  # painted frames to look at


def number_in(pattern, text):
    found = re.search(pattern, text)
    return int(re.sub(r"\D", "", found[1])) if found else None


def labels(picture):
    return "\n".join(getattr(item, "text", "") for p in picture.panels for item in p.items)


@dataclass
class Parts:
    """What each part of the window says now."""

    window: object
    trace: Trace  # trained by itself, from the same document
    mouse: tuple[float, float]
    failures: list = field(default_factory=list)

    def look(self):
        """Compare every part with the run at the step that the caption names; return that step."""
        window, session = self.window, self.window.session
        coming = session.run.coming is not None
        shown = number_in(r"step (.+?)(?: ·| comes|$)", window.transport.words)
        t = shown - 1 if coming else shown  # the state; `shown` is the step that is explained
        if t == 0:
            return 0
        right, plane = window.right, window.plane
        step, sample, model = self.trace.step(shown), self.trace.sample(t), self.trace.model(t)
        heading = f"STEP {grouped(shown)}" + (" · NEXT" if coming else "")
        sentence = explain(step, self.trace.problem(shown - 1).learner)
        score = float(np.ravel(model.scores([self.mouse]))[0])
        self._same("scrubber", window.transport.scrubber.t, t)
        self._same("this step", right.step.value.text(), heading)
        self._same("sentence", right.step.text.text().startswith(sentence), True)
        self._same("status bar", f"score {steady(score)}" in window.place.text(), True)
        self._same("plane, step", plane.scene_now().step.t, shown)
        if not coming:
            self._same("plane, boundary", self._is_boundary_of(model), True)
        if right.numbers.isVisible():
            self._same("numbers", right.numbers.value.text(), f"STEP {grouped(t)}")
            wrong = right.numbers.shown["train-error"].text()
            self._same("training error", wrong, percent(sample.train_error))
            self._same("cursor of the curves", right.curves.plot._here, t)
        if right.listing.isVisible():
            listed = number_in(r"(?m)^#(\d+)$", labels(right.listing.picture))
            self._same("listing", listed, step.example + 1)
            many = len(self.trace.problem(t).y)
            wrong = f"{round(sample.train_error * many)} of {many}"
            self._same("wrong now", right.wrong.now.text(), wrong)
            self._same("cursor of the error", right.wrong.plot._here, t)
        meaning = right.meaning
        if meaning.isVisible():
            said = number_in(r"(?:in )?([^;a-z]+) steps? so far", meaning.quiet.text())
            if said is not None:
                self._same("what it means", said, t)
            self._same("step of what it means", meaning.meaning.t, t)
            self._same("what it means is in time", meaning.value.text(), "")
        return shown

    def _is_boundary_of(self, model):
        """Whether the drawn line is where the model's score is 0."""
        picture = self.window.plane.picture
        lines = [item for item in picture.panels[0].items if item.name == "boundary"]
        paths = [path for item in lines for path in item.lines if len(path)]
        if not paths:
            return True  # out of view, or not yet there
        at_line = np.abs(model.scores(np.concatenate(paths))).max()
        elsewhere = np.abs(model.scores(self.window.session.points.x)).max()
        return bool(at_line < 0.02 * elsewhere)

    def _same(self, part, seen, expected):
        if seen != expected:
            self.failures.append((part, seen, expected, self.window.transport.words))


class Frames(QObject):
    """Calls a function before each frame of a window is painted."""

    def __init__(self, window, look):
        super().__init__(window)
        self._look = look
        window.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.UpdateRequest:
            self._look()
        return False


@pytest.mark.parametrize("speed", [2.0, 20.0, 300.0, 20_000.0])
@pytest.mark.parametrize("mode", [SIMPLE, FULL])
@pytest.mark.parametrize("name", LEARNERS)
def test_that_every_part_shows_the_same_step_in_every_frame(window, hand, qtbot, name, mode, speed):
    session = window.session
    window.modes.choose(mode)
    points = session.points
    mixed = points.relabel(int(points.ids[0]), 1 - int(points.label[0]))  # so that it has no end
    session.edit("relabel", session.with_points(mixed))
    session.edit("model", session.with_learner(LEARNERS[name]))
    session.go(3)
    if mode == FULL:
        window.right.meaning.open_in_full(True)
    place = hand.free()
    hand.move(place, Qt.MouseButton.NoButton)
    at = window.plane.to_plane(window.plane.hand.cursor)
    parts = Parts(window, Trace(session.document), at)
    qtbot.waitUntil(lambda: "STEP 3" in window.right.step.value.text())
    window.player.speed = speed
    steps = []
    frames = Frames(window, lambda: steps.append(parts.look()) if window.player.playing else None)
    window.player.play()
    wanted = 2 if speed < 5 else FRAMES
    qtbot.waitUntil(lambda: len(set(steps)) > wanted or not window.player.playing)
    window.player.pause()
    window.removeEventFilter(frames)
    assert parts.failures == []
    assert len(set(steps)) > min(wanted, 3)


def test_that_the_check_sees_a_part_that_lags_behind(window, hand, qtbot):
    session = window.session
    session.go(3)
    place = hand.free()
    hand.move(place, Qt.MouseButton.NoButton)
    parts = Parts(window, Trace(session.document), window.plane.to_plane(window.plane.hand.cursor))
    qtbot.waitUntil(lambda: "STEP 3" in window.right.step.value.text())
    parts.look()
    assert parts.failures == []
    session.read.disconnect(window.right.step.refresh)
    session.go(4)
    parts.look()
    assert {part for part, *_ in parts.failures} >= {"this step", "sentence"}


def test_that_an_announcement_names_the_step_that_was_made(window, qtbot, monkeypatch):
    session, heard = window.session, []
    monkeypatch.setattr(announcer.QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(announcer, "BETWEEN_SENTENCES_MS", 100)
    monkeypatch.setattr(
        announcer.screen_reader, "announce", lambda widget, words: heard.append((session.t, words))
    )
    window.player.speed = 4.0
    window.player.play()
    qtbot.waitUntil(lambda: len(heard) >= 3)
    window.player.pause()
    assert all(words.startswith(f"Step {t}.") for t, words in heard)
