"""The command line of the window: what is opened in it, read before Qt or the engine is imported."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from linlab.engine.ground.errors import LinlabError, perhaps

from .arguments import Parser

if TYPE_CHECKING:
    from linlab.engine.document.document import Source
    from linlab.engine.learner.learner import Learner


def open_window(arguments: list[str]) -> int:
    """Open the window on FILE, DATASET or what a first start shows; the exit code when it is closed."""
    use_one_thread()
    from linlab.app.window.launch import launch

    return launch(*asked_for(arguments))


def use_one_thread() -> None:
    """Let products of matrices keep to one thread, unless the user wants more: those of a frame are small, and where another
    program is busy a frame would wait for the thread that is not let in. It has to be said before numpy is imported."""
    for library in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(library, "1")


def asked_for(arguments: list[str]) -> "tuple[Path | None, Source | None, Learner | None]":
    """The file to open or the points to draw, and the learner for them; what makes no sense is refused."""
    parser = Parser("linlab", add_help=False)
    parser.add_argument("data", nargs="*")
    parser.add_argument("--model")
    parser.add_argument("--set", action="append", default=[])
    args = parser.parse_args(arguments)
    from linlab.engine.data.datasets import DATASETS
    from linlab.engine.document.document import Source

    from .training import learner_of, pairs

    name = args.data[0] if args.data else None
    file = Path(name) if name is not None and name not in DATASETS else None
    if file is not None and not os.path.exists(file):
        hint = perhaps(str(name), DATASETS) or " (see linlab --help)"
        raise LinlabError(f"“{name}” is neither a command, a file nor a data set{hint}.")
    if len(args.data) > 1:
        raise LinlabError(f"The lab opens one file or data set at a time, not {len(args.data)}.")
    if args.set and args.model is None:
        raise LinlabError("--set needs --model, which says whose setting it is.")
    learner = None if args.model is None else learner_of(args.model, pairs(args.set))
    if name is None or file is not None:
        return file, None, learner
    return None, Source(name, 0, tuple(sorted((knob.name, knob.default) for knob in DATASETS[name].knobs))), learner
