"""For and against: every model is judged once, and the page of the documentation is the table."""

from pathlib import Path

from linlab.engine.learner.catalog import catalog
from linlab.engine.words.meaning.learners import JUDGEMENTS

PAGE = Path(__file__).parents[3] / "docs" / "for-and-against.md"


def test_that_every_model_is_judged_once():
    judged = [key for each in JUDGEMENTS for key in each.models]
    assert sorted(judged) == sorted(catalog())


def test_that_the_page_has_each_sentence():
    page = PAGE.read_text(encoding="utf-8")
    for each in JUDGEMENTS:
        row = next(line for line in page.splitlines() if line.startswith(f"| {each.title} ("))
        assert (
            each.good in row and each.bad in row and all(f"`{key}`" in row for key in each.models)
        )
