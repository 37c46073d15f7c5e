"""Questions as they stand in the panel: in sight, in the colours of the theme, answered by
Enter."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from linlab.app.lessons.rich_text import RichText
from linlab.engine.picture.palette import DARK
from linlab.lessons.kinds.ink import OWN, TRUE
from linlab.lessons.written.tags import formula_tag

LEFT = Qt.MouseButton.LeftButton
BROKEN = """# Broken in the middle

@lesson
format = 1
@

## First

@question
kind = "choose"
ask = "Is a < b at {{t}}?"
[choices]
"at {{t}}, $w_1 < 3$" = true
"p < 5 & so" = false
@

## Second

@lab
data = "overlapping-blobs"
t = "converged"
@

## Third

All {{classes}} classes.
"""


def panel(window):
    return window.column.pages["lesson"]


def ground(widget, x=4):
    """The colour that a widget is painted in, near its left edge."""
    return widget.grab().toImage().pixelColor(x, widget.height() // 2).name().upper()


def test_that_enter_gives_the_number_that_was_typed(window, run, qtbot):
    run.go(2)
    see = window.findChild(QPushButton, "see")
    off = ground(see, 10)
    box = window.findChild(QLineEdit, "number-answer")
    QTest.mouseClick(box, LEFT)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert run.answered is None  # nothing was typed
    QTest.keyClicks(box, "8")
    assert ground(see, 10) != off  # one sees that there is something to press now
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert run.answered is not None and run.answered.value == 8.0
    qtbot.waitUntil(lambda: not window.player.playing)


def test_that_another_theme_keeps_what_was_typed_chosen_drawn_and_dragged(window, run, hand):
    window.switch_theme("light", keep=False)
    run.go(2)
    QTest.keyClicks(window.findChild(QLineEdit, "number-answer"), "8")
    window.next_theme()
    assert (
        window.findChild(QLineEdit, "number-answer").text() == "8"
        and window.findChild(QPushButton, "see").isEnabled()
    )
    window.next_theme()
    run.go(1)
    QTest.mouseClick(panel(window).question.box.rows[1], LEFT)
    window.next_theme()
    assert (
        panel(window).question.box.group.checkedId() == 1
        and ground(panel(window).question) == DARK.soft.upper()
    )
    window.next_theme()
    run.go(4)
    hand.drag((0.0, 0.0), (1.0, 2.0))
    window.next_theme()
    assert np.allclose(window.plane.panel.named(OWN)[0].lines[0][1], (1.0, 2.0), atol=0.1)


def test_that_an_answer_can_be_read_in_another_theme(window, run):
    window.switch_theme("light", keep=False)
    run.go(3)
    run.answer(None)
    window.next_theme()
    assert ground(panel(window).question) == DARK.soft.upper()
    assert window.plane.panel.named(TRUE)[0].pen.colour == window.plane.theme.text
    run.go(1)
    run.answer(None)
    window.switch_theme("light", keep=False)
    window.next_theme()
    assert [ground(row) for row in panel(window).question.box.rows] == [
        DARK.card.upper(),
        DARK.soft.upper(),
    ]


def test_that_the_hand_is_free_once_a_question_in_the_plane_is_answered(window, run, hand, qtbot):
    run.go(4)
    assert window.plane.tool.name == "answer"
    run.answer(None)
    qtbot.waitUntil(lambda: not window.player.playing)
    many = len(window.session.points)
    hand.click((0.1, 3.0))
    assert window.plane.tool.name == "move" and len(window.session.points) == many
    window.editing.take_tool("add")
    hand.click((0.1, 3.0))
    assert len(window.session.points) == many + 1


def test_that_an_answer_is_shown_of_the_step_and_not_of_what_was_tried_meanwhile(
    window, run, hand, qtbot
):
    run.go(1)
    asked = window.session.points
    window.editing.take_tool("add")
    hand.click((0.1, 3.0))
    assert window.session.points != asked
    run.answer(1)
    qtbot.waitUntil(lambda: not window.player.playing)
    assert window.session.points == asked and window.session.t == 1
    assert run.answered is not None
    window.session.undo()
    assert len(window.session.points) == len(asked) + 1  # nothing is lost


def test_that_going_on_takes_the_answer_that_stands_there(window, run, hand, qtbot):
    run.go(1)
    QTest.mouseClick(panel(window).question.box.rows[1], LEFT)
    window.plane.setFocus()
    hand.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not window.player.playing)
    assert run.answered.verdict is not None and run.answered.verdict.right


def test_that_a_broken_step_is_told_and_the_steps_after_it_go_on(window, tmp_path, qtbot):
    lesson = BROKEN.replace("@", "```")
    (tmp_path / "lesson.md").write_text(lesson, encoding="utf-8")
    assert window.lessons.open(tmp_path / "lesson.md")
    run, words = window.lessons.run, panel(window)
    heard = []
    window.session.said.connect(heard.append)
    run.go(2)
    window.lessons.on()  # too early
    assert run.at == 2 and heard == ["This page is being prepared."]
    qtbot.waitUntil(lambda: len(run._ready) == 3)
    run.go(0)
    QTest.mouseClick(words.question.box.rows[1], LEFT)
    window.lessons.on()
    assert words.question.verdict.plain() == "Not this time."
    window.lessons.on()
    assert words.question.verdict.plain() == "at 0, w_1 < 3"
    run.go(1)
    assert words.working.text().startswith("lesson.md, line 21, field “t”: ")
    run.go(2)
    assert words.text.plain() == "All 2 classes." and not run.waiting
    run.next()
    told = words.text.plain()
    assert "Is a < b at 0?" in told and "You: p < 5 & so." in told
    assert "The lab: at 0, w_1 < 3." in told  # a choice is no sentence, but ends as one here


@pytest.mark.parametrize("high", [700, 800])
def test_that_what_is_so_is_brought_into_sight_whole(window, qtbot, high):
    window.resize(1280, high)
    assert window.lessons.open_named("1")
    run, card, view = window.lessons.run, panel(window).question, panel(window).asking.viewport()
    qtbot.waitUntil(lambda: not run.waiting and card.isVisible())
    for area in (panel(window).area, panel(window).asking):  # nothing is cut off at the right
        assert area.widget().minimumSizeHint().width() <= view.width()
    QTest.mouseClick(card.skip, LEFT)
    qtbot.waitUntil(card.why.isVisible)
    qtbot.waitUntil(lambda: card.why.mapTo(view, QPoint(0, card.why.height())).y() <= view.height())
    assert card.verdict.mapTo(view, QPoint(0, 0)).y() >= 0


def test_that_what_belongs_together_stands_in_one_line(qtbot):
    text = RichText(14)
    qtbot.addWidget(text)
    html = f"We have {formula_tag('x = 1', False)}, so 98 % of 4 000 at (3, −2)"
    for width in range(60, 140):
        text.resize(width, 60)
        text.show_html(html)
        layout = text.document().begin().layout()
        lines = [
            text.document().begin().text()[layout.lineAt(k).textStart() :]
            for k in range(layout.lineCount())
        ]
        assert not any(line.startswith((",", "%", "000", "−2")) for line in lines), width
    assert text.plain() == "We have x = 1, so 98 % of 4 000 at (3, −2)"


@pytest.mark.parametrize("mark", ":?!")
def test_that_punctuation_after_a_formula_follows_it_closely_and_in_its_line(mark, qtbot):
    text = RichText(14)
    qtbot.addWidget(text)
    text.resize(300, 60)

    def width(html: str) -> float:
        text.show_html(html)
        return text.document().idealWidth()

    alone = width(formula_tag(r"\sigma", False))
    with_mark = width(formula_tag(r"\sigma", False) + mark)
    assert text.plain() == rf"\sigma{mark}"
    assert text.document().begin().text() == "\ufffc", "the mark is set with the formula"
    assert with_mark < alone + 9, "no space of an operator around it"


def test_that_a_picture_that_went_away_is_no_reason_to_stop(window, tmp_path, qtbot):
    from PySide6.QtGui import QImage

    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    image.save(str(tmp_path / "seen.png"))
    (tmp_path / "lesson.md").write_text(
        BROKEN.replace("@", "```") + "\n![seen](seen.png)\n", encoding="utf-8"
    )
    assert window.lessons.open(tmp_path / "lesson.md")
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == 3)
    (tmp_path / "seen.png").unlink()
    run.go(2)
    assert panel(window).place.text() == "PAGE 3 OF 3" and not panel(window).question.isVisible()
    window.next_theme()
    assert "All 2 classes." in panel(window).text.plain()
