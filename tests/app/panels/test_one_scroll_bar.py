"""The right column of Full has at most one vertical scroll bar: that of this step, or its own."""

import pytest

from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner


def bars(panel):
    """The areas that scroll, of the column and of this step."""
    areas = panel.area, panel.step.scrolled
    return [area for area in areas if area.verticalScrollBar().maximum() > 0]


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
@pytest.mark.parametrize("view", ["curves", "losses"])
def test_that_one_bar_is_enough_with_what_it_means_open(window, qtbot, size, view):
    window.resize(*size)
    session, right = window.session, window.right
    source = Source("moons", 0)
    right.views.tabs.set_current(view)
    right.meaning.fold(False)
    for learner in (
        Learner.of("svm", space="rbf"),
        Learner.of("naive-bayes"),
        Learner.of("gaussian-naive-bayes"),
    ):
        session.open(Document(source.draw(), (learner,), source=source))
        for t in (1, 40, 400):
            session.go(t)
            qtbot.waitUntil(lambda: not session.replay.catching_up)
            qtbot.waitUntil(lambda: right.meaning.meaning.t == session.t)
            qtbot.waitUntil(lambda: len(bars(right)) <= 1)
            qtbot.wait(40)  # and it stays so
            assert right.meaning.isVisible() and len(bars(right)) <= 1, learner
