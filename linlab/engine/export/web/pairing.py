"""Lists of items compared: those of two palettes side by side, and those of one frame with those of
the frame before."""

from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any


def paired(light: Any, dark: Any) -> list[tuple[Any, Any]]:
    """The items of both palettes in their order, those of one kind and name beside each other; None
    beside one that only one palette has."""

    def kinds_and_names(items: Any) -> list[tuple[str, str]]:
        return [(type(each).__name__, getattr(each, "name", "")) for each in items]

    a, b = kinds_and_names(light), kinds_and_names(dark)
    if a == b:
        return list(zip(light, dark, strict=True))
    out: list[tuple[Any, Any]] = []
    for kind, i, end, j, stop in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal":
            out += zip(light[i:end], dark[j:stop], strict=True)
        else:
            out += [(each, None) for each in light[i:end]]
            out += [(None, each) for each in dark[j:stop]]
    return out


def splices(pictures: list[list[int]]) -> list[list[int]]:
    """Each list as what changed since the one before: [how many stay at its head, how many at its
    foot, what is between them …].

    >>> splices([[1, 2, 3], [1, 5, 3], [1, 5, 3]])
    [[0, 0, 1, 2, 3], [1, 1, 5], [3, 0]]
    """
    out = []
    for before, after in pairwise([[], *pictures]):
        short = min(len(before), len(after))
        head = next((k for k in range(short) if before[k] != after[k]), short)
        rest = short - head
        foot = next((k for k in range(rest) if before[-1 - k] != after[-1 - k]), rest)
        out.append([head, foot, *after[head : len(after) - foot]])
    return out
