"""What the table of words shows, read back from its picture: a column for each class, P(v|y) as a
fraction of counts, the change of this step, and the curves of pinned words."""

import math
import re
from collections import Counter

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.document.document import Source
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import Areas, Label, Lines, Marks
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from linlab.engine.views.words.history import weights_so_far
from linlab.engine.views.words.vocabulary import Vocabulary


def moment_of(data, model="logistic", t=60, **settings):
    source = Source(data, 1)
    own = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    document = Document(source.draw(), (Learner.of(model, **own, **settings),), source=source)
    return Snapshot.of(Trace(document), t)


def picture_of(moment, width=900, height=600, **options):
    return draw(Figure("words", width=width, height=height, options=tuple(options.items())), moment)


def columns(panel):
    """The texts of each column by its title: cells stand below their title."""
    labels = [item for item in panel.items if isinstance(item, Label)]
    titles = [item for item in labels if item.name == "title"]
    return {
        title.text: [
            item.text for item in labels if item.name == "cell" and item.place[0] == title.place[0]
        ]
        for title in titles
    }


def value(text):
    return float(text.replace("−", "-").replace(" ", "").replace("\u202f", ""))


def test_that_four_classes_have_a_column_each_with_the_weights_of_their_row():
    moment = moment_of("topics")
    shown = columns(picture_of(moment).panels[0])
    found = Vocabulary.of(moment)
    weights = moment.model.theta
    for row, name in enumerate(("cooking", "music", "sport", "weather")):
        for word, text in zip(shown["word"], shown[name], strict=True):
            wanted = weights[row, found.words.index(word)]
            assert value(text) == pytest.approx(wanted, rel=0.006)


@pytest.mark.parametrize("width", [300, 420, 700, 1200])
@pytest.mark.parametrize("data", ["reviews", "topics"])
@pytest.mark.parametrize("columns_shown", ["weights", "chances", "logs", "counts"])
def test_that_nothing_of_the_table_stands_outside_it(width, data, columns_shown):
    moment = moment_of(data, "multinomial-naive-bayes")
    panel = picture_of(moment, width, columns=columns_shown).panels[0]
    for item in panel.items:
        if isinstance(item, Areas):
            ends = np.concatenate([ring[:, 0] for ring in item.rings])
            assert ends.min() >= 0 and ends.max() <= panel.frame.width + 1e-6
        if isinstance(item, Label):
            wide = text_width(item.text, item.size)
            left = item.place[0] - (wide if item.anchor == "end" else 0.0)
            assert left >= 0 and left + wide <= panel.frame.width + 0.5 * item.size


def counted_by_hand(moment):
    """n(v, y) of the texts counted so far, from the trace's own order of examples."""
    problem = moment.moment.problem
    counts = {name: Counter() for name in problem.classes}
    for t in range(1, moment.t + 1):
        i = moment.trace.step(t).example
        words = [token.feature for token in problem.map.tokens(problem.x[i])]
        counts[problem.classes[problem.y[i]]].update(words)
    return counts, len(problem.names)


@pytest.mark.parametrize("smoothing", [1.0, 0.5, 0.0])
def test_that_chances_are_fractions_of_the_counts(smoothing):
    moment = moment_of("topics", "multinomial-naive-bayes", smoothing=smoothing)
    counts, many = counted_by_hand(moment)
    shown = columns(picture_of(moment, 1200, columns="chances").panels[0])
    for name, own in counts.items():
        total = sum(own.values()) + smoothing * many
        for word, text in zip(shown["word"], shown[f"P(v|{name})"], strict=True):
            above, below, chance = (value(each) for each in re.split("/| = ", text))
            assert above == pytest.approx(own[word] + smoothing)
            assert below == pytest.approx(total, rel=1e-3)
            assert chance == pytest.approx((own[word] + smoothing) / total, rel=0.006)


def test_that_logarithms_are_those_of_the_chances():
    moment = moment_of("topics", "multinomial-naive-bayes", smoothing=0.0)
    counts, _ = counted_by_hand(moment)
    shown = columns(picture_of(moment, 1200, columns="logs").panels[0])
    some = False
    for name, own in counts.items():
        for word, text in zip(shown["word"], shown[f"log P(v|{name})"], strict=True):
            chance = own[word] / sum(own.values())
            some = some or chance == 0
            assert text == "−∞" if chance == 0 else value(text) == pytest.approx(math.log(chance), rel=0.006)  # fmt: skip
    assert some


@pytest.mark.parametrize("model", ["logistic", "perceptron", "multinomial-naive-bayes"])
@pytest.mark.parametrize("data", ["reviews", "topics"])
def test_that_the_rows_with_words_of_this_steps_text_are_the_highlighted_ones(model, data):
    moment = next(
        each for each in (moment_of(data, model, t) for t in range(8, 30)) if each.step.updated
    )
    problem = moment.moment.problem
    text = problem.x[moment.step.example]
    own = {token.feature for token in problem.map.tokens(text)}
    panel = picture_of(moment, sort="change").panels[0]
    names = columns(panel)["word"]
    (lit,) = [item for item in panel.items if isinstance(item, Areas) and item.name == "changed"]
    top = panel.view.top
    high = float(np.ptp(lit.rings[0][:, 1]))
    rows = {round((top - float(ring[:, 1].max())) / high) - 1 for ring in lit.rings}
    assert {names[row] for row in rows} == own & set(names)


def test_that_of_four_classes_the_mark_of_the_one_that_changed_most_stands_beside_the_change():
    moment = next(
        each for each in (moment_of("topics", "perceptron", t) for t in range(8, 40)) if each.step.updated
    )  # fmt: skip
    before, after = (moment.trace.model(t).theta for t in (moment.t - 1, moment.t))
    panel = picture_of(moment, sort="change").panels[0]
    found = Vocabulary.of(moment)
    names = columns(panel)["word"]
    marks = [item for item in panel.items if isinstance(item, Marks) and item.name == "changed"]
    change = np.abs(after - before)[:, [found.words.index(word) for word in names]]
    assert sum(len(item.places) for item in marks) == int((change.max(axis=0) > 0).sum())


@pytest.mark.parametrize("model", ["logistic", "averaged-perceptron", "multinomial-naive-bayes"])
@pytest.mark.parametrize("data", ["reviews", "topics"])
def test_that_the_curves_of_pinned_words_are_their_weights_after_each_step(model, data):
    moment = moment_of(data, model, t=40)
    found = Vocabulary.of(moment)
    words = ("good", "slow") if data == "reviews" else ("rain", "song")
    picture = picture_of(moment, pin=", ".join(words))
    lines = [
        item
        for panel in picture.panels
        for item in panel.items
        if isinstance(item, Lines) and item.name.startswith("history")
    ]
    assert len(lines) == 2 * len(found.weights)
    for line in lines:
        _, word, row = line.name.split()
        j = found.words.index(word)
        for t, w in line.lines[0]:
            assert w == moment.trace.model(int(t)).parts()[0][int(row), j]
        assert len(line.lines[0]) >= 30


def test_that_the_history_goes_on_from_where_it_was_and_leaves_the_run_alone():
    moment = moment_of("reviews", t=30)
    steps, weights = weights_so_far(moment.trace, 30, [3, 5])
    later, more = weights_so_far(moment.trace, 36, [3, 5])
    assert later[: len(steps)] == steps and (more[: len(steps)] == weights).all()
    assert moment.trace.reached(36) == 36


def test_that_without_a_pinned_word_there_are_no_curves():
    picture = picture_of(moment_of("reviews"), pin="nobody-says-this")
    names = [item.name for panel in picture.panels for item in panel.items if isinstance(item, Lines)]  # fmt: skip
    assert not any(name.startswith("history") for name in names)
