"""The glossary: sixty terms and more, each shown on a page or in a view, in the notation of the lab;
and which words of a text are terms."""

import re
from collections import Counter

import pytest

from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.views.views import VIEWS
from linlab.engine.words.symbols import SYMBOLS
from linlab.engine.words.typesetting import formula_svg
from linlab.lessons.checking import played
from linlab.lessons.glossary.marking import marked, mentions
from linlab.lessons.glossary.pages import place_of
from linlab.lessons.glossary.table import GLOSSARY, find
from linlab.lessons.shipped import shipped
from linlab.lessons.web.lesson_page import lesson_page
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.reading import lesson_of, understood
from linlab.lessons.written.text import parsed
from tests.app.window.vocabulary import KERNEL, Said, complaints

ENTRIES = tuple(GLOSSARY.values())


def linked(text):
    """The words that are links to the glossary, and their keys."""
    found = []
    for token in marked(parsed(text)):
        children = token.children or []
        for k, child in enumerate(children):
            if child.type == "link_open" and child.attrs["href"].startswith("glossary:"):
                found.append((children[k + 1].content, child.attrs["href"].split(":")[1]))
    return found


def test_that_there_are_sixty_entries_and_no_term_or_spelling_twice():
    assert len(ENTRIES) >= 60
    spellings = Counter(each.lower() for entry in ENTRIES for each in entry.spellings)
    assert [each for each, many in spellings.items() if many > 1] == []
    symbols = Counter(entry.symbol for entry in ENTRIES if entry.symbol)
    assert [each for each, many in symbols.items() if many > 1] == []


def test_that_every_entry_has_a_page_that_mentions_it_or_a_view_that_exists():
    for entry in ENTRIES:
        assert bool(entry.lesson) != bool(entry.view), entry.term
        if entry.view:
            assert entry.view in VIEWS, entry.term
            continue
        place = place_of(entry)
        assert place is not None, entry.term
        lesson, _ = understood(LessonFiles.open(place.lesson.path).text())
        page = lesson.steps[place.page - 1]
        assert page.title == place.title, entry.term
        asked = page.question.values if page.question is not None else {}
        words = f"{page.title} {page.text} {asked.get('ask', '')} {asked.get('why', '')}"
        pattern = entry.shown or "|".join(map(re.escape, entry.spellings))
        assert re.search(pattern, " ".join(words.split()), re.IGNORECASE), entry.term


def test_that_a_page_that_defines_a_term_in_bold_is_preferred():
    for term in ("bias", "street", "support vector", "smoothing"):
        place = place_of(GLOSSARY[term.replace(" ", "-")])
        lesson, _ = understood(LessonFiles.open(place.lesson.path).text())
        assert re.search(rf"\*\*{term}s?\*\*", lesson.steps[place.page - 1].text), term


def test_that_symbols_are_those_of_the_lab():
    signs = {each.strip() for symbol in SYMBOLS for each in (symbol.sign, *symbol.sign.split(","))}
    signs |= {each.symbol for each in PARAMETERS.values()} | {"σ"}  # METHODS has the sigmoid as σ
    unknown = [entry.term for entry in ENTRIES if entry.symbol and entry.symbol not in signs]
    assert unknown == []


def test_that_the_words_keep_to_the_table_of_words_and_symbols():
    for entry in ENTRIES:
        assert complaints(KERNEL, [Said(entry.term, entry.means)]) == []
        assert (
            entry.means.endswith((".", "?")) and len(re.findall(r"[.?](?: |$)", entry.means)) <= 2
        )
        assert 20 <= len(entry.means) <= 200, entry.term


def test_that_every_formula_can_be_typeset():
    formulas = [entry.formula for entry in ENTRIES if entry.formula]
    assert len(formulas) > 20
    for formula in formulas:
        assert "<svg" in formula_svg(formula, 17.0)


def test_that_every_shipped_lesson_leads_to_the_glossary():
    lessons = [understood(LessonFiles.open(each.path).text())[0] for each in shipped()]
    for lesson in lessons:
        links = [linked(step.text) for step in lesson.steps]
        assert any(links), lesson.title
        for page in links:
            keys = [key for _, key in page]
            assert len(keys) == len(set(keys)) and set(keys) <= set(GLOSSARY), lesson.title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bias moves it. The bias again.", ["bias"]),
        ("**Weights** and a *score*", ["Weights", "score"]),
        ("# The margin\n\nThe margin of it", ["margin"]),
        ("in `code weight` and $weight$ and [a weight](https://example.org)", []),
        ("the log loss, not a loss", ["log loss", "loss"]),
        ("an averaged perceptron", ["averaged perceptron"]),
        ("the margin of the data", ["margin of the data"]),
        ("An SVM here; svm there", ["SVM"]),
        ("the weights of the bag, by weight", []),
        ("Two streets cross. Step by step, and labelled by mistake.", []),
        ("for example, a class of points", []),
        ("biased weightless underscores", []),
        ("zero-one loss", ["zero-one loss"]),
        ("with probability 0.9", []),
        ("[these bags](glossary:bagging), then bagging", ["these bags"]),
        ("[weight](glossary:none) of a parcel; its weight", ["weight"]),
    ],
)
def test_that_the_first_mention_of_a_term_is_a_link_and_other_words_are_not(text, expected):
    assert [words for words, _ in linked(text)] == expected


def test_that_mentions_do_not_overlap():
    for entry in ENTRIES:
        places = mentions(entry.means)
        assert all(a[1] <= b[0] for a, b in zip(places, places[1:], strict=False))


@pytest.mark.parametrize(
    ("asked", "first"),
    [("λ", "regularisation"), ("SVM", "support vector machine"), ("hinge", "hinge loss"),
     ("ρ", "reach"), ("cross-val", "fold"), ("Streets", "street"), ("w*", "exact optimum")],
)  # fmt: skip
def test_that_an_entry_is_found_by_a_word_a_symbol_or_a_beginning(asked, first):
    assert find(asked)[0].term == first


def test_that_nonsense_finds_nothing_and_nothing_finds_all():
    assert find("qwxyz") == () and len(find(" ")) == len(ENTRIES)


def test_that_a_check_reports_a_link_to_an_entry_that_does_not_exist():
    text = "# A\n\n```lesson\nformat = 2\n```\n\n## P\n\nOne\ntwo [x](glossary:nosuch) [y](glossary:none)\n"
    faults = played(lesson_of(text)).faults
    assert [(each.line, "“nosuch”" in each.sentence) for each in faults] == [(10, True)]


def test_that_a_web_page_explains_its_terms_without_a_script():
    text = "# A\n\n```lesson\nformat = 2\n```\n\n## P\n\nThe bias moves it.\n"
    made = lesson_page(lesson_of(text))
    assert '<span class="term" tabindex="0">bias<span class="entry" role="tooltip">' in made
    assert "glossary:" not in made
