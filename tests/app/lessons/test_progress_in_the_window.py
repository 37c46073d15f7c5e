"""What is done in a lesson is kept at once, and a lesson goes on where it was left."""

import numpy as np

from linlab.app.session.lessons.recorder import TICK, progress_file
from linlab.lessons.shipped import find, key_of


def kept(path):
    return progress_file().read().of(key_of(path))


def ready(window, qtbot, pages=6):
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == pages)
    return run


def test_that_pages_and_answers_are_kept_as_they_happen(run, folder):
    assert (kept(folder).page, kept(folder).pages) == (1, 6)
    run.next()
    assert (kept(folder).page, kept(folder).title) == (2, "The first mistake")
    answer = run.step.answer.value
    run.answer(1 - answer)
    run.answer(answer)
    assert [each.right for each in kept(folder).attempts] == [False, True]
    assert kept(folder).missed == ("The first mistake",)
    run.next()
    run.answer(None)
    assert kept(folder).attempts[-1].right is None and kept(folder).attempts[-1].page == 3
    run.back()
    assert (kept(folder).page, kept(folder).farthest) == (2, 3)
    run.go(5)
    assert kept(folder).finished is None
    run.next()
    assert kept(folder).finished is not None


def test_that_a_lesson_goes_on_where_it_was_left_with_its_answers(window, run, folder, qtbot):
    run.go(1)
    run.answer(run.step.answer.value)
    run.go(2)
    run.answer(run.step.answer.value + 50)
    run.answer(run.step.answer.value)
    window.lessons.leave()
    assert window.lessons.run is None
    assert window.lessons.open(folder)
    again = ready(window, qtbot)
    assert again.at == 2 and again.answered is not None and again.answered.verdict.right
    assert not again.asks
    card = window.lessons._panel.question
    words = card.verdict.toPlainText()
    assert words.startswith(f"Your answer: {again.step.answer.value:g}. Right.")
    assert not card.see.isVisible()
    lines = again.summary()
    assert [line.answered == "not answered" for line in lines[:3]] == [False, False, True]
    again.restore()
    assert again.asks


def test_that_examples_lines_and_curves_come_back_as_answers(window, run, folder, qtbot):
    values = {}
    for k in (3, 4, 5):
        run.go(k)
        values[k] = run.step.answer.value
        if run.step.question.kind.key == "curve":
            values[k] = np.asarray(values[k], float)
        run.answer(values[k])
    before = {k: run._record[k].verdict.right for k in values}
    window.lessons.leave()
    assert window.lessons.open(folder)
    again = ready(window, qtbot)
    assert {k: again._record[k].verdict.right for k in values} == before


def test_that_a_page_that_is_asked_for_wins_and_a_finished_lesson_begins_anew(
    window, run, folder, qtbot
):
    run.go(3)
    assert window.lessons.open(folder, 1)
    assert window.lessons.run.at == 1
    ready(window, qtbot)
    run.go(5)
    run.next()
    assert window.lessons.open(folder)
    assert window.lessons.run.at == 0
    again = ready(window, qtbot)
    assert again._record == {}


def test_that_a_preview_of_a_lesson_in_writing_is_not_recorded(window, run, folder):
    run.begin(run.lesson, None, 2)
    before = progress_file().path.read_bytes()  # with the time spent on the lesson before it
    run.next()
    run.answer(None)
    assert progress_file().path.read_bytes() == before


def test_that_time_counts_while_someone_looks_and_no_more_than_a_tick_at_once(
    run, folder, monkeypatch
):
    from linlab.app.session.lessons import recorder

    clock = [1000.0]
    monkeypatch.setattr(recorder.time, "monotonic", lambda: clock[0])
    look = [recorder.Qt.ApplicationState.ApplicationActive]
    monkeypatch.setattr(recorder.QGuiApplication, "applicationState", lambda: look[0])
    run.go(1)
    start = kept(folder).seconds
    clock[0] += 12.0
    run.go(2)
    assert kept(folder).seconds == start + 12.0
    clock[0] += 5000.0  # the computer slept
    run.go(3)
    assert kept(folder).seconds == start + 12.0 + TICK
    look[0] = recorder.Qt.ApplicationState.ApplicationInactive
    clock[0] += 20.0
    run.go(4)
    assert kept(folder).seconds == start + 12.0 + TICK


def test_that_a_damaged_file_is_told_once_and_the_lesson_opens(window, folder, qtbot):
    file = progress_file()
    file.show_page(key_of(folder), 3, 6, "How many")
    with open(file.path, "ab") as hurt:
        hurt.write(b"\xff\xfe nonsense\n")
    said = []
    window.session.said.connect(said.append)
    assert window.lessons.open(folder)
    assert window.lessons.run.at == 2
    assert sum("could not be read" in each for each in said) == 1
    assert "progress-damaged-1.jsonl" in "".join(said)


def test_that_lessons_of_the_lab_are_kept_by_id_and_ones_own_by_path(folder):
    assert key_of(find("mira")) == "mira"
    assert key_of(folder) == key_of(folder / "lesson.md") == str(folder.resolve())
