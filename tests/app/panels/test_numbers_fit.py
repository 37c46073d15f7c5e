"""The numbers of a narrow panel."""

import re
from dataclasses import replace

import pytest

from linlab.app.panels.numbers_card import ACROSS
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import READ_OUTS


@pytest.mark.parametrize("wide", [290, 322, 420])
def test_that_no_number_is_cut_off(window, qtbot, wide):
    window.resize(1280, 800)
    window.splitter.setSizes([248, 1280 - 268 - wide, wide])
    card = window.right.numbers
    qtbot.waitUntil(lambda: "±" in card.shown["risk"].text())
    assert card.shown["bound"].isVisible() and card.shown["risk"].isVisible()

    def cut_off():
        texts = (each[key] for key in card.shown for each in (card.shown, card._names))
        return [
            text.text()
            for text in texts
            if text.isVisible() and text.width() < text.sizeHint().width()
        ]

    qtbot.waitUntil(lambda: not cut_off())  # its rows are laid out anew a moment later


def test_that_there_are_three_to_a_row_where_there_is_room(window, qtbot):
    card = window.right.numbers
    window.resize(1700, 800)
    window.splitter.setSizes([248, 1000, 420])
    qtbot.waitUntil(lambda: card._across == ACROSS[0])


def test_that_a_number_keeps_its_place_whichever_others_apply(window, qtbot):
    session, card = window.session, window.right.numbers
    places = {}
    for learner in (
        Learner("perceptron"),
        Learner.of("svm", space="rbf"),
        Learner("logistic"),
        Learner("naive-bayes"),
    ):
        for shares in ((100.0, 0.0, 0.0), (60.0, 20.0, 20.0)):
            session.edit("model", replace(session.settled, learners=(learner,), shares=shares))
            for on in (False, True):
                if session.run.exact.on != on:
                    session.run.exact.switch(on)
                session.go(9)
                qtbot.waitUntil(lambda: not session.run.exact.busy)
                session.read.emit()
                shown = [
                    card._grid.itemAtPosition(r, c).widget() for r in range(3) for c in range(3)
                ]
                assert all(cell.isVisible() for cell in shown)
                assert ("angle" in card._placed) == on
                for key in card._placed:
                    places.setdefault(key, set()).add(shown.index(card._cells[key]))
    places.pop("angle")  # takes a place that is free
    assert all(len(each) == 1 for each in places.values()), places


def test_that_every_number_is_defined_by_its_name_and_where_it_has_a_value_by_that_too(
    window, qtbot
):
    card = window.right.numbers
    qtbot.waitUntil(lambda: "±" in card.shown["risk"].text())
    for key, value in card.shown.items():
        assert len(card._names[key].toolTip()) > 20
        if value.isVisible():
            assert len(value.toolTip()) > 20


@pytest.mark.parametrize("wide", [290, 330])
@pytest.mark.parametrize("average", ["mean", "mistakes", "random", "voted", "best"])
def test_that_headings_are_shortened_to_whole_words_and_not_cut(window, qtbot, average, wide):
    """Whose weights the numbers are of is said as the card Training says it, or not at all."""
    window.resize(1280, 800)
    session, right = window.session, window.right
    learner = Learner("perceptron").replace(average=average)
    shares = (60.0, 20.0, 20.0)
    session.edit("model", replace(session.settled, learners=(learner,), shares=shares))
    session.go(12)
    window.splitter.setSizes([248, 1280 - 268 - wide, wide])
    read_out = READ_OUTS[average]
    numbers = {
        "STEP 12",
        *(f"STEP 12 · {name.upper()}" for name in (read_out.words, read_out.title)),
    }
    value, curves = right.numbers.value, right.curves.value
    qtbot.waitUntil(lambda: value.text() in numbers)
    qtbot.waitUntil(lambda: "WRONG ON DEV" in curves.text())
    for each in (value, curves):
        qtbot.waitUntil(lambda each=each: each.sizeHint().width() <= each.width())
    assert re.fullmatch(
        r"(OF [A-Z ]+: )?(J [\d.]+ · )?(OF [A-Z ]+: )?WRONG ON DEV [\d.]+ %", curves.text()
    )
