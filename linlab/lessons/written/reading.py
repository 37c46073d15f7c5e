"""Reading a lesson: `lesson.md` becomes a value, or every mistake in it is reported with its file and
line.

The file is Markdown. The first-level heading is the title, each second-level heading a step; fenced
blocks called lesson, teacher, lab and question are TOML, and everything else is text.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from markdown_it.token import Token

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.questions import question_of, texts_of
from linlab.lessons.written.blocks import FORMAT, Block, read_block
from linlab.lessons.written.faults import Fault, LessonError
from linlab.lessons.written.fences import Fence, blocks_in, unknown_fences
from linlab.lessons.written.files import MOST_PIXELS_IN_ALL, TEXT, LessonFiles
from linlab.lessons.written.lesson import Lesson, Step
from linlab.lessons.written.limits import MOST_STEPS, TooMuch, check_text, lines_of
from linlab.lessons.written.teacher import faults_of_notes
from linlab.lessons.written.text import facts_in, parsed, read_fact

ABOVE_PAGES = ("lesson", "teacher")  # blocks between the title and the first page


def read_lesson(path: str | os.PathLike[str]) -> Lesson:
    """Read the lesson in a folder or an archive."""
    files = LessonFiles.open(path)
    return lesson_of(files.text(), files)


def lesson_of(text: str, files: LessonFiles | None = None) -> Lesson:
    """The lesson of a text; its documents and pictures are among these files."""
    lesson, faults = understood(text, files)
    if faults:
        raise LessonError(faults)
    return lesson


def understood(text: str, files: LessonFiles | None = None) -> tuple[Lesson, list[Fault]]:
    """As much of a lesson as can be read, and all its faults, line by line."""
    try:
        check_text(text)
        lines, tokens = lines_of(text), parsed(text)
    except TooMuch as error:
        return Lesson("", "", Block({}), (), files), [Fault(TEXT, error.line + 1, str(error))]
    faults: list[Fault] = [*unknown_fences(tokens)]
    title = ""
    at = 0
    marks = [
        (token.map[0], token.tag, _plain(tokens[k + 1]))
        for k, token in enumerate(tokens)
        if token.type == "heading_open"
        and token.level == 0
        and token.tag in ("h1", "h2")
        and token.map
    ]
    for line, tag, words in marks:
        if tag == "h1" and (title or line != marks[0][0]):
            faults.append(
                Fault(
                    TEXT,
                    line + 1,
                    "A lesson has one heading with a single #, its title, and that comes first.",
                )
            )
        elif tag == "h1":
            title, at = words, line
    if not title:
        faults.append(
            Fault(TEXT, 1, "A lesson must begin with its title: a line such as “# The perceptron”.")
        )
    begins = [(line, words) for line, tag, words in marks if tag == "h2"]
    if not begins:
        faults.append(
            Fault(
                TEXT,
                max(1, len(lines)),
                "A lesson needs pages: each begins with a line such as “## A mistake”.",
            )
        )
    if len(begins) > MOST_STEPS:
        faults.append(
            Fault(TEXT, begins[MOST_STEPS][0] + 1, f"A lesson has at most {MOST_STEPS} pages.")
        )
    blocks = list(blocks_in(tokens))
    faults += _pictures(tokens, files)
    ends = [*(line for line, _ in begins), len(lines)][1:]
    first = begins[0][0] if begins else len(lines)
    above, wrong = _above_pages(blocks, first)
    faults += wrong
    head = above.get("lesson", Block({}, TEXT, 1))
    readable = bool(head.values) or not wrong
    if not any(kind == "lesson" for kind, *_ in blocks):
        faults.append(
            Fault(
                TEXT,
                at + 1,
                f"A lesson needs a block “lesson” below its title, with the line format = {FORMAT}.",
            )
        )
    elif (
        readable
        and "format" not in head.values
        and not any(fault.field == "format" for fault in faults)
    ):
        faults.append(
            head.fault(
                f"It must say which version of the format it has: format = {FORMAT}.", "format"
            )
        )
    steps = []
    for (line, words), end in zip(begins[:MOST_STEPS], ends[:MOST_STEPS], strict=True):
        step, wrong = _step(
            words, lines, line, end, [each for each in blocks if line < each[2] < end]
        )
        steps.append(replace(step, format=head.values.get("format", 1)))
        faults += wrong
    intro, places = _without(
        lines, at + 1 if title else 0, first, [each for each in blocks if each[2] < first]
    )
    faults += [Fault(TEXT, places[k], sentence) for k, sentence in _facts_too_early(intro)]
    faults.sort(key=lambda fault: fault.line)
    teacher = above.get("teacher", Block({}))
    return Lesson(title, intro, head, tuple(steps), files, teacher), faults


def _above_pages(blocks: list[Fence], first: int) -> tuple[dict[str, Block], list[Fault]]:
    """The blocks before the first page, and the faults of blocks that are out of place."""
    found: dict[str, Block] = {}
    faults: list[Fault] = []
    for kind, content, start, _ in blocks:
        belongs = kind in ABOVE_PAGES
        if belongs and start < first and kind in found:
            faults.append(Fault(TEXT, start + 1, f"A lesson has only one block “{kind}”."))
        elif belongs and start < first:
            found[kind], wrong = read_block(kind, content, TEXT, start + 1)
            faults += wrong or (faults_of_notes(found[kind]) if kind == "teacher" else ())
        elif belongs or start < first:
            place = "before the first page" if belongs else "on a page, below its heading"
            faults.append(Fault(TEXT, start + 1, f"A block “{kind}” must be {place}."))
    return found, faults


def _step(
    title: str, lines: list[str], line: int, end: int, blocks: list[Fence]
) -> tuple[Step, list[Fault]]:
    found: dict[str, Block] = {}
    faults: list[Fault] = []
    if not title:
        faults.append(Fault(TEXT, line + 1, "A page needs a title: write it after the ##."))
    for kind, content, start, _ in blocks:
        if kind in found:
            faults.append(Fault(TEXT, start + 1, f"A page has at most one block “{kind}”."))
            continue
        found[kind], wrong = read_block(kind, content, TEXT, start + 1)
        faults += wrong
    question = found.get("question")
    if question is not None and not any(fault.line > question.line for fault in faults):
        faults += question_of(question)[1]
    text, places = _without(lines, line + 1, end, blocks)
    faults += [Fault(TEXT, places[k], sentence) for k, sentence in _not_facts(text)]
    if question is not None:
        faults += _wrong_words(question)
    return Step(
        title, text, found.get("lab", Block({}, TEXT, line + 1)), question, line + 1, places
    ), faults


def _wrong_words(question: Block) -> Iterator[Fault]:
    """The faults of a question's texts, each by itself and all together, as they are shown
    together."""
    texts = list(texts_of(question))
    wrong = [
        question.fault(sentence, field, within)
        for field, within, words in texts
        for _, sentence in _not_facts(words)
    ]
    yield from wrong
    try:
        parsed("\n\n".join(words for *_, words in texts) if not wrong else "")
    except TooMuch as error:
        yield question.fault(str(error))


def _without(
    lines: list[str], begin: int, end: int, blocks: list[Fence]
) -> tuple[str, tuple[int, ...]]:
    """These lines without the blocks, and the line of the file for each; no two empty lines follow
    each other."""
    inside = {line for *_, start, stop in blocks for line in range(start, stop)}
    kept: list[int] = []
    for k in range(begin, end):
        if k not in inside and (lines[k].strip() or (kept and lines[kept[-1]].strip())):
            kept.append(k)
    if kept and not lines[kept[-1]].strip():
        kept.pop()
    return "\n".join(lines[k] for k in kept), tuple(k + 1 for k in kept)


def _not_facts(text: str) -> Iterator[tuple[int, str]]:
    """The faults of the facts in a text, in double braces, by line."""
    try:
        for k, asked in facts_in(text):
            try:
                read_fact(asked)
            except LinlabError as error:
                yield k, str(error)
    except TooMuch as error:
        yield error.line, str(error)


def _facts_too_early(intro: str) -> Iterator[tuple[int, str]]:
    try:
        for k, _ in facts_in(intro):
            yield k, "Facts belong to a page: there are none before the first page."
    except TooMuch as error:
        yield error.line, str(error)


def _pictures(tokens: list[Token], files: LessonFiles | None) -> list[Fault]:
    """The faults of the pictures: each is checked once, and together they have a limit."""
    faults: list[Fault] = []
    seen: dict[str, str] = {}  # the fault of each, empty if it can be shown
    pixels = 0
    for token in tokens:
        for child in token.children or ():
            if child.type != "image" or not token.map:
                continue
            name = str(child.attrs.get("src", ""))
            if name not in seen:
                seen[name] = ""
                try:
                    if files is None:
                        raise LinlabError(f"There is no file “{shorten(name)}” in this lesson.")
                    pixels += files.pixels(name)
                    if pixels > MOST_PIXELS_IN_ALL:
                        raise LinlabError(
                            "The pictures of a lesson have at most "
                            f"{MOST_PIXELS_IN_ALL // 1_000_000} million pixels altogether."
                        )
                except LinlabError as error:
                    seen[name] = str(error)
            if seen[name]:
                faults.append(Fault(TEXT, token.map[0] + 1, seen[name]))
    return faults


def _plain(token: Token) -> str:
    words = [
        child.content
        for child in token.children or ()
        if child.type in ("text", "code_inline", "math_inline")
    ]
    return "".join(words).strip()


def is_lesson(path: Path) -> bool:
    """Whether a folder or a file looks like a lesson."""
    return (
        (path / TEXT).is_file()
        if path.is_dir()
        else path.suffix == ".linlesson" or path.name == TEXT
    )
