"""A run written to a file: the suffix of its name says what, as on the command line."""

from linlab.app.export.figures import write_figure
from linlab.app.export.film import Film, write_film
from linlab.app.export.homework.formats import write_homework
from linlab.app.export.suffixes import kind_of, suffixes
from linlab.engine.export.format import by_suffix
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.export.web.page import page_of
from linlab.engine.export.weights.formats import WEIGHT_FORMATS, write_weights
from linlab.engine.ground.errors import unknown
from linlab.engine.ground.writing import PathLike, check_writable, write_text
from linlab.engine.train.moment import TrainedRun
from linlab.engine.views.figure import Figure

from .drawing import picture_of

DOCUMENT = ".linlab"


def save(run: TrainedRun, path: PathLike, kind: str | None, figure: Figure) -> None:
    """Write what the suffix stands for, or, where it can hold several things, the `kind`: figure,
    film, weights, sklearn, data, table or homework."""
    name = str(path)
    moment = run.moment
    known = sorted({each for held in suffixes().values() for each in held})
    if kind is not None and kind not in known:
        raise unknown("kind", kind, known)
    if name.lower().endswith(DOCUMENT):
        moment.document.save(path)
        return
    if name.lower().endswith((".html", ".htm")):
        first = figure.view
        views = ("plane", "curves") if first == "plane" else (first,)
        check_writable(path)
        write_text(path, page_of(moment, views))
        return
    if "." not in name.replace("\\", "/").rpartition("/")[2]:
        write_weights(run, path)  # as JSON
        return
    match kind_of(name, kind):
        case "figure":
            write_figure(picture_of(moment, figure), path)
        case "film":
            film(run, path, figure)
        case "data":
            by_suffix(POINT_FORMATS, path, "Points").write(moment.points, path)
        case "table":
            write_table(moment.trace, path, 1, moment.t)
        case "homework":
            write_homework(moment.trace, path, min(moment.t, 10))
        case named:
            write_weights(run, path, named if named in WEIGHT_FORMATS else None)


def film(
    run: TrainedRun, path: PathLike, figure: Figure, seconds: float = 8.0, fps: float = 20.0
) -> None:
    """Write a film of the run up to its step."""
    moment = run.moment
    write_film(moment.document, moment.which, figure, Film(0, moment.t, seconds, fps), path)
