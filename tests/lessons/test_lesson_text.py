"""What is typed becomes a lesson that reads back as the same steps; what is written in another way
is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.drafts.lesson_text import part_of
from linlab.lessons.written.reading import understood

LINES = [
    "## b",
    "# b",
    "---",
    "===",
    "--",
    "-",
    "=",
    "```",
    "~~~",
    "````python",
    "$$",
    "$$ a",
    "a $$",
]
LINES += [
    "",
    "",
    "words",
    "- item",
    "> quote",
    "    code",
    "| a | b |",
    "|---|---|",
    "1. one",
    "$$a$$",
]
LINES += [
    "  ## c",
    "$$a$$ b",
    "- $$",
    "***",
    "\\",
    "#hashtag",
    "### c",
    "   ---   ",
    "[a]: b",
    "\x0c",
]
TEXTS = st.lists(st.sampled_from(LINES) | st.text("ab#`~$-=\\ \t*_[]", max_size=8), max_size=8)
TEXT = TEXTS.map("\n".join)
TITLE = st.text("ab#*_`[]()<>&$\\!{}~^ .-+1", max_size=12)


def squeezed(text: str) -> list[str]:
    """Its lines that are not empty: a lesson has no two empty ones in a row, nor any at its ends."""
    return [line for line in text.rstrip().split("\n") if line.strip()]


@settings(max_examples=400)
@given(st.lists(st.tuples(TITLE, TEXT), min_size=1, max_size=4), TEXT, TITLE)
def test_that_a_lesson_reads_back_as_the_steps_that_were_typed(steps, intro, title) -> None:
    lab = 'document = "a.linlab"'
    typed = tuple(DraftStep(name, text, lab, "x = '```'\n````\n") for name, text in steps)
    draft = Draft(title, intro=intro, steps=typed)
    lesson, _ = understood(draft.text)
    assert lesson.title == (" ".join(title.split()) or "Untitled")
    assert [step.title for step in lesson.steps] == [
        " ".join(name.split()) or "Untitled" for name, _ in steps
    ]
    for read, written in zip(lesson.steps, typed, strict=True):
        assert read.lab.text.strip() == lab
        assert read.question is not None
        assert read.question.text.strip() == written.question.strip()
        if not part_of(written.text).differences:
            assert squeezed(read.text) == squeezed(written.text)
        assert squeezed(read.text) == squeezed(part_of(written.text).text)
    assert squeezed(lesson.intro) == squeezed(part_of(intro).text)


@pytest.mark.parametrize(
    ("typed", "saved", "word"),
    [
        ("a\n\n## b\n\nc", "a\n\n### b\n\nc", "heading"),
        ("# b", "### b", "heading"),
        ("a\n---\nb", "a\n\n---\nb", "line of -"),
        ("a\n===\n===\nb", "a\n\\===\n\\===\nb", "line of -"),
        ("```python\nx = 1", "```python\nx = 1\n```", "not closed"),
        ("~~~~\n```", "~~~~\n```\n~~~~", "not closed"),
        ("$$\na = b", "\\$\\$\na = b", "formula"),
        ("- $$\n  a", "- \\$\\$\n  a", "formula"),
    ],
)
def test_that_what_would_begin_or_swallow_a_step_is_mended_and_told(typed, saved, word) -> None:
    part = part_of(typed)
    assert part.text == saved
    assert len(part.differences) == 1
    assert word in part.differences[0]
    draft = Draft(steps=(DraftStep("A", typed), DraftStep("B", "$$\nc\n$$\n\n```\nd\n```")))
    assert draft.differences == [f"Page 1: {part.differences[0]}"]
    assert [step.title for step in understood(draft.text)[0].steps] == ["A", "B"]


@pytest.mark.parametrize(
    "typed",
    [
        "a\n\n---\n\nb",
        "### b",
        "```\n## no heading\n```",
        "$$\na\n$$",
        "- a\n\n  ## in a list",
        "    ## code",
    ],
)
def test_that_what_is_right_stays_as_it_is(typed) -> None:
    assert part_of(typed).text == typed
    assert part_of(typed).differences == ()


def test_that_a_block_of_the_lab_in_a_text_is_told() -> None:
    (told,) = part_of("a\n\n```lab\nt = 1\n```").differences
    assert "“lab”" in told


def test_that_half_a_character_is_saved_as_a_sign_for_it(tmp_path) -> None:
    draft = Draft("A", steps=(DraftStep("B", "half \ud800"),))
    draft.save(tmp_path / "a")
    assert "half \ufffd" in (tmp_path / "a" / "lesson.md").read_text(encoding="utf-8")
