"""A kind of question is one row of the table: from it follow what a lesson may say, the answer and
the judge, the writer's template, the control in the panel, what is drawn, and the task on paper."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from linlab.commands.cli import main
from linlab.engine.picture.shapes import Marks
from linlab.lessons.handout.handout import handout_of
from linlab.lessons.handout.html import handout_html
from linlab.lessons.kinds.ink import TRUE
from linlab.lessons.kinds.kind import Answer, Field, QuestionKind, Verdict
from linlab.lessons.kinds.table import QUESTION_KINDS
from linlab.lessons.written.checks import a_text, whole_number
from linlab.lessons.written.reading import read_lesson

TEMPLATE = 'kind = "class"\nask = "Of which class is it?"\nexample = 1'


def label_of(problem, k):
    return problem.classes[problem.y[k - 1]]


def _answer(question, here):
    found = label_of(here.problem, question["example"])
    return Answer(found, f"It is {found}.")


def _judge(question, answer, given):
    right = given == answer.value
    return Verdict(right, question["remark"])


def _draw(question, given, answer, area):
    place = area.points.x[question["example"] - 1 : question["example"]]
    return () if answer is None else (Marks(TRUE, "disc", place, 30.0, None, area.true),)


CLASS = QuestionKind(
    "class",
    "The class of an example",
    TEMPLATE,
    {
        "example": Field(whole_number(1, 60), needed=True),
        "remark": Field(a_text, default="", texts=True),
    },
    _answer,
    _judge,
    answer_field="example",
    hint=lambda question: "A or B",
    read=lambda question, text: (
        text.strip().upper() if text.strip().upper() in ("A", "B") else None
    ),
    own_words=lambda question, given: f"class {given}",
    draw=_draw,
    task="Write down its class.",
)
LESSON = """# Classes

```lesson
format = 1
```

## One

```lab
data = "blobs"
knobs = {n = 20}
```

```question
kind = "class"
ask = "Of which class is example 3?"
example = 3
remark = "There are {{examples}}."
```

## Two

```question
kind = "class"
ask = "And example 4?"
example = 4
remark = "There are {{examples}}."
```
"""


@pytest.fixture(autouse=True)
def _added(monkeypatch):
    monkeypatch.setitem(QUESTION_KINDS, "class", CLASS)


@pytest.fixture
def lesson(tmp_path):
    (tmp_path / "lesson.md").write_text(LESSON, encoding="utf-8")
    return tmp_path


def test_that_check_takes_it_and_tells_what_is_wrong_with_its_fields(lesson, capsys):
    assert main(["lesson", "check", str(lesson), "--answers"]) == 0
    assert "It is " in capsys.readouterr().out
    for old, new, says in (
        ("example = 3\n", "", "A question of the kind “class” needs the field “example”."),
        ("example = 3\n", "example = 0\n", "It must be a whole number from 1 to 60."),
        ("example = 3\n", "example = 3\nunit = 'm'\n", "of the kind “class” has no “unit”."),
        ("{{examples}}", "{{nothing}}", "nothing"),
        ('"class"', '"clas"', "did you mean class"),
    ):
        (lesson / "lesson.md").write_text(LESSON.replace(old, new), encoding="utf-8")
        assert main(["lesson", "check", str(lesson)]) != 0
        told = capsys.readouterr()
        assert says in told.out + told.err, (old, new)


def test_that_the_window_asks_judges_draws_and_sums_up(window, lesson, qtbot):
    assert window.lessons.open(lesson)
    run, panel = window.lessons.run, window.column.pages["lesson"]
    qtbot.waitUntil(lambda: len(run._ready) == 2)
    label = {k: label_of(run.step.shown.here.problem, k) for k in (3, 4)}
    for k, right in ((3, True), (4, False)):
        box = panel.question.box.findChild(QLineEdit, "class-answer")
        assert box.isVisible() and box.placeholderText() == "A or B"
        see = window.findChild(QPushButton, "see")
        QTest.keyClicks(box, "x")
        assert not see.isEnabled()  # no class has this name
        QTest.keyClick(box, Qt.Key.Key_Backspace)
        given = label[k] if right else {"A": "B", "B": "A"}[label[k]]
        QTest.keyClicks(box, given.lower())
        assert not window.plane.panel.named(TRUE)
        QTest.mouseClick(see, Qt.MouseButton.LeftButton)
        verdict = panel.question.verdict.plain().strip()
        if right:
            assert run.answered.verdict.right and verdict == f"Right. It is {label[k]}."
        else:
            assert run.answered is None and verdict == "Not this time. There are 20."
            assert not window.plane.panel.named(TRUE)  # it is not given away
            QTest.mouseClick(panel.question.skip, Qt.MouseButton.LeftButton)
            assert verdict != panel.question.verdict.plain() == f"It is {label[k]}."
        (ring,) = window.plane.panel.named(TRUE)
        assert np.allclose(ring.places, run.step.shown.here.problem.x[k - 1])
        run.next()
    assert not window.plane.panel.named(TRUE)
    summed = panel.text.plain()
    assert f"You: class {label[3]}." in summed and f"The lab: It is {label[4]}." in summed


def test_that_the_stage_shows_it(window, lesson, hand, qtbot):
    assert window.lessons.open(lesson)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == 2)
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_F5)
    stage = window.presenter.stage
    assert "Of which class is example 3?" in stage.foot.asked.plain() and stage.side.chart is None
    hand.key(Qt.Key.Key_PageDown)
    assert run.step.answer.words in stage.foot.asked.plain()


def test_that_the_writer_offers_its_template(window, hand, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    writer = window.column.pages["writer"]
    menu = writer.editor.ask.menu()
    next(each for each in menu.actions() if each.text() == CLASS.title).trigger()
    assert window.lessons.writing.draft.steps[0].question == TEMPLATE
    assert window.lessons.writing.faults() == []


def test_that_a_handout_prints_its_task_and_a_line_and_draws_the_answer(lesson):
    handout = handout_of(read_lesson(lesson))
    asked, solved = handout.parts[0].asked, handout.solved[0]
    assert asked.task == "Write down its class." and asked.line and asked.axes is None
    page = handout_html(handout)
    assert page.count("Write down its class.") == 2 and page.count('class="write"') == 2
    assert solved.answer.text in ("It is A.", "It is B.")
    assert [item for item in solved.picture.panels[0].items if item.name == TRUE]
