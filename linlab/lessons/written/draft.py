"""A lesson that is being written: steps of plain text, the documents that they show, and how all
that becomes files.

A draft need not be right: what is wrong with it is told by reading the text that it becomes.
"""

import io
import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import write_text, writing_bytes
from linlab.lessons.written.blocks import FORMAT
from linlab.lessons.written.files import MOST_BYTES, SUFFIX, TEXT, LessonFiles, Scratch
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.toml import toml_of

DOCUMENT = ".linlab"
QUESTIONS = {
    "choose": 'kind = "choose"\nask = "Which of them?"\nwhy = "Because it is so."\n\n[choices]\n"this" = "next_changes"\n'
              '"that" = "not next_changes"',
    "number": 'kind = "number"\nask = "How many mistakes will there be?"\nanswer = "after.mistakes"\ntolerance = 1',
    "click": 'kind = "click"\nask = "Which example comes next?"\nanswer = "next"',
    "drag": 'kind = "drag"\nask = "Where will the boundary be?"\nanswer = "boundary"',
    "curve": 'kind = "curve"\nask = "How will the training error go?"\nanswer = "training_error"',
}  # fmt: skip


@dataclass(frozen=True)
class DraftStep:
    """A step as it is typed: `lab` and `question` are TOML; an empty question is none."""

    title: str
    text: str = ""
    lab: str = ""
    question: str = ""

    @property
    def markdown(self) -> str:
        blocks = [("lab", self.lab), ("question", self.question)]
        fenced = [f"```{kind}\n{text.strip()}\n```" for kind, text in blocks if text.strip()]
        return "\n\n".join(
            part for part in (f"## {_line(self.title)}", self.text.strip(), *fenced) if part
        )


@dataclass(frozen=True, eq=False)
class Draft:
    """A lesson in the making; `others` are files that it brought along, tables and pictures."""

    title: str = "A lesson"
    head: str = f"format = {FORMAT}"
    intro: str = ""
    steps: tuple[DraftStep, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    others: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The lesson.md."""
        top = [f"# {_line(self.title)}", f"```lesson\n{self.head.strip()}\n```", self.intro.strip()]
        return (
            "\n\n".join([part for part in top if part] + [step.markdown for step in self.steps])
            + "\n"
        )

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
        """Steps that show these documents, each with a title, from place k on."""
        documents, steps = dict(self.documents), []
        for title, document in states:
            name = _free(documents)
            documents[name] = document
            steps.append(DraftStep(title, lab=toml_of({"document": name})))
        return replace(self.insert(k, *steps), documents=documents)

    def take_state(self, k: int, document: Document) -> "Draft":
        """Step k shows this document instead of what it showed."""
        name, step = _free(self.documents), self.steps[k]
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
        """A lesson that was read, to be written on."""
        steps = [
            DraftStep(
                step.title,
                step.text,
                step.lab.text.strip(),
                step.question.text.strip() if step.question else "",
            )
            for step in lesson.steps
        ]
        documents, others = {}, {}
        if lesson.files is not None:
            for file in _beside(lesson.files.folder):
                name = file.relative_to(lesson.files.folder).as_posix()
                lesson.files.find(name)
                if file.suffix == DOCUMENT:
                    documents[name] = Document.load(file)
                else:
                    others[name] = file.read_bytes()
        head = lesson.head.text.strip() or "format = 1"  # which is what a lesson without one has
        return cls(lesson.title, head, lesson.intro, tuple(steps), documents, others)

    def used(self) -> dict[str, bytes]:
        """Every file of the lesson: of its documents those that a step names."""
        named = " ".join(step.lab for step in self.steps)
        documents = {
            name: json.dumps(document.to_json(), allow_nan=False).encode()
            for name, document in self.documents.items()
            if f'"{name}"' in named or f"'{name}'" in named
        }
        return {TEXT: self.text.encode(), **documents, **self.others}

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write it into a folder, or as a `.linlesson`; the file or folder that was written."""
        target = Path(os.path.abspath(path))
        if target.suffix == SUFFIX:
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in self.used().items():
                    archive.writestr(name, content)
            with writing_bytes(target) as file:
                file.write(buffer.getvalue())
            return target
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LinlabError(f"{target} cannot be made ({error.strerror or error}).") from None
        for name, content in self.used().items():
            file_path = target / name
            file_path.parent.mkdir(parents=True, exist_ok=True)
            if name == TEXT:
                write_text(file_path, content.decode())
            else:
                with writing_bytes(file_path) as file:
                    file.write(content)
        return target

    def files(self) -> LessonFiles:
        """The same as files that are there as long as somebody reads them, to try it."""
        scratch = Scratch()
        self.save(scratch.folder)
        return LessonFiles(scratch.folder, scratch.folder, scratch)


def discard(folder: Path) -> None:
    """Throw a folder that a draft was kept in away."""
    shutil.rmtree(folder, ignore_errors=True)


def _beside(folder: Path) -> Iterable[Path]:
    """The files beside the text."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file()
        and not file.is_symlink()
        and file.name != TEXT
        and not file.name.startswith(".")
        and file.stat().st_size <= MOST_BYTES
    ]


def _free(documents: Mapping[str, Document]) -> str:
    """A name that no document has."""
    k = len(documents) + 1
    while f"step-{k}{DOCUMENT}" in documents:
        k += 1
    return f"step-{k}{DOCUMENT}"


def _line(text: str) -> str:
    return " ".join(text.split()) or "Untitled"
