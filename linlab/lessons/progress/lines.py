"""The lines of the file of progress: each is a JSON object about one event. All lines in order make
the `Progress`."""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from linlab.engine.ground.errors import LinlabError

from .records import Attempt, LessonProgress, Progress

FORMAT = 1
HEAD = {"linlab-progress": FORMAT}
LONGEST_NAME = 4096  # characters of an id, a path or a title
MOST_PAGES = 1000
MOST_SECONDS = 86_400.0  # of one line
YEAR_10_000 = 253_402_300_800.0  # in seconds since 1970


class NewerFormat(LinlabError):
    """The file was written by a later version."""


def line_of(event: Mapping[str, Any]) -> str:
    """An event as a line, without its end."""
    return json.dumps(event, ensure_ascii=True, allow_nan=False)


def event_in(line: str) -> dict[str, Any]:
    """The event of a line; ValueError if it is none."""
    event = json.loads(line)
    if not isinstance(event, dict):
        raise ValueError
    version = event.get("linlab-progress")
    if version is not None:
        if type(version) is int and version > FORMAT:
            raise NewerFormat("Your progress was saved by a newer linlab: this one cannot read it.")
        return {}
    _text(event.get("lesson"))
    _number(event.get("when"), YEAR_10_000)
    return event


def progress_of(lines: Iterable[str]) -> tuple[Progress, int]:
    """The progress that the lines describe, and how many of them make no sense."""
    lessons: dict[str, LessonProgress] = {}
    damaged = 0
    for line in lines:
        try:
            event = event_in(line)
            if event:
                name = event["lesson"]
                after = _after(lessons.get(name, LessonProgress(name)), event)
                lessons.pop(name, None)
                lessons[name] = after  # the last one worked on comes last
        except NewerFormat:
            raise
        except (ValueError, TypeError, LookupError, RecursionError):
            damaged += 1
    return Progress(lessons), damaged


def _after(before: LessonProgress, event: Mapping[str, Any]) -> LessonProgress:
    """The progress of a lesson after one more event."""
    now = replace(before, last=max(before.last, float(event["when"])))
    what = event.get("what")
    if what == "page":
        page = _page(event["page"])
        farthest = max(before.farthest, page)
        pages = max(page, _page(event["pages"]))
        return replace(now, page=page, title=_text(event["title"]), farthest=farthest, pages=pages)
    if what == "finished":
        when = before.finished if before.finished is not None else float(event["when"])
        return replace(now, finished=when)
    if what == "time":
        return replace(now, seconds=before.seconds + _number(event["seconds"], MOST_SECONDS))
    if what == "answer":
        return now.with_attempt(_attempt(event))
    raise ValueError


def _attempt(event: Mapping[str, Any]) -> Attempt:
    right = event["right"]
    if right is not None and not isinstance(right, bool):
        raise ValueError
    return Attempt(
        _text(event["title"]),
        _page(event["page"]),
        right,
        float(event["when"]),
        event.get("value"),
        event.get("practised") is True,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME:
        raise ValueError
    return value


def _page(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= MOST_PAGES:
        raise ValueError
    return value


def _number(value: Any, most: float) -> float:
    if type(value) not in (int, float) or not math.isfinite(value) or not 0 <= value <= most:
        raise ValueError
    return float(value)
