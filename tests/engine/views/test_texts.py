"""Texts in the view of examples: tints against a loop over words, sorting, search, and figures."""

import math
from collections import Counter

import numpy as np
import pytest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.data.texts.tables import text_points
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.learner.text.tokens import Tokeniser
from linlab.engine.picture.palette import THEMES, WORD, contrast
from linlab.engine.views.examples import rows
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Tint
from linlab.engine.views.texts.looks import about_row, look_of
from linlab.engine.views.texts.page import lines_of
from linlab.engine.views.texts.tints import LEAST
from linlab.engine.views.views import VIEWS, draw

WORDS = {"space": "words"}


def moment(model="logistic", data="reviews", t=150, shares=(100.0, 0.0, 0.0), **settings):
    points = make_points(data) if isinstance(data, str) else data
    learner = Learner.of(model, **settings)
    return Snapshot.of(Trace(Document(points, (learner,), shares=shares)), t)


def by_hand(at, k, bigrams=False):
    """(place, class, value) of the words of a text: what each adds to the score of each class, above
    their mean, by a loop over dictionaries."""
    weights = {}
    own = at.model.parts()[0]
    names = at.moment.problem.names
    for j, name in enumerate(names):
        column = own[:, j]
        if len(column) == 1:
            weights[name] = [-column[0], column[0]]
        else:
            weights[name] = [w - sum(column) / len(column) for w in column]
    text = at.points.texts[k]
    tokens = Tokeniser(bigrams=bigrams).tokens(text)
    counts = Counter(token.feature for token in tokens)
    out = []
    for token in tokens:
        if " " in token.feature:
            continue
        value = [w * counts[token.feature] for w in weights[token.feature]]
        for pair in tokens:
            if " " in pair.feature and (pair.start == token.start or pair.end == token.end):
                value = [
                    v + w * counts[pair.feature] / 2
                    for v, w in zip(value, weights[pair.feature], strict=True)
                ]
        best = max(range(len(value)), key=lambda c: value[c])
        out.append((token.start, best, value[best]))
    return out


@pytest.mark.parametrize(
    ("model", "data", "settings"),
    [
        ("logistic", "reviews", WORDS),
        ("perceptron", "bank", WORDS),
        ("logistic", "topics", WORDS),
        ("svm", "reviews", {**WORDS, "bigrams": "on"}),
        ("multinomial-naive-bayes", "topics", {}),
    ],
)
def test_that_words_are_tinted_by_what_a_loop_says_they_add(model, data, settings):
    at = moment(model, data, weighting="count", **settings)
    column = rows(Figure(), at).of_texts
    bigrams = settings.get("bigrams") == "on"
    expected = [by_hand(at, k, bigrams) for k in range(len(at.points))]
    found = [
        [(t.start, t.label, t.strength) for t in column.tints(k)] for k in range(len(at.points))
    ]
    scale = None
    several = 0
    for mine, theirs in zip(found, expected, strict=True):
        strong = {(word, label): value for word, label, value in theirs}
        for word, label, strength in mine:
            value = strong[word, label]
            if strength < 1.0:
                scale = scale or value / strength
                assert value == pytest.approx(scale * strength, rel=1e-9)
                several += 1
        shown = {(word, label) for word, label, _ in mine}
        for word, label, value in theirs:
            if scale is not None and value > 1.01 * LEAST * scale:
                assert (word, label) in shown
    assert several > 20


def test_that_a_model_without_weights_of_words_tints_none_and_says_so():
    table = rows(Figure(), moment("voted-perceptron", **WORDS))
    assert table.of_texts.tints(0) == () and "no word has a weight" in table.legend[0]


def test_that_the_legend_names_each_class_tinted_as_its_words_are():
    at = moment(data="topics", **WORDS)
    text, tints = rows(Figure(), at).legend
    assert [text[t.start : t.end] for t in tints] == list(at.points.classes)
    assert [t.label for t in tints] == [0, 1, 2, 3]


def test_that_rows_are_searched_and_sorted_by_margin_number_and_class():
    at = moment(**WORDS)
    figure = Figure(view="examples", options=(("search", "FILM"),))
    table = rows(figure, at)
    wanted = [k for k, text in enumerate(at.points.texts) if "film" in text.lower()]
    assert table.ids == tuple(at.points.ids[wanted].tolist()) and 0 < len(wanted) < 200
    scores = at.model.scores(at.model.inputs(at.points))[:, 0]
    margins = {int(i): s if y else -s for i, s, y in zip(at.points.ids, scores, at.points.label, strict=True)}  # fmt: skip
    by_margin = [margins[i] for i in table.sorted_by("m").ids]
    assert by_margin == sorted(by_margin)
    classes = table.sorted_by("class").column("class").texts
    assert list(classes) == sorted(classes)
    keys = [key for key, _ in VIEWS["examples"].option("sort").choices(at)]
    assert {"n", "class", "m", "part"} <= {*keys}


def test_that_a_row_says_number_part_margin_and_whose_turn_it_is():
    at = moment(t=7, shares=(60.0, 20.0, 20.0), **WORDS)
    table = rows(Figure(), at)
    upcoming = at.trace.segment_run(7).upcoming(at.trace.at(7)).tolist()
    now = at.step.ids.tolist()
    for k, id in enumerate(table.ids):
        text = about_row(table, k)
        part = ("train", "dev", "test")[at.parts[k]]
        s = float(at.scores[k, 0])
        answer = 1 if s > 0 else 0
        assert text.startswith(f"#{k + 1} · {part} · margin ")
        assert ("(wrong)" in text) == (answer != at.points.label[k])
        assert ("next" in text) == (id in upcoming) and ("this step" in text) == (id in now)


def test_that_before_the_first_step_no_text_is_called_wrong():
    table = rows(Figure(), moment(t=0, **WORDS))
    assert not any("wrong" in about_row(table, k) for k in range(len(table)))


def test_that_texts_are_listed_when_nothing_can_be_trained():
    points = text_points(["good", "fine"], ["a", "a"])
    document = Document(points, (Learner.of("logistic", **WORDS),))
    at = Snapshot(document, points, document.parts_of(points))
    table = rows(Figure(), at)
    assert list(table.of_texts.texts) == ["good", "fine"] and table.of_texts.tints(0) == ()
    assert about_row(table, 1) == "#2 · train"
    assert draw(Figure(view="examples", width=300, height=200), at).panels


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_that_tinted_words_can_be_read_and_told_apart_without_colour(theme):
    for label in range(8):
        for strength in (0.1, 0.5, 1.0):
            look = look_of(Tint(0, 1, label, strength), theme)
            assert contrast(look.ink, look.ground) >= WORD
        assert look.bold and not look_of(Tint(0, 1, label, 0.1), theme).bold
    dashes = [look_of(Tint(0, 1, label, 0.5), theme).dash for label in range(4)]
    assert len({*dashes}) == 4


HOSTILE = {
    "empty": "",
    "markup": "<script>alert(1)</script> good & <b>bad</b>",
    "tex": r"\input{/etc/passwd} $good_bad$ % bad",
    "control": "good\x1b[2J\x07\nbad\r\tgood",
    "right to left": "סרט טוב good מאוד",
    "override": "good \u202e bad",
    "emoji": "🙂 good 👍🏽 bad 🎬",
    "long": "good bad " * 11_000,
    "one long word": "x" * 90_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_that_hostile_texts_are_drawn_as_letters_in_every_file(text):
    points = text_points([text, "good fun", "bad luck", "good"], ["b", "b", "a", "b"])
    at = moment(data=points, t=9, **WORDS)
    picture = draw(Figure(view="examples", width=360, height=300), at)
    labels = [
        item.text for panel in picture.panels for item in panel.items if hasattr(item, "text")
    ]
    assert not any(letter < " " or letter == "\u202e" for label in labels for letter in label)
    written = svg(picture)
    assert "<script" not in written and "<b>" not in written
    made = tikz(picture)
    assert "\\input{" not in made.split("\\begin{document}")[-1].replace("\\input{\\", "")


def test_that_a_text_read_from_right_to_left_is_one_piece_and_others_are_words():
    ((piece,),) = lines_of("סרט טוב מאוד", (), 500.0, 12.0)
    assert piece.text == "סרט טוב מאוד"
    (line,) = lines_of("a fine film", (Tint(2, 6, 1, 0.9),), 500.0, 12.0)
    assert [(each.text, each.tint is not None) for each in line] == [
        ("a", False),
        ("fine", True),
        ("film", False),
    ]
    places = [each.x for each in line]
    assert places == sorted(places) and math.isclose(places[0], 0.0)


def test_that_a_long_text_has_two_lines_that_fit_and_an_ellipsis():
    lines = lines_of("word " * 100, (), 150.0, 12.0)
    assert len(lines) == 2 and lines[-1][-1].text == "…"
    assert all(piece.x < 150.0 for line in lines for piece in line)


def test_that_rows_of_many_texts_are_read_once_for_all_steps():
    at = moment(**WORDS)
    problem = at.moment.problem
    bag = problem.map
    first = bag.features(problem.inputs(at.points))
    assert bag.features(problem.inputs(at.points)) is first
    one = bag.features(np.array(["a good film"], object))
    assert bag.features(problem.inputs(at.points)) is first and one.shape[0] == 1
