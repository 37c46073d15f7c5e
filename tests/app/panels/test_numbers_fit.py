"""The numbers of a narrow panel."""

import pytest

from linlab.app.panels.numbers_card import ACROSS


@pytest.mark.parametrize("wide", [290, 322, 420])
def test_that_no_number_is_cut_off(window, qtbot, wide):
    window.resize(1280, 800)
    window.splitter.setSizes([248, 1280 - 268 - wide, wide])
    card = window.right.numbers
    qtbot.waitUntil(lambda: "±" in card.shown["risk"].text())
    shown = [key for key, label in card.shown.items() if label.isVisible()]
    assert "bound" in shown and "risk" in shown
    for key in shown:
        for text in (card.shown[key], card._names[key]):
            assert text.width() >= text.sizeHint().width(), (key, text.text())


def test_that_there_are_four_to_a_row_where_there_is_room(window, qtbot):
    card = window.right.numbers
    window.resize(1700, 800)
    window.splitter.setSizes([248, 1000, 420])
    qtbot.waitUntil(lambda: card._across == ACROSS[0])
