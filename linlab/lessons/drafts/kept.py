"""A draft kept in a folder of its own, so that neither a crash nor a damaged file costs more than it
must.

A list has a line for each part: a step as a value, a document or another file by the name of what
it holds. What a file holds is written once, under its digest. The list is written last, beside the
old one, and takes its name: whenever the lab is killed, the folder holds the draft before or after.
"""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.stamps import stamp_of_bytes
from linlab.engine.ground.writing import write_text, writing_bytes
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.written.files import check_inside

LIST, FORMAT = "draft.jsonl", 1
HEAD = ("title", "head", "intro")
TEACHER = "teacher"  # drafts of earlier versions, which had no such blocks, have none
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SCRATCH = ".linlab-"  # the beginning of the name of a file whose writer was killed
_STEP = tuple(field.name for field in fields(DraftStep))


@dataclass(frozen=True)
class Kept:
    """The content of a folder: the draft, its current page, and how many parts cannot be read."""

    draft: Draft
    at: int = 0
    damaged: int = 0


class DraftFolder:
    """A folder for one draft and one writer at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written: dict[int, tuple[object, str]] = {}  # what is written, and its digest

    @property
    def list(self) -> Path:
        return self.folder / LIST

    def keep(self, draft: Draft, at: int = 0) -> None:
        """Write this draft into the folder."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            present = {file.name for file in self.folder.iterdir()}
        except OSError as error:
            raise LinlabError(
                f"{self.folder} cannot be written ({error.strerror or error})."
            ) from None
        lines: list[dict[str, Any]] = [
            {"linlab-draft": FORMAT, "at": at} | {name: getattr(draft, name) for name in HEAD}
        ]
        if draft.teacher:
            lines[0][TEACHER] = draft.teacher
        lines += [{"step": asdict(step)} for step in draft.steps]
        held: dict[int, tuple[object, str]] = {}
        for kind, contents in (("document", draft.documents), ("other", draft.others)):
            for name, content in contents.items():
                digest = self._hold(content, present)
                held[id(content)] = (content, digest)
                lines.append({kind: name, "file": digest})
        write_text(self.list, "".join(f"{json.dumps(line)}\n" for line in lines))
        self._written = held
        self._sweep(present - {LIST} - {digest for _, digest in held.values()})

    def _hold(self, content: object, present: set[str]) -> str:
        """Write a file's content unless it is there; return its digest."""
        _, digest = self._written.get(id(content), (None, ""))
        if digest in present:
            return digest
        data = content if isinstance(content, bytes) else _bytes_of(content)
        digest = stamp_of_bytes(data)
        if digest not in present:
            with writing_bytes(self.folder / digest) as file:
                file.write(data)
        return digest

    def _sweep(self, names: set[str]) -> None:
        """Remove files that the list no longer names, and what a killed writer left."""
        for name in names:
            if _DIGEST.fullmatch(name) or name.startswith(_SCRATCH):
                with suppress(OSError):
                    (self.folder / name).unlink()

    def read(self) -> Kept:
        """Read the draft; a part that cannot be read loses only that part."""
        head: dict[str, Any] = {}
        steps: list[DraftStep] = []
        documents: dict[str, Document] = {}
        others: dict[str, bytes] = {}
        damaged = 0
        for line in self._lines():
            try:
                if "step" in line:
                    steps.append(DraftStep(*(_text(line["step"][name]) for name in _STEP)))
                elif "document" in line or "other" in line:
                    name = _text(line.get("document", line.get("other")))
                    content = self._content(name, line)
                    if isinstance(content, Document):
                        documents[name] = content
                    else:
                        others[name] = content
                        damaged += "document" in line
                else:
                    head = {name: _text(line[name]) for name in HEAD} | {"at": line.get("at")}
                    head[TEACHER] = _text(line.get(TEACHER, ""))
            except (LinlabError, LookupError, TypeError, AttributeError):
                damaged += 1
        at = head.pop("at", 0)
        damaged += not head
        draft = Draft(steps=tuple(steps), documents=documents, others=others, **head)
        return Kept(draft, at if type(at) is int and 0 <= at < len(steps) else 0, damaged)

    def about(self) -> tuple[str, int]:
        """The title of the draft and its number of pages, without its files."""
        lines = [line for line in self._lines() if isinstance(line, dict)]
        if not lines:
            raise LinlabError(f"{self.list} cannot be read: nothing in it makes sense.")
        titles = [line["title"] for line in lines if isinstance(line.get("title"), str)]
        return titles[0] if titles else Draft.title, sum("step" in line for line in lines)

    def _content(self, name: str, line: dict[str, Any]) -> Document | bytes:
        """The content of a file; a damaged document is returned as it is."""
        check_inside(name)
        digest = _text(line["file"])
        if not _DIGEST.fullmatch(digest):
            raise LinlabError("This is not a file name.")
        file = self.folder / digest
        try:
            data = file.read_bytes()
        except OSError as error:
            raise LinlabError(str(error)) from None
        content: Document | bytes = data
        if "document" in line:
            with suppress(LinlabError, ArithmeticError, MemoryError):
                content = Document.load(file)
        if stamp_of_bytes(data) == digest:  # otherwise it is damaged, and gets a name of its own
            self._written[id(content)] = (content, digest)
        return content

    def _lines(self) -> Iterator[Any]:
        try:
            lines = self.list.read_bytes().splitlines()
        except OSError as error:
            raise LinlabError(f"{self.list} cannot be read ({error.strerror or error}).") from None
        for line in lines:
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield None

    def discard(self) -> None:
        """Delete the draft: the list first, without which there is no draft."""
        with suppress(OSError):
            self.list.unlink()
        shutil.rmtree(self.folder, ignore_errors=True)


def _bytes_of(document: Any) -> bytes:
    return json.dumps(document.to_json(), allow_nan=False).encode()


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("This is not text.")
    return value
