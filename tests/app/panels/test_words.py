"""Words in the window: typed by keys, answered at once, lists edited and undone, and nothing there
where it does not apply."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from linlab.app.controls.text_row import TextRow
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pane(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    source = Source("sentiment")
    document = Document(source.draw(), (Learner.of("svm"),), source=source)
    window.session.open(document)
    window.session.go(120)
    QTest.mouseClick(window.right.views.tabs.buttons["words"], LEFT)
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.canvas.view.name == "words" and bool(pane.canvas.picture.panels))
    return pane


def row(pane, name):
    return pane.findChild(QWidget, f"view-{name}")


def star(pane):
    """Where the sentence is, in the plane of the window; in the view itself, if there is room for a
    plane, it is there too."""
    (place,) = [
        item.places[0].tolist()
        for item in pane.session.overlay.items_in(None)
        if item.name == "sentence"
    ]
    own = [
        mark.places[0].tolist()
        for panel in pane.canvas.picture.panels
        for mark in panel.named("sentence")
    ]
    assert own in ([], [place])
    return place


def write(box, text):
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)


def test_that_a_typed_sentence_is_read_letter_by_letter_and_no_letter_is_a_command(
    window, pane, qtbot
):
    tool, t = window.plane.tool.name, window.session.t
    box = row(pane, "text").box
    assert (
        isinstance(row(pane, "text"), TextRow)
        and box.text() == "The movie was not as good as I expected."
    )
    write(box, "good bad bed velvet wonderful ")
    qtbot.waitUntil(lambda: star(pane) == [2.0, 1.0])
    assert (window.plane.tool.name, window.session.t) == (tool, t) and not window.player.playing
    QTest.keyClicks(box, "great")
    qtbot.waitUntil(lambda: star(pane) == [3.0, 1.0])
    assert (
        window.session.undo_stack.undo_name == ""
        or "words" not in window.session.undo_stack.undo_name
    )  # to look is not to change


def test_that_the_point_lands_in_the_plane_with_the_answer_while_the_view_is_seen(
    window, pane, qtbot
):
    write(row(pane, "text").box, "bad bad good")
    qtbot.waitUntil(lambda: star(pane) == [1.0, 2.0])
    (mark,) = window.plane.panel.named("sentence")
    assert mark.places.tolist() == [[1.0, 2.0]]
    score = window.session.run.model.scores([(1.0, 2.0)])[0, 0]
    answer = window.session.points.classes[int(score > 0)]
    assert [item.text for item in window.plane.panel.named("answer")] == [answer]
    QTest.mouseClick(window.right.views.tabs.buttons["errors"], LEFT)
    qtbot.waitUntil(lambda: not window.plane.panel.named("sentence"))
    QTest.mouseClick(window.right.views.tabs.buttons["words"], LEFT)
    qtbot.waitUntil(lambda: bool(window.plane.panel.named("sentence")))
    QTest.mouseClick(window.right.views.tabs.buttons["curves"], LEFT)
    qtbot.waitUntil(lambda: not window.plane.panel.named("sentence"))


def test_that_negation_moves_the_reviews_and_is_one_step_of_undo(window, pane, qtbot):
    session = window.session
    before, k = (
        session.points.x.copy(),
        next(k for k, t in enumerate(session.points.texts) if t.startswith("Not good, not")),
    )
    combo = row(pane, "negation").combo
    combo.showPopup()
    view = combo.view()
    view.setCurrentIndex(combo.model().index(combo.findData("on"), 0))
    QTest.keyClick(view, Key.Key_Return)
    qtbot.waitUntil(lambda: (session.points.x[k] - before[k]).tolist() == [-3.0, 3.0])
    assert (
        session.undo_stack.undo_name == "count negation" and session.document.source.words.negation
    )
    assert session.t == 120  # the run is trained anew to where it was
    qtbot.waitUntil(lambda: star(pane) == [0.0, 1.0])  # of “not as good”
    window.activateWindow()
    window.plane.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_Z, CTRL)
    assert (session.points.x == before).all() and session.document.source.words is None
    qtbot.waitUntil(lambda: combo.currentData() == "off")


def test_that_a_list_is_edited_with_return_and_a_wrong_one_is_refused_in_words(window, pane, qtbot):
    session, box = window.session, row(pane, "good").box
    assert box.text().startswith("amazing, beautiful")
    write(box, "film, soup")
    assert session.document.source.words is None  # not before Return
    QTest.keyClick(box, Key.Key_Return)
    assert (
        session.document.source.words.good == ("film", "soup")
        and session.undo_stack.undo_name == "change the good words"
    )
    assert session.points.x[:, 0].sum() == sum(
        t.lower().count("film") + t.lower().count("soup") for t in session.points.texts
    )
    with qtbot.waitSignal(session.said) as said:
        write(box, "film, dull")
        QTest.keyClick(box, Key.Key_Return)
    assert "“dull” is in both lists" in said.args[0] and session.document.source.words.good == (
        "film",
        "soup",
    )
    qtbot.waitUntil(lambda: box.text() == "film, soup")
    session.undo()
    qtbot.waitUntil(lambda: box.text().startswith("amazing"))


def test_that_escape_takes_back_what_was_typed_into_a_list(pane, window):
    box = row(pane, "bad").box
    before = box.text()
    write(box, "nonsense")
    QTest.keyClick(box, Key.Key_Escape)
    assert box.text() == before and window.session.document.source.words is None


def test_that_drawing_the_reviews_again_keeps_the_words_and_another_data_set_has_none(
    window, pane, qtbot
):
    session = window.session
    pane.choose("negation", "on")
    drawn = session.points.x.copy()
    window.left.data.sliders["jitter"].box.setFocus()
    write(window.left.data.sliders["jitter"].box, "0.2")
    QTest.keyClick(window.left.data.sliders["jitter"].box, Key.Key_Return)
    assert session.document.source.words.negation and 0 < abs(session.points.x - drawn).max() <= 0.2
    window.left.data.choose("moons")
    assert session.document.source.words is None
    qtbot.waitUntil(
        lambda: (
            not pane.canvas.picture.panels
            and "Sentiment" in " ".join(n.text for n in pane.canvas.picture.notes)
        )
    )
    assert not row(pane, "text").isVisible() and not row(pane, "good").isVisible()
    negation = row(pane, "negation")
    assert negation is None or not negation.isVisible()


def test_that_the_words_are_saved_and_opened(window, pane, tmp_path):
    pane.choose("good", "film")
    write(row(pane, "text").box, "<b>good</b> " + 80 * "x, ")
    assert len(row(pane, "text").box.text()) == 252
    replace(window.session.document, look=window.looking.now()).save(tmp_path / "r.linlab")
    again = Document.load(tmp_path / "r.linlab")
    assert again.source.words.good == ("film",) and again == window.session.document
    assert ("words", "text", row(pane, "text").box.text()) in again.look.options
