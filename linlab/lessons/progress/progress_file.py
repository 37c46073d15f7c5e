"""The file of progress. Events are only ever added, a line for each, in one write: whenever the lab
is killed, the file holds every event before. Several windows add to the same file, and none
overwrites another.

A damaged line does not affect the others: the file as it was is set aside, and a sentence says so.
"""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import write_text

from .lines import HEAD, NewerFormat, event_in, line_of, progress_of
from .records import Attempt, Progress

NAME = "progress.jsonl"
BEFORE_RESET = "progress-before-reset.jsonl"
LARGEST = 50_000_000  # bytes


class ProgressFile:
    """The progress of one user. `trouble` says why something was lost or is not kept; it is empty if
    all is well."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""

    # Reading

    def read(self) -> Progress:
        """The progress so far; a damaged file is set aside, and what can be read of it is used."""
        try:
            lines = self._lines()
            progress, damaged = progress_of(lines)
        except NewerFormat as error:
            self.trouble = str(error)
            return Progress()
        except OSError as error:
            self.trouble = (
                f"Your progress in the lessons cannot be read ({error.strerror or error})."
            )
            return Progress()
        if damaged:
            self._set_aside(lines, damaged)
        return progress

    def _lines(self) -> list[str]:
        if not self.path.exists():
            return []
        if self.path.stat().st_size > LARGEST:
            return ["too large"]
        text = self.path.read_bytes().decode("utf-8", "replace")
        return [line for line in text.split("\n") if line.strip("\0 \r\t")]

    def _set_aside(self, lines: list[str], damaged: int) -> None:
        """Keep the file under another name, and its good lines under its own."""
        aside = self._free_name()
        with suppress(OSError, LinlabError):
            os.replace(self.path, aside)
            write_text(self.path, "".join(f"{line}\n" for line in lines if _is_good(line)))
            many = "1 entry" if damaged == 1 else f"{damaged} entries"
            self.trouble = (
                f"{many} of your progress in the lessons could not be read; all others are there. "
                f"The file as it was is kept as {aside.name}."
            )

    def _free_name(self) -> Path:
        for k in range(1, 10_000):
            aside = self.path.with_name(f"progress-damaged-{k}.jsonl")
            if not aside.exists():
                break
        return aside

    # Adding

    def show_page(self, lesson: str, page: int, pages: int, title: str) -> None:
        """A page, from 1, is shown."""
        self._add(lesson, "page", {"page": page, "pages": pages, "title": title})

    def finish(self, lesson: str) -> None:
        """The last page of a lesson was left."""
        self._add(lesson, "finished", {})

    def spend(self, lesson: str, seconds: float) -> None:
        """More time was spent on a lesson."""
        self._add(lesson, "time", {"seconds": round(seconds, 1)})

    def answer(self, lesson: str, attempt: Attempt) -> None:
        """A question was answered; the time is that of the attempt."""
        fields: dict[str, Any] = {
            "title": attempt.title,
            "page": attempt.page,
            "right": attempt.right,
            "value": attempt.value,
        }
        if attempt.practised:
            fields["practised"] = True
        self._add(lesson, "answer", fields, attempt.when)

    def _add(
        self, lesson: str, what: str, fields: Mapping[str, Any], when: float | None = None
    ) -> None:
        now = round(time.time() if when is None else when, 2)
        self._append(line_of({"when": now, "lesson": lesson, "what": what, **fields}))

    def _append(self, line: str) -> None:
        """Add a line in one write; a failure is reported once and loses nothing else."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
            file = os.open(self.path, flags, 0o600)
            try:
                os.write(file, f"{_begin(file)}{line}\n".encode())
            finally:
                os.close(file)
        except OSError as error:
            self.trouble = (
                f"Your progress in the lessons cannot be kept ({error.strerror or error})."
            )

    # Starting anew

    def reset(self) -> None:
        """Forget all progress; `undo_reset` brings it back."""
        with suppress(FileNotFoundError):
            os.replace(self.path, self.path.with_name(BEFORE_RESET))

    def undo_reset(self) -> None:
        """Bring back the progress of before; what was done since is kept as well."""
        before = self.path.with_name(BEFORE_RESET)
        since = self._lines()
        if before.exists():
            os.replace(before, self.path)
            for line in since:
                if _is_good(line) and event_in(line):
                    self._append(line)


def _begin(file: int) -> str:
    """What stands before a new line: the head of a new file, or the end of a line that was cut off."""
    size = os.fstat(file).st_size
    if size == 0:
        return f"{line_of(HEAD)}\n"
    os.lseek(file, -1, os.SEEK_END)
    return "" if os.read(file, 1) == b"\n" else "\n"


def _is_good(line: str) -> bool:
    return progress_of([line])[1] == 0
