"""Every refusal of a view that has a way out leads to a view that applies, in two clicks at most."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab import Document, Learner, Points, make_points
from linlab.app.panels.views.views_card import inward
from linlab.app.session.views.adopting import adopt
from linlab.engine.data.hiding import hide
from linlab.engine.document.document import Source
from linlab.engine.document.timeline import Change
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.derivations.table import DERIVATIONS
from linlab.engine.views.figure import Figure
from linlab.engine.views.views import VIEWS
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners

LEFT = Qt.MouseButton.LeftButton
BLOBS = Source("blobs", 1, (("classes", 2.0), ("n", 30.0), ("noise", 1.0)))
MISTAKE_BOUND = Figure(view="proof", options=(("derivation", "bound"),))
UNTRAINABLE = ("empty", "one class", "unlabelled")


def learners():
    for model in plane_catalog():
        for space in ("linear", "monomial", "rbf", "fourier"):
            try:
                yield Learner.of(model, space=space)
            except LinlabError:
                if space == "linear":
                    yield Learner.of(model)


def states():
    points = BLOBS.draw()
    yield "drawn", points, BLOBS
    yield "by hand", points, None
    yield "three classes", make_points("blobs", seed=2, n=30, classes=3), None
    yield "hidden", hide(points, 50, np.random.default_rng(0)), None
    yield "empty", Points.of(np.empty((0, 2)), []), None
    yield "one class", Points.of([(0, 0), (1, 1)], ["A", "A"]), None
    yield "unlabelled", Points.of([(0, 0), (1, 1)], [None, None]), None


STATES = {name: (points, source) for name, points, source in states()}


def led_out(session, view, **options):
    """How many ways out it takes until the view, and what is chosen about it, applies."""
    figure = Figure(view=view, options=tuple(options.items()))
    for hops in range(3):
        refusal = VIEWS[view].why_not(figure, session.snapshot)
        if refusal is None:
            return hops
        assert refusal.sentence.endswith(".") and refusal.way_out is not None, refusal.sentence
        before = session.settled, session.focus
        adopt(session, refusal.way_out.adopts(session.snapshot))
        assert (session.settled, session.focus) != before
    return 3


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("view", inward())
def test_that_each_refusal_leads_to_a_view_that_applies(session, view, state):
    points, source = STATES[state]
    refused = 0
    for learner in learners():
        alone = state not in UNTRAINABLE  # a team without members, and no points: that is too much
        models = (learner,) if alone else document_learners(learner)
        document = Document(points, models, source=source)
        session.open(document)
        hops = led_out(session, view)
        assert hops <= 2, (learner.model, learner.chosen)
        refused += hops > 0
        if hops:
            for _ in range(hops):
                session.undo()
            assert session.settled == document  # each was one step of undo
    assert refused < len(list(learners())) or state != "drawn" or view in ONLY_ELSEWHERE


@pytest.mark.parametrize("state", ["drawn", "three classes"])
@pytest.mark.parametrize("derivation", DERIVATIONS)
def test_that_each_derivation_that_does_not_apply_leads_to_a_run_that_it_is_about(
    session, derivation, state
):
    points, source = STATES[state]
    kept = []
    for learner in learners():
        document = Document(points, document_learners(learner), source=source)
        session.open(document)
        hops = led_out(session, "proof", derivation=derivation)
        assert hops <= 2, (learner.model, learner.chosen)
        kept += [learner.model] if not hops else []
        for _ in range(hops):
            session.undo()
        assert session.settled == document
    assert kept


ONLY_ELSEWHERE = (
    "words",
    "hidden",
    "models",
    "better",
    "chance",
    "folds",
)  # need more than a model


@pytest.mark.parametrize(
    ("learner", "title"),
    [
        (Learner.of("perceptron", batch="all"), "Train on one example at a time"),
        (Learner.of("perceptron", start="random"), "Start at 0"),
        (Learner.of("svm"), "Switch to the perceptron"),
    ],
)
def test_that_the_proof_leads_to_a_run_that_it_is_about(session, learner, title):
    session.open(Document(BLOBS.draw(), (learner,)))
    refusal = VIEWS["proof"].why_not(MISTAKE_BOUND, session.snapshot)
    assert refusal.way_out.title == title
    assert led_out(session, "proof", derivation="bound") == 1


def test_that_a_changed_run_starts_without_its_changes(session):
    own = Learner.of("perceptron")
    changed = Document(BLOBS.draw(), (own,)).after(Change(2, learners=(own.replace(alpha=0.5),)))
    session.open(changed, t=5)
    assert led_out(session, "proof", derivation="bound") == 1 and session.settled.timeline == ()


def test_that_too_many_examples_are_made_fewer_and_a_large_kernel_machine_is_imitated(session):
    points = make_points("blobs", seed=1, n=900, classes=2)
    session.open(Document(points, (Learner.of("perceptron"),)))
    assert led_out(session, "proof", derivation="bound") == 1 and len(session.points) == 600
    assert len(session.points.classes) == 2
    session.open(Document(points, (Learner.of("svm", space="rbf"),)))
    assert led_out(session, "fan") == 1 and session.learner["space"] == "fourier"


def test_that_a_vote_by_dev_accuracy_without_dev_points_splits_some_off(session):
    voters = (Learner.of("perceptron"), Learner.of("logistic"))
    weighted = Learner.of("vote", how="weighted", voices="dev")
    session.open(Document(make_points("blobs", n=60, classes=2), (weighted, *voters)))
    refusal = VIEWS["errors"].refusal(session.snapshot)
    assert "needs dev points" in refusal.sentence and refusal.in_plane
    assert refusal.way_out.title == "Split off dev points" and led_out(session, "errors") == 1


def labels(canvas):
    return " ".join(each.text for each in canvas.picture.notes)


@pytest.mark.parametrize(
    ("view", "learner", "title", "done"),
    [
        ("weights", Learner.of("svm", space="rbf"), "Switch to the linear space", "linear"),
        ("words", Learner.of("svm"), "Open the reviews", "sentiment"),
        ("chance", Learner.of("svm"), "Add a second model", "2"),
        ("hidden", Learner.of("svm"), "Hide half of the labels", "15"),
    ],
)
def test_that_a_grey_tab_opens_a_page_with_the_sentence_and_a_button(
    window, qtbot, view, learner, title, done
):
    session = window.session
    session.open(Document(BLOBS.draw(), (learner,), source=BLOBS))
    tab = window.right.views.tabs.buttons[view]
    qtbot.waitUntil(lambda: tab.grey)
    why = VIEWS[view].refuses(session.snapshot)
    assert why in tab.toolTip() and title in tab.toolTip()
    QTest.mouseClick(tab, LEFT)
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.way_out.isVisible())
    assert pane.way_out.text() == title and labels(pane.canvas) == why
    below = max(note.place[1] for note in pane.canvas.picture.notes)
    assert below < pane.way_out.y() and pane.canvas.rect().contains(pane.way_out.geometry())
    before = session.settled
    QTest.mouseClick(pane.way_out, LEFT)
    qtbot.waitUntil(lambda: not pane.way_out.isVisible() and not tab.grey)
    found = {
        "weights": session.learner["space"],
        "words": session.settled.source and session.settled.source.name,
        "chance": str(len(session.settled.learners)),
        "hidden": str(int(session.points.hidden.sum())),
    }
    assert found[view] == done and window.right.views.current == view
    session.undo()
    assert session.settled == before


def test_that_a_button_refused_by_a_locked_page_says_so(window, qtbot):
    session, said = window.session, []
    session.said.connect(said.append)
    session.open(
        Document(BLOBS.draw(), (Learner.of("svm"),), source=BLOBS), locks=frozenset({"model"})
    )
    window.right.views.show_view("proof")
    pane = window.right.views.pane
    pane.choose("derivation", "bound")
    qtbot.waitUntil(lambda: pane.way_out.isVisible())
    QTest.mouseClick(pane.way_out, LEFT)
    assert said == ["The model is locked on this page."] and session.learner.model == "svm"


def test_that_where_the_plane_says_why_the_views_show_a_dash(window, qtbot):
    window.session.open(Document(Points.of([(0, 0)], ["A"]), (Learner.of("svm"),)))
    window.right.views.show_view("losses")
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: labels(pane.canvas) == "–")
    assert not pane.way_out.isVisible()
