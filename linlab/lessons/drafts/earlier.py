"""A draft as earlier versions kept it: as the files of a lesson, in which the text of a step can run
on into the next.

Those versions wrote every part of a lesson in one order, below an empty line each. The text is taken
apart by that, and not as a lesson is read, which stops at the limits of one.
"""

import re
from dataclasses import replace
from pathlib import Path

from linlab.lessons.drafts.beside import read_beside
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.written.files import LessonFiles

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)")


def earlier_draft(folder: Path) -> Draft:
    """Read the draft that an earlier version kept in a folder."""
    files = LessonFiles.open(folder)
    draft = draft_of_text(files.text())
    labs = "\n".join(step.lab for step in draft.steps)
    beside = read_beside(
        files, tuple(re.findall(r"""^document = "([^"\n]{1,200})"$""", labs, re.M))
    )
    return replace(
        draft, documents=beside.documents, others=beside.others, left_out=beside.left_out
    )


def draft_of_text(text: str) -> Draft:
    """The draft with this text, without its files.

    >>> draft = draft_of_text("# A\\n\\n## B\\n\\nb\\n\\n```lab\\nt = 1\\n```\\n\\n## C\\n")
    >>> draft.title, draft.steps
    ('A', (DraftStep(title='B', text='b', lab='t = 1', question=''), DraftStep(title='C', text='', lab='', question='')))
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    code = _in_code(lines)
    begins = [
        k
        for k, line in enumerate(lines)
        if line.startswith("## ") and k not in code and (k == 0 or not lines[k - 1].strip())
    ]
    ends = [*begins, len(lines)][1:]
    top = lines[: begins[0]] if begins else lines
    title = top.pop(0)[2:] if top and top[0].startswith("# ") else Draft.title
    head, intro = _first_block(top)
    steps = [_step(lines[begin:end]) for begin, end in zip(begins, ends, strict=True)]
    return Draft(title, head or Draft.head, intro, tuple(steps))


def _in_code(lines: list[str]) -> set[int]:
    """The lines inside closed fences."""
    inside = set[int]()
    opened = 0
    fence = ""
    for k, line in enumerate(lines):
        found = _FENCE.match(line)
        if found is None:
            continue
        if not fence:
            opened = k
            fence = found[1]
        elif line.startswith(fence) and not line.strip(fence[0]).strip():
            inside.update(range(opened, k + 1))
            fence = ""
    return inside


def _first_block(lines: list[str]) -> tuple[str, str]:
    """The content of the block “lesson”, and the words below it."""
    words = "\n".join(lines).strip()
    found = re.match(r"```lesson\n(.*?)\n```(?:\n|$)", words, re.DOTALL)
    return (found[1], words[found.end() :].strip()) if found else ("", words)


def _step(lines: list[str]) -> DraftStep:
    words = "\n".join(lines[1:]).strip()
    blocks = {}
    for kind in ("question", "lab"):  # the last one first
        place = words.rfind(f"```{kind}\n")
        alone = place == 0 or words[:place].endswith("\n\n")
        content = words[place:].removeprefix(f"```{kind}\n")
        if place >= 0 and alone and content.endswith("\n```") and "\n```" not in content[:-4]:
            blocks[kind] = content[:-4]
            words = words[:place].strip()
    return DraftStep(lines[0][3:].strip(), words, **blocks)
