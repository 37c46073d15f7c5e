"""The command line: the window, or train, render, predict, lesson, homework, models, datasets without one.

A mistake that the user can correct gives one line on standard error and the exit code 2. The engine
is imported only when a command needs it, so that help appears at once; Qt only for the window and
for pictures.
"""

import argparse
import os
import sys
from contextlib import suppress
from typing import Any

from linlab.engine.document.extensions import fault_in_extension
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.version import __version__

from .arguments import Parser, add_columns, add_models, count, positive, split
from .extensions.loading import load_extensions, take_extensions
from .homework import add_homework
from .interruption import catch_interruptions
from .lessons import add_course, add_lesson
from .picture_options import add_pictures, add_render
from .teaching import add_teaching
from .terminal import note

_ALONE = ("--info", "--reset", "--install-desktop", "--remove-desktop")
INTERRUPTED, BROKEN_PIPE, WRONG = 130, 141, 2
_COMMANDS = ("train", "render", "predict", "lesson", "course", "homework", "models", "datasets")

_USAGE = """linlab [FILE | DATASET] [--model MODEL [--set NAME=VALUE] …] [--prepared] [--present] [--new]
       linlab FILE FILE … --present
       linlab --lesson N | ID | FOLDER | FILE.linlesson [--present]
       linlab --with EXTENSION.py …
       linlab --info | --reset | --install-desktop | --remove-desktop
       linlab COMMAND …"""
_WINDOW = """examples of opening the window:
  linlab
  linlab lesson.linlab
  linlab points.csv --model svm --set space=rbf
  linlab moons
  linlab lesson.linlab --prepared           never asks to save changes; F9 goes back to the document as it was opened
  linlab --with my_lab.py                   with the losses, views, data sets … that a Python file of yours adds
  linlab a.linlab b.linlab c.linlab --present          one after the other, full screen, each as prepared
  linlab lesson.linlab --new                in a window of its own, even if one is open

when something is wrong, and on a Linux desktop:
  linlab --info                             versions, screen and settings, without names of files
  linlab --reset                            start as new; settings are set aside, documents and progress stay
  linlab --install-desktop                  put linlab in the menu, and open its files by a double click
  linlab --remove-desktop                   take it out again"""

_TRAIN = """examples:
  linlab train moons --model svm --set space=rbf --set gamma=2 --epochs 50
  linlab train points.csv --model perceptron --stop mistake-free --weights w.json --trace steps.csv
  linlab train frog --model perceptron --set order=cyclic --weights frog.py --trace homework.tex --rows 10 --blank
  linlab train moons --model svm --set space=rbf --plot moons.pdf --plot moons.png --film moons.gif
  linlab train moons --model svm --set lam=0.1 --model logistic --model mira --plot three.pdf
  linlab train moons --data hidden=80 --model logistic --self-train 0.9

“linlab models” lists the models and their settings, “linlab datasets” the data sets.

The trace has one row per step: t, example (its position among the training examples, from 1), label, x1, x2, score (or
one per class), margin, loss, rate, updated (1 if the weights changed), and the weights after it. A batch lists its examples and
labels, “1 4 7”; a large batch gives only their number. The scores, margin and loss of a batch are means. CSV has every digit;
LaTeX makes a table that fits a page. With --blank you work out the answers by hand."""

_FILES = (
    ("--weights", "FILE", "write the trained weights: .json for predict, or another format by its suffix"),
    ("--sklearn", "FILE.py", "write a scikit-learn model with the trained weights"),
    ("--trace", "FILE", "write a table with one row per step: .csv, or .tex for a page"),
    ("--save-data", "FILE.csv", "write the points"),
)  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _prepare_streams()
    with catch_interruptions() as interruption:
        try:
            return _ended(argv)
        except KeyboardInterrupt:
            pass
        except Exception:
            if not interruption.heard:
                raise
    return _say("Interrupted; no file was left half-written.", INTERRUPTED)


def _ended(argv: list[str] | None) -> int:
    try:
        code = _run(argv)
        if sys.stdout is not None:  # None in a program without a console on Windows
            sys.stdout.flush()
    except SystemExit as ended:  # argparse, after --help or --version
        code = ended.code if isinstance(ended.code, int) else 0
    except LinlabError as error:
        code = _say(str(error), WRONG)
    except BrokenPipeError:  # the reader of the output has closed it
        code = _mute(BROKEN_PIPE)
    except MemoryError:
        code = _say("There is not enough memory for this.", WRONG)
    except OSError as error:
        code = _mute(_say(f"The output cannot be written ({error.strerror or error}).", WRONG))
    except Exception as error:
        sentence = fault_in_extension(error)
        if not sentence:
            raise
        code = _say(sentence, WRONG)
    return code


def _run(argv: list[str] | None) -> int:
    extensions, given = take_extensions(sys.argv[1:] if argv is None else argv)
    if not given or given[0] not in (*_COMMANDS, "--version"):
        if not {"-h", "--help"}.intersection(given):
            if given and given[0] in _ALONE:
                from .at_home.options import run_option

                return run_option(given)
            from .open_window import open_window

            return open_window(given, extensions)
        given = ["--help"]
    for sentence in load_extensions(extensions):
        _say(f"{sentence} Going on without it.", WRONG)
    args = _parser(given[0]).parse_args(given)
    if args.command in (
        "lesson",
        "course",
        "homework",
    ):  # a lesson's runs are small, as those of a frame are
        from .open_window import use_one_thread

        use_one_thread()
    from . import run_commands as commands

    command: Any = getattr(commands, args.command)
    return int(command(args))


def _parser(asked: str) -> argparse.ArgumentParser:
    parser = Parser(
        "linlab",
        usage=_USAGE,
        epilog=_WINDOW,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Click points, pick a linear classifier and watch it learn, step by step: in a window or on the command line.",
    )
    parser.add_argument("--version", action="version", version=f"linlab {__version__}")
    commands = parser.add_subparsers(prog="linlab", dest="command", metavar="COMMAND")

    train = commands.add_parser(
        "train",
        help="train a model on points",
        epilog=_TRAIN,
        usage="linlab train DATA --model MODEL [options]",
        description="Train a model on points and print the result.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = train.add_argument
    add(
        "data",
        metavar="DATA",
        help="a CSV, LIBSVM or ARFF file; a linlab document; or a data set",
    )
    add_models(
        add,
        "the model; may be repeated, each with its own settings",
        "a setting of the model before it; may be repeated",
        required=True,
    )
    add_columns(add)
    far = train.add_mutually_exclusive_group()
    far.add_argument("--epochs", type=count, metavar="N", help="number of epochs (default: 50)")
    far.add_argument(
        "--steps", "--updates", type=count, metavar="N", help="number of steps, instead of epochs"
    )
    add(
        "--stop",
        metavar="RULE",
        help="when to stop early: mistake-free, still (the weights move less than epsilon in an epoch) or dev (no fewer wrong on dev for some epochs; goes back to the best weights)",
    )
    add(
        "--epsilon",
        type=positive,
        default=1e-3,
        metavar="X",
        help="for --stop still (default: 0.001)",
    )
    add(
        "--patience",
        type=count,
        default=5,
        metavar="N",
        help="epochs to wait for --stop dev (default: 5)",
    )
    add(
        "--seed",
        type=count,
        default=0,
        metavar="N",
        help="for the order, the split and the data set (default: 0)",
    )
    add(
        "--split",
        type=split,
        default=(100.0, 0.0, 0.0),
        metavar="A,B,C",
        help="percentages of train, dev and test (default: 100,0,0)",
    )
    add("--points", metavar="N", help="number of points of a data set")
    add("--noise", metavar="X", help="noise of a data set")
    add(
        "--data",
        dest="knobs",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another knob of a data set",
    )
    for option, file, words in _FILES:
        add(option, action="append", default=[], metavar=file, help=f"{words}; may be repeated")
    add(
        "--rows",
        type=count,
        metavar="N",
        help="only the first N steps of the trace (default: all; 20 in LaTeX)",
    )
    add("--blank", action="store_true", help="leave the answers out of the trace, for homework")
    add("--json", action="store_true", help="print the summary as JSON")
    add_teaching(train)
    add_pictures(train)
    add_render(commands, asked == "render")

    predict = commands.add_parser(
        "predict",
        help="classify points with trained weights",
        description="Classify points; the result is CSV with the columns x1, x2, prediction. "
        "If the points have labels, the error rate goes to standard error.",
    )
    predict.add_argument(
        "weights", metavar="WEIGHTS", help="a file written by “linlab train --weights”"
    )
    predict.add_argument(
        "points",
        metavar="POINTS",
        help="a CSV, LIBSVM or ARFF file with the columns that the weights were trained on, and optionally labels",
    )
    predict.add_argument(
        "--probabilities",
        action="store_true",
        help="add a column P(class) for each class; empty, like the score, where no class is possible",
    )
    predict.add_argument("--scores", action="store_true", help="add a column for each score")
    predict.add_argument(
        "--output", metavar="FILE", help="write to a file instead of standard output"
    )

    add_lesson(commands)
    add_course(commands)
    add_homework(commands)
    for name, what in (
        ("models", "the models and their settings"),
        ("datasets", "the data sets and their knobs"),
    ):
        listing = commands.add_parser(name, help=f"list {what}", description=f"List {what}.")
        listing.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _prepare_streams() -> None:
    """Files and pipes get UTF-8 everywhere; a terminal that lacks a character shows a question
    mark."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and (stream.encoding or "").lower().replace("-", "") != "utf8":
            reconfigure(errors="replace") if stream.isatty() else reconfigure(encoding="utf-8")
    if sys.stderr is not None and sys.stderr.isatty():  # someone is waiting there
        import logging

        words = logging.StreamHandler()
        words.setFormatter(logging.Formatter("linlab: %(message)s"))
        logging.getLogger("linlab").setLevel(logging.INFO)
        logging.getLogger("linlab").addHandler(words)


def _say(message: str, code: int) -> int:
    note(" ".join(message.split()))
    return code


def _mute(code: int) -> int:
    """Discard the rest of the output, so that the interpreter does not fail to flush it at exit."""
    with suppress(OSError, ValueError):  # the output is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
