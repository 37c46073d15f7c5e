"""All lessons as a folder of web pages with a page of contents, ready for the web server of a
course."""

import os
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from linlab.engine.export.web.html import page, text
from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.sanitise import file_name
from linlab.engine.ground.version import __version__
from linlab.engine.ground.writing import write_text
from linlab.lessons.shipped import Listed, about, find, shipped
from linlab.lessons.written.reading import read_lesson

from .lesson_page import Say, write_lesson_page

CONTENTS = "index.html"
LEAD = (
    "Each lesson is a page that works in the browser. What you have answered stays on this device."
)


def write_course(folder: str, names: Sequence[str] = (), say: Say | None = None) -> list[str]:
    """Write the pages of these lessons, or of all that come with linlab; return their file names."""
    lessons = [about(find(name)) for name in names] if names else list(shipped())
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LinlabError(f"{place} cannot be created ({error.strerror or error}).") from None
    files = [f"{k:02}-{file_name(each.title, 'lesson')}.html" for k, each in enumerate(lessons, 1)]
    for k, (lesson, file) in enumerate(zip(lessons, files, strict=True)):
        if say is not None and not say(k, len(lessons)):
            raise Cancelled
        write_lesson_page(read_lesson(lesson.path), os.path.join(folder, file), back=CONTENTS)
    write_text(place / CONTENTS, contents(lessons, files))
    return files


def contents(lessons: Sequence[Listed], files: Sequence[str]) -> str:
    """The page of contents."""
    out: list[str] = []
    first = 1
    pairs = list(zip(lessons, files, strict=True))
    for part, group in groupby(pairs, key=lambda pair: pair[0].part):
        rows = [_row(lesson, file) for lesson, file in group]
        out.append(f"<h2>{text(part)}</h2>" if part else "")
        out.append(f'<ol start="{first}">{"".join(rows)}</ol>')
        first += len(rows)
    body = (
        f'<nav class="lessons" aria-label="Lessons">{"".join(out)}</nav>'
        f"<footer>{text(f'Made with linlab {__version__}.')}</footer>"
    )
    sheet = asset("web/lesson.css").read_text(encoding="utf-8")
    return page("Lessons", LEAD, body, [], sheet, scripts=())


def _row(lesson: Listed, file: str) -> str:
    optional = " ★" if lesson.optional else ""
    return (
        f'<li><a href="{text(file)}">{text(lesson.title)}</a>{optional}<br>{text(lesson.summary)} '
        f'<span class="hint">{text(_about(lesson))}</span></li>'
    )


def _about(lesson: Listed) -> str:
    parts = [f"{lesson.steps} pages" if lesson.steps else ""]
    parts += [f"{lesson.minutes} minutes" if lesson.minutes else ""]
    parts += ["optional" if lesson.optional else ""]
    return ", ".join(part for part in parts if part)
