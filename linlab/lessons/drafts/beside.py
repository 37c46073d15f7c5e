"""The files beside the text of a lesson that is opened for writing: only those that a lesson may
have, and no more than it may have.

A lesson may be in a folder with anything else. Files that its text names are taken first, then
those nearest to the text.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.written.files import (
    MOST_BYTES,
    MOST_FILES,
    MOST_IN_ALL,
    PICTURES,
    TEXT,
    LessonFiles,
)
from linlab.lessons.written.lesson import Lesson

DOCUMENT = ".linlab"
MAY_HAVE = (DOCUMENT, ".csv", ".tsv", ".txt", *PICTURES)
MOST_SEEN = 5000  # files and folders that are looked at


@dataclass(frozen=True)
class Beside:
    """Documents, other files, and how many were left out."""

    documents: Mapping[str, Document]
    others: Mapping[str, bytes]
    left_out: int = 0


def read_beside(files: LessonFiles, named: tuple[str, ...] = ()) -> Beside:
    """Read the files beside the text; a document that cannot be read is taken as it is."""
    documents: dict[str, Document] = {}
    others: dict[str, bytes] = {}
    left_out, size = 0, 0
    for name in dict.fromkeys((*named, *_names(files.folder))):
        try:
            file = files.find(name)
            bytes_ = file.stat().st_size
        except (LinlabError, OSError):
            left_out += name not in named  # reading the lesson reports a wrong name
            continue
        many = len(documents) + len(others)
        fits = bytes_ <= MOST_BYTES and size + bytes_ <= MOST_IN_ALL and many < MOST_FILES - 1
        known = file.suffix.lower() in MAY_HAVE or files.scratch is not None  # an archive is small
        if not (fits and known):
            left_out += 1
            continue
        try:
            content = file.read_bytes()
        except OSError:
            left_out += 1
            continue
        size += len(content)
        document = _document(file)
        if document is not None:
            documents[name] = document
        else:
            others[name] = content
    return Beside(documents, others, left_out)


def named_in(lesson: Lesson) -> tuple[str, ...]:
    """The files that a lesson names: documents and tables of its pages, pictures of its text."""
    names = dict[str, None]()
    for step in lesson.steps:
        for field in ("document", "points"):
            if isinstance(step.lab.values.get(field), str):
                names[step.lab.values[field]] = None
    for text in (lesson.intro, *(step.text for step in lesson.steps)):
        for piece in text.split("](")[1:]:
            names[piece[:200].split(")", 1)[0].split(" ", 1)[0]] = None
    return tuple(names)[:MOST_FILES]


def _document(file: Path) -> Document | None:
    if file.suffix != DOCUMENT:
        return None
    try:
        return Document.load(file)
    except (LinlabError, ArithmeticError, MemoryError):
        return None


def _names(folder: Path) -> Iterator[str]:
    """The files of a folder, those nearest to its top first."""
    level = [folder]
    seen = 0
    while level:
        below: list[Path] = []
        for each in level:
            try:
                entries = sorted(os.scandir(each), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                seen += 1
                if seen > MOST_SEEN:
                    return
                if entry.name.startswith(".") or entry.is_symlink():
                    continue
                path = Path(entry.path)
                name = path.relative_to(folder).as_posix()
                if entry.is_dir():
                    below.append(path)
                elif entry.is_file() and name != TEXT:
                    yield name
        level = below
