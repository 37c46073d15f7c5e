"""The command line of the window: what to open, parsed before Qt or the engine is imported."""

import gc
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from linlab.engine.ground.errors import LinlabError, perhaps

from .arguments import Parser, add_columns, add_models
from .extensions.loading import load_extensions

if TYPE_CHECKING:
    from linlab.app.window.launch import LaunchRequest


def open_window(arguments: list[str], extensions: Sequence[str] = ()) -> int:
    """Open the window on FILE, DATASET or the first example, with these extensions; return the exit
    code when it is closed."""
    gc.disable()  # the automatic collector is off from here on; `Rubbish` takes its place
    use_one_thread()
    faults = load_extensions(extensions)
    from linlab.app.window.launch import launch

    asked = asked_for(arguments)
    return launch(replace(asked, new=asked.new or bool(extensions), faults=faults))


def use_one_thread() -> None:
    """Use one thread for matrix products, unless the user wants more: those of a frame are small,
    and if another program is busy a frame would wait for a thread that gets no time. This must be
    set before numpy is imported."""
    for library in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(library, "1")


def _is_lesson(name: str) -> bool:
    """Whether a folder or a file is a lesson, by its name and content."""
    return name.endswith((".linlesson", "lesson.md")) or os.path.isfile(
        os.path.join(name, "lesson.md")
    )


def asked_for(arguments: list[str]) -> "LaunchRequest":
    """What to open, and how; nonsense is refused."""
    parser = Parser("linlab", add_help=False)
    parser.add_argument("data", nargs="*")
    add_models(parser.add_argument, "", "")
    add_columns(parser.add_argument)
    parser.add_argument("--prepared", action="store_true")
    parser.add_argument("--present", action="store_true")
    parser.add_argument("--new", action="store_true")
    parser.add_argument("--lesson", metavar="LESSON")
    args = parser.parse_args(arguments)
    from linlab.app.window.launch import LaunchRequest
    from linlab.engine.data.datasets import DATASETS
    from linlab.engine.document.document import Source

    from .training import file_or_data_set, learners_of

    lesson = args.lesson or next((name for name in args.data if _is_lesson(name)), "")
    if lesson:
        if len(args.data) > (not args.lesson) or args.models:
            raise LinlabError("Open a lesson by itself: it has its own points and models.")
        return LaunchRequest(lesson=lesson, present=args.present, new=args.new)
    args.data = [file_or_data_set(name) for name in args.data]
    for name in args.data:
        if name not in DATASETS and not os.path.exists(name):
            hint = perhaps(name, DATASETS) or " (see linlab --help)"
            raise LinlabError(f"“{name}” is neither a command, a file nor a data set{hint}.")
    many = len(args.data) > 1
    prepared = args.prepared or args.present
    if many and not prepared:
        raise LinlabError(
            f"linlab opens one file or data set at a time, not {len(args.data)}: use --present or --prepared to show several documents one after the other."
        )
    if many and any(name in DATASETS and not os.path.exists(name) for name in args.data):
        raise LinlabError(
            "Only files can be shown one after the other: save the data set as a document first."
        )
    learners = learners_of(args)
    if (args.columns or args.standardise) and (many or not args.data or args.data[0] in DATASETS):
        raise LinlabError("--columns and --standardise are for one table in a file.")
    if many and learners:
        raise LinlabError(
            "--model needs a single document: several documents keep their own models."
        )
    if many or (args.data and args.data[0] not in DATASETS):
        return LaunchRequest(
            tuple(map(Path, args.data)),
            None,
            learners,
            prepared,
            args.present,
            columns=args.columns,
            standardise=args.standardise,
            new=args.new,
        )
    source = None
    if args.data:
        knobs = DATASETS[args.data[0]].knobs
        source = Source(args.data[0], 0, tuple(sorted((knob.name, knob.default) for knob in knobs)))
    return LaunchRequest((), source, learners, False, args.present, new=args.new)
