"""The glossary in the window: the card of a term, by mouse and by keyboard, and the list of all
terms, each with the way to its page."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.lessons.glossary.pages import place_of
from linlab.lessons.glossary.table import GLOSSARY
from linlab.lessons.shipped import shipped

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


def opened(window, qtbot, page):
    """A page of the first lesson."""
    assert window.lessons.open(shipped()[0].path, page - 1)
    run = window.lessons.run
    qtbot.waitUntil(lambda: not run.waiting)
    return run, window.column.pages["lesson"]


def test_that_a_click_on_a_term_opens_its_card_and_the_card_leads_to_its_page(window, qtbot):
    run, panel = opened(window, qtbot, 7)
    text = panel.text
    assert "bias" in text.terms
    k = text.terms.index("bias")
    QTest.mouseClick(text.viewport(), LEFT, pos=text.place_of_term(k).center())
    card = panel.term
    assert card.isVisible() and "moves the boundary" in card.text.plain()
    assert card.geometry().width() < panel.width() + 400
    place = place_of(GLOSSARY["bias"])
    assert card.go.text() == f"Lesson 1, page {place.page}: {place.title} ›"
    QTest.mouseClick(card.go, LEFT)
    assert not card.isVisible()
    assert run.at == place.page - 1 and window.lessons.run is run


def test_that_the_keyboard_reaches_a_term_and_its_card(window, qtbot):
    run, panel = opened(window, qtbot, 8)
    text = panel.text
    window.activateWindow()
    for _ in range(60):
        if QApplication.focusWidget() is text:
            break
        QTest.keyClick(QApplication.focusWidget() or window, Key.Key_Tab)
    assert QApplication.focusWidget() is text
    QTest.keyClick(text, Key.Key_Right)
    assert text.extraSelections()[0].cursor.selectedText().lower() == "score"
    QTest.keyClick(text, Key.Key_Left)
    QTest.keyClick(text, Key.Key_Return)
    card = panel.term
    assert card.isVisible() and card.key == text.terms[0]
    QTest.keyClick(card, Key.Key_Escape)
    assert not card.isVisible() and run.at == 7


def test_that_the_glossary_is_searched_walked_and_leads_to_a_page(window, qtbot):
    QTest.keyClick(window, Key.Key_F1, CTRL)
    glossary = window.glossary
    assert glossary.isVisible() and glossary.list.count() == len(GLOSSARY)
    QTest.keyClicks(glossary.search, "hinge")
    assert glossary.entry.term == "hinge loss"
    glossary.search.clear()
    QTest.keyClick(glossary.search, Key.Key_Down)
    second = list(GLOSSARY.values())[1]
    assert glossary.entry is second and glossary.text.plain().startswith(second.term)
    QTest.keyClicks(glossary.search, "qqq")
    assert glossary.entry is None and glossary.nothing.isVisible() and not glossary.go.isVisible()
    glossary.search.clear()
    QTest.keyClicks(glossary.search, "regularis")
    place = place_of(GLOSSARY["regularisation"])
    QTest.mouseClick(glossary.go, LEFT)
    run = window.lessons.run
    assert run.path == place.lesson.path and run.at == place.page - 1
    glossary.search.clear()
    QTest.keyClicks(glossary.search, "perceptron loss")
    QTest.keyClick(glossary.search, Key.Key_Return)
    assert window.beside.isVisible() and window.beside.name == "losses"
    QTest.keyClick(glossary, Key.Key_Escape)
    assert not glossary.isVisible()


def test_that_texts_elsewhere_show_terms_as_plain_words(window, qtbot):
    from linlab.app.lessons.rich_text import RichText

    text = RichText(13)
    qtbot.addWidget(text)
    text.show_html('<p>the <a href="glossary:bias" class="term">bias</a></p>')
    assert text.terms == () and text.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert list(text._anchors()) == []
