"""P(y) and P(bin|y) as fractions of counts, the cells of the last step highlighted, and P(y, x) at a
place with all its factors.

    P(y, x) = P(y) · P(bin₁|y) · P(bin₂|y)

beside the share of examples that are of class y and in both bins, counted together: where the two
differ, the features are not independent within the class, which naive Bayes takes for granted.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.picture.metrics import shortened, text_width, wrapped
from linlab.engine.picture.palette import Palette, mixed
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Marks, Panel, Pen, View
from linlab.engine.train.models import Bayes
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour, class_symbol, place_asked
from linlab.engine.views.kit.words import empty
from linlab.engine.views.snapshot import Snapshot


def fraction_of(model: Bayes, row: int, axis: int, bin: int) -> Fraction:
    """P(bin|y) as what it is, a count over a count; smoothing adds to both."""
    counting: Any = model.counting
    seen = model.counts[row, axis * counting.bins : (axis + 1) * counting.bins]
    add = Fraction(repr(counting.smoothing))
    total = Fraction(round(float(seen.sum()))) + add * counting.bins
    return (
        (Fraction(round(float(seen[bin]))) + add) / total if total else Fraction(1, counting.bins)
    )


def written(model: Bayes, row: int, axis: int, bin: int) -> str:
    """The same as it is counted, not reduced: 4/8."""
    counting: Any = model.counting
    seen = model.counts[row, axis * counting.bins : (axis + 1) * counting.bins]
    if not seen.sum() and not counting.smoothing:
        return f"1/{counting.bins}"
    return f"{number(float(seen[bin]) + counting.smoothing)}/{number(float(seen.sum()) + counting.smoothing * counting.bins)}"


def prior_of(model: Bayes, row: int) -> tuple[Fraction, str]:
    """P(y), and as it is counted."""
    seen = [round(float(n)) for n in model.counts[:, -1]]
    total = sum(seen)
    return (
        (Fraction(seen[row], total), f"{seen[row]}/{total}")
        if total
        else (Fraction(1, len(seen)), f"1/{len(seen)}")
    )


def tables_panel(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, model: Bayes
) -> Panel:
    """A table for each axis, a row for each class; the bin of the place that is asked about has a
    frame."""
    counting: Any = model.counting
    classes = model.examples.classes
    bins = counting.bins
    size = 0.95 * figure.font
    at = place_asked(moment)
    here = (
        [int(counting.bin(j, np.array([at[j]]))[0]) for j in (0, 1)] if at is not None else [-1, -1]
    )
    fresh = _fresh(moment, model)
    rows = 2 * (len(classes) + 1.6) + 0.2
    high = frame.height / rows
    left = min(0.28 * frame.width, 8 * size)
    wide = (frame.width - left - 0.6 * size) / (bins + 1)
    size = min(size, 0.62 * high)
    names = _names_of_bins(moment, bins)
    items: list[Item] = []
    for axis in (0, 1):
        top = axis * (len(classes) + 1.6) * high
        name = shortened(f"P({moment.features[axis]} | class)", frame.width - left - wide, size)
        items.append(
            Label(
                name,
                (left + wide + 0.5 * bins * wide, -top - 0.4 * high),
                size,
                palette.quiet,
                "middle",
            )
        )
        if axis == 0:
            items.append(
                Label(
                    "P(class)",
                    (left + 0.5 * wide, -top - 0.4 * high),
                    size,
                    palette.quiet,
                    "middle",
                )
            )
        for k in range(bins):
            words = names[k]
            x = left + (k + 1.5) * wide
            items.append(
                Label(
                    shortened(words, wide, size),
                    (x, -top - 1.1 * high),
                    0.9 * size,
                    palette.quiet,
                    "middle",
                )
            )
        for c, label in enumerate(classes):
            y = top + (1.6 + c) * high
            ink, mark = class_colour(moment.points, label), class_symbol(moment.points, label)
            items.append(
                Marks(label, mark, np.array([(0.9 * size, -y - 0.5 * high)]), 0.8 * size, ink)
            )
            items.append(
                Label(
                    shortened(label, left - 2.2 * size, size),
                    (1.8 * size, -y - 0.5 * high),
                    size,
                    palette.text,
                )
            )
            cells = [(left, *prior_of(model, c), fresh.get(c) is not None)] if axis == 0 else []
            cells += [
                (
                    left + (k + 1) * wide,
                    fraction_of(model, c, axis, k),
                    written(model, c, axis, k),
                    fresh.get(c, (-1, -1))[axis] == k,
                )
                for k in range(bins)
            ]
            for x, share, text, new in cells:
                box = np.array(
                    [
                        (x + 1, -y - 1),
                        (x + wide - 1, -y - 1),
                        (x + wide - 1, -y - high + 1),
                        (x + 1, -y - high + 1),
                    ]
                )
                fill = (
                    mixed(palette.halo, palette.card, 0.3 if palette.dark else 0.75)
                    if new
                    else mixed(ink, palette.card, 0.06 + 0.5 * float(share))
                )
                items.append(Areas(f"{label} {axis} {round((x - left) / wide)}", (box,), fill))
                fits = text if text_width(text, size) < wide else number(float(share), 2)
                items.append(
                    Label(fits, (x + wide / 2, -y - 0.5 * high), size, palette.text, "middle")
                )
        if here[axis] >= 0:
            x = left + (here[axis] + 1) * wide
            y = top + 1.6 * high
            ring = np.array(
                [
                    (x, -y),
                    (x + wide, -y),
                    (x + wide, -y - len(classes) * high),
                    (x, -y - len(classes) * high),
                ]
            )
            items.append(Areas("asked", (ring,), None, Pen(palette.text, 1.6)))
    return bare(frame, View(0, -frame.height, frame.width, 0), tuple(items), palette, figure.font)


def _names_of_bins(moment: Snapshot, bins: int) -> tuple[str, ...]:
    """What the bins are called: as the data set names its values, where each has its own bin."""
    if len(moment.document.levels) == bins:
        return moment.document.levels
    usual = {2: ("low", "high"), 3: ("small", "medium", "large")}
    return usual.get(bins, tuple(str(k + 1) for k in range(bins)))


def _fresh(moment: Snapshot, model: Bayes) -> dict[int, tuple[int, int]]:
    """The class and the bins that the last step counted."""
    step = moment.step
    if (
        step is None
        or step.x is None
        or len(step.ids) != 1
        or step.label not in model.examples.classes
    ):
        return {}
    counting: Any = model.counting
    first, second = (int(counting.bin(j, step.x[:, j])[0]) for j in (0, 1))
    return {model.examples.classes.index(step.label): (first, second)}


def products_panel(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, model: Bayes
) -> Panel:
    """P(y, x) of each class at the place that is asked about, factor by factor, and counted
    together."""
    size = 0.95 * figure.font
    at = place_asked(moment)
    if at is None:
        return empty(palette, frame, "Point at a place in the plane to see the products.", size)
    counting: Any = model.counting
    here = [int(counting.bin(j, np.array([at[j]]))[0]) for j in (0, 1)]
    classes = model.examples.classes
    items = list[Item]()
    found = [product_of(model, c, here) for c in range(len(classes))]
    best = max(range(len(classes)), key=lambda c: (found[c][0], -c))
    tall = frame.height / (len(classes) + 3.0)
    size = min(size, 0.6 * tall)
    together, n = counted_together(model, here)
    for c, label in enumerate(classes):
        y = -(c + 0.7) * tall
        share, text = found[c]
        ink = palette.text if c == best else palette.quiet
        name = shortened(f"P({label}, x)", 0.3 * frame.width, size)
        items.append(Label(name, (0.6 * size, y), size, ink, bold=c == best))
        items.append(
            Label(
                f"{text} = {number(float(share))}",
                (0.34 * frame.width, y),
                size,
                ink,
                bold=c == best,
            )
        )
        items.append(
            Label(f"{together[c]}/{n}", (frame.width - 0.6 * size, y), size, palette.quiet, "end")
        )
    items.append(
        Label(
            "joint count",
            (frame.width - 0.6 * size, -0.1 * tall),
            0.85 * size,
            palette.quiet,
            "end",
        )
    )
    total = sum((share for share, _ in found), Fraction(0))
    y = -(len(classes) + 0.8) * tall
    said = f"answer: {classes[best]}" if total else "no answer: all classes are impossible"
    said += f", P = {number(float(found[best][0] / total))}" if total else ""
    items.append(
        Label(
            shortened(said, frame.width - size, size),
            (0.6 * size, y),
            size,
            palette.text,
            bold=True,
        )
    )
    for k, line in enumerate(
        wrapped(_why(together, best, classes), frame.width - size, 0.92 * size)
    ):
        items.append(
            Label(line, (0.6 * size, y - (0.85 + 0.6 * k) * tall), 0.92 * size, palette.quiet)
        )
    return bare(
        frame, View(0, -frame.height, frame.width, 0.4 * tall), tuple(items), palette, figure.font
    )


def product_of(model: Bayes, row: int, here: list[int]) -> tuple[Fraction, str]:
    """P(y, x), and its factors as they are counted."""
    prior, text = prior_of(model, row)
    share = prior * fraction_of(model, row, 0, here[0]) * fraction_of(model, row, 1, here[1])
    return share, f"{text} · {written(model, row, 0, here[0])} · {written(model, row, 1, here[1])}"


def counted_together(model: Bayes, here: list[int]) -> tuple[list[int], int]:
    """How many of all examples are of each class and in both bins at once."""
    counting, examples = model.counting, model.examples
    both = np.logical_and(*(counting.bin(j, examples.x[:, j]) == here[j] for j in (0, 1)))  # type: ignore[attr-defined]
    return [int((both & (examples.y == c)).sum()) for c in range(len(examples.classes))], len(
        examples.y
    )


def _why(together: list[int], best: int, classes: tuple[str, ...]) -> str:
    if not sum(together):
        return "No example lies in both bins, so there is no joint count."
    most = max(range(len(classes)), key=lambda c: (together[c], -c))
    if most != best:
        return f"By joint counts it is {classes[most]}: within a class the features are not independent."
    return "By joint counts it is the same class."
