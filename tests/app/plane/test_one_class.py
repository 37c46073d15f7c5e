"""Points of a single class: what the hint advises works, and one gesture is one step of undo."""

import pytest
from PySide6.QtCore import Qt

from linlab import Document, Learner, Points
from tests.app.hand import RIGHT


@pytest.fixture
def alone(window, tmp_path):
    """A window on a file with one class."""
    file = tmp_path / "one.csv"
    file.write_text("0,0,A\n1,1,A\n2,0,A\n")
    assert window.files.open(file)
    window.plane.fit()
    return window


def test_that_the_hint_says_how_there_will_be_a_second_class(alone):
    text = alone.plane.hint.text()
    assert "Only the class “A” occurs" in text
    assert "right click adds a point of a new class" in text
    assert "“+ Class” (Ctrl+Shift+N)" in text
    assert "keys" not in text


def test_that_a_right_click_adds_a_point_of_a_second_class_as_one_step_of_undo(alone, hand):
    session, said = alone.session, []
    session.said.connect(said.append)
    before, place = session.settled, hand.free()
    hand.click(place, RIGHT)
    assert session.points.classes == ("A", "B")
    assert session.points.label.tolist() == [0, 0, 0, 1]
    assert session.points.x[-1] == pytest.approx(place)
    assert said == ["Class B is new."]
    assert not alone.plane.hint.isVisible()
    session.undo()
    assert session.settled == before
    assert not session.undo_stack.undo_name


def test_that_the_new_class_has_a_name_of_its_own(alone, hand):
    alone.session.open(Document(Points.of([(0, 0)], ["B"]), (Learner.of("svm"),)))
    alone.plane.fit()
    hand.click(hand.free(), RIGHT)
    assert alone.session.points.classes == ("B", "A")
    assert alone.session.points.label.tolist() == [0, 1]


def test_that_without_any_class_two_right_clicks_make_two(alone, hand):
    alone.session.open(Document(Points.of([(0, 0)], [None]), (Learner.of("svm"),)))
    alone.plane.fit()
    assert "right click adds a point of a new class" in alone.plane.hint.text()
    for _ in range(2):
        hand.click(hand.free(), RIGHT)
    assert alone.session.points.classes == ("A", "B")
    assert alone.session.points.label.tolist() == [-1, 0, 1]
    assert alone.session.run.model is not None


def test_that_the_class_of_the_button_is_taken_and_clicked(alone, hand):
    alone.editing.add_class()
    assert "Pick another class (keys 1 to 2) and click." in alone.plane.hint.text()
    hand.click(hand.free())
    assert alone.session.points.label.tolist() == [0, 0, 0, 1]
    hand.key(Qt.Key.Key_1)
    hand.click(hand.free(), RIGHT)
    assert alone.session.points.label.tolist() == [0, 0, 0, 1, 1]


def test_that_the_key_of_the_second_class_makes_it(alone, hand):
    hand.key(Qt.Key.Key_2)
    assert alone.session.points.classes == ("A", "B")
    hand.click(hand.free())
    assert alone.session.points.label.tolist() == [0, 0, 0, 1]
    hand.key(Qt.Key.Key_3)  # a third one is not added by chance
    assert alone.session.points.classes == ("A", "B")
