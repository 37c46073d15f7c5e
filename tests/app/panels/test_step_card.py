"""The card of an update: where its lines end, how high it is, and which update it is about in slow
motion."""

import pytest
from PySide6.QtCore import Qt

from linlab.app.controls.live_text import LiveText, Paragraph, with_no_break_spaces
from linlab.app.panels.step_card import NOT_YET, StepCard
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.before_after import before_after
from linlab.engine.words.explain import explain
from tests.app.waiting import wait_for_words
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners

OPERATORS = set("=<>≤≥≠+−×·")


def overlay(text: LiveText) -> list[list[str]]:
    """The lines that each text was broken into."""
    out = []
    for layout, _, _ in text._laid:
        text = layout.text().replace("\u2060", " ")  # of no width, and of one character
        lines = [layout.lineAt(k) for k in range(layout.lineCount())]
        out.append(
            [
                text[each.textStart() : each.textStart() + each.textLength()].rstrip(" ")
                for each in lines
            ]
        )
    return out


def opened(window, qtbot, model, classes=2, t=0, **settings):
    points = make_points("blobs", seed=1, n=60, classes=classes)
    window.session.open(
        Document(points, (Learner.of(model, **settings),), shares=(80.0, 20.0, 0.0)), t
    )
    card = window.right.step
    qtbot.waitUntil(lambda: card.value.text() == (f"STEP {t}" if t else ""))
    wait_for_words(qtbot, window.session)
    return card


@pytest.mark.parametrize("width", [220, 262, 283, 300])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", ["mira", "svm", "logistic", "naive-bayes"])
def test_that_no_line_ends_with_an_operator(qtbot, model, classes, width):
    text = LiveText()
    qtbot.addWidget(text)
    text.resize(width, 10)
    learner = Learner.of(model, **({"C": 0.1} if model == "mira" else {}))
    trace = Trace(Document(make_points("blobs", seed=2, n=40, classes=classes), (learner,)))
    several = 0
    for t in range(1, 25):
        step = trace.step(t)
        lines = [(line.label, line.value) for line in arithmetic(step, learner)]
        text.set_text([Paragraph(explain(step, learner))], lines)
        for broken in overlay(text):
            several += len(broken) > 1
            for line in broken[:-1]:
                assert line[-1] not in OPERATORS, broken
                assert not line.endswith(("/", "|", " bin", " of", " in")), broken
    assert several > 24


def test_that_no_rule_of_the_model_before_stands_beside_the_words_of_this_one(window, qtbot):
    card = opened(window, qtbot, "perceptron", t=3)
    qtbot.waitUntil(lambda: r"\leq 0" in card.formula.accessibleName())
    high = card.formula.height()
    window.session.open(
        Document(make_points("blobs", seed=1, n=60), (Learner.of("svm", lam=0.37),)), 4
    )
    card.refresh()
    assert card.value.text() == "STEP 4"
    shown = card.formula.pixmap().toImage()
    inked = sum(
        shown.pixelColor(x, y).alpha() > 0
        for x in range(0, shown.width(), 2)
        for y in range(shown.height())
    )
    assert inked == 0 and card.formula.accessibleName() == ""
    assert card.formula.height() == high  # nothing beside it trembles
    qtbot.waitUntil(lambda: r"\lambda" in card.formula.accessibleName())


def test_that_a_name_stays_with_its_value_and_a_list_does_not_hang_together():
    assert (
        with_no_break_spaces("at η = C = 0.567, as").replace("\u00a0", "_")
        == "at η_=_C =_0.567, as"
    )
    assert (
        with_no_break_spaces("moves by 1 234.5 times 4 350 000, now").replace("\u00a0", "_")
        == "moves by 1_234.5 times 4_350_000, now"
    )
    assert with_no_break_spaces("A = 1.2 · B = −0.3").replace("\u00a0", "_") == "A_=_1.2 ·_B_=_−0.3"
    assert (
        with_no_break_spaces("1 − ηλ = 1 − 0.1 · 0.01 = 0.9").replace("\u00a0", "_")
        == "1_−_ηλ =_1_−_0.1_·_0.01 =_0.9"
    )
    assert with_no_break_spaces("x₁ in bin 2 of A").replace("\u00a0", "_") == "x₁ in_bin_2 of_A"


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_shrinking_and_weights_of_six_decimals_take_one_line_each_at_the_usual_size(
    window, qtbot, classes
):
    card, seen = opened(window, qtbot, "svm", classes, t=8), 0
    for t in (*range(9, 30), *range(300, 320)):
        window.session.go(t)
        card.settle()
        broken = dict(
            zip([label for label, _ in card.sums._lines], overlay(card.sums)[1::2], strict=True)
        )
        for label in ("x", "margin m", "1 − ηλ"):
            assert len(broken.get(label, [""])) == 1, broken[label]
        for label, value in card.sums._lines:
            if label[0] in "wb" and len(value) <= 33:
                assert len(broken[label]) == 1, broken[label]
                seen += len(value) >= 30
        assert len(broken.get("score s", [""])) <= 3
    assert seen > 10


def test_that_the_card_is_as_high_as_its_words_unless_it_plays(window, qtbot, monkeypatch):
    card = opened(window, qtbot, "mira", t=1)
    session, heights = window.session, {}
    for t in range(1, 40):
        session.go(t)
        qtbot.waitUntil(lambda t=t: card.value.text() == f"STEP {t}")
        assert card.text.height() == card.text._height()
        assert card.sums.height() == card.sums._height()
        heights[t] = card.text.height()
    high, low = max(heights, key=heights.get), min(heights, key=heights.get)
    assert heights[high] > heights[low] + 20
    with monkeypatch.context() as patch:
        patch.setattr(type(window.player), "playing", property(lambda self: True))
        for t in (high, low):
            session.go(t)
            qtbot.waitUntil(lambda t=t: card.value.text() == f"STEP {t}")
        assert card.text.height() == heights[high]  # it does not tremble
    window.player.pause()
    qtbot.waitUntil(lambda: card.text.height() == heights[low])


def test_that_in_slow_motion_the_card_is_about_the_update_that_is_lit(window, hand, qtbot):
    card = opened(window, qtbot, "svm")
    session, player = window.session, window.player
    assert card.text.text().endswith(NOT_YET)
    player.speed = 2.0
    hand.key(Qt.Key.Key_Space)
    assert player.playing
    qtbot.waitUntil(lambda: window.session.run.coming is not None)
    for t in (1, 2):
        qtbot.waitUntil(lambda t=t: card.value.text() == f"STEP {t} · NEXT", timeout=5000)
        step = Trace(session.settled).step(t)
        assert session.t == t - 1
        assert window.plane.scene_now().step.t == t
        assert card.text.text().split("\n")[0] == explain(step, session.learner)
        assert "Press Space" not in card.text.text()
    hand.key(Qt.Key.Key_Space)
    assert not player.playing
    qtbot.waitUntil(
        lambda: card.value.text() == f"STEP {session.t}" if session.t else card.value.text() == ""
    )
    assert "NEXT" not in card.value.text()


def test_that_nobody_is_asked_to_press_space_while_it_plays(window, hand, qtbot, monkeypatch):
    card = opened(window, qtbot, "svm")
    window.player.speed = 5.5  # too fast for slow motion, and 180 ms to the first update
    said, plain = [], card.text.set_text
    monkeypatch.setattr(
        card.text, "set_text", lambda *told: (plain(*told), said.append(card.text.text()))
    )
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.session.t >= 1)
    assert said[0].startswith("Nothing has been learnt yet: w and b are 0")
    assert not [text for text in said if "Press Space" in text]


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_mean_is_in_the_card(window, qtbot, classes):
    card = opened(window, qtbot, "averaged-perceptron", classes, t=20)
    lines = [
        value for label, value in card.sums._lines if "w̄" in label and not label.startswith("m ")
    ]
    assert len(lines) == (1 if classes == 2 else 3)
    theta = window.session.run.model.theta
    for line, row in zip(lines, theta, strict=True):
        shown = [float(part.split(" = ")[1].replace("−", "-")) for part in line.split(", ")]
        assert shown == pytest.approx(row, abs=0.00051)


OFTEN = (1, 2, 3, 5, 8, 12, 20, 33)  # steps that are looked at


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", list(plane_catalog()))
def test_that_the_sentence_and_what_changed_are_in_sight_for_every_model(
    window, qtbot, model, classes
):
    points = make_points("blobs", seed=1, n=60, classes=classes)
    session, card = window.session, window.right.step
    session.open(Document(points, document_learners(Learner.of(model))))
    assert (window.width(), window.height()) == (1280, 800)
    for t in OFTEN:
        session.go(t)
        qtbot.waitUntil(lambda: not (session.replay.catching_up or session.replay.loading))
        if session.t < t:  # it has finished
            break
        card.settle()
        assert (card.title.text(), card.value.text()) == ("THIS STEP", f"STEP {t}")
        step, problem = session.run.step, session.trace.problem(t - 1)
        said = [explain(step, problem.learner)]
        said += [
            f"{line.label}\t{line.value}"
            for line in before_after(step, problem.learner, problem.counting)
        ]
        assert said == [line for line in card.text.text().split("\n") if "Finished" not in line]
        assert len(said) > 1 or step.team
        qtbot.waitUntil(lambda: wholly_seen(card.text))


def wholly_seen(widget) -> bool:
    """Whether all of it is in sight, and nothing of what it says is below its end."""
    return (
        widget.isVisible()
        and widget.visibleRegion().boundingRect() == widget.rect()
        and widget.height() >= widget._height()
    )


def test_that_a_file_has_no_button(window, qtbot):
    from linlab.app.export.widgets import unfolded

    card = StepCard(window.session)
    card.setParent(window)
    card.show()
    assert card.help.isVisible() and not unfolded(card).help.isVisible()
