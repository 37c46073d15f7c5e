"""The command-line options for pictures, shared by train and render, and the figure they describe.

The engine is imported only when there is something to draw.
"""

import argparse
from typing import TYPE_CHECKING, Any

from linlab.engine.ground.sanitise import shorten

from .arguments import (
    Views,
    add_columns,
    add_models,
    between,
    count,
    place,
    region,
    size,
    split,
    step,
    which,
)
from .teaching import add_teaching

if TYPE_CHECKING:
    from linlab.app.export.film import Film
    from linlab.engine.document.document import Document
    from linlab.engine.views.figure import Figure
    from linlab.engine.views.snapshot import Snapshot

_MEANT = {
    "figure": "a figure",
    "film": "a film",
    "page": "a web page that plays the run",
    "weights": "the trained weights",
    "data": "the points",
    "table": "one row per step",
    "homework": "a homework sheet",
    "sklearn": "a scikit-learn model",
}
_RENDER = """
A document is drawn as you saw it when you saved it: after the same number of steps, with the same layers, curves, title and
part of the plane. Every option overrides that. Points are trained as by “linlab train”, for 50 epochs or until the run ends.
So is a document that does not store its step, and one saved at step 0 if you ask for more than a figure; either is trained
at least up to its last change.

examples:
  linlab render lesson.linlab lesson.pdf lesson.png --at 300 --caption
  linlab render lesson.linlab turn.svg --at "here it turns"
  linlab render lesson.linlab slides.pdf --each update --to 100
  linlab render lesson.linlab film.gif --to 300 --view both --palette dark
  linlab render lesson.linlab lesson.html --to 300 --view plane,curves,losses
  linlab render moons moons.svg weights.json --model svm --set space=rbf --layers boundary,margins
  linlab render lesson.linlab lab.png --view window --palette dark --at 300
  linlab render lesson.linlab steps.tex --as table --rows 10 --blank
  linlab render frog sheet.pdf --as homework --model perceptron --set order=cyclic --rows 8"""


def _written() -> str:
    """What each suffix can hold: the first thing, or another one named by --as."""
    from linlab.app.export.suffixes import suffixes

    lines = [
        f"  {suffix:<7}{', '.join(f'{_MEANT[kind]} (--as {kind})' for kind in held)}"
        if len(held) > 1
        else f"  {suffix:<7}{_MEANT[held[0]]}"
        for suffix, held in suffixes().items()
    ]
    return "\n".join(
        [
            "the suffix of OUT decides what is written; if it allows several things, the first, unless --as names another:",
            *lines,
            "",
        ]
    )


def add_render(commands: Any, asked: bool) -> None:
    """The command that makes files from a document. Its help lists the suffixes only if it is asked
    for, because they take long to import."""
    epilog = _written() + _RENDER if asked else None
    render = commands.add_parser(
        "render",
        help="make figures, films, web pages, tables and homework from a document",
        epilog=epilog,
        usage="linlab render FILE OUT [OUT …] [options]",
        description="Make figures, films, web pages, tables, weights and homework from a document, without a window.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = render.add_argument
    add(
        "data",
        metavar="FILE",
        help="a linlab document; or, with --model, a CSV, LIBSVM or ARFF file or a data set",
    )
    add("out", metavar="OUT", nargs="+", help="the files to write")
    far = render.add_mutually_exclusive_group()
    far.add_argument(
        "--at",
        type=step,
        metavar="T",
        help="after T steps, or at the bookmark of that name (default: as saved in the document)",
    )
    far.add_argument(
        "--epochs",
        type=count,
        metavar="N",
        help="after N epochs (default: 50, unless the document says otherwise)",
    )
    add(
        "--as",
        dest="kind",
        choices=tuple(kind for kind in _MEANT if kind not in ("film", "page")),
        help="what to write if the suffix allows several things",
    )
    add(
        "--rows",
        type=count,
        metavar="N",
        help="only the first N steps of a table (default: up to --at or --epochs, else all; 20 in LaTeX); for homework, the number of steps (default: 10)",
    )
    add("--blank", action="store_true", help="leave the answers out of a table, for homework")
    add(
        "--from",
        dest="begin",
        type=count,
        metavar="T",
        help="the step where a film, a web page or slides start (default: 0)",
    )
    add(
        "--to",
        dest="until",
        type=count,
        metavar="T",
        help="the step where a film, a web page or slides end (default: as --at; for slides of bookmarks, the last one)",
    )
    add(
        "--each",
        choices=("bookmark", "update"),
        help="slides instead of one figure: a page of a PDF for each bookmark, or for each update from --from to --to, all with the same axes; other formats get numbered files, out-001.png, out-002.png, … (with λ > 0 an update is a step that changes some example's answer)",
    )
    add(
        "--every",
        type=count,
        metavar="N",
        help="every N-th step of a web page (default: all; if more than 300, those that changed something)",
    )
    run = render.add_argument_group("the run, if the document does not say")
    add = run.add_argument
    add(
        "--which",
        type=which,
        metavar="K",
        help="which model of a document, or all: pictures side by side, weights and tables in one file each, out-1.json, out-2.json, … (default: as saved in the document)",
    )
    add_models(
        add,
        "train this model on the points instead; may be repeated (default for a data set: perceptron)",
        "a setting of the model before it; may be repeated",
    )
    add(
        "--seed",
        type=count,
        metavar="N",
        help="for the order, the split and the data set (default: the document's, or 0)",
    )
    add(
        "--split",
        type=split,
        metavar="A,B,C",
        help="percentages of train, dev and test (default: the document's, or 100,0,0)",
    )
    add_columns(add)
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
    add_teaching(render)
    add_look(render)


def add_pictures(train: argparse.ArgumentParser) -> None:
    """The pictures of “linlab train”."""
    group = train.add_argument_group("pictures of the run")
    group.add_argument(
        "--plot",
        action="append",
        default=[],
        metavar="FILE",
        help="draw the trained model in the format of the suffix; may be repeated",
    )
    group.add_argument(
        "--film",
        action="append",
        default=[],
        metavar="FILE",
        help="write a film of the whole run; may be repeated",
    )
    add_look(train)


def add_look(parser: argparse.ArgumentParser) -> None:
    """How figures and films look."""
    parser.set_defaults(views=())
    add = parser.add_argument_group("how pictures look").add_argument
    add(
        "--view",
        action=Views,
        default="plane",
        metavar="VIEW",
        help="what is shown: plane, curves, both, a view into the model (losses, kernel, examples, errors, …), step (the numbers of the last step) or window (all of it); for a web page several, separated by commas (default: plane; for a web page, plane,curves)",
    )
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the view, such as show=gram for kernel; may be repeated",
    )
    add(
        "--place",
        type=place,
        metavar="X,Y",
        help="the place in the plane, for views that show one",
    )
    add(
        "--curves",
        choices=("loss", "error", "proof", "gap"),
        help="which curves: loss, error, gap (J − J*) or proof (why a perceptron makes at most R²/γ*² mistakes; it must be one "
        "that starts at 0, takes one example at a time and can separate the examples) (default: loss)",
    )
    add(
        "--size",
        type=size,
        metavar="WxH",
        help="in pixels of 1/96 inch (default: 640x480; 1440x900 for the window)",
    )
    add(
        "--dpi",
        type=between(24, 1200),
        metavar="N",
        help="dots per inch of PNG, GIF and MP4 (default: 150; 96 for films)",
    )
    add(
        "--palette",
        choices=("light", "dark", "print", "high-contrast", "high-contrast-dark"),
        default="print",
        help="the colours (default: print)",
    )
    add(
        "--font",
        type=between(5, 60),
        default=13.0,
        metavar="X",
        help="font size in the same pixels (default: 13)",
    )
    add("--title", metavar="TEXT", help="a title above the picture")
    add(
        "--legend",
        action=argparse.BooleanOptionalAction,
        help="with or without the legend (default: with)",
    )
    add(
        "--axes",
        action=argparse.BooleanOptionalAction,
        help="with or without numbers on the axes (default: with)",
    )
    add(
        "--region",
        type=region,
        metavar="L,B,R,T",
        help="the part of the plane: left, bottom, right and top, or “all” points",
    )
    add("--caption", action="store_true", help="describe the step below the picture")
    add(
        "--layers",
        metavar="A,B,…",
        help="what is drawn besides the points: regions, margins, optimum, boundary, slack, "
        "supports, wrong, weights, example, or none (default: regions,boundary,supports,wrong and, "
        "for a hinge loss, margins)",
    )
    add(
        "--seconds",
        type=between(0.1, 600),
        default=8.0,
        metavar="X",
        help="length of a film (default: 8)",
    )
    add(
        "--fps",
        type=between(1, 50),
        default=20.0,
        metavar="N",
        help="frames per second of a film, at most (default: 20)",
    )


WIDGETS = ("step", "window")  # views that the window itself draws
_SIZES = {"step": (1440.0, 900.0), "window": (1440.0, 900.0)}


def size_of(args: argparse.Namespace) -> tuple[float, float]:
    """The size of a picture, or of the window in it."""
    asked: tuple[float, float] | None = args.size
    return asked or _SIZES.get(args.view, (640.0, 480.0))


def figure_of(args: argparse.Namespace) -> "Figure":
    from linlab.engine.picture.other_models import ALONE
    from linlab.engine.picture.shapes import View
    from linlab.engine.views.asking import check_view, layers_named
    from linlab.engine.views.figure import Figure

    check_view(args.view, WIDGETS)
    width, height = size_of(args)
    figure = Figure(
        view=args.view,
        width=width,
        height=height,
        palette=args.palette,
        font=args.font,
        title=args.title or "",
        legend=args.legend is not False,
        axes=args.axes is not False,
        caption=args.caption,
        curves=args.curves or "loss",
        region=View(*args.region) if args.region else None,
        options=_options(args),
        models=getattr(args, "arranged", ALONE),
    )
    if args.layers is None:
        return figure
    from dataclasses import replace

    names = [name.strip() for name in args.layers.split(",") if name.strip() not in ("", "none")]
    return replace(figure, layers=layers_named(names))


def _options(args: argparse.Namespace) -> tuple[tuple[str, str | float], ...]:
    """The options of the view; numbers as numbers."""
    from linlab.engine.ground.errors import LinlabError, perhaps
    from linlab.engine.ground.numerals import read_number
    from linlab.engine.views.views import VIEWS

    known = {
        option.name: option for option in (VIEWS[args.view].options if args.view in VIEWS else ())
    }
    given = {text.partition("=")[0] for text in args.option}
    seen = getattr(args, "seen", ())  # as saved in the document, unless an option is given
    out: list[tuple[str, str | float]] = [
        (name, value)
        for view, name, value in seen
        if view == args.view and name in known and name not in given
    ]
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            allowed = (
                f"its options are {', '.join(known)}, given as NAME=VALUE"
                if known
                else "it has none"
            )
            raise LinlabError(
                f"“{shorten(text)}” is not an option of the view “{args.view}”{perhaps(name, known)}: {allowed}."
            )
        span = known[name].span
        if span is None:
            out.append((name, value))
            continue
        number = read_number(value)
        if number is None or not span[0] <= number <= span[1]:
            raise LinlabError(
                f"“{shorten(value)}” is not a value of {name}: give a number from {span[0]:g} to {span[1]:g}."
            )
        out.append((name, number))
    return tuple(out)


def check_options(args: argparse.Namespace, figure: "Figure", moment: "Snapshot") -> None:
    """Refuse an option that this run does not have, if it was given here."""
    from linlab.engine.ground.errors import LinlabError, perhaps
    from linlab.engine.views.views import VIEWS

    for name, value in figure.options:
        option = VIEWS[figure.view].option(name)
        if not any(text.startswith(f"{name}=") for text in args.option):
            continue
        if option.longest:
            if len(str(value)) > option.longest:
                raise LinlabError(
                    f"“{shorten(str(value))}” is too long for {name}: at most {option.longest} characters."
                )
            continue
        keys = [key for key, _ in option.choices(moment)]
        if option.span is None and value not in keys:
            raise LinlabError(
                f"“{shorten(str(value))}” is not a value of {name} here{perhaps(str(value), keys)}: use one of {', '.join(keys)}."
            )


def as_seen(args: argparse.Namespace, document: "Document") -> argparse.Namespace:
    """The options, with those not given taken from the document: what you saw when you saved it."""
    from linlab.engine.picture.curves import MODES
    from linlab.engine.picture.showing.choice import names as layer_names

    look = document.look
    said: dict[str, Any] = {"title": document.title, "arranged": _arranged(args, document)}
    if look is not None:
        shown = look.layers
        known = [mode.key for mode in MODES]
        said |= {"curves": look.curves if look.curves in known else None, "region": look.region}
        if (
            shown is not None
        ):  # a figure highlights no example, and shows the optimum only if it was switched on
            left_out = {"example"} if look.exact else {"example", "optimum"}
            names = [name for name in layer_names() if name in shown and name not in left_out]
            said |= {
                "layers": ",".join(names) or "none",
                "legend": "legend" in shown,
                "axes": "axes" in shown,
            }
    left_open = {name: value for name, value in said.items() if vars(args).get(name) is None}
    return argparse.Namespace(
        **vars(args) | left_open,
        by_name=args.layers is not None,
        seen=look.options if look is not None else (),
    )


def _arranged(args: argparse.Namespace, document: "Document") -> str:
    """How several models are drawn: as saved in the document by default; side by side if they were
    named."""
    from linlab.engine.picture.other_models import ALONE, ARRANGEMENTS, ONE, SIDE

    if len(document.learners) == 1 or isinstance(args.which, int):
        return ALONE
    seen = document.look.models if document.look is not None and not args.models else ""
    if args.which == "all":
        return seen if seen in (ONE, SIDE) else SIDE
    if seen in dict(ARRANGEMENTS):
        return seen
    if args.models:
        return SIDE
    return ONE


def film_of(args: argparse.Namespace, first: int, last: int) -> "Film":
    from linlab.app.export.film import Film

    return Film(first, last, args.seconds, args.fps, dpi=args.dpi or 96.0)
