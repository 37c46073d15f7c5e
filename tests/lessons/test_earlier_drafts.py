"""Drafts that earlier versions kept, as the files of a lesson, still open."""

from pathlib import Path

from linlab.engine.document.first import first_document
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.drafts.earlier import draft_of_text, earlier_draft


def as_before(draft: Draft) -> str:
    """The lesson.md as the version before wrote it."""
    parts = [f"# {draft.title}", f"```lesson\n{draft.head.strip()}\n```", draft.intro.strip()]
    for step in draft.steps:
        parts += [f"## {' '.join(step.title.split()) or 'Untitled'}", step.text.strip()]
        for kind, text in (("lab", step.lab), ("question", step.question)):
            parts.append(f"```{kind}\n{text.strip()}\n```" if text.strip() else "")
    return "\n\n".join(part for part in parts if part) + "\n"


def test_that_a_draft_of_an_earlier_version_is_read_with_its_files(tmp_path: Path) -> None:
    first_document().save(tmp_path / "step-1.linlab")
    (tmp_path / "step-2.linlab").write_text("damaged")
    (tmp_path / "a.png").write_bytes(b"x")
    steps = (
        DraftStep(
            "A", "a\n\n- b\n\n```\n\n## code\n```", 'document = "step-1.linlab"', 'kind = "click"'
        ),
        DraftStep("B", "", 'document = "step-2.linlab"'),
        DraftStep("C", "only words"),
    )
    draft = Draft("Mine", 'format = 1\nauthor = "me"', "Before.", steps)
    (tmp_path / "lesson.md").write_text(as_before(draft))
    read = earlier_draft(tmp_path)
    assert (read.title, read.head, read.intro, read.steps) == (
        draft.title,
        draft.head,
        draft.intro,
        steps,
    )
    assert dict(read.documents) == {"step-1.linlab": first_document()}
    assert read.others == {"a.png": b"x", "step-2.linlab": b"damaged"}


def test_that_neither_steps_nor_characters_are_cut(tmp_path: Path) -> None:
    steps = tuple(DraftStep(f"Step {k}", "words " * 1500, "t = 1") for k in range(90))
    read = draft_of_text(as_before(Draft(steps=steps)))
    assert [step.title for step in read.steps] == [step.title for step in steps]
    assert all(step.lab == "t = 1" for step in read.steps)


def test_that_code_that_is_not_closed_swallows_no_step() -> None:
    steps = (DraftStep("A", "```python\nx = 1", "t = 1"), DraftStep("B", "b"), DraftStep("C"))
    read = draft_of_text(as_before(Draft(steps=steps)))
    assert [step.title for step in read.steps] == ["A", "B", "C"]
    assert "x = 1" in read.steps[0].text
    assert draft_of_text("").steps == ()
