"""A formula whose symbols can be pointed at: each is found where it is drawn."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QApplication

from linlab.app.controls.formulas import formula_lines
from linlab.app.controls.linked.formula import LinkedFormula
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.words.rules import rule

PERCEPTRON = rule(Learner.of("perceptron"), 2)


@pytest.fixture
def formula(qtbot):
    made = LinkedFormula()
    qtbot.addWidget(made)
    return made


def show(formula, latex, width=300, size=16.0):
    formula.set_formula(latex, width, size)
    formula.setPixmap(formula_lines(latex, "#000000", width, size, 1.0))
    formula.resize(width, 200)


def test_that_the_symbols_are_found_in_the_order_in_which_they_are_written(formula):
    show(formula, r"w \leftarrow (1 - \alpha\lambda) w + \alpha y x")
    found = sorted(formula.symbols(), key=lambda each: each[1].left())
    assert [name for name, _ in found] == ["w", "α", "λ", "w", "α", "y", "x"]


def test_that_an_index_is_no_symbol(formula):
    show(formula, r"w_y \leftarrow w_y + x")
    assert sorted(name for name, _ in formula.symbols()) == ["w", "w", "x"]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", list(catalog()))
def test_that_every_box_has_ink_in_it_and_stands_in_the_picture(formula, model, classes):
    latex = rule(Learner.of(model), classes)
    show(formula, latex)
    image = formula.pixmap().toImage().convertToFormat(QImage.Format.Format_ARGB32)
    for name, box in formula.symbols():
        inside = box.toAlignedRect().intersected(image.rect())
        assert inside.width() > 0.7 * box.width() and inside.height() > 0.7 * box.height(), name
        ink = max(
            image.pixelColor(x, y).alpha()
            for x in range(inside.left(), inside.right() + 1)
            for y in range(inside.top(), inside.bottom() + 1)
        )
        assert ink > 150, (model, name)


def test_that_each_symbol_of_the_perceptrons_rule_has_its_boxes(formula):
    show(formula, PERCEPTRON)
    names = [name for name, _ in formula.symbols()]
    counts = {name: names.count(name) for name in "wbxy"}
    assert counts == {"w": 3, "b": 3, "x": 2, "y": 3}


def test_that_the_mouse_says_which_one_it_is_at(formula, qtbot):
    show(formula, PERCEPTRON)
    said = []
    formula.pointed.connect(said.append)
    for name, box in formula.symbols():
        none, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        at = QPointF(box.center())
        QApplication.sendEvent(
            formula, QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, keys)
        )
        assert said[-1] == name
    QApplication.sendEvent(formula, QEvent(QEvent.Type.Leave))
    assert said[-1] == ""


def test_that_a_highlighted_symbol_has_a_ground_and_the_others_have_none(formula):
    show(formula, PERCEPTRON)
    plain = formula.grab().toImage()
    formula.light("x")
    lit = formula.grab().toImage()
    for name, box in formula.symbols():
        corner = box.topLeft().toPoint() + QPointF(2, 2).toPoint()
        assert (lit.pixelColor(corner) != plain.pixelColor(corner)) == (name == "x")
