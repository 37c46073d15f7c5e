"""Page Down and Page Up: to the next stop of the document, and back."""

from dataclasses import dataclass
from functools import partial

from linlab.engine.document.bookmarks import bookmark_at
from linlab.engine.document.stops import BOOKMARKS, UPDATES
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.stops import known_stop, next_stop, stop_before, stops_of

from .player import Player
from .session import Session


@dataclass(frozen=True)
class Stop:
    """What Page Down goes to: a step, if it is known without training, and its name."""

    t: int | None
    title: str


def seek_stop(player: Player, by: int) -> None:
    """Go to the next stop, or with −1 to the previous one."""
    document = player.session.settled
    if by > 0:
        player.seek("looking for the next stop", partial(next_stop, document))
    else:
        player.seek("looking for the previous stop", partial(stop_before, document))


def stop_ahead(session: Session) -> Stop | None:
    """The next stop as far as it is known; None after the last bookmark."""
    document = session.settled
    kind = stops_of(document).kind
    t = known_stop(document, session.t)
    if t is not None:
        bookmark = bookmark_at(document.bookmarks, t)
        name = f"“{bookmark.name}” · " if bookmark is not None else ""
        return Stop(t, f"{name}step {grouped(t)}")
    if kind == BOOKMARKS:
        return None
    return Stop(None, "the next update" if kind == UPDATES else "the next mistake")
