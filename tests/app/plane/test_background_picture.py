"""A picture and numbers that take longer than a frame: what is shown meanwhile, and that in the end
all is as it would be."""

import threading

import numpy as np
import pytest

from linlab.app.plane import background_picture
from linlab.app.session import run
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.plane_panel import ModelAnswers
from linlab.engine.picture.shapes import Label
from linlab.engine.train import trace

POINTS = make_points("overlapping-blobs", n=80, noise=1.2, seed=2)
LEARNERS = {
    "voted": Learner.of("voted-perceptron"),
    "kernel": Learner.of("svm", space="rbf"),
    "plain": Learner.of("logistic"),
}


@pytest.fixture
def gate():
    made = threading.Event()
    yield made
    made.set()


def words(plane):
    return [
        item.text
        for item in plane.panel.items
        if isinstance(item, Label) and "update" not in item.text[:1]
    ]


def drawn(panel):
    """All numbers of a panel, by the name of what they draw."""
    out = []
    for item in panel.items:
        for name in ("winner", "strength", "lines", "x"):
            if hasattr(item, name):
                value = getattr(item, name)
                arrays = value if isinstance(value, tuple | list) else [value]
                out.append((type(item).__name__, name, [np.asarray(a).tolist() for a in arrays]))
    return out


@pytest.mark.parametrize("name", LEARNERS)
def test_that_a_picture_asked_for_in_the_background_is_the_one_drawn_at_once(
    window, qtbot, monkeypatch, name
):
    window.plane.drawing.rest.setInterval(10**8)  # nothing is drawn more finely meanwhile
    window.session.open(Document(POINTS, (LEARNERS[name],)))
    window.session.go(300)
    expected = window.plane.panel
    monkeypatch.setattr(background_picture, "FRAME", 0)
    window.plane.refresh()
    qtbot.waitUntil(
        lambda: window.plane.panel is not None and not window.plane.late, timeout=20_000
    )
    assert drawn(window.plane.panel) == drawn(expected)
    assert [entry.text for entry in window.plane.panel.legend] == [
        entry.text for entry in expected.legend
    ]


def test_that_the_points_do_not_wait_and_the_corner_says_so(window, qtbot, monkeypatch, gate):
    session, plane = window.session, window.plane
    session.open(Document(POINTS, (LEARNERS["voted"],)))
    session.go(300)
    monkeypatch.setattr(background_picture, "FRAME", 0)
    plain = ModelAnswers.of
    monkeypatch.setattr(ModelAnswers, "of", lambda *given: gate.wait() and plain(*given))
    plane.refresh()
    assert plane.panel.named("points") and not plane.panel.named("regions") and plane.late
    assert any(background_picture.COMPUTING in text for text in words(plane))
    gate.set()
    qtbot.waitUntil(lambda: plane.panel is not None and not plane.late, timeout=20_000)
    assert plane.panel.named("regions") and not any(
        background_picture.COMPUTING in text for text in words(plane)
    )
    gate.clear()
    session.go(310)
    assert plane.panel.named("regions")  # the last answer stays
    assert any(text.startswith("as of step 300 · ") for text in words(plane))
    gate.set()
    qtbot.waitUntil(lambda: plane.panel is not None and not plane.late, timeout=20_000)


def test_that_numbers_say_of_which_update_they_are_until_the_others_are_there(
    window, qtbot, monkeypatch, gate
):
    session, card = window.session, window.findChild(object, "numbers-card")
    session.open(Document(POINTS, (LEARNERS["voted"],)))
    monkeypatch.setattr(run, "FRAME", 0)
    plain = trace.sample
    monkeypatch.setattr(trace, "sample", lambda *given: gate.wait() and plain(*given))
    session.go(300)
    card.refresh()
    assert session.run.sample(300) is None
    gate.set()
    qtbot.waitUntil(lambda: card.value.text().startswith("STEP "), timeout=20_000)
    assert card.shown["mistakes"].text() == str(session.trace.sample(300).mistakes)
    gate.clear()
    session.go(310)
    card.refresh()
    assert card.value.text().startswith("AS OF STEP 300")
    gate.set()
    qtbot.waitUntil(lambda: card.value.text().startswith("STEP "), timeout=20_000)
    assert card.shown["mistakes"].text() == str(session.trace.sample(310).mistakes)


def test_that_a_picture_stays_while_a_finer_one_is_on_its_way(window, qtbot, monkeypatch, gate):
    session, plane = window.session, window.plane
    session.open(Document(POINTS, (LEARNERS["kernel"],)))
    session.go(300)
    coarse = drawn(plane.panel)
    monkeypatch.setattr(
        background_picture, "FRAME", plane.scene_now().effort
    )  # there is no time for more than this
    at_once = ModelAnswers.of

    def slowly(scene, shown):
        if scene.cell < background_picture.CELL:
            gate.wait(60)
        return at_once(scene, shown)

    monkeypatch.setattr(ModelAnswers, "of", slowly)
    plane.drawing.refine()
    assert plane.late is False and drawn(plane.panel) == coarse
    assert plane.late and not [text for text in words(plane) if "computed" in text]
    gate.set()
    qtbot.waitUntil(lambda: drawn(plane.panel) != coarse and not plane.late, timeout=20_000)
