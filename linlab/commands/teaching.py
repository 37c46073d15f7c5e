"""Self-training and co-training on the command line: models label the points they are sure of,
before files are written."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from linlab.engine.ground.errors import LinlabError

from .arguments import between, count

if TYPE_CHECKING:
    from linlab.engine.document.document import Document
    from linlab.engine.many.teaching import LabelledDocument

ROUNDS = 10


def add_teaching(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--self-train",
        type=between(0, 1),
        metavar="P",
        help="let the model label points of which it is at least this sure (0 to 1) and learn from them, round by round",
    )
    add(
        "--co-train",
        type=between(0, 1),
        metavar="P",
        help="the same with two models that must agree: the first two, or one that sees x1 and one that sees x2",
    )
    add(
        "--rounds",
        type=count,
        metavar="N",
        help=f"rounds of self-training or co-training (default: {ROUNDS}); a round ends when the model has converged, or after --epochs",
    )


def label_document(args: Namespace, document: "Document", which: int) -> "LabelledDocument | None":
    """The document with the labels that its models guessed, if they were asked to."""
    asked = [name for name in ("self_train", "co_train") if getattr(args, name) is not None]
    if not asked:
        if args.rounds is not None:
            raise LinlabError(
                "--rounds needs self-training or co-training: add --self-train 0.9 or --co-train 0.9."
            )
        return None
    if len(asked) > 1:
        raise LinlabError("Give --self-train or --co-train, not both.")
    if getattr(args, "steps", None) is not None or getattr(args, "stop", None):
        raise LinlabError(
            "Self-training and co-training train until converged: limit the length of a round with --epochs."
        )
    from linlab.engine.ground.progress import watched
    from linlab.engine.many import teaching
    from linlab.engine.train.stopping import DEFAULT_EPOCHS

    from .progress_line import ProgressLine

    teachers: tuple[teaching.Teacher, ...] = (teaching.Teacher(which),)
    if asked == ["co_train"]:
        two = len(document.learners) > 1
        teachers = tuple(
            teaching.Teacher(k) if two else teaching.Teacher(which, sees)
            for k, sees in enumerate(("x1", "x2"))
        )
    rounds, epochs = (
        ROUNDS if args.rounds is None else args.rounds,
        DEFAULT_EPOCHS if args.epochs is None else args.epochs,
    )
    with ProgressLine("learning from guesses", 1) as line, watched(line.say):
        return teaching.label_by_rounds(
            document,
            teaching.TeachingRule(teachers, getattr(args, asked[0]), rounds, epochs),
            which,
        )
