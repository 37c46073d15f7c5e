"""Texts in the window: read with their words tinted, selected with the plane, added, changed,
relabelled and deleted by keys and mouse, each as one undo."""

import re

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit

from linlab import Document, Learner
from linlab.app.controls.widgets import LinkButton
from linlab.app.session.texts import PLACES, paste_texts
from linlab.app.window.ground_menu import ground_menu
from linlab.engine.data.csvfile import format_csv
from linlab.engine.data.texts.tables import LONGEST_TEXT, text_points
from linlab.engine.learner.text.tokens import Tokeniser

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
TEXTS = (
    ("a good film", "yes"),
    ("bad and slow", "no"),
    ("great fun", "yes"),
    ("a boring plot", "no"),
    ("good and great", "yes"),
    ("slow, bad film", "no"),
)
WORDS = {"space": "words"}


def open_texts(window, qtbot, pairs=TEXTS, learners=None):
    points = text_points([text for text, _ in pairs], [name for _, name in pairs])
    learners = learners or (Learner.of("perceptron", **WORDS),)
    window.session.open(Document(points, learners))
    QTest.mouseClick(window.right.views.tabs.buttons["examples"], LEFT)
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.texts.isVisible() and pane.texts.rows.rowCount() == len(pairs))
    return pane


@pytest.fixture
def pane(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    return open_texts(window, qtbot)


def shown(pane):
    return [pane.texts.rows.text(row) for row in range(pane.texts.rows.rowCount())]


def click(pane, row, keys=Qt.KeyboardModifier.NoModifier, twice=False):
    box = pane.texts.visualRect(pane.texts.rows.index(row))
    QTest.mouseClick(pane.texts.viewport(), LEFT, keys, box.center())
    if twice:
        QTest.mouseDClick(pane.texts.viewport(), LEFT, keys, box.center())


def editor(pane, qtbot):
    qtbot.waitUntil(lambda: pane.texts.findChild(QPlainTextEdit) is not None)
    return pane.texts.findChild(QPlainTextEdit)


def no_editor(pane, qtbot):
    def gone():
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return pane.texts.findChild(QPlainTextEdit) is None

    qtbot.waitUntil(gone)


def undo(window):
    window.plane.setFocus()
    QTest.keyClick(window, Key.Key_Z, CTRL)


def test_that_texts_are_listed_with_marks_margins_and_a_legend(window, pane, qtbot):
    assert shown(pane) == [text for text, _ in TEXTS]
    window.player.step(12)
    qtbot.waitUntil(lambda: bool(pane.texts.rows.table.of_texts.tints(0)))  # “good” speaks for yes
    spoken = pane.texts.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("yes: a good film (#1 · train · margin ")
    assert pane.legend.isVisible() and pane.legend.text.startswith("Words for no or yes")


def test_that_a_click_selects_in_the_plane_and_the_plane_selects_here(window, pane, qtbot):
    ids = window.session.points.ids.tolist()
    click(pane, 1)
    assert window.session.pointing.selection == {ids[1]}
    click(pane, 2, CTRL)
    assert window.session.pointing.selection == {ids[1], ids[2]}
    window.plane.setFocus()
    window.session.pointing.select(frozenset({ids[4]}))
    qtbot.waitUntil(lambda: [i.row() for i in pane.texts.selectionModel().selectedIndexes()] == [4])
    QTest.keyClick(window, Key.Key_A, CTRL)
    qtbot.waitUntil(lambda: len(pane.texts.selectionModel().selectedIndexes()) == 6)


def test_that_arrow_keys_go_from_text_to_text_and_do_not_step(window, pane):
    click(pane, 0)
    pane.texts.setFocus()
    QTest.keyClick(pane.texts, Key.Key_Down)
    assert window.session.pointing.selection == {int(window.session.points.ids[1])}
    QTest.keyClick(pane.texts, Key.Key_Up)
    assert window.session.pointing.selection == {int(window.session.points.ids[0])}
    assert window.session.t == 0


def test_that_pointing_at_a_row_points_at_its_text_everywhere(window, pane):
    box = pane.texts.visualRect(pane.texts.rows.index(1))
    QTest.mouseMove(pane.texts.viewport(), box.center())
    assert window.session.pointing.pointed == int(window.session.points.ids[1])


@pytest.mark.parametrize("how", ["double click", "F2", "Return"])
def test_that_a_text_is_edited_in_place_as_one_undo(window, pane, qtbot, how):
    if how == "double click":
        click(pane, 1, twice=True)
    else:
        click(pane, 1)
        pane.texts.setFocus()
        QTest.keyClick(pane.texts, getattr(Key, f"Key_{how}"))
    box = editor(pane, qtbot)
    assert box.toPlainText() == "bad and slow"
    QTest.keyClicks(box, "so dull 3r m")  # no letter is a command
    QTest.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: shown(pane)[1] == "so dull 3r m")
    assert window.session.points.texts[1] == "so dull 3r m"
    assert window.session.undo_stack.undo_name == "change a text" and window.left.isVisible()
    no_editor(pane, qtbot)
    undo(window)
    assert window.session.points.texts[1] == "bad and slow"
    qtbot.waitUntil(lambda: shown(pane)[1] == "bad and slow")


def test_that_escape_leaves_a_text_as_it_was_and_shift_return_begins_a_line(window, pane, qtbot):
    click(pane, 1, twice=True)
    box = editor(pane, qtbot)
    QTest.keyClicks(box, "nonsense")
    QTest.keyClick(box, Key.Key_Escape)
    assert window.session.points.texts[1] == "bad and slow"
    assert window.session.undo_stack.undo_name == ""
    no_editor(pane, qtbot)
    click(pane, 1, twice=True)
    box = editor(pane, qtbot)
    QTest.keyClicks(box, "one")
    QTest.keyClick(box, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box, "two")
    QTest.keyClick(box, Key.Key_Return)
    assert window.session.points.texts[1] == "one\ntwo"


def test_that_digits_relabel_and_delete_deletes_the_selected_texts(window, pane, qtbot):
    click(pane, 1)
    QTest.keyClick(pane.texts, Key.Key_2)
    points = window.session.points
    assert points.classes[points.label[1]] == "yes"
    assert window.session.undo_stack.undo_name == "relabel a text"
    click(pane, 3, CTRL)
    QTest.keyClick(pane.texts, Key.Key_Delete)
    assert window.session.points.texts == ("a good film", "great fun", "good and great", "slow, bad film")  # fmt: skip
    assert window.session.undo_stack.undo_name == "delete 2 texts"
    qtbot.waitUntil(lambda: len(shown(pane)) == 4)
    undo(window)
    undo(window)
    assert window.session.points.label.tolist() == [1, 0, 1, 0, 1, 0]


def test_that_a_typed_text_is_answered_added_with_its_class_and_undone(window, pane, qtbot):
    window.player.step(18)
    field = pane.adding.field
    QTest.mouseClick(field, LEFT)
    QTest.keyClicks(field, "good and 2 slow")
    session = window.session
    weights = dict(zip(session.run.problem.names, session.run.model.parts()[0][0], strict=True))
    s = sum(weights[word] for word in Tokeniser().features("good and slow"))
    s += session.run.model.parts()[1][0]
    answer = "yes" if s > 0 else "no"
    qtbot.waitUntil(lambda: pane.adding.answer.text() == f"The answer is {answer}.")
    assert session.choices.by_view["words"]["text"] == "good and 2 slow"  # that of Words
    QTest.keyClick(field, Key.Key_Return)
    assert session.points.texts[-1] == "good and 2 slow" and session.points.label[-1] == 0
    assert session.undo_stack.undo_name == "add a text" and field.text() == ""
    assert session.pointing.selection == {int(session.points.ids[-1])}
    undo(window)
    assert len(session.points) == 6


def test_that_the_class_of_a_new_text_is_chosen_beside_it_or_in_the_toolbar(window, pane, qtbot):
    combo = pane.adding.classes
    combo.showPopup()
    view = combo.view()
    view.setCurrentIndex(combo.model().index(1, 0))
    QTest.keyClick(view, Key.Key_Return)
    assert window.session.label == 1
    QTest.mouseClick(pane.adding.field, LEFT)
    QTest.keyClicks(pane.adding.field, "fine")
    QTest.mouseClick(pane.adding.button, LEFT)
    assert window.session.points.label[-1] == 1 and window.session.points.texts[-1] == "fine"
    window.session.pointing.select(frozenset())
    window.activateWindow()  # the list of classes was a window of its own
    window.plane.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_1)
    qtbot.waitUntil(lambda: combo.currentText() == "no")
    QTest.keyClick(window, Key.Key_0)
    qtbot.waitUntil(lambda: combo.currentText() == "unlabelled")


def test_that_nothing_typed_adds_nothing_and_says_so(window, pane, qtbot):
    with qtbot.waitSignal(window.session.said) as said:
        QTest.mouseClick(pane.adding.button, LEFT)
    assert "type a text first" in said.args[0] and len(window.session.points) == 6


def test_that_as_a_sum_opens_the_view_words_with_the_same_sentence(window, pane, qtbot):
    window.player.step(6)
    QTest.mouseClick(pane.adding.field, LEFT)
    QTest.keyClicks(pane.adding.field, "good film")
    qtbot.waitUntil(pane.adding.sum.isVisible)
    QTest.mouseClick(pane.adding.sum, LEFT)
    assert window.right.views.current == "words"
    qtbot.waitUntil(lambda: bool(pane.canvas.picture.panels) and pane.view.name == "words")
    terms = [item.text for panel in pane.canvas.picture.panels for item in panel.named("term")]
    words = [i.text for p in pane.canvas.picture.panels for i in p.items if hasattr(i, "text")]
    assert {"good", "film"} <= {*terms, *words}


def test_that_rows_are_searched_and_sorted_and_edited_in_that_order(window, pane, qtbot):
    window.player.step(9)
    pane.choose("search", "film")
    qtbot.waitUntil(lambda: shown(pane) == ["a good film", "slow, bad film"])
    pane.choose("sort", "class")
    qtbot.waitUntil(lambda: shown(pane) == ["slow, bad film", "a good film"])
    click(pane, 1, twice=True)
    box = editor(pane, qtbot)
    QTest.keyClicks(box, "a better film")
    QTest.keyClick(box, Key.Key_Return)
    assert window.session.points.texts[0] == "a better film"
    qtbot.waitUntil(lambda: shown(pane)[1] == "a better film")


def test_that_the_menu_of_a_text_relabels_it(window, pane, qtbot):
    box = pane.texts.visualRect(pane.texts.rows.index(0))
    pane.texts.menu_wanted.emit(
        pane.texts.rows.table.ids[0],
        QPointF(pane.texts.viewport().mapToGlobal(box.center())),
    )
    menu = window.findChild(QMenu, "point-menu")
    assert menu is not None
    menu.actions()[0].trigger()
    menu.close()
    assert window.session.points.label[0] == 0


def test_that_deleting_all_texts_leaves_a_field_to_begin_again(window, pane, qtbot):
    QTest.keyClick(window, Key.Key_A, CTRL)
    QTest.keyClick(window, Key.Key_Delete)
    qtbot.waitUntil(lambda: not pane.texts.isVisible())
    assert len(window.session.points) == 0 and pane.adding.isVisible()
    QTest.mouseClick(pane.adding.field, LEFT)
    QTest.keyClicks(pane.adding.field, "again")
    QTest.keyClick(pane.adding.field, Key.Key_Return)
    qtbot.waitUntil(lambda: shown(pane) == ["again"])


def paste(text):
    QGuiApplication.clipboard().setText(text)


def test_that_pasted_lines_are_added_with_their_classes_as_one_undo(window, pane, qtbot):
    paste("good\tso fine\nplain line\n\nno\tdull\n")
    pane.texts.setFocus()
    QTest.keyClick(window, Key.Key_V, CTRL)
    points = window.session.points
    assert points.texts[6:] == ("so fine", "plain line", "dull")
    assert [points.classes[k] for k in points.label[6:]] == ["good", "no", "no"]
    assert window.session.undo_stack.undo_name == "add 3 texts"
    assert window.session.pointing.selection == {*points.ids[6:].tolist()}
    undo(window)
    assert len(window.session.points) == 6 and window.session.points.classes == ("no", "yes")


def test_that_several_lines_pasted_into_the_field_are_several_texts(window, pane):
    paste("one\ntwo")
    QTest.mouseClick(pane.adding.field, LEFT)
    QTest.keyClick(pane.adding.field, Key.Key_V, CTRL)
    assert window.session.points.texts[6:] == ("one", "two") and pane.adding.field.text() == ""
    paste("three")
    QTest.keyClick(pane.adding.field, Key.Key_V, CTRL)
    assert len(window.session.points) == 8 and pane.adding.field.text() == "three"


def test_that_copied_texts_are_pasted_as_they_were(window, pane):
    click(pane, 5)
    window.plane.setFocus()
    QTest.keyClick(window, Key.Key_C, CTRL)
    QTest.keyClick(window, Key.Key_V, CTRL)
    assert window.session.points.texts[-1] == "slow, bad film" and window.session.points.label[-1] == 0  # fmt: skip


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("fine\nbad\0one", "line 2: .*cannot be saved"),
        ("x" * (LONGEST_TEXT + 1), "at most 100 000 characters"),
        ("\n".join(f"{k}\ttext" for k in range(9)), "9 classes"),
        ("  \n", "There are no texts in the clipboard"),
    ],
    ids=["NUL", "too long", "too many classes", "blank"],
)
def test_that_what_cannot_be_pasted_is_said_and_nothing_is_lost(window, pane, qtbot, pasted, said):
    before = window.session.document
    heard = []
    window.session.said.connect(heard.append)
    paste_texts(window.session, pasted)
    assert window.session.document is before
    assert len(heard) == 1 and re.search(said, heard[0])


ODD = {
    "empty": ("", "x"),
    "one word": ("good", "bad"),
    "long": ("good " * 20_000, "bad"),
    "emoji": ("🙂 good 👍🏽", "🎬 bad"),
    "right to left": ("סרט טוב", "סרט רע"),
    "markup": ("<b>good</b> $x$ &amp;", "\\bad{}"),
    "lines": ("good\nline\ttab", "bad\r\n"),
}


@pytest.mark.parametrize("pair", ODD.values(), ids=ODD)
def test_that_odd_texts_are_listed_trained_on_and_saved(window, qtbot, pair, tmp_path):
    pane = open_texts(window, qtbot, [(pair[0], "a"), (pair[1], "b"), ("fine day", "a"), ("rain", "b")])  # fmt: skip
    window.player.step(8)
    assert window.session.t == 8
    pane.grab()
    click(pane, 0, twice=True)
    box = editor(pane, qtbot)
    QTest.keyClick(box, Key.Key_Return)  # unchanged: line ends, too
    assert window.session.points.texts[:2] == pair and window.session.undo_stack.undo_name == ""
    window.session.document.save(tmp_path / "odd.linlab")
    assert Document.load(tmp_path / "odd.linlab").points.texts[:2] == pair


def test_that_texts_of_one_class_are_listed_and_the_plane_says_what_is_missing(window, qtbot):
    pane = open_texts(window, qtbot, [("good", "a"), ("fine", "a")])
    assert shown(pane) == ["good", "fine"] and window.session.trace is None
    assert "at least two classes" in window.session.run.trouble
    qtbot.waitUntil(lambda: "Examples (Alt+8)" in window.plane.hint.text())
    QTest.mouseClick(pane.adding.field, LEFT)
    window.session.pointing.select(frozenset())
    window.editing.add_class()
    QTest.keyClicks(pane.adding.field, "bad")
    QTest.keyClick(pane.adding.field, Key.Key_Return)
    assert window.session.trace is not None


def test_that_an_empty_document_takes_pasted_lines_and_its_model_reads_them(window, qtbot):
    QTest.keyClick(window, Key.Key_N, CTRL)
    paste("good\ta fine film\nbad\tso dull\ngood\tgreat")
    window.plane.setFocus()
    QTest.keyClick(window, Key.Key_V, CTRL)
    session = window.session
    assert session.learner.reads_texts and session.points.classes == ("bad", "good")
    assert session.points.texts == ("a fine film", "so dull", "great")
    undo(window)
    assert len(session.points) == 0 and not session.learner.reads_texts


def test_that_texts_are_not_mixed_with_points_of_the_plane(window, qtbot):
    before = window.session.document
    assert len(window.session.points) and window.session.points.texts is None
    paste("text,label\nfine,a\ndull,b\n")
    with qtbot.waitSignal(window.session.said) as said:
        QTest.keyClick(window, Key.Key_V, CTRL)
    assert said.args[0] == PLACES and window.session.document is before


def drop(widget, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)  # fmt: skip
    widget.dropEvent(event)


def test_that_a_dropped_table_opens_and_its_model_reads_texts(window, qtbot, tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("text,label\na fine film,good\nso dull,bad\n", encoding="utf-8")
    drop(window, file)
    assert window.session.points.texts == ("a fine film", "so dull")
    assert window.session.learner.reads_texts and window.session.trace is not None


def test_that_a_dropped_folder_of_texts_opens(window, tmp_path):
    for name, text in (("good", "fine"), ("bad", "dull")):
        (tmp_path / "all" / name).mkdir(parents=True)
        (tmp_path / "all" / name / "1.txt").write_text(text, encoding="utf-8")
    drop(window, tmp_path / "all")
    assert window.session.points.texts == ("dull", "fine")
    assert window.session.points.classes == ("bad", "good")


def test_that_a_folder_without_texts_is_refused_and_nothing_is_lost(window, qtbot, tmp_path):
    before = window.session.document
    with qtbot.waitSignal(window.session.said) as said:
        drop(window, tmp_path)
    assert "a subfolder for each class" in said.args[0] and window.session.document is before


def test_that_files_dropped_among_the_texts_are_added_as_one_undo(window, pane, tmp_path):
    one, two = tmp_path / "1.csv", tmp_path / "2.csv"
    one.write_text("text,label\nfine,yes\n", encoding="utf-8")
    two.write_text("text,label\nwet,rain\n", encoding="utf-8")
    drop(pane.texts, one, two)
    points = window.session.points
    assert points.texts[6:] == ("fine", "wet") and points.classes == ("no", "yes", "rain")
    assert window.session.undo_stack.undo_name == "add 2 texts"
    undo(window)
    assert len(window.session.points) == 6
    broken = tmp_path / "3.csv"
    broken.write_bytes(b"text,label\n\xff,a\n")
    drop(pane.texts, one, broken)
    assert len(window.session.points) == 6


def test_that_the_words_of_an_edit_carry_their_weights_over_when_changes_count_from_here(
    window, pane, qtbot
):
    session = window.session
    window.player.step(11)
    QTest.mouseClick(window.transport.mode, LEFT)
    assert session.continuing

    def weights():
        return dict(zip(session.run.problem.names, session.run.model.parts()[0][0], strict=True))

    before, bias = weights(), session.run.model.parts()[1][0]
    assert any(before.values()) and "fun" in before and "dreary" not in before
    click(pane, 2, twice=True)  # “great fun”: “fun” is in no other text
    box = editor(pane, qtbot)
    QTest.keyClicks(box, "great dreary")
    QTest.keyClick(box, Key.Key_Return)
    after = weights()
    assert session.t == 11 and set(before) - set(after) == {"fun"}
    assert set(after) - set(before) == {"dreary"} and after["dreary"] == 0.0
    assert all(after[word] == before[word] for word in after if word in before)
    assert session.run.model.parts()[1][0] == bias
    window.session.pointing.select(frozenset())
    window.player.step(3)
    learnt = dict(after)
    for step in range(12, 15):  # the perceptron by hand, on the new texts
        (id,) = session.trace.step(step).ids.tolist()
        k = session.points.index(id)
        y = 1 if session.points.label[k] else -1
        words = Tokeniser().features(session.points.texts[k])
        if y * (sum(learnt[word] for word in words) + bias) <= 0:
            bias += y
            for word in words:
                learnt[word] += y
    assert weights() == pytest.approx(learnt)
    undo(window)
    assert "fun" in weights()
    assert format_csv(session.points).count("great fun") == 1


def test_that_five_thousand_texts_are_rows_that_are_drawn_when_they_are_seen(
    window, qtbot, monkeypatch
):
    words = ["red", "green", "blue", "fast", "slow", "good", "bad"]
    pairs = [
        (" ".join(words[(k * j) % 7] for j in range(1, 12)), ("a", "b")[k % 2]) for k in range(5000)
    ]
    pane = open_texts(window, qtbot, pairs)
    drawn = []
    plain = pane.texts.look.paint
    monkeypatch.setattr(
        pane.texts.look, "paint", lambda p, o, i: (drawn.append(i.row()), plain(p, o, i))
    )
    bar = pane.texts.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 5000 * 20)
    for value in (bar.maximum() // 2, bar.maximum()):
        drawn.clear()
        bar.setValue(value)
        pane.texts.viewport().repaint()
        rows = {*drawn}
        assert 0 < len(rows) <= pane.texts.viewport().height() // 20 + 2
    assert 4999 in rows


def test_that_the_data_card_counts_texts_and_words_and_opens_what_edits_them(window, qtbot):
    pane = open_texts(window, qtbot)
    data = window.left.data
    words = {word for text, _ in TEXTS for word in Tokeniser().features(text)}
    assert data.value.text() == "6 TEXTS" and data.texts.isVisible()
    assert data.texts.words.text() == f"Vocabulary of {len(words)} words"
    window.right.views.show_view("curves")
    QTest.mouseClick(data.findChild(LinkButton, "texts-view-examples"), LEFT)
    assert window.right.views.current == "examples"
    paste("so\nnew")
    QTest.mouseClick(data.findChild(LinkButton, "texts-paste"), LEFT)
    assert window.session.points.texts[6:] == ("so", "new")
    assert data.value.text() == "8 TEXTS"
    assert data.texts.words.text() == f"Vocabulary of {len(words | {'so', 'new'})} words"
    qtbot.waitUntil(lambda: len(shown(pane)) == 8)
    window.left.data.choose("moons")
    assert data.value.text().endswith("POINTS") and not data.texts.isVisible()


def test_that_the_menu_of_the_ground_adds_no_text(window, pane):
    menu = ground_menu(window, window.editing, window.commands, (0.0, 0.0))
    titles = [action.text() for action in menu.actions()]
    assert not any(title.startswith("Add ") for title in titles) and "Paste points" in titles


def test_that_a_sentence_of_two_thousand_characters_is_answered_and_saved(window, pane, tmp_path):
    window.player.step(6)
    text = "good film " * 200
    QTest.mouseClick(pane.adding.field, LEFT)
    paste(text)
    QTest.keyClick(pane.adding.field, Key.Key_V, CTRL)
    assert len(pane.adding.field.text()) == 2000 and pane.adding.answer.isVisible()
    window.files.save(tmp_path / "long.linlab")
    options = Document.load(tmp_path / "long.linlab").look.options
    assert ("words", "text", text) in options
