"""Whatever a file or a user calls a thing is shown as it is: no label, tooltip or dialog takes it
for HTML, no menu for a key.

A test walks all widgets that there are, with names that would do something if somebody let them.
"""

import gc
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QGraphicsTextItem,
    QGraphicsView,
    QLabel,
    QMessageBox,
    QToolTip,
    QWidget,
)

from linlab.app.controls.questions import LATER, recovery
from linlab.app.window.point_menu import point_menu
from linlab.engine.data.points import Points
from linlab.engine.data.texts.tables import text_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from tests.hostile import LONG, NAMES

OBJECT = "\ufffc"  # where a rich text has a picture
ACTS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
X = [(0.0, 0.0), (1.0, 0.2), (0.1, 1.0), (1.2, 1.1), (2.0, 0.0), (2.0, 1.0), (0.5, 0.5), (3.0, 3.0)]


def bait(folder):
    """A name that is seen to have been taken for a picture: it would be as large as that."""
    path = folder / "picture.png"
    image = QImage(900, 900, QImage.Format.Format_RGB32)
    image.fill(0xFF0000)
    image.save(str(path))
    return f'<img src="{path}">'


def widgets():
    """Every widget of the program, polished as when it is shown. What other tests left is collected
    first: it could go, with its children, while it is being listed."""
    gc.collect()
    for widget in QApplication.allWidgets():
        widget.ensurePolished()
        yield widget


def walk(names):
    """Look at all that is there."""
    for widget in widgets():
        if isinstance(widget, QLabel):
            assert widget.textFormat() == Qt.TextFormat.PlainText, widget.text()
            assert not ACTS.search(widget.text()), widget.objectName()
        if isinstance(widget, QGraphicsView):
            for item in widget.items():
                if isinstance(item, QGraphicsTextItem):
                    assert (
                        not ACTS.search(item.toPlainText()) and OBJECT not in item.toPlainText()
                    ), item.toPlainText()
        assert not ACTS.search(widget.windowTitle())
        if isinstance(widget, QAbstractButton) and any(
            name[:9] in widget.text().replace("&&", "&") for name in names
        ):
            assert QKeySequence.mnemonic(widget.text()).isEmpty(), widget.text()
        for action in widget.actions():
            if any(name in action.text().replace("&&", "&") for name in names):
                assert QKeySequence.mnemonic(action.text()).isEmpty(), action.text()


def give(window, names):
    """Points of these classes, in a document that is called like the first of them."""
    points = Points.of(X[: len(names)], names, texts=names)
    window.session.edit(
        "open", replace(window.session.with_points(points), title=names[0], notes="\n".join(names))
    )


def written(window):
    """The words in the picture of the plane, as they are seen."""
    window.plane.viewport().repaint()
    return {
        item.toPlainText()
        for item in window.plane.items()
        if isinstance(item, QGraphicsTextItem) and item.isVisible()
    }


@pytest.mark.parametrize("names", [NAMES[k : k + 8] for k in range(0, len(NAMES), 8)])
def test_that_no_widget_of_the_window_takes_a_name_for_more_than_words(
    window, names, tmp_path, qtbot
):
    give(window, names)
    window.files.name = names[0].replace("/", "")
    window.settings.used(str(tmp_path / names[1].replace("/", "")))
    window.session.label = 0
    window.refresh()
    window.session.go(4)
    window.bar.main_menu._fill_recent()
    for k, name in enumerate(window.session.points.classes):
        window.say(f"Class {name} is new.")
        window.plane.hovered.emit(window.plane.hand.describe(*X[k]))
    menu = point_menu(window, window.editing, 0)
    window.editing.rename_class(0, "&other <b>name</b>")
    window.presenter.enter()
    walk([*names, "&other <b>name</b>"])
    assert any(each.startswith("&other <b>name</b>") for each in written(window))
    window.presenter.leave()
    window.about_document()
    walk(names)
    window.findChild(QDialog, "about-document").close()
    menu.deleteLater()


@pytest.mark.parametrize("model", ["logistic", "multinomial-naive-bayes"])
def test_that_no_widget_takes_a_text_that_is_learnt_from_for_more_than_words(window, model, qtbot):
    texts = [f"Good {name} not bad {name}" for name in NAMES]
    points = text_points(texts, [("<b>a</b>", "&File")[k % 2] for k in range(len(texts))])
    space = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    window.session.edit("open", Document(points, (Learner.of(model, **space),)))
    window.session.pointing.select(frozenset(points.ids[:5].tolist()))
    for name in ("words", "features", "algorithm", "examples"):
        QTest.mouseClick(window.right.views.tabs.buttons[name], Qt.MouseButton.LeftButton)
        window.player.step(1)
        qtbot.waitUntil(lambda name=name: window.right.views.pane.canvas.view.name == name)
        walk(NAMES)
    for k in range(0, len(texts), 3):
        window.session.pointing.point_at(int(points.ids[k]))
        x = window.session.snapshot.placed.x[k]
        words = window.plane.hand.describe(*x)
        assert not ACTS.search(words)
        window.plane.hovered.emit(words)
    walk(NAMES)


def test_that_a_name_is_never_loaded_as_a_picture(window, tmp_path, qtbot):
    name = bait(tmp_path)
    give(window, (name, "b"))
    window.say(f"Class {name} is new.")
    assert window.banner.isVisible() and window.banner.height() < 200
    button = window.bar.class_buttons[0]
    QToolTip.showText(window.mapToGlobal(QPoint(9, 9)), button.toolTip(), button)
    tip = next(
        each
        for each in QApplication.topLevelWidgets()
        if each.metaObject().className() == "QTipLabel"
    )
    assert (
        name[:9] in tip.text()
        and tip.textFormat() == Qt.TextFormat.PlainText
        and tip.height() < 200
    )
    QToolTip.hideText()
    assert all(
        label.sizeHint().height() < 400
        for label in window.findChildren(QLabel)
        if name in label.text()
    )


def test_that_questions_show_a_name_as_it_is(window, monkeypatch):
    boxes = []

    def look(box):
        box.ensurePolished()
        boxes.append([label.textFormat() for label in box.findChildren(QLabel)])
        walk([name])
        assert box.sizeHint().height() < 500

    monkeypatch.setattr(QMessageBox, "exec", look)
    for name in (*NAMES[:8], LONG[:250]):
        assert recovery(window, name, "now") == LATER
        assert boxes and set(boxes.pop()) == {Qt.TextFormat.PlainText}


def test_that_the_export_dialog_shows_names_as_words(window, tmp_path, qtbot):
    give(window, NAMES[:4])
    for what in ("figure", "weights", "points", "table", "film", "web"):
        window.export(what)
        dialog = window.exporter
        dialog.foot.words.setText(NAMES[0])
        walk(NAMES[:4])
        dialog.close()


def test_that_the_page_of_keys_and_the_card_of_a_model_are_plain(window, qtbot):
    window.show_help()
    window.left.model.show_info()
    row = next(iter(window.left.model.rows.values()))
    for _ in range(2):
        QApplication.sendEvent(
            row, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(3, 3), row.mapToGlobal(QPoint(3, 3)))
        )
    cards = row.findChildren(QWidget, "model-info-card")
    assert len(cards) == 1 and any(
        not label.pixmap().isNull() for label in cards[0].findChildren(QLabel)
    )
    walk(())
    QApplication.sendEvent(row, QHelpEvent(QHelpEvent.Type.Leave, QPoint(), QPoint()))
    assert row._info is None and not cards[0].isVisible()
    for dialog in window.findChildren(QDialog):
        dialog.close()


def test_that_a_name_typed_in_the_window_has_a_length_that_is_told(window):
    said = []
    window.session.said.connect(said.append)
    before = window.session.points
    window.editing.rename_class(0, LONG)
    assert (
        window.session.points == before
        and "at most 200 characters" in said[-1]
        and len(said[-1]) < 250
    )


def test_that_a_long_review_is_cut_under_the_mouse(window):
    points = Points.of(X[:2], ["a", "b"], texts=[LONG * 20, ""])
    window.session.edit("open", window.session.with_points(points))
    assert len(window.plane.hand.describe(*X[0])) < 400


def test_that_an_action_of_undo_holds_no_key_of_a_name(window):
    window.editing.rename_class(0, "&File")
    window.editing.rename_class(0, "x")
    action = window.commands["undo"]
    assert "&&File" in action.text() and QKeySequence.mnemonic(action.text()).isEmpty()


def test_that_the_title_keeps_the_name_of_a_file_whole(window):
    window.files.name = "a[*]b.linlab"
    window._name()
    assert window.windowTitle().count("[*]") == 2  # which Qt shows as one, and a single one as none
