"""Homework in many copies on the command line."""

import argparse
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linlab.engine.ground.errors import LinlabError

from .arguments import count
from .terminal import tell

if TYPE_CHECKING:
    from linlab.lessons.homework.copies import Homework

_EXAMPLES = """examples:
  linlab homework --lesson the-perceptron --copies 80 sheets.pdf
  linlab homework points.linlab --roster names.csv --steps 4 sheets.pdf
  linlab homework points.linlab --roster names.csv copies       a folder with one PDF for each name
  linlab homework points.linlab --copies 30 quiz.xml            questions for Moodle

Each copy has its own points, and all copies are equally hard. The answers are written beside OUT, to
sheets-key.csv or quiz-key.csv, or into the folder. The same seed gives the same copies."""


def add_homework(commands: Any) -> None:
    homework = commands.add_parser(
        "homework",
        help="make homework in many copies, each with its own points",
        usage="linlab homework [--lesson] SOURCE --copies N [--roster FILE] OUT",
        epilog=_EXAMPLES,
        description="Make homework in many copies, each with its own points, and a key.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = homework.add_argument
    add("--lesson", action="store_true", help="SOURCE is a lesson, not a document")
    add(
        "source",
        metavar="SOURCE",
        help="a document; with --lesson the id, number or folder of a lesson",
    )
    add("--copies", type=count, metavar="N", help="how many copies (default: one for each name)")
    add(
        "--roster",
        metavar="FILE",
        help="a CSV file with the names of the students, one in each row or below a header",
    )
    add("--seed", type=count, default=1, metavar="N", help="the seed of all copies (default: 1)")
    add(
        "--steps",
        type=count,
        metavar="N",
        help="of a document: how many steps are worked out by hand (default: 5)",
    )
    add(
        "out",
        metavar="OUT",
        help="a .pdf file for all copies, an .xml file for Moodle, or a new folder for one PDF each",
    )


def homework(args: Namespace) -> int:
    from linlab.app.export.homework.copies_files import check_target, key_path, write_copies

    from .progress_line import ProgressLine

    out = Path(args.out)
    names = _names(args)
    check_target(out)
    with ProgressLine("drawing the copies", len(names)) as line:
        made = _made(args, names, line)
    with ProgressLine("writing the copies", len(names)) as line:

        def say(done: int, total: int) -> None:
            line.total = total
            line(done)

        write_copies(made, out, say)
    tasks = len(made.copies[0].tasks)
    many = "1 copy" if len(names) == 1 else f"{len(names)} copies"
    asked = "1 question" if tasks == 1 else f"{tasks} questions"
    tell(f"{out}: {many} with {asked} each; the answers are in {key_path(out)}")
    return 0


def _names(args: Namespace) -> tuple[str, ...]:
    """The name of each copy; empty without a roster."""
    from linlab.lessons.homework.copies import MOST_COPIES
    from linlab.lessons.homework.roster import read_roster

    names = read_roster(args.roster) if args.roster else ()
    if args.copies is None and not names:
        raise LinlabError("Say how many copies: --copies 80, or give a --roster with names.")
    many = len(names) if args.copies is None else args.copies
    if many < len(names):
        raise LinlabError(
            f"The roster has {len(names)} names, but --copies {many} is fewer: leave --copies out."
        )
    if not 1 <= many <= MOST_COPIES:
        raise LinlabError(f"There can be 1 to {MOST_COPIES} copies, not {many}.")
    return (*names, *("" for _ in range(many - len(names))))


def _made(args: Namespace, names: tuple[str, ...], line: Any) -> "Homework":
    from linlab.engine.ground.progress import watched
    from linlab.lessons.homework.copies import all_copies

    with watched(line.say):
        title, tasks_of = _lesson(args) if args.lesson else _document(args)
    return all_copies(title, tasks_of, names, args.seed, lambda done, total: line(done))


def _lesson(args: Namespace) -> tuple[str, Any]:
    from linlab.lessons.homework.of_lesson import lesson_tasks
    from linlab.lessons.shipped import find
    from linlab.lessons.written.reading import read_lesson

    if args.steps is not None:
        raise LinlabError("--steps is for a document: a lesson has its own questions.")
    lesson = read_lesson(find(args.source))
    return lesson.title, lesson_tasks(lesson)


def _document(args: Namespace) -> tuple[str, Any]:
    from linlab.engine.document.document import Document
    from linlab.engine.document.loading import load
    from linlab.lessons.homework.of_document import STEPS, document_tasks
    from linlab.lessons.shipped import shipped

    if args.source in [each.id for each in shipped()] and not Path(args.source).exists():
        raise LinlabError(f"{args.source} is a lesson: write --lesson {args.source}.")
    found = load(args.source)
    if not isinstance(found, Document):
        raise LinlabError(
            f"{args.source} is a table of points: open it in the lab, choose a model, and save a document."
        )
    steps = STEPS if args.steps is None else args.steps
    return found.title or Path(args.source).stem, document_tasks(found, steps)
