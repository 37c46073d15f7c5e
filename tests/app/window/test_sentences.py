"""Sentences over the plane: each goes as soon as what it complains about is over, and not
before."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from linlab.app.panels.data.data_card import REPLACED
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


def shown(window):
    return window.banner.text() if window.banner.isVisible() else ""


def type_into(box, text):
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Key.Key_Return)


def gamma(window):
    window.left.model.choose_model("svm")
    window.left.model.choose_space("rbf")
    return window.left.model.sliders["gamma"].box


def one_class(window):
    points = window.session.points
    window.session.edit("delete", window.session.with_points(points.take(points.label == 0)))


class TestValues:
    @pytest.mark.parametrize("then", ["2,5", "2.5", "1"])
    def test_that_a_refused_value_is_over_with_an_accepted_one(self, window, then):
        box = gamma(window)
        type_into(box, "hello")
        assert "“hello”" in shown(window)
        type_into(box, then)
        assert float(then.replace(",", ".")) == window.session.learner["gamma"]
        assert shown(window) == ""

    def test_that_the_value_there_was_is_an_accepted_one(self, window):
        box = gamma(window)
        before = box.text()
        type_into(box, "hello")
        assert shown(window)
        type_into(box, before)
        assert shown(window) == ""

    def test_that_a_refused_seed_is_over_with_the_one_there_was(self, window):
        seed = window.findChild(QLineEdit, "seed")
        before = seed.text()
        type_into(seed, "hello")
        assert shown(window)
        type_into(seed, before)
        assert shown(window) == ""

    def test_that_another_refused_value_is_told_in_its_turn(self, window):
        box = gamma(window)
        type_into(box, "hello")
        type_into(box, "goodbye")
        assert "“goodbye”" in shown(window)

    def test_that_it_is_over_with_an_edit_and_with_undo(self, window, hand):
        box = gamma(window)
        for way in (lambda: hand.click(hand.free()), lambda: hand.key(Key.Key_Z, CTRL)):
            type_into(box, "hello")
            assert shown(window)
            way()
            assert shown(window) == ""


class TestPoints:
    @pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Right])
    def test_that_only_one_class_is_over_with_a_point_of_another(self, window, hand, key):
        one_class(window)
        hand.key(key)
        assert "Only the class “A” occurs" in shown(window)
        hand.click(hand.free(), button=Qt.MouseButton.RightButton)
        assert set(window.session.points.label.tolist()) == {0, 1}
        assert shown(window) == ""

    def test_that_only_one_class_is_over_in_another_document(self, window, hand, tmp_path):
        Document(make_points("xor"), (Learner.of("svm"),)).save(tmp_path / "two.linlab")
        one_class(window)
        hand.key(Key.Key_Space)
        assert "Only the class" in shown(window)
        window.documents.open_path(tmp_path / "two.linlab")
        assert shown(window) == ""

    def test_that_a_missing_class_is_over_when_it_is_there(self, window, hand):
        hand.key(Key.Key_3)
        assert "There is no class 3" in shown(window)
        window.commands["add-class"].trigger()
        assert shown(window) == ""

    def test_that_what_a_change_itself_tells_stays(self, window, hand):
        hand.click(hand.free())
        hand.key(Key.Key_7)
        assert "There is no class 7" in shown(window)
        window.left.data.choose("moons")
        assert shown(window) == REPLACED
        hand.key(Key.Key_Right)
        assert shown(window) == REPLACED


class TestFiles:
    @pytest.fixture
    def refused(self, window, tmp_path):
        """A document that could not be saved."""
        (tmp_path / "file").write_text("")
        assert not window.files.save(tmp_path / "file" / "a.linlab")
        assert shown(window)
        return window

    def test_that_a_save_that_failed_is_over_with_one_elsewhere(self, refused, tmp_path):
        assert refused.files.save(tmp_path / "b.linlab")
        assert shown(refused) == ""

    def test_that_it_is_over_in_another_document(self, refused):
        refused.documents.new()
        assert shown(refused) == ""

    def test_that_it_is_not_over_with_an_edit(self, refused, hand):
        hand.click(hand.free())
        assert shown(refused)

    def test_that_a_file_that_could_not_be_read_is_over_with_one_that_could(self, window, tmp_path):
        (tmp_path / "broken.linlab").write_text("{")
        window.session.settled.save(tmp_path / "good.linlab")
        window.documents.open_path(tmp_path / "broken.linlab")
        assert "broken" in shown(window)
        window.documents.open_path(tmp_path / "good.linlab")
        assert shown(window) == ""

    def test_that_a_save_leaves_other_sentences_alone(self, window, tmp_path):
        type_into(gamma(window), "hello")
        assert window.files.save(tmp_path / "a.linlab")
        assert "hello" in shown(window)
