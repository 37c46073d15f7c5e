"""The options of the export dialog as one value, the kinds of exports, and the named sizes.

Lengths are in pixels of 1/96 inch, whatever unit they are shown in. Remembered options are read
back field by field: what makes no sense gets its default.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from linlab.app.export.figures import FIGURE_FORMATS
from linlab.app.export.film import FILM_FORMATS
from linlab.app.export.homework.formats import HOMEWORK_FORMATS
from linlab.engine.export.format import Format
from linlab.engine.export.homework.sheet import FIRST, MOST_ROWS
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.export.tables.table_formats import TABLE_FORMATS
from linlab.engine.export.web.formats import PAGE_FORMATS
from linlab.engine.export.weights.formats import WEIGHT_FORMATS
from linlab.engine.picture.curves import MODES
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.shapes import View
from linlab.engine.views.figure import Figure
from linlab.engine.views.view import FigureView
from linlab.engine.views.views import VIEWS

WIDGETS = {
    "step": "This step",
    "window": "Whole window",
}  # views that are drawn by the window itself
UNITS = {"px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54}


@dataclass(frozen=True)
class ExportKind:
    """Something to export."""

    title: str
    tip: str
    formats: Mapping[str, Format]
    sheets: tuple[str, ...] = ()
    more: str = ""  # in its file name, if the suffix does not tell
    slow: bool = False  # whether it is written in a thread
    tab: str = ""  # its title where there is little room

    @property
    def short(self) -> str:
        return self.tab or self.title

    @property
    def suffixes(self) -> set[str]:
        return {each.suffix for each in self.formats.values()}


EXPORT_KINDS: dict[str, ExportKind] = {
    "figure": ExportKind("Figure", "A picture of the plane, the curves or the window as they are now (Ctrl+E)", FIGURE_FORMATS,
                   ("page", "look", "shown")),
    "weights": ExportKind("Weights", "What the model has learnt up to this step", WEIGHT_FORMATS, ("weights",), more="-weights"),
    "points": ExportKind("Points", "The points and their classes", POINT_FORMATS, more="-points"),
    "table": ExportKind("Table", "One row for each step", TABLE_FORMATS, ("table",), more="-steps", slow=True),
    "film": ExportKind("Film", "The run from one step to another, as a film", FILM_FORMATS, ("film", "page", "look", "shown"),
                 slow=True),
    "web": ExportKind("Web page", "The run as a page that plays in any browser, in one file", PAGE_FORMATS, ("web", "shown"), slow=True,
                tab="Web"),
    "homework": ExportKind("Homework", "A worksheet on the first steps: the points, the task, blanks and the solution",
                     HOMEWORK_FORMATS, ("homework",), more="-homework", slow=True),
}  # fmt: skip


@dataclass(frozen=True)
class Size:
    """A named size, with the font and line width that suit it."""

    title: str
    width: float
    height: float
    font: float
    scale: float


SIZES: dict[str, Size] = {
    "slide": Size("Slide 16:9", 960.0, 540.0, 18.0, 1.4),
    "slide43": Size("Slide 4:3", 960.0, 720.0, 19.0, 1.5),
    "column": Size("Paper column, 85 mm", 85 * UNITS["mm"], 64 * UNITS["mm"], 10.5, 0.7),
    "square": Size("Square", 600.0, 600.0, 16.0, 1.2),
}
SPACED = {
    "0": "All, or those that matter",
    "1": "Every step",
    "2": "Every second step",
    "5": "Every fifth step",
    "10": "Every tenth step",
    "100": "Every hundredth step",
}
PAGE_VIEWS = tuple(name for name, view in VIEWS.items() if not view.plane)  # beside the plane
SCREEN, OWN = "screen", "own"  # a size that follows the plane, and one that was typed


@dataclass(frozen=True)
class ExportOptions:
    """Everything that can be chosen in the dialog.

    >>> ExportOptions.from_json({"format": "svg", "dpi": "many", "palette": "pink"}) == ExportOptions(format="svg")
    True
    """

    what: str = "figure"
    view: str = "plane"
    format: str = "pdf"  # of a figure
    size: str = "slide"
    width: float = 960.0
    height: float = 540.0
    unit: str = "px"
    dpi: int = 192  # two pixels per page pixel
    palette: str = "light"
    font: float = 18.0
    scale: float = 1.4  # of lines and points
    title: str | None = None  # None: the document's
    legend: bool = True
    axes: bool = True
    caption: bool = False
    layers: frozenset[str] | None = None  # None: those of the plane
    curves: str = "loss"
    log_t: bool = False
    log_y: bool = False
    region: str = "all"  # or screen
    weights: str = "json"
    every: bool = False  # the weights of all models, one file each
    points: str = "csv"
    table: str = "csv"
    first: int = 1
    last: int = 20
    digits: int = 4
    blank: bool = False
    homework: str = "pdf"
    updates: int = FIRST  # of the homework
    film: str = "gif"
    begin: int = 0
    end: int | None = None  # None: the current step
    seconds: float = 8.0
    fps: int = 15
    web: str = "html"
    spaced: str = "0"  # a web page shows one step in this many
    views: tuple[str, ...] = ("curves",)  # of a web page, beside the plane
    folder: str = ""

    @property
    def kind(self) -> ExportKind:
        return EXPORT_KINDS[self.what]

    @property
    def chosen(self) -> Format:
        """The chosen format of the chosen kind."""
        return self.kind.formats[getattr(self, FORMAT_OF[self.what])]

    @classmethod
    def from_json(cls, obj: Any) -> "ExportOptions":
        given = obj if isinstance(obj, dict) else {}
        kept = {each.name: given[each.name] for each in fields(cls) if each.name in given}
        known = {name: value for name, value in kept.items() if _sensible(name, value)}
        return cls(**{name: _frozen(value) for name, value in known.items()})

    def to_json(self) -> dict[str, Any]:
        """What the next start should know: nothing that belongs to this document."""
        return {name: value for name, value in asdict(self).items() if name not in _FORGOTTEN}


FORMAT_OF = {
    kind: "format" if kind == "figure" else kind for kind in EXPORT_KINDS
}  # the option that holds it
RANGES: dict[str, tuple[float, float]] = {
    "width": (48.0, 4000.0),
    "height": (48.0, 4000.0),
    "dpi": (24, 1200),
    "font": (5.0, 48.0),
    "scale": (0.3, 4.0),
    "digits": (1, 12),
    "updates": (1, MOST_ROWS),
    "seconds": (0.5, 600.0),
    "fps": (1, 50),
    "first": (1, 10**9),
    "last": (1, 10**9),
}
_ONE_OF: Mapping[str, tuple[str, ...]] = {
    "what": tuple(EXPORT_KINDS),
    "view": (*VIEWS, *WIDGETS),
    "size": (*SIZES, SCREEN, OWN),
    "unit": tuple(UNITS),
    "palette": tuple(PALETTES),
    "curves": tuple(mode.key for mode in MODES),
    "region": ("all", SCREEN),
    "spaced": tuple(SPACED),
    **{field: tuple(EXPORT_KINDS[kind].formats) for kind, field in FORMAT_OF.items()},
}
_FORGOTTEN = ("title", "layers", "begin", "end", "first", "last")


def has_curves(export_options: ExportOptions) -> bool:
    """Whether there are curves in what is exported."""
    if export_options.what == "web":
        return "curves" in export_options.views
    return view_of(export_options).curves


def page_view(name: str) -> str:
    """The key of the switch of a view in a web page."""
    return f"page-{name}"


def view_of(export_options: ExportOptions) -> FigureView:
    """The view of a figure or film; the plane, if the window itself is drawn, or if it is the first
    of a web page."""
    if export_options.what == "web":
        return VIEWS["plane"]
    return VIEWS.get(export_options.view, VIEWS["plane"])


def figure(
    export_options: ExportOptions, layers: frozenset[str], seen: View, screen: tuple[float, float]
) -> Figure:
    """The figure with these options, where the plane shows these layers and this part of itself at
    this size."""
    width, height = page(export_options, screen)
    return Figure(
        view=view_of(export_options).name,
        width=width,
        height=height,
        palette=export_options.palette,
        font=export_options.font,
        scale=export_options.scale,
        title=export_options.title or "",
        legend=export_options.legend,
        axes=export_options.axes,
        caption=export_options.caption,
        layers=layers if export_options.layers is None else export_options.layers,
        curves=export_options.curves,
        log=(export_options.log_t, export_options.log_y),
        region=seen if export_options.region == SCREEN else None,
    )


def window_only(export_options: ExportOptions) -> bool:
    """Whether a view of the window itself is requested in a format that cannot show it."""
    return (
        export_options.what == "figure"
        and export_options.view in WIDGETS
        and not FIGURE_FORMATS[export_options.format].window
    )


def page(export_options: ExportOptions, screen: tuple[float, float]) -> tuple[float, float]:
    """The size of the figure."""
    return (
        screen if export_options.size == SCREEN else (export_options.width, export_options.height)
    )


def _frozen(value: Any) -> Any:
    """A list of JSON as a tuple, each entry once."""
    return tuple(dict.fromkeys(value)) if isinstance(value, list | tuple) else value


def _sensible(name: str, value: Any) -> bool:
    if name in _FORGOTTEN:
        return False
    default = getattr(ExportOptions, name)
    if name in _ONE_OF:
        return isinstance(value, str) and value in _ONE_OF[name]
    if name == "views":
        return isinstance(value, list | tuple) and all(each in PAGE_VIEWS for each in value)
    if isinstance(default, float) and type(value) is int:
        value = float(value)
    if type(value) is not type(default):
        return False
    low, high = RANGES.get(name, (-math.inf, math.inf))
    return not isinstance(value, (int, float)) or low <= value <= high
