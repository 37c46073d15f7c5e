"""Nothing is cut off: in a sample of sizes, modes, text sizes and states every visible widget has
the room that its words need, stays within what holds it, and lies on no neighbour.
"""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from linlab.app.panels.form import refusal
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.document.first import first_document
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.document.ready_sets import READY_SETS
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import spaces
from tests.app.window.layout_faults import (
    cut_texts,
    elisions,
    faults,
    lasting_faults,
    name_of,
    sideways,
    visible,
)

SCREENS = {  # width, height and text size in percent
    "1024x700": (1024, 700, 100),
    "1280x800": (1280, 800, 100),
    "1920x1080": (1920, 1080, 100),
    "1280x800 at 150 %": (1280, 800, 150),
    "1440x900 at 150 %": (1440, 900, 150),
    "1440x900 at 200 %": (1440, 900, 200),
}


def drawn(source, *learners):
    return Document(source.draw(), learners, source=source)


def empty():
    return Document(Points.empty(("A", "B")), (Learner.of("perceptron"),))


def several():
    learners = next(each.learners for each in READY_SETS if each.key == "perceptrons")
    return drawn(Source("overlapping-blobs", 3), *learners)


def texts():
    return drawn(Source("reviews", 0), Learner.of("perceptron", space="words"))


def kernel():
    return drawn(Source("moons", 0), Learner.of("svm", space="rbf"))


def four_classes():
    return drawn(Source("blobs", 1, (("classes", 4.0),)), Learner.of("logistic"))


STATES = {  # what is open, and how far it is trained
    "empty": (empty, 0),
    "start": (first_document, 0),
    "step": (first_document, 33),
    "kernel": (kernel, 60),
    "classes": (four_classes, 20),
    "models": (several, 33),
    "texts": (texts, 33),
}


EVERYTHING = ("1024x700", "1280x800 at 150 %")  # screens that are looked at in all states
SOME = ("step", "classes", "texts")  # the states of the others


@pytest.fixture
def window(window):
    yield window
    window.appearance.set_text_size(100)


def arrange(window, screen, mode):
    wide, high, percent = SCREENS[screen]
    window.modes.choose(mode)
    window.appearance.set_text_size(percent)
    window.resize(wide, high)


def settle(window):
    """Until everything is measured and laid out."""
    run = window.session.run
    for _ in range(200):
        QTest.qWait(20)
        if run.trace is None or (run.measured_moment and run.measured_moment.t == run.t):
            break
    QTest.qWait(120)


def show(window, state):
    made, t = STATES[state]
    window.session.open(made())
    window.session.go(t)
    settle(window)


@pytest.mark.parametrize("mode", [SIMPLE, FULL])
@pytest.mark.parametrize("screen", list(SCREENS))
def test_that_nothing_is_cut_off_in_any_state(window, screen, mode):
    arrange(window, screen, mode)
    for state in STATES if screen in EVERYTHING else SOME:
        show(window, state)
        if window.modes.shown != mode:  # several models are shown in Full
            window.modes.choose(mode)
        assert lasting_faults(window) == [], state
        if SCREENS[screen][2] <= 150:
            assert sideways(window) == [], state


@pytest.mark.parametrize("mode", [SIMPLE, FULL])
@pytest.mark.parametrize("screen", ["1024x700", "1440x900 at 150 %"])
def test_that_nothing_is_cut_off_while_it_plays_and_with_a_view_beside_the_plane(
    window, screen, mode
):
    arrange(window, screen, mode)
    settle(window)
    window.player.play()
    QTest.qWait(700)
    assert lasting_faults(window) == []
    window.player.pause()
    for view in ("algorithm", "examples", "sweep"):
        window.put_beside(view)
        settle(window)
        assert lasting_faults(window) == [], view


def test_that_the_view_stands_below_the_plane_where_both_have_no_room_side_by_side(window):
    arrange(window, "1024x700", FULL)
    window.put_beside("algorithm")
    settle(window)
    assert window.beside.geometry().top() > window.plane.geometry().bottom()
    assert abs(window.beside.height() - window.plane.height()) <= 12
    window.resize(1440, 900)
    settle(window)
    assert window.beside.geometry().left() > window.plane.geometry().right()


def spoiled(window):
    """The window with a fault of each kind, and what has to be named for it."""
    left, right = window.left.model, window.right.numbers
    low = QLabel("low words", left)
    low.setGeometry(4, 4, 200, 5)
    yield low, "low words"
    narrow = QLabel("words that need a good deal more", left)
    narrow.setGeometry(4, 4, 40, 20)
    yield narrow, "words that need"
    outside = QPushButton("outside", right)
    outside.setGeometry(right.width() - 20, 10, 90, 30)
    yield outside, "outside"
    above = QPushButton("on top", right)
    above.setGeometry(10, 10, 90, 30)
    yield above, "on top"


def test_that_each_kind_of_fault_is_found(window):
    settle(window)
    assert lasting_faults(window) == []
    for part, words in spoiled(window):
        part.show()
        assert any(words in fault for fault in faults(window)), words
        part.hide()
    assert lasting_faults(window) == []
    window.transport.caption.say("step " + "1 · " * 200)
    assert any("shown as" in fault for fault in faults(window))


def test_that_a_column_that_is_too_narrow_is_found(window):
    settle(window)
    window.left.setMinimumWidth(0)
    window.column.setMinimumWidth(0)
    window.left.setMaximumWidth(150)
    settle(window)
    assert any("left" in fault or "is beyond" in fault for fault in faults(window))


def test_that_a_tab_without_room_is_found(window):
    settle(window)
    tab = window.right.views.tabs.buttons["curves"]
    tab.resize(12, tab.height())
    assert any(name_of(tab) in fault for fault in cut_texts(visible(window)))


def test_that_a_heading_says_what_it_has_room_for(window):
    session = window.session
    arrange(window, "1280x800", FULL)
    session.edit("vote", session.with_learner(Learner.of("voted-perceptron")))
    session.go(43)
    settle(window)
    value = window.right.numbers.value
    assert lasting_faults(window) == []
    assert value.text() == "STEP 43 · VOTE" and "Step 43 · vote of all weights" in value.toolTip()
    window.resize(1920, 1080)
    settle(window)
    session.go(44)
    settle(window)
    assert value.text() == "STEP 44 · VOTE OF ALL WEIGHTS" and not value.toolTip()


@pytest.mark.parametrize("screen", ["1024x700", "1280x800", "1440x900 at 150 %"])
def test_that_the_tab_of_any_space_has_room_for_its_title_and_its_tooltip_says_it_whole(
    window, screen
):
    session = window.session
    arrange(window, screen, FULL)
    for name, space in spaces().items():
        learner = Learner.of("svm", space=name)
        if space.of_texts or refusal(learner, "space", name):
            continue
        session.edit("space", session.with_learner(learner))
        settle(window)
        families = window.left.model.families
        with elisions() as cut:
            families.grab()
        assert not cut, name
        tab = families.buttons[families.current]
        assert families.current != "more" or tab.toolTip().startswith(space.title)
