"""A lesson gone through with real events, by mouse, by keyboard and by clicker; what it locks,
folds and gives back."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton, QToolButton

from linlab.app.lessons.answering.curve import DrawnCurve
from linlab.app.lessons.rich_text import RichText
from linlab.app.panels.form import KnobSlider
from linlab.app.session.lessons import lesson_run
from linlab.app.session.lessons.prepared import prepare
from linlab.app.session.settings import Settings
from linlab.engine.train.tracing.by_hand import started_at
from linlab.lessons.kinds.ink import OWN, TRUE
from linlab.lessons.shipped import shipped

Key, LEFT, CTRL = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def find(window, kind, name):
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def click(window, name, kind=QPushButton):
    button = find(window, kind, name)
    assert button.isVisible() and button.isEnabled(), name
    QTest.mouseClick(button, LEFT, pos=QPoint(button.width() // 2, button.height() // 2))


def panel(window):
    return window.column.pages["lesson"]


def rest(qtbot, window):
    qtbot.waitUntil(lambda: not window.player.playing)


def to_step(qtbot, run, k):
    run.go(k)
    qtbot.waitUntil(lambda: not run.waiting)


def test_that_a_lesson_stands_at_the_left_and_shows_its_state(window, run):
    assert panel(window).isVisible() and not window.left.isVisible()
    assert panel(window).place.text() == "LESSON 3 · PAGE 1 OF 6"
    assert panel(window).title.text() == "Nothing learnt yet"
    assert panel(window).text.plain() == "At first w = 0. There are 60 points."
    assert len(window.session.points) == 60
    assert window.session.t == 0 and "weights" in window.plane.shown
    assert window.files.state == "as prepared"


def test_that_next_and_back_go_through_the_steps(window, run):
    click(window, "lesson-next")
    assert (run.at, panel(window).title.text()) == (1, "The first mistake")
    click(window, "lesson-back")
    assert run.at == 0
    assert not find(window, QPushButton, "lesson-back").isEnabled()
    dots = panel(window).footer.dots
    QTest.mouseClick(dots, LEFT, pos=dots._centre(3).toPoint())
    assert run.at == 3


def test_that_a_choice_is_answered_by_mouse_and_the_lab_shows_what_happens(window, run, qtbot):
    to_step(qtbot, run, 1)
    see = find(window, QPushButton, "see")
    assert not see.isEnabled() and see.toolTip() == "Answer first, or let the lab show it"
    wrong = panel(window).question.box.rows[0]
    QTest.mouseClick(wrong, LEFT)
    assert see.isEnabled()
    QTest.mouseClick(see, LEFT)
    card = panel(window).question
    assert card.verdict.plain() == "Not this time." and not card.why.isVisible()
    assert [row.tick.text() for row in card.box.rows] == ["", ""] and window.session.t == 0
    assert not see.isVisible()
    following = find(window, QPushButton, "lesson-next")
    assert following.property("role") != "primary"
    click(window, "try-again")
    assert see.isVisible() and not card.verdict.isVisible()
    QTest.mouseClick(card.box.rows[1], LEFT)
    QTest.mouseClick(see, LEFT)
    rest(qtbot, window)
    assert window.session.t == 1
    assert card.verdict.plain() == "Right." and card.why.plain() == "Its margin is 0."
    assert [row.tick.text() for row in card.box.rows] == ["", "✓"]
    assert not see.isVisible() and following.property("role") == "primary"


def test_that_another_choice_is_another_try_and_show_me_shows_what_is_right(window, run, qtbot):
    to_step(qtbot, run, 1)
    card = panel(window).question
    QTest.mouseClick(card.box.rows[0], LEFT)
    click(window, "see")
    assert card.verdict.plain() == "Not this time."
    QTest.mouseClick(card.box.rows[1], LEFT)
    assert not card.verdict.isVisible() and find(window, QPushButton, "see").isVisible()
    QTest.mouseClick(card.box.rows[0], LEFT)
    click(window, "see")
    QTest.mouseClick(panel(window).question.skip, LEFT)
    rest(qtbot, window)
    assert run.answered.verdict is None and window.session.t == 1
    assert card.verdict.plain() == "yes, it is" and card.why.plain() == "Its margin is 0."
    run.go(len(run.lesson.steps) - 1)
    run.next()
    assert "You: no, it is right." in panel(window).text.plain()  # the answer that was given


def test_that_a_number_is_typed_and_compared_within_its_tolerance(window, run, qtbot):
    to_step(qtbot, run, 2)
    box = find(window, QLineEdit, "number-answer")
    QTest.mouseClick(box, LEFT)
    QTest.keyClicks(box, "nine")
    assert not find(window, QPushButton, "see").isEnabled()
    box.clear()
    QTest.keyClicks(box, "9")
    click(window, "see")
    rest(qtbot, window)
    assert (
        window.session.run.trace.mistakes(window.session.t) == 8
    )  # as the README says of the first document
    assert panel(window).question.verdict.plain() == "Right. It is 8."


def test_that_examples_are_clicked_in_the_plane_although_all_is_locked(window, run, hand, qtbot):
    to_step(qtbot, run, 3)
    assert window.plane.tool.name == "answer"
    before = window.session.settled
    model, points = window.session.run.model, window.session.points
    sign = np.where(points.label == 1, 1, -1)
    nearest = int(np.argmin(np.abs(sign * model.scores(points.x)[:, 0])))
    other = (nearest + 1) % len(points)
    for k in (other, other, nearest):  # a second click takes it back
        hand.click(tuple(points.x[k]))
    assert run.step.answer.value == {int(points.ids[nearest])}
    assert panel(window).question.box.value == {int(points.ids[nearest])}
    assert len(window.plane.panel.named(OWN)) == 1 and not window.plane.panel.named(TRUE)
    click(window, "see")
    assert panel(window).question.verdict.plain().startswith("Right. It is example #")
    assert len(window.plane.panel.named(TRUE)) == 1
    assert window.session.settled == before
    run.go(0)
    assert window.plane.tool.name == "move" and not window.plane.panel.named(OWN)


def test_that_a_lesson_drags_the_line_over_locked_points_and_gives_the_tool_back(
    window, hand, qtbot, tmp_path
):
    text = """# A\n\n```lesson\nformat = 2\n```\n\n## One\n\nDrag the line.\n\n```lab
data = "blobs"\nknobs = {n = 20}\nmodel = "perceptron"\nset = {start = "1 0 0"}
lock = ["points", "data", "transport"]\n```\n"""
    (tmp_path / "lesson.md").write_text(text, encoding="utf-8")
    window.editing.take_tool("erase")
    assert window.lessons.open(tmp_path)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == 1)
    assert window.plane.tool.name == "move"
    assert "Space" not in window.transport.caption.text()
    x1, x2 = next(iter(window.session.points.x))
    window.session.edit(
        "through a point",
        window.session.with_learner(started_at(window.session.learner, [[1.0, 0.0, -x1]])),
    )
    points = window.session.points
    hand.drag((x1, x2), (x1 + 1, x2))
    _, b = window.session.run.model.parts()
    assert abs(b[0] + x1 + 1) < 0.1 and window.session.points == points
    run.leave()
    assert window.plane.tool.name == "erase"


def test_that_the_arrow_is_dragged_and_w_is_drawn_beside_it(window, run, hand, qtbot):
    to_step(qtbot, run, 4)
    hand.drag((0.0, 0.0), (1.0, 2.0))
    own = window.plane.panel.named(OWN)[0].lines[0]
    assert np.allclose(own, [(0, 0), (1.0, 2.0)], atol=0.1)
    click(window, "see")
    assert panel(window).question.verdict.plain().startswith("Not this time. ")
    assert not window.plane.panel.named(TRUE)
    QTest.mouseClick(panel(window).question.skip, LEFT)
    rest(qtbot, window)
    true = window.plane.panel.named(TRUE)[0].lines[0]
    weights = window.session.run.model.parts()[0][0]
    assert np.allclose(true[1], weights)
    assert window.plane.scene_now().arrow_factor == 1.0  # w itself is drawn as long as the answer
    assert panel(window).question.verdict.plain().startswith("w is (")
    run.go(0)
    assert window.plane.scene_now().arrow_factor is None


def test_that_a_stroke_that_ends_early_goes_on_level(run, qtbot):
    to_step(qtbot, run, 5)
    drawn = DrawnCurve(run.step)
    low, high = drawn.reach
    middle = len(drawn.t) // 2
    drawn.pull(drawn.t[0], low)
    drawn.pull(drawn.t[middle], 0.5 * (low + high))
    assert np.all(drawn.value[middle:] == 0.5 * (low + high))
    drawn.pull(drawn.t[-1], low)
    drawn.lift()
    drawn.pull(drawn.t[0], high)  # once more from the beginning: nothing of the first stays
    drawn.pull(drawn.t[middle], high)
    assert np.all(drawn.value == high)


def test_that_a_curve_is_drawn_by_mouse_and_by_keys(window, run, qtbot):
    to_step(qtbot, run, 5)
    box = panel(window).question.box
    frame = box.picture.panels[0].frame
    ends = [
        QPointF(frame.x + 1, frame.y + frame.height / 2),
        QPointF(frame.x + frame.width - 1, frame.y + frame.height),
    ]
    for kind, at in zip((QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove), ends, strict=True):
        QApplication.sendEvent(
            box.viewport(),
            QMouseEvent(
                kind,
                at,
                QPointF(box.mapToGlobal(at.toPoint())),
                LEFT,
                LEFT,
                Qt.KeyboardModifier.NoModifier,
            ),
        )
    drawn = run.pending
    assert np.allclose(drawn, np.linspace(0.5, 0.0, len(drawn)), atol=0.03)
    last = len(box.drawn.t) - 1
    box.drawn.lift()
    box.drawn.pull(box.drawn.t[last // 2], 0.4)
    assert box.drawn.value[last] == drawn[last]  # a correction in the middle keeps what was drawn
    box.setFocus()
    before = float(box.drawn.value[-1])
    QTest.keyClick(box, Key.Key_Up)
    assert float(box.drawn.value[-1]) > before
    panel(window).question.give()
    rest(qtbot, window)
    errors = [window.session.trace.sample(t).train_error for t in (0, 60)]
    assert run.step.answer.words == f"It goes from {errors[0]:.3g} to {errors[1]:.3g}."


def test_that_what_is_locked_cannot_be_changed_and_says_so(window, run, hand, qtbot):
    before, heard = window.session.settled, []
    window.session.said.connect(heard.append)
    window.editing.take_tool("add")
    hand.click((0.1, 3.0))
    assert window.session.settled == before
    assert heard == ["The points are locked on this page."]
    assert not window.left.data.isEnabled() and window.left.model.isEnabled()
    window.session.edit("λ", window.session.with_learner(window.session.learner.replace(alpha=2.0)))
    assert window.session.learner["alpha"] == 2.0  # that is not locked
    to_step(qtbot, run, 3)
    assert not window.transport.isEnabled() and not window.commands["play"].isEnabled()
    to_step(qtbot, run, 0)
    assert window.transport.isEnabled() and window.commands["play"].isEnabled()


def test_that_a_slider_of_the_step_turns_the_model_and_the_step_can_be_restored(window, run, qtbot):
    knob = panel(window)._knobs.findChild(KnobSlider, "alpha")
    knob.moving.emit(3.0)
    knob.released.emit()
    assert window.session.learner["alpha"] == 3.0
    restore = panel(window).restore
    assert restore.isVisible()
    QTest.mouseClick(restore, LEFT)
    assert window.session.learner["alpha"] == 1.0 and not restore.isVisible()


def test_that_numbers_are_folded_until_the_page_that_unfolds_them_is_answered(window, run, qtbot):
    to_step(qtbot, run, 4)
    assert not window.right.isVisible() and not window.column.tabs.isVisible()
    to_step(qtbot, run, 5)
    assert not window.right.isVisible()  # they would give the answer away
    run.answer(None)
    assert window.right.isVisible()


def test_that_leaving_returns_to_what_was_open_with_its_history(window, folder, hand, qtbot):
    session = window.session
    hand.click((0.0, 3.0))
    edited = session.settled
    session.go(7)
    window.lessons.open(folder)
    qtbot.waitUntil(lambda: window.lessons.run is not None and not window.lessons.run.waiting)
    assert session.settled != edited and not session.undo_stack.undo_name
    click(window, "leave-lesson", QToolButton)
    assert window.lessons.run is None
    assert session.settled == edited and session.t == 7
    assert session.undo_stack.undo_name == "add point" and window.files.dirty
    assert window.left.isVisible() and not panel(window).isVisible()
    session.undo()
    assert len(session.points) == len(edited.points) - 1


def test_that_unsaved_work_survives_a_crash_in_a_lesson(window, folder, hand, qtbot):
    hand.click((0.0, 3.0))
    edited = window.session.settled
    window.lessons.open(folder)
    qtbot.waitUntil(lambda: window.lessons.run is not None and not window.lessons.run.waiting)
    from linlab.app.session.autosaves import autosaves, read

    kept = [read(file).document for file in autosaves()]
    assert [document.points for document in kept] == [edited.points]


def test_that_another_document_is_opened_only_after_what_was_open_was_asked_about(
    window, run, tmp_path, monkeypatch
):
    from PySide6.QtWidgets import QMessageBox

    asked = []
    monkeypatch.setattr(
        QMessageBox,
        "question",
        lambda *a, **k: asked.append(a[2]) or QMessageBox.StandardButton.Cancel,
    )
    other = tmp_path / "other.linlab"
    window.session.settled.save(other)
    window.documents.open_path(other)
    assert window.lessons.run is None and not asked  # nothing was unsaved
    assert window.files.name == "other.linlab"


def test_that_the_keyboard_alone_is_enough(window, run, hand, qtbot):
    hand.key(Key.Key_PageDown, CTRL)
    assert run.at == 1
    choice, see = panel(window).question.box.rows[0].button, find(window, QPushButton, "see")
    for stop, keys in ((choice, (Key.Key_Space, Key.Key_Down)), (see, (Key.Key_Return,))):
        for _ in range(60):
            QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
            if QApplication.focusWidget() is stop:
                break
        for key in keys:  # arrows go from choice to choice
            QTest.keyClick(QApplication.focusWidget(), key)
    rest(qtbot, window)
    assert run.answered is not None and run.answered.verdict.right
    window.plane.setFocus()
    hand.key(Key.Key_PageUp, CTRL)
    assert run.at == 0
    hand.key(Key.Key_Return, CTRL)  # on: this step asks and plays nothing
    assert run.at == 1
    hand.key(Key.Key_Return, CTRL)
    rest(qtbot, window)
    assert run.answered is not None and run.answered.verdict is None
    hand.key(Key.Key_F9)
    assert run.answered is None and window.session.t == 0
    hand.key(Key.Key_Q, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert window.lessons.run is None


def test_that_a_clicker_goes_through_the_lesson_on_stage(window, run, hand, qtbot):
    hand.key(Key.Key_F5)
    stage = window.presenter.stage
    assert stage.foot.isVisible() and not stage.strip.isVisible()
    assert (
        "At first w = 0" in stage.foot.text.plain()
        and stage.foot.height() == window.plane.covered_bottom
    )
    hand.key(Key.Key_PageDown)
    assert run.at == 1 and "Is the first example a mistake?" in stage.foot.asked.plain()
    assert "✓" not in stage.foot.asked.plain()
    hand.key(Key.Key_PageDown)
    rest(qtbot, window)
    assert window.session.t == 1 and "yes, it is ✓" in stage.foot.asked.plain()
    hand.key(Key.Key_PageDown)
    assert run.at == 2
    hand.key(Key.Key_PageUp)
    assert run.at == 1
    hand.key(Key.Key_Escape)
    assert not window.presenter.active and panel(window).isVisible()
    assert panel(window).title.text() == "The first mistake"


def test_that_a_summary_tells_what_was_answered_and_is_saved_as_a_page(
    window, run, qtbot, tmp_path, monkeypatch
):
    to_step(qtbot, run, 1)
    QTest.mouseClick(panel(window).question.box.rows[1], LEFT)
    click(window, "see")
    rest(qtbot, window)
    to_step(qtbot, run, 5)
    click(window, "lesson-next")
    assert run.finished
    told = panel(window).text.plain()
    assert "You: yes, it is." in told and told.count("You: not answered.") == 4
    target = tmp_path / "summary.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(target), ""))
    QTest.mouseClick(panel(window).print, LEFT)
    assert target.read_bytes().startswith(b"%PDF")
    click(window, "lesson-next")
    assert window.lessons.run is None


def test_that_a_broken_lesson_is_told_and_nothing_is_lost(window, folder, tmp_path):
    heard = []
    window.session.said.connect(heard.append)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "lesson.md").write_text(
        "# T\n\n```lesson\nformat = 1\n```\n\n## A\n\n```lab\nt = -1\n```\n", encoding="utf-8"
    )
    before = window.session.settled
    assert not window.lessons.open(broken)
    assert heard[-1].startswith("lesson.md, line 10, field “t”: ")
    assert window.session.settled is before and window.lessons.run is None


def test_that_the_menu_lists_the_lessons_there_are(window, folder, tmp_path):
    own = tmp_path / "lessons"
    own.mkdir()
    folder.rename(own / "mine")
    for name in ("once", "twice"):
        (own / name).mkdir()
        (own / name / "lesson.md").write_text(
            "# The same\n\n```lesson\nformat = 1\n```\n\n## A\n", encoding="utf-8"
        )
    button = find(window, QToolButton, "lessons-menu")
    menu = button.menu()
    menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions()]
    assert [each.title for each in shipped()] == [
        title.split("  ", 1)[1].removesuffix(" ★") for title in titles[: len(shipped())]
    ]
    assert "Turning a line" in titles and titles[-2:] == ["Open…", "Write a lesson"]
    assert {"The same · once", "The same · twice"} < set(titles)
    next(action for action in menu.actions() if action.text() == "Turning a line").trigger()
    assert window.lessons.run is not None


@pytest.mark.parametrize("first", [True, False])
def test_that_the_first_start_offers_the_course_once(qtbot, tmp_path, monkeypatch, first):
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    from linlab.app.session.document_files import DocumentFiles
    from linlab.app.session.session import Session
    from linlab.app.window.window import Window

    settings = Settings()
    if not first:
        settings.keep(offered=True)
    session = Session()
    made = Window(session, DocumentFiles(session, settings), settings)
    qtbot.addWidget(made)
    assert len(made._second_offers) == first and Settings().now.offered
    if first:
        made.resize(1280, 800)
        made.show()
        offer = made._second_offers[0]
        qtbot.waitUntil(offer.isVisible)
        QTest.mouseClick(offer, LEFT, pos=QPoint(30, 20))
        assert made.course.page is not None and made.lessons.run is None
        made.course.close()


def test_that_formulas_stand_on_the_ground_line_of_their_words(qtbot):
    from linlab.lessons.written.tags import formula_tag

    text = RichText(14)
    qtbot.addWidget(text)
    text.resize(300, 60)
    text.show_html(f"H{formula_tag('H', False)}H")
    text.show()
    image = text.grab().toImage()
    rows = [
        [
            y
            for y in range(image.height())
            if any(image.pixelColor(x, y).lightness() < 100 for x in span)
        ]
        for span in (range(9), range(10, 24))
    ]
    assert rows[0] and rows[1] and abs(rows[0][-1] - rows[1][-1]) <= 1


def test_that_text_is_never_moved_in_its_place_nor_a_comma_parted_from_its_formula(qtbot):
    from linlab.lessons.written.tags import formula_tag

    text = RichText(14)
    qtbot.addWidget(text)
    text.resize(120, 10)
    text.show()
    text.show_html(
        f"some words before {formula_tag('c', False)}, and many more words after it, in many lines, "
        * 3
    )
    for wide in (200, 90, 150):
        text.resize(wide, text.height())
        assert (text.verticalScrollBar().maximum(), text.verticalScrollBar().value()) == (0, 0)
    assert text.latex == ["c,"] * 3 and "before c, and" in text.plain()


def test_that_what_is_dropped_is_a_lesson_if_it_is_one(window, folder, qtbot):
    window.documents.open_path(folder / "lesson.md")
    assert window.lessons.run is not None and window.lessons.run.path == folder / "lesson.md"


def test_that_a_handout_is_saved_from_the_menu(window, run, tmp_path, monkeypatch, qtbot):
    target, heard = tmp_path / "handout.html", []
    window.session.said.connect(heard.append)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(target), ""))
    menu = find(window, QToolButton, "lessons-menu").menu()
    menu.aboutToShow.emit()
    next(
        action for action in menu.actions() if action.text() == "Handout of this lesson…"
    ).trigger()
    qtbot.waitUntil(lambda: "The handout is saved as handout.html." in heard)
    assert "Is the first example a mistake?" in target.read_text(encoding="utf-8")


def test_that_a_step_without_a_question_plays_and_pauses_by_its_button(window, folder, qtbot):
    text = (folder / "lesson.md").read_text(encoding="utf-8")
    slow = text.replace(
        'expect = ["t == 0", "examples == 60"]', 'play = "50 updates at 2 a second"'
    )
    (folder / "lesson.md").write_text(slow, encoding="utf-8")
    window.lessons.open(folder)
    qtbot.waitUntil(lambda: not window.lessons.run.waiting)
    button = find(window, QPushButton, "lesson-play")
    assert button.text() == "▶ Play 50 steps"
    click(window, "lesson-play")
    assert window.player.playing and button.text() == "❚❚ Pause"
    click(window, "lesson-play")
    assert not window.player.playing and button.text() == "▶ Play 50 steps again"


def test_that_a_page_of_a_lesson_is_told_once(qtbot, window, run):
    qtbot.waitUntil(lambda: not run.waiting)
    told = []
    window.session.changed.connect(lambda: told.append(window.session.settled))
    for k in range(1, len(run.lesson.steps)):
        qtbot.waitUntil(lambda k=k: len(run._ready) > k)
        told.clear()
        run.go(k)
        assert len(told) == 1, f"step {k + 1} was told {len(told)} times"
        assert window.session.locks == frozenset(run.step.shown.lock)


def test_that_a_page_being_prepared_shows_neither_other_points_nor_gaps(
    window, folder, qtbot, monkeypatch
):
    ready = threading.Event()

    def slow(*page):
        ready.wait(60)
        return prepare(*page)

    monkeypatch.setattr(lesson_run, "prepare", slow)
    assert window.lessons.open(folder)
    words = panel(window)
    try:
        qtbot.waitUntil(words.cover.isVisible)
        assert words.cover.geometry() == window.plane.rect()
        assert words.cover.text() == words.working.text() == "Preparing this page …"
        assert words.title.isVisible() and not words.text.isVisible()  # it tells how many points
        window.lessons.run.go(2)
        assert words.cover.text() == "Preparing this page … 0 of 3 pages are ready."
        window.lessons.run.go(0)
    finally:
        ready.set()
    qtbot.waitUntil(lambda: not words.cover.isVisible())
    assert words.text.isVisible() and "There are 60 points." in words.text.plain()
    assert len(window.session.points) == 60
