"""What a newcomer stumbles over in Simple: each thing is said where it happens."""

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QHelpEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWidget

from linlab.app.controls.linked.terms import symbol_in_words
from linlab.app.panels.play_button import SIGNS
from linlab.app.panels.transport import PLAYED_AGAIN
from linlab.engine.document.first import first_document
from linlab.engine.ground.numerals import number
from linlab.engine.views.linking import symbol_at

LEFT = Qt.MouseButton.LeftButton


def of_class(session, label):
    """The id of a point of this class that stands apart from all others."""
    points = session.points
    away = np.linalg.norm(points.x[:, None] - points.x[None], axis=2)
    np.fill_diagonal(away, np.inf)
    apart = np.where(points.label == label, away.min(axis=1), -np.inf)
    return int(points.ids[int(apart.argmax())])


def nudge(place, by=0.4):
    return (place[0] + by, place[1] + by)


def test_that_a_change_says_that_the_run_was_played_again_until_it_goes_on(simple, hand, qtbot):
    session, caption = simple.session, simple.transport
    place = hand.point(of_class(session, 0))
    hand.drag(place, nudge(place))
    assert PLAYED_AGAIN not in caption.words  # at step 0 there is nothing to play again
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    for _ in range(7):
        hand.key(Qt.Key.Key_Right)
    assert PLAYED_AGAIN not in caption.words
    hand.press(place)
    hand.move(nudge(place))
    qtbot.waitUntil(lambda: PLAYED_AGAIN in caption.words)  # while it is dragged
    hand.release(nudge(place))
    assert f"step 7 · {PLAYED_AGAIN}" in caption.words
    hand.key(Qt.Key.Key_Right)
    assert PLAYED_AGAIN not in caption.words
    QTest.mouseClick(simple.left.model.boundary.shapes.buttons["curve"], LEFT)
    assert session.learner["space"] == "rbf" and f"step 8 · {PLAYED_AGAIN}" in caption.words
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert PLAYED_AGAIN not in caption.words
    QTest.mouseClick(simple.left.data.thumbnails["moons"], LEFT)  # another run, at step 0
    assert session.t == 0 and PLAYED_AGAIN not in caption.words


def test_that_a_change_that_counts_from_here_plays_nothing_again(simple, hand):
    session = simple.session
    session.go(7)
    session.continuing = True
    place = hand.point(of_class(session, 1))
    hand.drag(place, nudge(place))
    assert session.settled.timeline and PLAYED_AGAIN not in simple.transport.words


def test_that_a_click_on_a_point_of_another_class_is_announced_said_and_undone(simple, hand):
    session, status, plane = simple.session, simple.doing, simple.plane
    hand.key(Qt.Key.Key_1)  # the class A
    own, other = of_class(session, 0), of_class(session, 1)
    hand.move(hand.free(), button=Qt.MouseButton.NoButton)
    assert status.text().startswith("Click to add a point of A")
    hand.move(hand.point(own), button=Qt.MouseButton.NoButton)
    assert status.text().startswith("Drag to move this point")
    assert plane.viewport().toolTip() == ""
    hand.move(hand.point(other), button=Qt.MouseButton.NoButton)
    assert status.text().startswith("Click to put this point into A · drag to move it")
    assert plane.viewport().toolTip() == "A click puts this point into class A. Drag to move it."
    before = session.points
    hand.click(hand.point(other))
    assert session.points.label[session.points.index(other)] == 0
    banner = simple.banner
    assert banner.isVisible() and banner.text() == "This point is now in class A."
    assert banner.button.isVisible() and banner.button.text() == "Undo"
    assert banner.geometry().contains(banner.button.geometry())
    QTest.mouseClick(banner.button, LEFT)
    assert session.points == before and not banner.isVisible() and not banner.button.isVisible()


def test_that_blobs_clicked_again_are_the_first_example_and_edits_can_be_had_back(simple, hand):
    session = simple.session
    place = hand.free()
    hand.click(place)
    edited = session.points
    assert len(edited) == 61
    QTest.mouseClick(simple.left.data.thumbnails["blobs"], LEFT)
    assert session.points == first_document().points and session.document.source.seed == 7506
    banner = simple.banner
    assert banner.isVisible() and "replaced your changes" in banner.text()
    QTest.mouseClick(banner.button, LEFT)
    assert session.points == edited
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(simple.left.data.thumbnails["moons"], LEFT)
    assert not banner.button.isVisible()  # nothing was lost
    QTest.mouseClick(simple.left.data.thumbnails["blobs"], LEFT)
    assert session.points == first_document().points
    QApplication.sendPostedEvents()


def hover(widget, place):
    """Rest with the mouse at a place of a widget, and read the tooltip."""
    QTest.mouseMove(widget, place)
    QToolTip.hideText()
    event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    return QToolTip.text()


def find_word(text, word):
    """A place within a word of the step's sentence."""
    for y in range(2, text.height(), 4):
        for x in range(2, text.width(), 4):
            if text.tip_at(QPointF(x, y)).startswith(word):
                return QPoint(x, y)
    raise AssertionError(f"“{word}” is nowhere")


def test_that_words_and_symbols_are_defined_where_they_stand(simple, qtbot):
    from linlab.lessons.glossary.table import GLOSSARY

    simple.session.go(3)
    text = simple.right.step.text
    assert "margin" in text.text()
    tip = hover(text, find_word(text, "Margin"))
    assert tip[8:].lower() == GLOSSARY["margin"].means.lower()
    assert text.tip_at(QPointF(1, text.height() - 1)) == ""  # no word is there
    caption = simple.transport.caption
    QApplication.sendEvent(caption, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    assert caption.toolTip().startswith(caption.words)
    assert "Epoch: once through all training examples." in caption.toolTip()
    titles = {each.text(): each.toolTip() for each in simple.right.wrong.findChildren(QLabel)}
    assert "of the points you see" in titles["wrong now"]
    qtbot.waitUntil(lambda: "…" not in simple.right.wrong.fresh.text())
    titles = {each.text(): each.toolTip() for each in simple.right.wrong.findChildren(QLabel)}
    assert "10 000 fresh points" in titles["wrong on new points"]
    assert "HOW MANY ARE WRONG" in titles


def test_that_the_symbols_of_a_curve_are_explained_and_alpha_has_its_value(simple, qtbot):
    simple.session.go(3)
    simple.session.edit("α", simple.session.with_learner(simple.session.learner.replace(alpha=0.3)))
    QTest.mouseClick(simple.left.model.boundary.shapes.buttons["curve"], LEFT)
    listing = simple.right.listing
    qtbot.waitUntil(lambda: "α = 0.3" in "".join(texts_of(listing.picture)))
    assert "dial-alpha" not in {
        each.objectName() for each in simple.left.findChildren(QWidget) if each.isVisible()
    }
    session = simple.session
    viewport = listing.viewport()
    places = ((x, y) for y in range(0, listing.height(), 3) for x in range(0, listing.width(), 3))
    QTest.mouseMove(
        viewport, QPoint(*next(p for p in places if symbol_at(listing.picture, *p) == "k"))
    )
    assert listing.toolTip().startswith("k(x, x′): how similar two points are")
    assert "how similar two points are: RBF kernel" in symbol_in_words(session, "k")
    assert "coefficients of the examples" in symbol_in_words(session, "a")
    assert symbol_in_words(session, "s").endswith(f"Now {number(session.run.step.score[0])}.")
    assert "#" in symbol_in_words(session, "i") and symbol_in_words(session, "") == ""
    simple.show_symbols()
    words = simple.symbols.terms.text()
    for word in ("Epoch: ", "Score: ", "Margin: ", "Wrong on new points: ", "RBF kernel: "):
        assert word in words
    simple.show_symbols()


def texts_of(picture):
    return [getattr(item, "text", "") for panel in picture.panels for item in panel.items]


def test_that_one_step_does_not_look_like_the_end():
    step, end = (
        [kind for kind, _ in sorted(SIGNS[name], key=lambda each: each[1])]
        for name in ("step", "end")
    )
    assert end[-1] == "bar" and step == ["bar", "right"]


def test_that_the_score_in_the_status_bar_is_explained_where_the_mouse_can_reach_it(
    simple, hand, qtbot
):
    session, plane, place = simple.session, simple.plane, simple.place
    session.go(40)
    x1, x2 = session.points.x[0]
    hand.move((x1, x2), Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: "score" in place.text())
    weights, bias = session.run.moment.model.parts()
    score = float(np.ravel(weights) @ (x1, x2) + np.ravel(bias)[0])
    assert f"answer {'B' if score > 0 else 'A'}   score" in place.text()
    QApplication.sendEvent(plane, QEvent(QEvent.Type.Leave))
    at = QPointF(20, 8)
    QApplication.sendEvent(place, QEnterEvent(at, at, QPointF(place.mapToGlobal(at))))
    assert "score" in place.text()
    assert place.toolTip().startswith("Score: what the model computes")
    session.go(41)
    assert place.text() == ""  # it would be the score of another step


def test_that_the_correct_side_looks_neither_like_a_link_nor_like_a_class(simple, qtbot):
    session, card = simple.session, simple.right.step
    right = next(t for t in range(1, 40) if session.trace.step(t).margin > 0)
    session.go(right)
    qtbot.waitUntil(lambda: "is on the correct side" in card.text.text())
    (mark,) = card.text._paragraphs[0].marks
    assert mark.colour == card.palette().color(QPalette.ColorRole.WindowText).name()
