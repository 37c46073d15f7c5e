"""What was said and wanted of one document or lesson does not stay for the next."""

import pytest
from PySide6.QtCore import Qt

from linlab import Document, Learner, make_points
from linlab.app.session.known.exact_optimum import CANCELLED
from linlab.engine.document.look import Look

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier
SVM = Document(make_points("blobs", seed=3, n=30, classes=2), (Learner.of("svm"),), look=Look(24))
EXACT = 1  # the page of the lesson that shows the exact optimum, from 0
LESSON = """# A lesson with an exact optimum

```lesson
format = 2
```

## Before

Nothing is asked for.

```lab
data = "blobs"
models = ["perceptron", "svm"]
focus = 2
t = 40
```

## The optimum

Here it is.

```lab
exact = true
```

## After

The numbers are there, and the optimum is not.

```lab
exact = false
fold = []
```
"""


@pytest.fixture
def lesson(window, qtbot, tmp_path):
    """A lesson at the page with the exact optimum."""
    folder = tmp_path / "exact"
    folder.mkdir()
    (folder / "lesson.md").write_text(LESSON, encoding="utf-8")

    def opened():
        assert window.lessons.open(folder)
        run = window.lessons.run
        qtbot.waitUntil(lambda: len(run._ready) > EXACT + 1)
        run.go(EXACT)
        assert window.session.run.exact.on
        return run

    return opened


def heading(window):
    return window.right.numbers.value.text()


def test_that_numbers_of_an_empty_document_are_of_no_update(window, hand, qtbot):
    window.files.new(SVM)
    window.session.run.exact.switch(True)
    window.session.go(24)
    qtbot.waitUntil(lambda: heading(window) == "STEP 24")
    qtbot.waitUntil(lambda: "angle" in window.right.numbers._placed)
    hand.key(Key.Key_N, CTRL)
    qtbot.waitUntil(lambda: heading(window) == "")
    assert {label.text() for label in window.right.numbers.shown.values()} == {"–"}
    assert "angle" not in window.right.numbers._placed


def test_that_numbers_are_of_no_update_when_a_lesson_is_left_for_an_empty_document(
    window, hand, lesson, qtbot
):
    hand.key(Key.Key_N, CTRL)
    run = lesson()
    run.go(EXACT + 1)  # where the numbers are shown
    qtbot.waitUntil(lambda: heading(window).startswith("STEP"))
    run.leave()
    qtbot.waitUntil(lambda: heading(window) == "")


def test_that_the_exact_optimum_of_a_lesson_is_on_for_no_other_document(window, lesson, qtbot):
    models = Learner.of("svm"), Learner.of("logistic")
    window.files.new(Document(make_points("moons", seed=1, n=40), models))
    run = lesson()
    assert window.session.focus == 1  # it is the second model's there
    run.leave()
    for which in range(2):
        window.session.focus_on(which)
        assert not window.session.run.exact.on
        assert not window.right.curves.exact.button.isChecked()


def test_that_a_step_without_it_says_nothing_of_the_exact_optimum(window, lesson, qtbot):
    run = lesson()
    for there in (EXACT + 1, EXACT, EXACT - 1, EXACT):  # at once, so it is still being computed
        run.go(there)
        assert window.right.curves.exact.note.text() != CANCELLED
    run.leave()
    assert window.right.curves.exact.note.text() == ""
    exact = window.session.run.exact
    exact.switch(True)
    if exact.busy:  # whoever switches it off meanwhile is told
        exact.switch(False)
        assert exact.words == CANCELLED


def test_that_the_optimum_that_a_document_had_is_there_again_after_a_lesson(window, lesson, qtbot):
    window.files.new(SVM)
    window.session.run.exact.switch(True)
    run = lesson()
    run.go(EXACT + 1)
    assert not window.session.run.exact.on
    run.leave()
    assert window.session.run.exact.on
    qtbot.waitUntil(lambda: window.session.run.exact.value is not None)
