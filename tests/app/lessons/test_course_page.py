"""The course page in a window, with real keys and clicks."""

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from linlab.app.lessons.course.lesson_card import LessonCard
from linlab.app.session.lessons.recorder import progress_file
from linlab.app.session.settings import lessons_folder
from linlab.lessons.shipped import shipped

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def lesson_in(folder, name, title):
    (folder / name).mkdir(parents=True)
    text = f"# {title}\n\n```lesson\nformat = 1\n```\n\n## A page\n\nWords about {name}.\n"
    (folder / name / "lesson.md").write_text(text, encoding="utf-8")


@pytest.fixture
def page(window, qtbot):
    """The page of someone who has finished a lesson and begun another."""
    file = progress_file()
    for lesson in ("a-linear-model", "the-perceptron"):
        file.show_page(lesson, 8, 9, "A page")
    file.finish("a-linear-model")
    file.spend("the-perceptron", 300)
    window.course.open()
    assert window.course.page is not None
    return window.course.page


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


def card(page, lesson):
    return page.findChild(LessonCard, f"card-{lesson}")


def test_that_it_shows_all_lessons_with_progress_and_where_to_go_on(page, window):
    assert [each.entry.lesson.id for each in page.grid.cards] == [each.id for each in shipped()]
    assert card(page, "a-linear-model").entry.finished
    assert page.head.lead.text() == f"2 of {len(shipped())} begun · 5 minutes so far"
    assert page.head.go.text() == "Continue: The perceptron, step by step, page 8 ›"
    assert not window.bar.isVisible() and not window.splitter.isVisible()
    assert page.geometry() == window.rect()
    assert card(page, "mira").accessibleName().startswith("Lesson ")


def test_that_a_card_opens_its_lesson_and_the_main_button_goes_on(page, window):
    QTest.mouseClick(card(page, "mira"), LEFT)
    assert window.lessons.run.path.name == "mira" and window.course.page is None
    assert window.lesson_bar.isVisible() and window.splitter.isVisible()
    window.course.open()
    assert not window.lesson_bar.isVisible() and page.y() == 0
    window.course.close()
    assert window.lesson_bar.isVisible() and not window.bar.isVisible()
    window.lessons.leave()
    assert window.bar.isVisible()
    window.course.open()
    assert page.head.go.text().startswith("Continue: MIRA")
    QTest.mouseClick(page.head.go, LEFT)
    assert window.lessons.run.path.name == "mira" and window.lessons.run.at == 0
    window.lessons.leave()


def test_that_enter_goes_on_at_once(page, window):
    assert QApplication.focusWidget() is page.head.go
    press(window, Key.Key_Return)
    assert window.lessons.run.path.name == "the-perceptron" and window.course.page is None


def test_that_the_toolbar_opens_it_and_escape_the_key_and_the_cross_close_it(page, window):
    press(window, Key.Key_Escape)
    assert window.course.page is None and window.plane.isVisible()
    press(window, Key.Key_F6)
    assert window.course.page is page
    press(window, Key.Key_Escape)
    button = window.findChild(QToolButton, "lessons-menu")
    QTest.mouseClick(button, LEFT, pos=QPoint(12, button.height() // 2))
    assert window.course.page is not None
    press(window, Key.Key_F6)
    assert window.course.page is None
    window.course.open()
    QTest.mouseClick(page.bar.close_button, LEFT)
    assert window.course.page is None


def test_that_tab_reaches_everything_and_arrows_go_from_card_to_card(page, window):
    reached = []
    for _ in range(len(shipped()) + 12):
        press(window, Key.Key_Tab)
        reached.append(QApplication.focusWidget().objectName())
    wanted = {"course-search", "course-glossary", "my-lessons", "close-course", "course-continue"}
    assert wanted | {"reset-progress"} <= set(reached)
    assert {f"card-{each.id}" for each in shipped()} <= set(reached)
    card(page, "a-linear-model").setFocus(Qt.FocusReason.TabFocusReason)
    press(window, Key.Key_Right)
    assert card(page, "the-perceptron").hasFocus()
    press(window, Key.Key_Down)
    below = QApplication.focusWidget()
    assert (
        below.entry.lesson.part.startswith("II ") and below.x() == card(page, "the-perceptron").x()
    )
    press(window, Key.Key_Up)
    press(window, Key.Key_Return)
    assert window.lessons.run.path.name == "the-perceptron" and window.lessons.run.at == 7
    window.lessons.leave()


def test_that_keys_of_the_lab_do_nothing_behind_it(page, window):
    document = window.session.document
    card(page, "mira").setFocus(Qt.FocusReason.OtherFocusReason)
    for key in (Key.Key_Right, Key.Key_A, Key.Key_F5, Key.Key_End):
        press(window, key)
    press(window, Key.Key_N, CTRL)
    assert window.session.document is document and window.session.t == 0
    assert not window.player.playing and window.course.page is page
    dark = window.theme.name
    press(window, Key.Key_T, CTRL)
    assert window.theme.name != dark
    press(window, Key.Key_T, CTRL)


def test_that_writing_a_lesson_leaves_the_page(page, window):
    press(window, Key.Key_W, CTRL | Qt.KeyboardModifier.AltModifier)
    assert window.course.page is None and window.lessons.writing is not None
    assert window.column.isVisible()


def test_that_search_finds_pages_and_terms_and_opens_them(page, window, qtbot):
    press(window, Key.Key_F, CTRL)
    assert page.bar.search.hasFocus()
    QTest.keyClicks(page.bar.search, "support vectors")
    qtbot.waitUntil(lambda: page._pages is not None, timeout=20_000)
    texts = [page.results.item(k).text() for k in range(page.results.count())]
    assert texts[0].startswith("Glossary · support vector")
    first = next(k for k, text in enumerate(texts) if not text.startswith("Glossary"))
    assert "support vectors" in texts[first].casefold() and " · page " in texts[first]
    for _ in range(first):
        press(window, Key.Key_Down)
    press(window, Key.Key_Return)
    path, at = page.results.item(first).data(Qt.ItemDataRole.UserRole)
    assert window.lessons.run.path == path and window.lessons.run.at == at
    window.lessons.leave()
    window.course.open()
    assert page.bar.search.text() == "" and page.stack.currentIndex() == 0
    page.bar.search.setText("zzzz")
    assert "No page" in page.results.item(0).text()
    page.bar.search.setFocus()
    press(window, Key.Key_Escape)
    assert page.bar.search.text() == "" and window.course.page is page


def test_that_reset_forgets_and_undo_brings_back(page):
    QTest.mouseClick(page.reset, LEFT)
    assert page.head.lead.text() == f"{len(shipped())} lessons"
    assert "cleared" in page.notes.text() and page.undo.isVisible()
    assert progress_file().read().lessons == {} and not page.reset.isVisible()
    QTest.mouseClick(page.undo, LEFT)
    assert page.head.lead.text().startswith("2 of ") and not page.undo.isVisible()


def test_that_own_lessons_are_in_their_menu_and_faults_of_their_course_on_the_page(page, window):
    folder = lessons_folder()
    lesson_in(folder, "one", "First of mine")
    lesson_in(folder, "two", "Second of mine")
    (folder / "course.toml").write_text(
        'format = 1\n[[part]]\ntitle = "Mine"\nlessons = ["two", "one", "thre"]\n', encoding="utf-8"
    )
    window.course.open()
    assert "course.toml, line 4" in page.notes.text() and "thre" in page.notes.text()
    page.bar.menu.aboutToShow.emit()
    titles = [action.text() for action in page.bar.menu.actions() if action.text()]
    assert titles == [
        "I · Mine",
        "1  Second of mine",
        "2  First of mine",
        "Open a lesson…",
        "Write a lesson",
    ]
    next(a for a in page.bar.menu.actions() if a.text() == "1  Second of mine").trigger()
    run = window.lessons.run
    assert run.path == folder / "two" and window.course.page is None
    run.next()
    following = window.lessons._panel.following
    assert following.isVisible() and following.toolTip() == "Next lesson: First of mine"
    QTest.mouseClick(following, LEFT)
    assert window.lessons.run.path == folder / "one"
    window.lessons.run.next()
    assert window.lessons.run.finished and not following.isVisible()
    window.lessons.leave()


def test_that_a_shipped_lesson_ends_with_the_next_one(window, qtbot):
    assert window.lessons.open_named("the-perceptron")
    run = window.lessons.run
    run.go(len(run.lesson.steps) - 1)
    run.next()
    panel = window.lessons._panel
    assert panel.following.toolTip() == "Next lesson: When no line will do"
    assert panel.following.width() <= panel.width()
    QTest.mouseClick(panel.following, LEFT)
    assert window.lessons.run.path.name == "when-no-line-will-do"
    assert not panel.following.isVisible()
    window.lessons.leave()


@pytest.mark.parametrize(
    ("room", "size"), [((1024, 700), 200), ((1280, 720), 150), ((1920, 1080), 100)]
)
def test_that_nothing_is_cut_off(window, room, size):
    window.appearance.set_text_size(size)
    window.resize(*room)
    window.course.open()
    page = window.course.page
    QApplication.processEvents()
    for each in page.grid.cards:
        assert each.geometry().right() <= page.grid.width()
        assert each.height() >= each.height_for(each.width())
        words = each.width() - each._left()
        for font, text in ((each._title_font(), each.text()), (each._meta_font(), each.entry.meta)):
            longest = max(text.split(), key=len)
            assert QFontMetrics(font).horizontalAdvance(longest) <= words, text
    for part in (
        page.head.go,
        page.head.title,
        page.bar.mine,
        page.bar.close_button,
        page.bar.search,
    ):
        corner = part.mapTo(page, part.rect().bottomRight())
        assert page.rect().contains(corner), part.objectName()
        assert part.width() >= part.minimumSizeHint().width()
    bottoms = [each.geometry().bottom() for each in page.grid.cards]
    assert max(bottoms) < page.grid.height()
    window.course.close()
    window.appearance.set_text_size(100)


@pytest.mark.parametrize("declined", [True, False])
def test_that_the_offer_of_the_first_start_can_be_declined(window, qtbot, declined):
    from linlab.app.plane.over.offer import COURSE, COURSE_TIP, DECLINE, Offer

    accepted = []
    offer = Offer(
        window.plane, lambda: accepted.append(1), COURSE, DECLINE, COURSE_TIP, window.offer
    )
    offer.show()
    qtbot.waitUntil(offer.isVisible)
    at = QPoint(offer.width() - 14, offer.height() // 2) if declined else QPoint(40, 20)
    QTest.mouseClick(offer, LEFT, pos=at)
    assert bool(accepted) != declined and offer.isHidden() == declined
    offer.over()


def test_that_the_words_of_the_button_open_the_page_and_its_arrow_or_down_the_menu(
    page, window, qtbot
):
    press(window, Key.Key_Escape)
    button = window.findChild(QToolButton, "lessons-menu")
    menu, arrow, opened = button.menu(), button.menu_part, []
    menu.aboutToShow.connect(lambda: opened.append(len(menu.actions())))
    assert button.text() == "Course" and arrow.left() > button.fontMetrics().horizontalAdvance(
        "Course"
    )
    assert button.isVisible() and button.rect().contains(arrow) and arrow.width() >= 16

    def hide_soon():  # a menu keeps the event loop until it is closed
        QTimer.singleShot(50, menu.hide)

    hide_soon()
    QTest.mouseClick(button, LEFT, pos=arrow.center())
    assert len(opened) == 1 and window.course.page is None

    def press_with_focus(key):
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        window.plane.setFocus()
        while QApplication.focusWidget() is not button:
            press(window, Key.Key_Tab)
        press(window, key)

    hide_soon()
    press_with_focus(Key.Key_Down)
    assert len(opened) == 2 and window.course.page is None
    press_with_focus(Key.Key_Return)
    assert window.course.page is not None
