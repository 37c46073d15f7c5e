"""The key to the symbols, as one reaches it: by its key, from the card, from the page of keys; it
follows the run."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from linlab import Document, Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Source


def press(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keySequence(window, QKeySequence("Shift+F1"))


@pytest.fixture
def shown(window, qtbot):
    """Opens the key with Shift+F1 and tells what it says now: value and meaning of each sign."""

    def lines():
        qtbot.waitUntil(lambda: not window.session.replay.catching_up)
        page = window.findChild(QWidget, "symbol-key")
        page._refresh()
        return {
            sign: (value.text(), meaning.text())
            for sign, (_, meaning, value, *_) in page.lines.items()
        }

    press(window, qtbot)
    assert window.findChild(QWidget, "symbol-key").isVisible()
    return lines


def test_that_the_key_follows_the_run(window, shown, qtbot):
    window.session.open(Document(make_points("moons"), (Learner.of("svm", alpha=0.3, lam=0.05),)))
    before = shown()
    assert before["p"][0] == "" and before["α"][0] == "0.3" and before["λ"][0] == "0.05"
    window.session.go(7)
    after = shown()
    step = window.session.run.step
    assert after["p"][0] in ("−1", "0", "1") and after["#i"][0] == f"#{step.example + 1}"
    assert "is a mistake" in after["m"][1]


def test_that_each_lecture_has_a_column_with_its_own_letters(window, shown, qtbot):
    window.session.open(Document(make_points("moons"), (Learner.of("svm"),)))
    window.session.go(3)
    assert "w" in shown()
    page = window.findChild(QWidget, "symbol-key")
    heads = [head.text() for head in page.heads]
    assert heads[3:] == ["Zhang", "Riezler", "Eisenstein", "Bunescu", "Carpuat"]
    letters = {
        sign: dict(zip(heads[3:], (part.text() for part in line[3:]), strict=True))
        for sign, line in page.lines.items()
    }
    assert letters["w"]["Zhang"] == "θ" and letters["w"]["Riezler"] == "ω"
    assert letters["y"]["Bunescu"] == "t" and letters["α"]["Bunescu"] == "η"
    assert letters["b"]["Riezler"] == ""  # it has none
    qtbot.waitUntil(lambda: all(part.isVisible() for part in page.heads))


def test_that_another_model_has_other_signs(window, shown):
    window.session.open(Document(make_points("moons"), (Learner.of("mira", C=0.5),)))
    window.session.go(3)
    assert shown()["C"][0] == "0.5" and "ρ" in shown() and "λ" not in shown()
    window.left.model.choose_model("naive-bayes")
    assert "n(y)" in shown() and "C" not in shown() and "τ" not in shown()


def test_that_the_signs_of_the_proof_are_there_with_it(window, shown, qtbot):
    window.session.open(Document(make_points("blobs", n=30, seed=1), (Learner.of("perceptron"),)))
    window.session.go(60)
    qtbot.waitUntil(lambda: window.session.run.look_for_bound().value is not None, timeout=30_000)
    qtbot.waitUntil(lambda: "R" in shown(), timeout=10_000)
    bound = window.session.run.bound.value
    told = shown()
    assert float(told["R"][0]) == pytest.approx(bound.radius, rel=0.006)
    assert float(told["γ*"][0]) == pytest.approx(bound.gamma, rel=0.006)


def test_that_the_card_and_the_key_open_it_and_close_it(window, qtbot):
    button = window.right.findChild(QWidget, "step-symbols")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    page = window.findChild(QWidget, "symbol-key")
    assert page.isVisible()
    qtbot.waitUntil(page.isActiveWindow)  # by itself
    QTest.keyClick(page, Qt.Key.Key_Right)
    assert window.session.t == 1  # the keys of the lab still work
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()
    button.click()
    assert page.isVisible()
    press(window, qtbot)
    assert not page.isVisible()


def test_that_the_page_of_keys_names_it(window):
    window.show_help()
    assert any("symbols mean" in each.text() for each in window.help.findChildren(QLabel))
    QTest.mouseClick(window.help.findChild(QWidget, "help-symbols"), Qt.MouseButton.LeftButton)
    assert window.symbols.isVisible()
    window.help.close()


def test_that_nothing_to_learn_is_told_there(window, shown):
    window.session.open(Document(make_points("blobs").take([0]), (Learner.of("svm"),)))
    page = window.findChild(QWidget, "symbol-key")
    assert shown() == {} and page.why.isVisible() and page.why.text()


@pytest.mark.parametrize("classes", [2, 5])
def test_that_the_card_of_a_model_has_the_rule_for_as_many_classes(window, classes):
    points = make_points("blobs", classes=classes, n=40)
    window.session.open(Document(points, (Learner.of("svm", rate="inverse-root"),)))
    for model in ("svm", "perceptron", "mira"):
        latex = window.left.model.rule_of(model)
        assert ("_z" in latex or "= z]" in latex) == (classes > 2)
        assert (r"\sqrt{t}" in latex) == (model == "svm")
    window.left.model.show_info()
    card = window.left.model.findChild(QWidget, "model-info-card")
    [latex] = [each.accessibleName() for each in card.findChildren(QLabel) if each.accessibleName()]
    assert ("_z" in latex or "= z]" in latex) == (classes > 2)
    card.close()


@pytest.mark.parametrize(
    ("model", "space", "derivation", "sign", "meaning"),
    [
        ("naive-bayes", "", "counts", "κ", "Lagrange multiplier"),
        ("logistic", "linear", "gradient", "L", "log-likelihood"),
        ("perceptron", "linear", "online", "δ", "may fail"),
        ("svm", "polynomial", "square", "Φ(x)", "another order"),
    ],
)
def test_that_the_symbols_of_an_open_derivation_are_in_the_key(
    window, shown, qtbot, model, space, derivation, sign, meaning
):
    learner = Learner.of(model, **({"space": space} if space else {}))
    source = Source("blobs", 1, (("n", 40.0),))
    window.session.open(Document(source.draw(), (learner,), source=source))
    window.session.go(9)
    assert sign not in shown()
    window.right.views.show_view("proof")
    window.right.views.pane.choose("derivation", derivation)
    qtbot.waitUntil(lambda: sign in shown())
    assert meaning in shown()[sign][1]
