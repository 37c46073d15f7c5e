"""Lessons on the command line: list them, check them, make handouts, list the facts they can use."""

import argparse
import textwrap
from argparse import Namespace
from pathlib import Path
from typing import Any

from .terminal import note, tell

WRONG = 2
MOST_FAULTS = 50  # faults printed at most, for each lesson
_EXAMPLES = """examples:
  linlab lesson list
  linlab lesson check my-lesson             plays it without a display; reports each fault with its file and line
  linlab lesson export my-lesson sheet.pdf --blanks
  linlab lesson export my-lesson page.html --interactive
  linlab lesson export my-lesson mine.pdf --teacher
  linlab lesson facts                       lists the facts that a lesson can use
  linlab my-lesson                          opens it in the window

LESSON is a folder with a lesson.md, a folder of lessons with a course.toml (check only), that folder zipped as .linlesson, or the number or id of a built-in lesson.
docs/writing-lessons.md explains how to write one."""


def add_lesson(commands: Any) -> None:
    lesson = commands.add_parser(
        "lesson",
        help="list, check and print lessons",
        epilog=_EXAMPLES,
        description="List lessons, check them, and make handouts from them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = lesson.add_subparsers(dest="what", metavar="WHAT", required=True)
    what.add_parser("list", help="list the built-in lessons")
    what.add_parser("facts", help="list the facts that a lesson can use")
    check = what.add_parser("check", help="play lessons without a display and report faults")
    check.add_argument(
        "lessons",
        metavar="LESSON",
        nargs="+",
        help="a folder, a .linlesson file, or the number or id of a built-in lesson",
    )
    check.add_argument("--answers", action="store_true", help="also print the computed answers")
    export = what.add_parser(
        "export",
        help="make a handout: the pages with pictures and questions, the answers at the end",
    )
    export.add_argument(
        "lesson",
        metavar="LESSON",
        help="a folder, a .linlesson file, or the number or id of a built-in lesson",
    )
    export.add_argument(
        "out",
        metavar="OUT",
        help="the file to write: .pdf for A4 pages, or .html for a browser",
    )
    export.add_argument(
        "--blanks",
        action="store_true",
        help="leave out the answers, with lines to write on instead",
    )
    export.add_argument(
        "--interactive",
        action="store_true",
        help="an .html page with players and questions that are answered in the browser",
    )
    export.add_argument(
        "--teacher",
        action="store_true",
        help="add the notes for the teacher, which students do not get otherwise",
    )
    export.add_argument(
        "--palette",
        choices=("light", "dark", "print", "high-contrast", "high-contrast-dark"),
        default="print",
        help="the colours of the pictures and of an HTML page (default: print)",
    )


def lesson(args: Namespace) -> int:
    return {"list": _list, "facts": _facts, "check": _check, "export": _export}[args.what](args)


def _list(args: Namespace) -> int:
    from linlab.lessons.shipped import shipped

    part = ""
    for each in shipped():
        if each.part != part:
            tell(f"\n{each.part}" if part else each.part)
            part = each.part
        optional = " ★ optional" if each.optional else ""
        tell(
            f"{each.number:>3}  {each.title} ({each.id}){optional}\n     {each.summary} {each.steps} pages, {each.minutes} minutes; {each.lecture}."
        )
    return 0


def _facts(args: Namespace) -> int:
    from linlab.lessons.facts.functions import FUNCTIONS
    from linlab.lessons.facts.numbers import FACTS

    rows = [(name, fact.help) for name, fact in FACTS.items()]
    rows += [(f"{name}{function.given}", function.help) for name, function in FUNCTIONS.items()]
    for name, text in rows:
        first, *rest = textwrap.wrap(text, 90)
        tell("\n".join([f"  {name:<30}{first}", *(" " * 32 + line for line in rest)]))
    tell(
        "\nafter.NAME is the fact after the page has played, m2.NAME the fact about the second model."
    )
    return 0


def _check(args: Namespace) -> int:
    from linlab.engine.ground.errors import LinlabError
    from linlab.engine.ground.numerals import grouped
    from linlab.engine.ground.progress import watched
    from linlab.lessons.checking import check
    from linlab.lessons.shipped import find

    from .progress_line import ProgressLine

    names, wrong = _with_courses(args.lessons)
    for name in names:
        try:
            with ProgressLine(f"checking {name}", 1) as line, watched(line.say):
                found = check(find(name))
        except LinlabError as error:
            note(f"{name}: {error}")
            wrong += 1
            continue
        for fault in found.faults[:MOST_FAULTS]:
            note(f"{name}: {fault}")
        more = len(found.faults) - MOST_FAULTS
        if more > 0:
            note(f"{name}: and {grouped(more)} more")
        for warning in found.warnings[:MOST_FAULTS]:
            note(f"{name}: warning: {warning}")
        wrong += len(found.faults)
        steps = len(found.lesson.steps)
        asked = len(found.answers)
        if args.answers:
            tell("\n".join(found.answers))
        if not found.faults:
            right = f"{_many(found.claims, 'claim')} and {_many(asked, 'answer')} are right"
            tell(f"{name}: {_many(steps, 'page')}; {right}.")
    return WRONG if wrong else 0


def _with_courses(names: list[str]) -> tuple[list[str], int]:
    """These lessons, and the number of faults that were reported: a folder with a course.toml stands
    for its lessons, and that file may have faults."""
    from linlab.lessons.course.course_file import COURSE
    from linlab.lessons.course.own_lessons import own_lessons

    found: list[str] = []
    wrong = 0
    for name in names:
        folder = Path(name)
        if not (folder / COURSE).exists():
            found.append(name)
            continue
        lessons, faults = own_lessons(folder)
        for fault in faults[:MOST_FAULTS]:
            note(f"{name}: {fault}")
        wrong += len(faults)
        found += [str(each.path) for each in lessons]
    return found, wrong


def _export(args: Namespace) -> int:
    from linlab.app.export.handout.formats import write_handout
    from linlab.lessons.shipped import find
    from linlab.lessons.written.reading import read_lesson

    from .progress_line import ProgressLine

    lesson = read_lesson(find(args.lesson))
    if args.teacher:
        _check_teacher(args, lesson)
    if args.interactive:
        return _interactive(args, lesson)
    with ProgressLine("making the handout", len(lesson.steps)) as line:
        write_handout(
            lesson,
            args.out,
            args.blanks,
            args.palette,
            lambda done, total: line(done),
            teacher=args.teacher,
        )
    asked = sum(step.question is not None for step in lesson.steps)
    if not asked:
        answers = ""
    elif args.blanks:
        answers = ", with blanks for the answers"
    else:
        answers = f", {_many(asked, 'answer')} at the end"
    tell(f"{args.out}: handout of {_many(len(lesson.steps), 'page')}{answers}")
    return 0


def _check_teacher(args: Namespace, lesson: Any) -> None:
    """Refuse notes for the teacher in what students get, and where there are none."""
    from linlab.engine.ground.errors import LinlabError

    if args.blanks or args.interactive:
        other = "--blanks" if args.blanks else "--interactive"
        raise LinlabError(f"--teacher is for you, {other} for students: choose one of them.")
    if lesson.teacher is None:
        raise LinlabError("This lesson has no notes for the teacher: add a block “teacher” to it.")


def _interactive(args: Namespace, lesson: Any) -> int:
    """The lesson as a page that is answered in the browser."""
    from linlab.engine.ground.errors import LinlabError
    from linlab.lessons.web.lesson_page import write_lesson_page

    from .progress_line import ProgressLine

    if not args.out.lower().endswith(".html"):
        raise LinlabError("An interactive lesson is a web page: its name must end in .html.")
    if args.blanks:
        raise LinlabError(
            "--blanks is for paper: an interactive lesson shows an answer when it is given."
        )
    with ProgressLine("making the page", len(lesson.steps)) as line:
        write_lesson_page(lesson, args.out, lambda done, total: line(done))
    tell(f"{args.out}: interactive lesson of {_many(len(lesson.steps), 'page')}")
    return 0


def add_course(commands: Any) -> None:
    course = commands.add_parser(
        "course",
        help="make a website of all lessons",
        description="Make a folder of web pages from all built-in lessons, with a page of contents.",
    )
    what = course.add_subparsers(dest="what", metavar="WHAT", required=True)
    export = what.add_parser("export", help="write the folder, ready for a web server")
    export.add_argument("folder", metavar="FOLDER", help="the folder to write into; it may be new")
    export.add_argument(
        "--lesson",
        dest="lessons",
        action="append",
        default=[],
        metavar="LESSON",
        help="only this lesson: a number, an id, a folder or a .linlesson file; may be repeated",
    )


def course(args: Namespace) -> int:
    from linlab.lessons.web.course import write_course

    from .progress_line import ProgressLine

    with ProgressLine("making the pages", 1) as line:

        def say(done: int, total: int) -> bool:
            line.total = total
            return line(done)

        names = write_course(args.folder, args.lessons, say)
    tell(f"{args.folder}: {_many(len(names), 'lesson')} and a page of contents, index.html")
    return 0


def _many(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"
