"""The next and the previous stop of a presentation: a search like those of `seeking`.

A stop is a bookmark, an update, a mistake or every nth step, as the document says.
"""

from linlab.engine.document.document import Document
from linlab.engine.document.stops import BOOKMARKS, MISTAKES, STEPS, UPDATES, Stops

from .seeking import (
    CLOCK_SECONDS,
    Search,
    mistake_before,
    next_mistake,
    next_update,
    update_before,
)
from .trace import Trace


def stops_of(document: Document) -> Stops:
    """What it chooses; else its bookmarks if it has any, and updates if not."""
    return document.stops or Stops(BOOKMARKS if document.bookmarks else UPDATES)


def next_stop(document: Document, trace: Trace, t: int) -> Search:
    """The first stop after t, or in words why there is none."""
    stops = stops_of(document)
    if stops.kind == MISTAKES:
        return next_mistake(trace, t)
    if stops.kind == UPDATES:
        return next_update(trace, t)
    known = known_stop(document, t)
    return _reach(trace, t, known)


def known_stop(document: Document, t: int) -> int | None:
    """The first stop after t as far as it is known without training: a bookmark or an nth step."""
    stops = stops_of(document)
    if stops.kind == STEPS:
        return (t // stops.every + 1) * stops.every
    if stops.kind == BOOKMARKS:
        return next((bookmark.t for bookmark in document.bookmarks if bookmark.t > t), None)
    return None


def stop_before(document: Document, trace: Trace, t: int) -> Search:
    """The last stop before t, or in words why there is none."""
    stops = stops_of(document)
    if stops.kind == MISTAKES:
        return mistake_before(trace, t)
    if stops.kind == UPDATES:
        return update_before(trace, t)
    if stops.kind == STEPS:
        return iter((max(0, (t - 1) // stops.every * stops.every),))
    before = [bookmark.t for bookmark in document.bookmarks if bookmark.t < t]
    return iter((before[-1] if before else "There is no bookmark before this step.",))


def _reach(trace: Trace, t: int, stop: int | None) -> Search:
    """Train to a stop; if the run ends before it, to the end, and from there say so."""
    if stop is None:
        yield "There is no bookmark after this step."
        return
    while (there := trace.reach(stop, CLOCK_SECONDS)) < trace.clamp(stop):
        yield None
    yield there if there > t else f"There is no stop before the run ends: {trace.reason}."
