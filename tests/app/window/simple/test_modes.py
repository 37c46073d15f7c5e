"""Simple and Full: which one a start shows, what is remembered, and who may ask for the other."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from linlab.app.session import settings as remembering
from linlab.app.session.settings import Settings
from linlab.app.window.modes import STANDS
from linlab.engine.document.look import FULL, SIMPLE, Look
from linlab.engine.learner.learner import Learner
from tests.app.window.test_keyboard import press, tab_to

LEFT = Qt.MouseButton.LeftButton
IN_SIMPLE = ("dial", "boundary", "about-full")
IN_FULL = ("views-card", "numbers-card", "seed", "split", "training-card", "model-settings")


def seen(window, name):
    return any(part.isVisible() for part in window.findChildren(QWidget, name))


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    monkeypatch.setattr(remembering, "FIRST_MODE", SIMPLE)  # as it is without the tests
    return tmp_path / "settings.json"


def test_that_a_first_start_is_in_simple_and_stays_so(home):
    assert not home.exists() and Settings().now.mode == SIMPLE
    Settings().keep(offered=True)
    assert Settings().now.mode == SIMPLE and json.loads(home.read_text())["mode"] == SIMPLE


@pytest.mark.parametrize("text", ['{"theme": "dark"}', "{}", "broken", '{"mode": "pink"}'])
def test_that_who_has_settings_from_before_stays_in_full(home, text):
    home.write_text(text)
    assert Settings().now.mode == FULL


def test_that_every_part_of_the_table_is_in_the_window(window):
    for name in STANDS:
        assert window.findChildren(QWidget, name), name


def test_that_each_part_is_seen_in_its_mode_alone(window):
    window.resize(1440, 900)
    for mode in (SIMPLE, FULL, SIMPLE):
        window.modes.choose(mode)
        for name, own in STANDS.items():
            part = window.findChild(QWidget, name)
            assert part.isVisible() == (own == mode), name


def test_that_the_switch_in_the_bar_turns_the_window_and_is_remembered(window):
    for mode in (SIMPLE, FULL):
        button = window.bar.mode.buttons[mode]
        QTest.mouseClick(button, LEFT)
        assert window.modes.shown == window.bar.mode.current == Settings().now.mode == mode
        assert all(seen(window, name) == (mode == SIMPLE) for name in IN_SIMPLE)
        assert all(seen(window, name) == (mode == FULL) for name in IN_FULL)


@pytest.mark.parametrize("width", [1100, 1280, 1440])
def test_that_the_switch_stays_where_it_is_in_both_modes(window, width):
    window.resize(width, 800)
    places = []
    for mode in (SIMPLE, FULL, SIMPLE):
        QTest.mouseClick(window.bar.mode.buttons[mode], LEFT)
        QTest.qWait(50)
        places.append(window.bar.mode.mapTo(window, QPoint(0, 0)))
    assert len(set(map(QPoint.toTuple, places))) == 1


def test_that_f4_turns_it_and_back(window, hand):
    hand.key(Qt.Key.Key_F4)
    assert window.modes.shown == SIMPLE and seen(window, "dial")
    hand.key(Qt.Key.Key_F4)
    assert window.modes.shown == FULL and seen(window, "views-card")


def test_that_the_word_full_below_the_cards_leads_there(simple):
    QTest.mouseClick(simple.left.to_full, LEFT)
    assert simple.modes.shown == FULL


def test_that_the_transport_has_what_one_step_needs(simple):
    shown = [name for name, button in simple.transport.buttons.items() if button.isVisible()]
    assert sorted(shown) == ["back", "end", "mistake", "play", "start-over", "step"]
    row = sorted(shown, key=lambda name: simple.transport.buttons[name].x())
    assert row == ["start-over", "back", "play", "step", "mistake", "end"]
    assert not simple.transport.mode.isVisible()
    simple.commands["mode"].trigger()  # what is not as usual is seen
    assert simple.transport.mode.isVisible()


def test_that_a_step_and_starting_over_work_by_clicks(simple):
    buttons = simple.transport.buttons
    assert not buttons["start-over"].isEnabled()
    QTest.mouseClick(buttons["step"], LEFT)
    QTest.mouseClick(buttons["mistake"], LEFT)
    assert simple.session.t >= 1
    QTest.mouseClick(buttons["start-over"], LEFT)
    assert simple.session.t == simple.session.replay.far == 0


def test_that_the_bar_has_the_tools_and_no_files(simple):
    names = {
        button.objectName()
        for button in simple.bar.findChildren(QToolButton)
        if button.isVisible() and button.objectName()
    }
    assert names == {
        "main-menu",
        "button-undo",
        "button-redo",
        "button-tool-move",
        "class-1",
        "class-2",
        "button-tool-erase",
        "lessons-menu",
        "button-help",
    }


def test_that_a_document_may_ask_for_a_mode_and_the_next_one_has_the_users_own(window, tmp_path):
    asking, plain = tmp_path / "asking.linlab", tmp_path / "plain.linlab"
    assert window.files.save(plain)
    window.modes.document = SIMPLE
    assert window.files.save(asking)
    assert '"mode"' not in plain.read_text() and json.loads(asking.read_text())["look"]["mode"]
    assert window.modes.shown == FULL
    window.files.open(asking)
    assert window.modes.shown == SIMPLE and Settings().now.mode == FULL
    window.files.open(plain)
    assert window.modes.shown == FULL
    window.files.open(asking)
    QTest.mouseClick(window.bar.mode.buttons[FULL], LEFT)  # whoever chooses gets it
    assert window.modes.shown == FULL and window.looking.now().mode == SIMPLE


def test_that_the_author_asks_for_a_mode_where_the_document_is_described(window):
    from linlab.app.window.dialogs.about import About

    window.commands["about-document"].trigger()
    dialog = window.findChild(About)
    choice = dialog.mode.combo
    assert dialog.mode.current == ""
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert dialog.mode.current == SIMPLE
    dialog.accept()
    assert window.looking.now().mode == window.modes.shown == SIMPLE
    assert Settings().now.mode == FULL


def test_that_a_look_from_before_there_were_modes_asks_for_none():
    old = Look().to_json()
    assert "mode" not in old and Look.from_json(old).mode == ""
    assert Look.from_json(Look(mode=SIMPLE).to_json()).mode == SIMPLE


def test_that_several_models_are_shown_in_full_and_one_in_simple_again(simple):
    session = simple.session
    session.edit("add", session.settled.with_models([0, Learner("svm")]), 0)
    assert simple.modes.shown == FULL and Settings().now.mode == SIMPLE
    session.undo()
    assert simple.modes.shown == SIMPLE
    session.redo()
    QTest.mouseClick(simple.bar.mode.buttons[SIMPLE], LEFT)
    assert simple.modes.shown == SIMPLE and seen(simple, "model-row-2")


def test_that_a_lesson_has_its_own_layout(simple):
    assert simple.lessons.open_named("1")
    assert simple.modes.shown == FULL and Settings().now.mode == SIMPLE
    simple.lessons.leave()
    assert simple.modes.shown == SIMPLE


class TestModelCard:
    """What Simple shows of a model."""

    @pytest.mark.parametrize(
        ("model", "settings", "dial"),
        [
            ("perceptron", {}, "alpha"),
            ("averaged-perceptron", {}, "alpha"),
            ("svm", {}, "lam"),
            ("logistic", {}, "lam"),
            ("mira", {}, "C"),
            ("svm", {"space": "rbf"}, "gamma"),
            ("perceptron", {"space": "polynomial"}, "degree"),
            ("naive-bayes", {}, "bins"),
            ("gaussian-naive-bayes", {}, None),
        ],
    )
    def test_that_there_is_one_dial_and_it_turns(self, simple, model, settings, dial):
        session = simple.session
        session.edit("model", session.with_learner(Learner.of(model, **settings)))
        shown = [n for n, each in simple.left.model.dial.sliders.items() if each.isVisible()]
        assert shown == ([dial] if dial else [])
        if dial:
            slider = simple.left.model.dial.sliders[dial]
            before = session.learner[dial]
            tab_to(simple, slider.slider)
            press(Qt.Key.Key_PageUp)
            slider.finish()
            assert session.learner[dial] > before and session.undo_stack.undo_name

    def test_that_line_and_curve_choose_a_space(self, simple):
        shapes = simple.left.model.boundary.shapes
        assert shapes.current == "line"
        QTest.mouseClick(shapes.buttons["curve"], LEFT)
        assert simple.session.learner["space"] == "rbf" and shapes.current == "curve"
        QTest.mouseClick(shapes.buttons["line"], LEFT)
        assert simple.session.learner["space"] == "linear"
        simple.session.undo()
        assert simple.session.learner["space"] == "rbf"

    def test_that_a_model_without_a_space_says_why_there_is_none_to_choose(self, simple):
        session = simple.session
        session.edit("model", session.with_learner(Learner("naive-bayes")))
        for button in simple.left.model.boundary.shapes.buttons.values():
            assert not button.isEnabled() and button.toolTip()

    def test_that_a_curve_is_the_first_space_that_the_model_can_learn_in(self, simple):
        session = simple.session
        session.edit("model", session.with_learner(Learner("centroid")))
        QTest.mouseClick(simple.left.model.boundary.shapes.buttons["curve"], LEFT)
        assert session.learner["space"] == "monomial"  # it has no kernel

    def test_that_the_list_is_short_but_has_the_model_in_force(self, simple, hand):
        card = simple.left.model
        QTest.mouseClick(card.line, LEFT, pos=QPoint(20, 10))
        rows = [key for key, row in card.rows.items() if row.isVisible()]
        core = ["perceptron", "averaged-perceptron", "mira", "svm", "logistic", "naive-bayes"]
        assert rows == core and card.list.more.isVisible()
        card.list.hide()
        session = simple.session
        session.edit("model", session.with_learner(Learner("pegasos")))
        QTest.mouseClick(card.line, LEFT, pos=QPoint(20, 10))
        assert card.rows["pegasos"].isVisible() and card.rows["pegasos"].isChecked()
        card.list.hide()
        for _ in range(len(core) + 1):
            simple.commands["next-model"].trigger()
            assert session.learner.model in (*core, "pegasos")


class TestDataCard:
    """What Simple shows of the data."""

    def test_that_noise_and_new_points_are_all_there_is_to_turn(self, simple):
        card = simple.left.data
        assert list(card.sliders) == ["noise"] and card.resample.text() == "New points"
        before = simple.session.points
        QTest.mouseClick(card.resample, LEFT)
        assert simple.session.points != before
        slider = card.sliders["noise"]
        tab_to(simple, slider.slider)
        press(Qt.Key.Key_PageUp)
        slider.finish()
        assert dict(simple.session.document.source.values)["noise"] > 0.6
        simple.modes.choose(FULL)
        assert list(card.sliders) == ["n", "noise", "classes"]

    def test_that_three_data_sets_are_offered_and_more(self, simple):
        card = simple.left.data
        shown = [name for name, each in card.thumbnails.items() if each.isVisible()]
        assert shown == ["blobs", "moons", "circles"] and card.more.isVisible()
        QTest.mouseClick(card.thumbnails["moons"], LEFT)
        assert simple.session.document.source.name == "moons"


def test_that_the_boundary_of_texts_is_a_line_in_the_weights_of_words(simple):
    simple.left.data.choose("reviews")
    simple.session.edit("words", simple.session.with_learner(Learner.of("logistic", space="words")))
    shapes = simple.left.model.boundary.shapes
    assert shapes.buttons["line"].isChecked() and not shapes.buttons["curve"].isEnabled()
    assert "Each word has a weight of its own" in shapes.buttons["curve"].toolTip()
