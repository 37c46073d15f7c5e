"""The card WHAT IT MEANS: its sentences follow the run, and each Why? leads somewhere."""

import math
import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from linlab.app.panels.meaning.reason_card import ReasonCard
from linlab.app.panels.meaning.sentence import Sentence
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum.theory import mistake_bound
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS
from linlab.engine.words.meaning import answers, separation, training
from linlab.engine.words.meaning.facts import LessonPage, facts_of
from linlab.engine.words.meaning.findings import RULES

MODEL = Learner.of("perceptron")


@pytest.fixture
def card(window, qtbot):
    made = window.right.meaning
    made.open_in_full(True)
    window.session.open(Document(make_points("overlapping-blobs", seed=1), (MODEL,)))
    made.begin_anew()
    qtbot.waitUntil(lambda: made.isVisible() and not window.session.replay.loading)
    return made


def show(window, data, learner=MODEL, shares=(100, 0, 0)):
    points = make_points(data, seed=1) if isinstance(data, str) else Points.of(*data)
    window.session.open(Document(points, (learner,), 0, shares))
    window.right.meaning.begin_anew()


def words(card):
    seen = [each for each in (*card.sentences, card.quiet) if each.isVisible()]
    return " ".join(each.text() for each in seen)


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_that_before_the_first_run_the_end_is_not_given_away(card, window, qtbot):
    known = window.session.run.look_for_separability()
    qtbot.waitUntil(lambda: known.can is False)
    window.player.step(1)
    qtbot.waitUntil(lambda: "in 1 step so far" in words(card))
    assert "separate" not in words(card)
    assert card.quiet.link.text() == "Will it stop?"


def test_that_who_asks_whether_it_will_stop_is_told(card, window, qtbot):
    qtbot.waitUntil(lambda: card.quiet.link.isVisible())
    click(card.quiet.link)
    qtbot.waitUntil(lambda: "will never stop by itself" in words(card))
    assert not card.quiet.link.isVisible()


def test_that_an_answer_that_cannot_be_found_is_not_made_up(card, window, qtbot):
    x = np.random.default_rng(0).normal(0, 1, (700, 2))
    show(window, (x, ["A", "B"] * 350), Learner.of("perceptron", space="rbf"))
    qtbot.waitUntil(lambda: card.quiet.link.isVisible())
    click(card.quiet.link)
    qtbot.waitUntil(lambda: "is not known" in words(card))


def test_that_after_a_run_to_the_end_both_sentences_are_there(card, window, qtbot):
    show(window, "blobs")
    QTest.keyClick(window.plane, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: window.player.done != "")
    qtbot.waitUntil(lambda: "it had to stop, after at most" in words(card))
    assert words(card).startswith("Converged: every example is on the correct side")
    show(window, "moons")  # another document: nothing is told of it
    qtbot.waitUntil(lambda: card.quiet.link.isVisible())
    assert "separate" not in words(card)


def test_that_it_goes_with_the_step(card, window, qtbot):
    show(window, "blobs")
    QTest.keyClick(window.plane, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "Converged" in words(card))
    window.player.rewind()
    qtbot.waitUntil(lambda: "Converged" not in words(card))


def test_that_points_that_cannot_be_trained_on_leave_it_quiet(card, window, qtbot):
    qtbot.waitUntil(lambda: words(card) != "")
    show(window, ([(0, 0), (1, 1)], ["A", "A"]))
    qtbot.waitUntil(lambda: words(card).strip() == "")
    assert not any(sentence.link.isVisible() for sentence in (*card.sentences, card.quiet))


@pytest.fixture
def reason(card, window, qtbot):
    """Opens the reason of a sentence and returns its card."""

    def opened(k=0):
        click(card.sentences[k].link)
        return window.findChild(ReasonCard)

    yield opened
    for each in window.findChildren(ReasonCard):
        each.close()


def test_that_why_answers_in_place_and_moves_nothing(card, window, reason, qtbot):
    window.session.go(7)
    click(card.quiet.link)
    qtbot.waitUntil(lambda: "never stop by itself" in words(card))
    before = window.session.kept, window.beside.isVisible(), window.lessons.run
    made = reason()
    assert made.isVisible() and made.windowType() == Qt.WindowType.Popup
    points, run = window.session.points, window.session.run
    weights, bias = run.trace.model(7).parts()
    sign = np.where(points.label == 1, 1.0, -1.0)
    wrong = int((sign * (points.x @ np.ravel(weights) + np.ravel(bias)[0]) <= 0).sum())
    assert f"one of the {len(points)} examples" in made.text.text()
    assert f"after this step {wrong} " in made.text.text()
    assert f"{run.trace.mistakes(7)} mistakes in 7 steps so far" in made.text.text()
    assert "AT STEP 7" in next(each.text() for each in made.findChildren(QLabel))
    assert made.text.text() in made.accessibleName()
    click(made.cross)
    assert not made.isVisible()
    assert (window.session.kept, window.beside.isVisible(), window.lessons.run) == before


def test_that_the_reason_leads_to_a_page_of_a_lesson_and_leaving_it_comes_back(
    card, window, reason, qtbot
):
    before = window.session.document
    click(card.quiet.link)
    qtbot.waitUntil(lambda: "never stop by itself" in words(card))
    made = reason()
    assert made.button.text() == "Go to lesson 3, page 2"
    click(made.button)
    run = window.lessons.run
    assert run is not None and run.lesson.title == "When no line will do" and run.at == 1
    qtbot.waitUntil(lambda: not run.waiting)
    window.lessons.leave()
    assert window.session.document.points == before.points


def test_that_the_reason_leads_to_a_view_beside_the_plane(card, window, reason, qtbot):
    show(window, "blobs")
    QTest.keyClick(window.plane, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "had to stop, after at most" in words(card))
    made = reason(1)
    bound = mistake_bound(window.session.run.problem)
    text = made.text.text().replace("\u2060", "")
    radius, gamma, quotient = re.search(
        r"R²/γ\*² = ([\d.]+)²/([\d.]+)² = ([\d. ]+),", text
    ).groups()
    assert f"R = {radius}," in text and f"γ* = {gamma}:" in text
    assert float(radius) == pytest.approx(bound.radius, rel=1e-2)
    assert float(gamma) == pytest.approx(bound.gamma, rel=1e-2)
    digits = len(quotient.partition(".")[2])  # the reader's own arithmetic gives the number
    assert round(float(radius) ** 2 / float(gamma) ** 2, digits) == float(quotient.replace(" ", ""))
    assert f"so at most {math.floor(float(quotient))} mistakes" in text
    click(made.button)
    assert window.beside.isVisible() and window.beside.name == "proof"
    assert not made.isVisible()


def test_that_why_can_be_reached_pressed_and_left_by_keys(card, window, qtbot):
    click(card.quiet.link)
    qtbot.waitUntil(lambda: card.sentences[0].link.isVisible())
    window.activateWindow()
    link = card.sentences[0].link
    link.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QTest.keyClick(link, Qt.Key.Key_Return)
    made = window.findChild(ReasonCard)
    assert made.isVisible() and made.focusWidget() is made.button
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible() and window.lessons.run is None
    assert window.focusWidget() is link


def test_that_a_view_that_does_not_apply_gives_way_to_the_lesson(card, window):
    finding = training.Finding("x", "x.", ("words", "errors"), LessonPage("the-perceptron", 1))
    assert card.meaning.explained_by(finding) == "errors" or not window.session.t
    show(window, "blobs", Learner.of("svm"))
    assert VIEWS["words"].refuses(window.session.snapshot)
    assert card.meaning.explained_by(training.Finding("x", "x.", ("words",))) == ""


def test_that_a_sentence_is_seen_whole_and_its_link_stands_behind_it(card, window, qtbot):
    click(card.quiet.link)
    qtbot.waitUntil(lambda: card.sentences[0].link.isVisible())
    sentence = card.sentences[0]
    assert sentence.rect().contains(sentence.link.geometry())
    assert sentence.height() >= sentence.heightForWidth(sentence.width())


def test_that_it_is_not_computed_while_it_is_folded(card, window, qtbot, monkeypatch):
    click(card.title)
    assert not card.isVisible()
    looked = []
    monkeypatch.setattr(card.meaning, "refresh", lambda: looked.append(1))
    window.player.step(1)
    qtbot.wait(50)
    assert looked == []
    click(window.right.means)
    qtbot.waitUntil(lambda: bool(looked))


# Where the links lead


def every_page():
    rooms = (answers, separation, training)
    return {
        (name, value)
        for room in rooms
        for name, value in vars(room).items()
        if isinstance(value, LessonPage)
    }


SPEAK_OF = {  # a word that stands on the page
    "BOUND": "bound",
    "NEVER_DONE": "linearly separable",
    "NEVER_SURE": "separate",
    "NOTHING_WRONG": "mistake",
    "COMING_TO_REST": "rest",
    "OVERFITTING": "dev",
    "IN_THE_STREET": "street",
    "COUNTED": "count",
    "PRICE": "weights",
    "PROBABILITY": "probabilit",
    "TOO_CLOSE": "differ",
}


@pytest.mark.parametrize(("name", "page"), sorted(every_page(), key=str))
def test_that_each_page_exists_and_speaks_of_it(name, page):
    from linlab.lessons.shipped import find
    from linlab.lessons.written.reading import read_lesson

    lesson = read_lesson(find(page.lesson))
    step = lesson.steps[page.page - 1]
    assert SPEAK_OF[name] in str(step).lower()


def every_finding():
    """Each rule on a run of which it says something."""
    rng = np.random.default_rng(3)
    apart = np.r_[rng.normal((-3, 0), 0.5, (20, 2)), rng.normal((3, 0), 0.5, (20, 2))]
    mixed = rng.normal(0, 1, (40, 2))
    cases = [
        (apart, Learner.of("perceptron"), 400, True),
        (mixed, Learner.of("perceptron"), 400, False),
        (mixed, Learner.of("perceptron", alpha=0.5), 400, False),
        (apart, Learner.of("logistic", lam=0.0), 400, True),
        (6 * mixed, Learner.of("adaline", rate="constant", alpha=0.06, order="cyclic"), 120, None),
        (apart, Learner.of("svm", lam=500, alpha=0.001), 400, None),
        (apart, Learner.of("svm", alpha=0.001), 40, None),
        (mixed, Learner.of("logistic", alpha=0.0001), 80, None),
        (mixed, Learner.of("naive-bayes"), 40, None),
    ]
    found = {}
    for x, learner, t, separable in cases:
        trace = Trace(Document(Points.of(x, ["A"] * 20 + ["B"] * 20), (learner,)))
        known = facts_of(Moment.of(trace, t), separable=separable, most_mistakes=9)
        for rule in RULES:
            finding = rule(known)
            if finding is not None:
                found[finding.key] = (finding, Snapshot.of(trace, t))
    return found


@pytest.mark.parametrize("key", sorted(every_finding()))
def test_that_each_why_leads_to_a_view_that_applies_or_to_a_page(key):
    finding, snapshot = every_finding()[key]
    assert all(name in VIEWS for name in finding.views)
    fitting = [name for name in finding.views if not VIEWS[name].refuses(snapshot)]
    assert fitting or finding.page is not None


@pytest.mark.parametrize("key", sorted(every_finding()))
def test_that_each_sentence_has_a_reason_of_a_few_sentences(key):
    finding, _ = every_finding()[key]
    ends = re.findall(r"[.?](?: |$)", finding.reason)
    assert 2 <= len(ends) <= 4 and finding.reason.endswith(".")
    assert finding.sentence not in finding.reason


def test_that_many_rules_were_looked_at():
    assert len(every_finding()) >= 7


def test_that_another_data_set_is_told_nothing_of(card, window, qtbot):
    click(card.quiet.link)
    qtbot.waitUntil(lambda: "never stop" in words(card))
    document = window.session.document
    from dataclasses import replace

    other = replace(document, points=make_points("moons", seed=1), source=Source("moons", 1, ()))
    window.session.edit("moons", other)
    qtbot.waitUntil(lambda: card.quiet.link.isVisible())
    assert "separate" not in words(card)


def test_that_full_remembers_whether_it_is_folded_and_simple_always_shows_it(window):
    card = window.right.meaning
    assert window.modes.shown == "full" and not card.isVisible()
    click(window.right.means)
    assert card.isVisible() and window.settings.now.meaning_open
    click(card.title)
    assert not card.isVisible() and not window.settings.now.meaning_open
    window.modes.choose("simple")
    assert card.isVisible() and not window.right.means.isVisible()
    click(card.title)  # there is nothing to fold
    assert card.isVisible()
    window.modes.choose("full")
    assert not card.isVisible()


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
def test_that_in_full_it_opens_in_sight_whatever_view_is_open(window, qtbot, size):
    right = window.right
    window.resize(*size)
    for view in ("curves", "losses", "proof", "examples"):
        right.views.show_view(view)
        click(right.means)
        qtbot.waitUntil(lambda: not right.meaning.visibleRegion().isEmpty())
        qtbot.waitUntil(
            lambda: right.meaning.visibleRegion().boundingRect() == right.meaning.rect()
        )
        assert not right.step.visibleRegion().isEmpty()
        click(right.means)
        assert not right.meaning.isVisible()


def test_that_a_link_alone_begins_where_the_sentences_do(qtbot):
    alone, behind = Sentence(), Sentence()
    for each, words in ((alone, ""), (behind, "Nothing yet.")):
        qtbot.addWidget(each)
        each.resize(300, 40)
        each.say(words, "Will it stop?")
    assert alone.link.x() == 0 < behind.link.x()
