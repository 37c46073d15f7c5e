"""Points in words, as a table and as a data frame, for a notebook; they ask this file, so it
does not know their class."""

from typing import Any

from linlab.engine.ground.cells import html_table
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.sanitise import shorten

from .frames import made_frame

MOST_ROWS = 10  # of a table
_AXES = ("x₁", "x₂")


def in_a_line(points: Any) -> str:
    """How many points there are, and of which classes."""
    n = len(points)
    counts = [
        f"{int((points.label == k).sum())} {shorten(name)}" for k, name in enumerate(points.classes)
    ]
    without = int((points.label < 0).sum())
    parts = ", ".join([*counts, *([f"{without} without a label"] if without else ())])
    columns = "" if points.axes is None else f" ({', '.join(points.axes.titles)})"
    return f"{grouped(n)} point{'' if n == 1 else 's'}{columns}{': ' if parts else ''}{parts}"


def as_table(points: Any) -> str:
    """The first points as an HTML table."""
    names = _AXES if points.axes is None else points.axes.titles
    texts = points.texts
    rows = []
    for k in range(min(len(points), MOST_ROWS)):
        label = int(points.label[k])
        own = points.classes[label] if label >= 0 else "–"
        places = [number(float(each), 4) for each in points.x[k]]
        rows.append([int(points.ids[k]) + 1, *places, own, *([] if texts is None else [texts[k]])])
    if len(points) > MOST_ROWS:
        rows.append(["…"] * (4 + (texts is not None)))
    head = ["#", *names, "class", *([] if texts is None else ["text"])]
    return html_table(in_a_line(points), head, rows)


def as_frame(points: Any) -> Any:
    """The points as a data frame: x1 and x2 or the names of their axes, label, and perhaps text."""
    one, two = ("x1", "x2") if points.axes is None else points.axes.titles
    names = [*points.classes, None]  # the last one is that of −1
    texts = {} if points.texts is None else {"text": list(points.texts)}
    labels = [names[k] for k in points.label.tolist()]
    label = "label" if "label" not in (one, two) else "class"
    return made_frame({one: points.x[:, 0], two: points.x[:, 1], label: labels, **texts})
