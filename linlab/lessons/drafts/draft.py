"""A lesson being written: pages of plain text, the documents that they show, and how they become
files.

A draft may have faults: reading its text reports them.
"""

import io
import json
import os
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import writing_bytes
from linlab.lessons.drafts.beside import DOCUMENT, named_in, read_beside
from linlab.lessons.drafts.lesson_text import fenced, heading, part_of
from linlab.lessons.written.blocks import FORMAT
from linlab.lessons.written.files import SUFFIX, TEXT, LessonFiles, Scratch
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.toml import toml_of


@dataclass(frozen=True)
class DraftStep:
    """A page as it is typed: `lab` and `question` are TOML; the question may be empty."""

    title: str
    text: str = ""
    lab: str = ""
    question: str = ""

    @property
    def markdown(self) -> str:
        blocks = (fenced("lab", self.lab), fenced("question", self.question))
        parts = (f"## {heading(self.title)}", part_of(self.text).text, *blocks)
        return "\n\n".join(filter(None, parts))


@dataclass(frozen=True, eq=False)
class Draft:
    """A lesson in the making; `others` are tables and pictures that it brought along, and
    `left_out` is how many files of its folder it left out."""

    title: str = "A lesson"
    head: str = f"format = {FORMAT}"
    intro: str = ""
    steps: tuple[DraftStep, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    others: Mapping[str, bytes] = field(default_factory=dict)
    left_out: int = 0
    teacher: str = ""  # notes for the teacher, in TOML

    @property
    def text(self) -> str:
        """The text of lesson.md."""
        top = (
            f"# {heading(self.title)}",
            fenced("lesson", self.head),
            fenced("teacher", self.teacher),
            part_of(self.intro).text,
        )
        text = "\n\n".join(filter(None, (*top, *(step.markdown for step in self.steps)))) + "\n"
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    @property
    def differences(self) -> list[str]:
        """What lesson.md has different from what was typed, in sentences."""
        parts = [("Before the first page", self.intro)]
        parts += [(f"Page {k + 1}", step.text) for k, step in enumerate(self.steps)]
        return [f"{where}: {each}" for where, typed in parts for each in part_of(typed).differences]

    # Changing it

    def with_step(self, k: int, step: DraftStep) -> "Draft":
        return replace(self, steps=(*self.steps[:k], step, *self.steps[k + 1 :]))

    def insert(self, k: int, *steps: DraftStep) -> "Draft":
        return replace(self, steps=(*self.steps[:k], *steps, *self.steps[k:]))

    def remove(self, k: int) -> "Draft":
        return replace(self, steps=(*self.steps[:k], *self.steps[k + 1 :]))

    def move(self, k: int, to: int) -> "Draft":
        rest = [*self.steps[:k], *self.steps[k + 1 :]]
        rest.insert(to, self.steps[k])
        return replace(self, steps=tuple(rest))

    def add_states(self, k: int, states: Sequence[tuple[str, Document]]) -> "Draft":
        """Insert pages that show these documents, each with a title, at place k."""
        documents = dict(self.documents)
        steps = []
        for title, document in states:
            name = _free(documents, self.others)
            documents[name] = document
            steps.append(DraftStep(title, lab=toml_of({"document": name})))
        return replace(self.insert(k, *steps), documents=documents)

    def take_state(self, k: int, document: Document) -> "Draft":
        """Let page k show this document instead."""
        name = _free(self.documents, self.others)
        step = self.steps[k]
        shows = re.compile(
            r"^\s*(document|data|points|knobs|draw|seed|split|models?|set|t|guess)\s*=.*$\n?",
            re.MULTILINE,
        )
        lab = toml_of({"document": name}) + ("\n" + shows.sub("", step.lab)).rstrip()
        return replace(
            self.with_step(k, replace(step, lab=lab)), documents={**self.documents, name: document}
        )

    # Files

    @classmethod
    def of(cls, lesson: Lesson) -> "Draft":
        """A draft of a lesson that was read."""
        steps = [
            DraftStep(
                step.title,
                step.text,
                step.lab.text.strip(),
                step.question.text.strip() if step.question else "",
            )
            for step in lesson.steps
        ]
        head = lesson.head.text.strip() or "format = 1"  # the format of a lesson that names none
        teacher = lesson.teacher_block.text.strip()
        draft = cls(lesson.title, head, lesson.intro, tuple(steps), teacher=teacher)
        if lesson.files is None:
            return draft
        beside = read_beside(lesson.files, named_in(lesson))
        return replace(
            draft,
            documents=beside.documents,
            others=beside.others,
            left_out=beside.left_out,
        )

    def used(self) -> dict[str, bytes]:
        """Every file of the lesson: of its documents, those that a page names."""
        named = " ".join(step.lab for step in self.steps)
        documents = {
            name: json.dumps(document.to_json(), allow_nan=False).encode()
            for name, document in self.documents.items()
            if f'"{name}"' in named or f"'{name}'" in named
        }
        return {**documents, **self.others, TEXT: self.text.encode()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all its files."""
        return (TEXT, *self.documents, *self.others)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write it into a folder, or as a `.linlesson`; return the path written. In a folder the
        text comes last, so that it never names a file that is not there yet."""
        target = Path(os.path.abspath(path))
        if target.suffix == SUFFIX:
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in self.used().items():
                    archive.writestr(name, content)
            with writing_bytes(target) as file:
                file.write(buffer.getvalue())
            return target
        for name, content in self.used().items():
            _write(target / name, content)
        return target

    def files(self) -> LessonFiles:
        """The same as files that exist as long as they are in use, to try the lesson."""
        scratch = Scratch()
        self.save(scratch.folder)
        return LessonFiles(scratch.folder, scratch.folder, scratch)


def _write(path: Path, content: bytes) -> None:
    """Write the file unless it has this content already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return
    except OSError as error:
        raise LinlabError(f"{path} cannot be written ({error.strerror or error}).") from None
    with writing_bytes(path) as file:
        file.write(content)


def _free(documents: Mapping[str, Document], others: Mapping[str, bytes]) -> str:
    """A name for a document that no file has."""
    k = len(documents) + 1
    while f"step-{k}{DOCUMENT}" in documents or f"step-{k}{DOCUMENT}" in others:
        k += 1
    return f"step-{k}{DOCUMENT}"
