"""One vocabulary: what the window says keeps to the table of words and symbols, in every space, at
the start, in the middle and after a mistake; and a text that does not would be noticed."""

import pytest
from PySide6.QtGui import QAction

from linlab import Document, Learner, make_points
from linlab.engine.document.look import SIMPLE
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine.teams import document_learners

from .said import said_apart, said_by, said_in, together
from .vocabulary import FEATURES, KERNEL, LINEAR, Said, complaints

MIDDLE = 25
STATES = {
    "perceptron": (LINEAR, 2, Learner.of("perceptron")),
    "perceptron, α = 0.5": (LINEAR, 2, Learner.of("perceptron", alpha=0.5)),
    "averaged perceptron": (LINEAR, 3, Learner.of("averaged-perceptron")),
    "voted perceptron": (LINEAR, 2, Learner.of("voted-perceptron")),
    "MIRA": (LINEAR, 2, Learner.of("mira")),
    "SVM": (LINEAR, 2, Learner.of("svm")),
    "SVM in batches": (LINEAR, 2, Learner.of("svm", batch=8, penalty="l1", rate="inverse-root")),
    "logistic": (LINEAR, 3, Learner.of("logistic")),
    "Adam": (LINEAR, 2, Learner.of("logistic", optimiser="adam")),
    "L-BFGS": (LINEAR, 2, Learner.of("logistic", optimiser="lbfgs")),
    "Pegasos": (LINEAR, 2, Learner.of("pegasos")),
    "ADALINE": (LINEAR, 2, Learner.of("adaline")),
    "naive Bayes": (LINEAR, 2, Learner.of("naive-bayes")),
    "nearest centroid": (LINEAR, 2, Learner.of("centroid")),
    "stack": (LINEAR, 2, Learner.of("stacking")),
    "bag": (LINEAR, 2, Learner.of("bagging")),
    "quadratic SVM": (FEATURES, 2, Learner.of("svm", space="monomial", degree=2)),
    "random features": (FEATURES, 2, Learner.of("perceptron", space="fourier")),
    "RBF SVM": (KERNEL, 2, Learner.of("svm", space="rbf")),
    "kernel perceptron": (KERNEL, 2, Learner.of("perceptron", space="rbf")),
    "polynomial logistic": (KERNEL, 3, Learner.of("logistic", space="polynomial")),
}


def document(name: str) -> Document:
    _, classes, learner = STATES[name]
    points = make_points("blobs", n=60, classes=classes, noise=1.6, seed=3)
    return Document(points, document_learners(learner))


def mistake(trace: Trace) -> int:
    """The first step after the third that was a mistake of one example; the last if none was."""
    for t in range(4, 200):
        step = trace.step(trace.clamp(t))
        if step is not None and len(step.labels) == 1 and step.mistake:
            return t
    return trace.clamp(60)


def moments(window, name):
    """The window at the start, in the middle, and after a mistake."""
    opened = document(name)
    window.session.open(opened)
    for t in (0, MIDDLE, mistake(Trace(opened))):
        window.session.go(t)
        window.plane.scene_now()
        window.plane.viewport().repaint()
        yield window.session.t


@pytest.mark.parametrize("name", STATES)
def test_that_the_window_keeps_to_the_table(window, name):
    space = STATES[name][0]
    for t in moments(window, name):
        parts = {
            "this step": window.right.step,
            "numbers": window.right.numbers,
            "model and training": window.left,
            "transport": window.transport,
            "bar": window.bar,
        }
        for where, widget in parts.items():
            assert not complaints(space, said_apart(widget, where)), t
        panel = window.plane.panel
        plane = [Said("plane", entry.text) for entry in panel.legend]
        plane += [Said("plane", window.statusBar().currentMessage())]
        assert not complaints(space, [*plane, *said_by(window.right.step, "this step")]), t


@pytest.mark.parametrize("name", ["perceptron", "logistic", "MIRA", "quadratic SVM", "RBF SVM"])
def test_that_simple_keeps_to_it_too(window, name):
    window.modes.choose(SIMPLE)
    for t in moments(window, name):
        assert not complaints(STATES[name][0], said_apart(window, "Simple")), t


def test_that_menus_and_keys_keep_to_it(window):
    """Whatever the space: a menu speaks of all of them."""
    every = [
        text for each in window.findChildren(QAction) for text in (each.text(), each.toolTip())
    ]
    window.show_help()
    every += [said.text for said in said_by(window.help, "keys")]
    window.help.close()
    assert len(every) > 60
    assert not complaints(KERNEL, [Said(f"menu {k}", text) for k, text in enumerate(every)])


@pytest.mark.parametrize("name", STATES)
def test_that_every_view_and_its_card_keep_to_the_table(window, name):
    space = STATES[name][0]
    for t in moments(window, name):
        for view in VIEWS:
            assert not complaints(space, together(window, view)), (view, t)


SEVERAL = (Learner.of("perceptron"), Learner.of("svm"), Learner.of("stacking"))


DERIVED = [
    *((name, "perceptron", {}) for name in ("bound", "data", "margin", "square", "online")),
    *((name, "perceptron", {"space": "rbf"}) for name in ("bound", "margin", "online")),
    *(("mira", model, {}) for model in ("mira", "pa2")),
    *(("dual", "svm", {"space": space}) for space in ("linear", "rbf")),
    *(("counts", model, {}) for model in ("naive-bayes", "gaussian-naive-bayes")),
    *((name, "logistic", {}) for name in ("gradient", "entropy", "prior")),
    ("prior", "logistic", {"penalty": "l1"}),
    ("square", "svm", {"space": "polynomial", "degree": 3}),
]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("derivation", "model", "settings"), DERIVED)
def test_that_every_derivation_keeps_to_it(derivation, model, settings, classes):
    points = make_points("blobs", n=30, noise=0.5, seed=1, classes=classes)
    trace = Trace(Document(points, (Learner.of(model, **settings),)))
    space = {"linear": LINEAR}.get(settings.get("space", "linear"), KERNEL)
    figure = Figure(
        view="proof", width=480, height=900, options=(("derivation", derivation), ("upto", "now"))
    )
    for t in (0, 20):
        picture = draw(figure, completed(figure, Snapshot.of(trace, t)))
        assert picture.panels or derivation in ("data", "margin")
        assert not complaints(space, said_in(picture, "proof")), t


@pytest.mark.parametrize("view", ["better", "chance", "folds", "models", "test", "proof", "fan"])
def test_that_what_is_computed_keeps_to_it_too(view):
    points = make_points("blobs", n=30, noise=1.0, seed=1)
    which = 2 if view == "folds" else 0
    trace = Trace(Document(points, SEVERAL[: 3 if view == "folds" else 2]), which)
    figure = Figure(view=view, width=480, height=560, options=(("times", "50"),))
    moment = completed(figure, Snapshot.of(trace, 20))
    texts = said_in(draw(figure, moment), view)
    chosen = VIEWS[view]
    if chosen.table is not None:
        table = chosen.table(figure, moment)
        texts += [Said(view, text) for each in table.columns for text in (each.title, each.help)]
        texts += [Said(view, table.foot)]
    assert len(texts) > 3
    assert not complaints(LINEAR, texts)


WRONG = [
    (LINEAR, ["Example 21 in class A is on the correct side: its margin is 8.42."], "#i"),
    (LINEAR, ["x₂₁  margin 8.42"], "#i"),
    (LINEAR, ["#21  y·f(x) = 8.42"], "s, m or the margin"),
    (LINEAR, ["Draw the decision boundary, f = 0"], "s, m or the margin"),
    (LINEAR, ["the step size of an update"], "learning rate"),
    (LINEAR, ["With η = 0.1"], "should say α"),
    (LINEAR, ["Update 33 · epoch 1"], "step"),
    (LINEAR, ["penalty λR(w)"], "penalty"),
    (LINEAR, ["so far k = 3, so k ≤ (R/γ*)²"], "M"),
    (LINEAR, ["what B answers on each fold"], "base model"),
    (LINEAR, ["ψ = 0.3"], "ψ is not in the table"),
    (LINEAR, ["q = 0.3 for this example"], "q is not in the table"),
    (LINEAR, ["a ← a + y"], "a is not in the table"),
    (LINEAR, ["αp 0.1 · 0.4 = 0.04", "9 degrees of freedom, p = 0.046"], "p means two things"),
    (LINEAR, ["θ stays as it is."], "θ in a linear space"),
    (LINEAR, ["w ← w + y φ(x)"], "φ in a linear space"),
    (FEATURES, ["s = Σ aⱼ k(x of #j, x) + b"], "k(·,·) in a features space"),
    (LINEAR, ["margin γ = 0.3"], "γ in a linear space"),
    (KERNEL, ["θ moves by 0.1"], "θ in a kernel space"),
    (LINEAR, ["α learning rate 0.1", "number: αᵢ"], "α means two things"),
    (KERNEL, ["s = Σ aⱼ k(x of #j, x)", "α·√k·R"], "k means two things"),
    (KERNEL, ["k(x, x′) = (x·x′ + c)ᵈ", "w_c and s_c"], "c means two things"),
    (LINEAR, ["Example #3 in class B is on the wrong side", "B says A"], "B means two things"),
    (KERNEL, ["γ sharpness 1", "the largest margin γ"], "γ means two things"),
    (LINEAR, ["R = 2.3 and γ* = 0.4", "penalty λ·R"], "R means two things"),
]
WRONG += [
    (LINEAR, ["train error", "4 %"], "wrong now"),
    (LINEAR, ["J 0.0586 · TRAIN ERROR 4 %"], "wrong now"),
    (LINEAR, ["the training error of all models"], "wrong now"),
    (LINEAR, ["if dev error rises"], "wrong on dev"),
    (LINEAR, ["test error"], "wrong on test"),
    (LINEAR, ["risk in %"], "wrong on new points"),
    (LINEAR, ["expected 2.70 ± 0.16 % (10 000 fresh points)"], "wrong on new points"),
    (LINEAR, ["Fresh sample"], "wrong on new points"),
]
RIGHT = [
    (LINEAR, ["wrong now 4 %, wrong on dev 5 %, wrong on test 6 %, wrong on new points 5.0 ± 0.2 %"]),
    (LINEAR, ["Now α = 1: wrong on training 4 %, new points 2.70 ± 0.16 % (10 000 of them)"]),
    (LINEAR, ["errors 3.7 % ± 1.4 %", "an estimate of the expected risk", "empirical and expected counts"]),
    (LINEAR, ["Example #48 in class B is on the wrong side: its margin is −0.82. So x is added to w."]),
    (LINEAR, ["w ← w + α y x", "αₜ = α/√t = 0.05", "τ = min(C, ℓ/ρ)", "#21  margin was −0.82"]),
    (LINEAR, ["Mγ* ≤ u·θ ≤ ‖θ‖ ≤ √M·R, where θ = (w, b)", "M ≤ (R/γ*)²"]),
    (LINEAR, ["5 updates so far", "how often it has caused an update", "step 33 · epoch 1"]),
    (FEATURES, ["s = w·φ(x) + b", "w[x₁²] 0.1 + 0.2 = 0.3"]),
    (KERNEL, ["s = Σ aⱼ k(x of #j, x) + b", "γ sharpness 1", "a of #17 0 → 1"]),
    (LINEAR, ["paired t-test, t-value 2.31, 9 degrees of freedom, p-value 0.046", "αp 0.1 · 0.4 = 0.04"]),
]  # fmt: skip


@pytest.mark.parametrize(("space", "texts", "complaint"), WRONG)
def test_that_the_check_notices_what_is_not_in_the_table(space, texts, complaint):
    found = complaints(space, [Said("here", text) for text in texts])
    assert any(complaint in each for each in found), found


@pytest.mark.parametrize(("space", "texts"), RIGHT)
def test_that_the_check_lets_the_table_pass(space, texts):
    assert not complaints(space, [Said("here", text) for text in texts])


def test_that_a_symbol_out_of_place_in_the_window_is_noticed(window):
    window.session.open(document("SVM"))
    window.session.go(MIDDLE)
    assert not complaints(LINEAR, said_by(window.right.step, "this step"))
    window.right.step.value.setText("θ stays as it is")
    assert complaints(LINEAR, said_by(window.right.step, "this step"))
