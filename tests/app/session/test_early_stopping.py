"""Early stopping in the window: play stops where the patience ends, a flag stands there, and the
control is undone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

import linlab
from linlab import Document, Learner, Trace
from linlab.app.session import player as clock
from linlab.app.session.player import FASTEST
from linlab.engine.train.early_stopping import DevWatch

POINTS = linlab.make_points("overlapping-blobs", n=90, seed=4)


def document(patience, model="svm", **settings):
    return Document(POINTS, (Learner.of(model, early=patience, **settings),), 2, (60.0, 40.0, 0.0))


def flag_of(document):
    watch = DevWatch(Trace(document))
    watch.check_up_to(10**6)
    return watch.stop, watch.why


def played(window, qtbot):
    window.player.play()
    qtbot.waitUntil(lambda: not window.player.playing, timeout=20_000)
    return window.session.t, window.player.note


@pytest.mark.parametrize("slice", [1e-9, 0.012])
@pytest.mark.parametrize("speed", [2000.0, FASTEST])
def test_that_play_stops_where_the_patience_ends_however_fast_and_says_why(
    window, qtbot, monkeypatch, slice, speed
):
    monkeypatch.setattr(clock, "SLICE", slice)
    window.player.speed = speed
    window.session.open(document(3))
    stop, why = flag_of(document(3))
    assert played(window, qtbot) == (stop, why)
    assert why in window.transport.words and why[1:] in window.banner.text()
    assert window.transport.scrubber.flag == (stop, why)
    window.player.play()  # it goes on until it is paused
    qtbot.waitUntil(lambda: window.session.t > stop + 200)
    window.player.pause()
    window.session.go(stop - 30)
    assert played(window, qtbot) == (stop, why)


def test_that_running_until_converged_stops_there_too_from_wherever(window, qtbot):
    window.session.open(document(3))
    stop, why = flag_of(document(3))
    for t in (0, stop - 10, stop + 300):
        window.session.go(t)
        window.player.play(converging=True)
        qtbot.waitUntil(lambda: not window.player.playing, timeout=20_000)
        beyond = t > stop  # then it stays, and says where that was
        expected = (t, f"{why}, at step {stop}") if beyond else (stop, why)
        assert (window.session.t, window.player.note) == expected


def test_that_a_flag_stands_where_a_run_that_was_seen_would_have_stopped(window, qtbot):
    stop, why = flag_of(document(3))
    window.session.open(document(3))
    window.session.go(stop - 1)
    scrubber = window.transport.scrubber
    qtbot.waitUntil(lambda: not window.player.early._timer.isActive())
    assert scrubber.flag is None
    window.session.go(stop + 100)  # by hand: nothing holds one up
    qtbot.waitUntil(lambda: scrubber.flag == (stop, why))
    assert window.session.t == stop + 100
    assert why in scrubber.words_at(scrubber.x_of(stop)) and why not in scrubber.words_at(
        scrubber.x_of(stop) + 30
    )
    picture = scrubber.grab().toImage()
    place = QPoint(round(scrubber.x_of(stop)), scrubber.height() // 2 - 8)
    assert (
        picture.pixelColor(place * picture.devicePixelRatio()).name() == scrubber.theme.dev.lower()
    )
    assert not window.player.early._timer.isActive()


def test_that_the_control_is_in_the_form_with_dev_points_and_undone_as_one_step(window, qtbot):
    session, form = window.session, window.left.form
    session.open(Document(POINTS, (Learner.of("svm"),), 2))
    assert "early" not in form.controls
    session.open(document(0))
    row = form.controls["early"]
    assert not row.isHidden() and row.isEnabled() and "off" in row.note.text()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.mouseDClick(row.box, Qt.MouseButton.LeftButton)
    QTest.keyClicks(row.box, "3")
    QTest.keyClick(row.box, Qt.Key.Key_Return)
    assert session.learner["early"] == 3 and session.undo_stack.undo_name == "change patience"
    assert "if more are wrong on dev" in row.note.text()
    session.go(2000)
    stop, why = flag_of(session.document)
    qtbot.waitUntil(lambda: window.transport.scrubber.flag == (stop, why))
    session.undo()
    assert session.learner["early"] == 0 and window.transport.scrubber.flag is None
    session.redo()
    qtbot.waitUntil(lambda: window.transport.scrubber.flag == (stop, why))


def test_that_a_perceptron_that_is_done_before_its_patience_ends_says_so(window, qtbot):
    easy = Document(
        linlab.make_points("blobs", n=60, seed=0),
        (Learner.of("perceptron", early=50),),
        0,
        (60.0, 40.0, 0.0),
    )
    window.player.speed = FASTEST
    window.session.open(easy)
    assert "without a mistake" in played(window, qtbot)[1]
