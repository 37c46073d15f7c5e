"""Bookmarks: steps of a run with a name, to come back to.

A document keeps them in the order of their steps, at most one at each. They are not part of the
run: nothing is trained again when they change.
"""

from dataclasses import dataclass
from typing import Any

from linlab.engine.data.checks import check_name, is_whole
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

from .look import MOST_UPDATES

MOST_BOOKMARKS = 100
TOO_MANY = f"A document can have up to {MOST_BOOKMARKS} bookmarks: remove one first."


@dataclass(frozen=True)
class Bookmark:
    """A step and its name.

    >>> Bookmark.from_json({"t": 12, "name": "first mistake"})
    Bookmark(t=12, name='first mistake')
    """

    t: int
    name: str

    def __post_init__(self) -> None:
        if not is_whole(self.t) or not 0 <= self.t <= MOST_UPDATES:
            raise LinlabError("A bookmark must be at a step from 0 to 2^53.")
        if not isinstance(self.name, str):
            raise LinlabError("The name of a bookmark must be a text.")
        check_name(self.name, "bookmark")

    def to_json(self) -> dict[str, Any]:
        return {"t": self.t, "name": self.name}

    @classmethod
    def from_json(cls, obj: Any) -> "Bookmark":
        if not isinstance(obj, dict) or not {"t", "name"} <= obj.keys():
            raise LinlabError(
                "The field “bookmarks” of the document must be a list of steps “t” with a “name”."
            )
        return cls(obj["t"], obj["name"])


Bookmarks = tuple[Bookmark, ...]


def check_bookmarks(bookmarks: Bookmarks) -> None:
    """Refuse bookmarks that a document cannot have."""
    if len(bookmarks) > MOST_BOOKMARKS:
        raise LinlabError(
            f"A document can have up to {MOST_BOOKMARKS} bookmarks, not {grouped(len(bookmarks))}."
        )
    if any(a.t >= b.t for a, b in zip(bookmarks, bookmarks[1:], strict=False)):
        raise LinlabError(
            "The bookmarks of a document must be in the order of their steps, at most one at each."
        )


def bookmarks_of(obj: Any) -> Bookmarks:
    """The bookmarks in a file."""
    if not isinstance(obj, list):
        raise LinlabError("The field “bookmarks” of the document must be a list.")
    return tuple(map(Bookmark.from_json, obj))


def marked(bookmarks: Bookmarks, t: int, name: str) -> Bookmarks:
    """These bookmarks with one at t; an existing one gets the new name.

    >>> marked(marked((), 12, "start"), 12, "first mistake")
    (Bookmark(t=12, name='first mistake'),)
    """
    return tuple(
        sorted((*unmarked(bookmarks, t), Bookmark(t, name)), key=lambda bookmark: bookmark.t)
    )


def unmarked(bookmarks: Bookmarks, t: int) -> Bookmarks:
    """These bookmarks without the one at t."""
    return tuple(bookmark for bookmark in bookmarks if bookmark.t != t)


def bookmark_at(bookmarks: Bookmarks, t: int) -> Bookmark | None:
    return next((bookmark for bookmark in bookmarks if bookmark.t == t), None)


def bookmark_named(bookmarks: Bookmarks, name: str) -> Bookmark | None:
    """The first bookmark with this name."""
    return next((bookmark for bookmark in bookmarks if bookmark.name == name), None)
