"""The numbers of a narrow panel."""

import pytest

from linlab.app.panels.numbers_card import ACROSS


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


def test_that_there_are_four_to_a_row_where_there_is_room(window, qtbot):
    card = window.right.numbers
    window.resize(1700, 800)
    window.splitter.setSizes([248, 1000, 420])
    qtbot.waitUntil(lambda: card._across == ACROSS[0])
