"""The commands for bookmarks: set, rename and remove them, each one undo, and go from one to the
next."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from linlab.app.controls.menus import menu_text
from linlab.app.panels.transport import Transport
from linlab.app.plane.plane import Plane
from linlab.app.session.locks import SAID, locked
from linlab.engine.document.bookmarks import (
    MOST_BOOKMARKS,
    TOO_MANY,
    Bookmark,
    Bookmarks,
    bookmark_at,
    marked,
    unmarked,
)
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.trace import Trace
from linlab.engine.words.notable import notable

from .naming import Naming

BRANCHED = "The copy goes on from step {}: what you change about it counts from here."
NONE_YET = "There is no bookmark yet: Ctrl+D sets one at this step."


class BookmarkCommands(QObject):
    """The bookmarks of a window's document."""

    def __init__(self, transport: Transport, plane: Plane) -> None:
        super().__init__(transport)
        self._transport = transport
        self._session = transport.session
        self._player = transport.player
        self._sought: Bookmark | None = None  # the bookmark that the run is going to
        self._run: Trace | None = None  # the bookmark being named
        self._branching = False  # whether a branch begins where it arrives
        self.duplicate: Callable[[int], bool] = lambda t: False  # of the list of models
        transport.branch_wanted.connect(self.branch)
        self.naming = Naming(plane, transport.scrubber, self.name)
        transport.scrubber.chosen.connect(self.go)
        transport.scrubber.menu_wanted.connect(
            lambda bookmark, place: self.menu(bookmark).popup(place)
        )
        self._session.moved.connect(self._arrive)
        self._session.changed.connect(self._another)

    @property
    def _all(self) -> Bookmarks:
        return self._session.settled.bookmarks

    def ask(self, t: int | None = None) -> None:
        """Ask for the name of the bookmark at t, or here; an existing one is renamed."""
        t = self._session.replay.now if t is None else t
        known = bookmark_at(self._all, t)
        if known is None and len(self._all) >= MOST_BOOKMARKS:
            self._session.note(TOO_MANY)
        elif self.naming.isHidden() or self.naming.t != t:
            self._run = self._session.trace
            self.naming.ask(t, self._proposed(t) if known is None else known.name)

    def _another(self) -> None:
        """Cancel naming: the step belongs to another run."""
        if not self.naming.isHidden() and self._session.trace is not self._run:
            self.naming.leave()

    def _proposed(self, t: int) -> str:
        flag = self._player.early.flag
        here = t == self._session.t
        if flag is not None and flag[0] == t:
            return "early stop"
        return (
            "done"
            if here and self._player.note and self._player.done
            else notable(self._session.trace, t)
        )

    def name(self, t: int, name: str) -> None:
        """Set the name of the bookmark at t."""
        known = bookmark_at(self._all, t)
        after = marked(self._all, t, name)
        self._edit(
            f"set bookmark {name}" if known is None else f"rename bookmark {known.name}", after
        )

    def remove(self, t: int | None = None) -> None:
        """Remove the bookmark at t, or here."""
        known = bookmark_at(self._all, self._session.replay.now if t is None else t)
        if known is not None:
            self._edit(f"remove bookmark {known.name}", unmarked(self._all, known.t))
        else:
            self._session.note(
                "There is no bookmark at this step: D goes to the next one."
                if self._all
                else NONE_YET
            )

    def _edit(self, step: str, after: Bookmarks) -> None:
        if after != self._all:
            self._session.edit(step, replace(self._session.settled, bookmarks=after))

    def next(self, way: int) -> None:
        """Go to the next one, or with −1 to the previous one."""
        now = self._session.replay.now
        ahead = [bookmark for bookmark in self._all[::way] if way * bookmark.t > way * now]
        if ahead:
            self.go(ahead[0])
        else:
            none = f"There is no bookmark {'after' if way > 0 else 'before'} this step."
            self._session.note(none if self._all else NONE_YET)

    def go(self, bookmark: Bookmark) -> None:
        """Go there, or as far as the run goes, with a message."""
        if locked(self._session.locks, "transport"):
            self._session.note(SAID["transport"])
            return
        self._sought = bookmark
        self._transport.go(bookmark.t)

    def branch(self, bookmark: Bookmark | None = None) -> None:
        """Begin a branch at this step, or at a bookmark once the run is there: a copy of the current
        model, whose settings change from here on."""
        session = self._session
        if session.trace is None:
            session.note(session.run.trouble)
            return
        if bookmark is not None and session.t != bookmark.t:
            self._branching = True
            self.go(bookmark)
            return
        t = session.t
        if self.duplicate(t):
            self._transport.mode.setChecked(True)
            session.note(BRANCHED.format(grouped(t)))

    def _arrive(self) -> None:
        session, sought = self._session, self._sought
        if sought is None or (session.replay.catching_up and session.replay.wanted == sought.t):
            return
        self._sought = None
        branching, self._branching = self._branching, False
        if branching and session.t == sought.t:
            self.branch()
        elif session.trace is None:
            session.note(session.run.trouble)
        elif session.run.finished and session.t < sought.t and not session.replay.catching_up:
            session.note(
                f"The run ends at step {grouped(session.t)}, before the bookmark “{shorten(sought.name)}” at step "
                f"{grouped(sought.t)}."
            )

    def menu(self, bookmark: Bookmark) -> QMenu:
        """A menu to rename or remove it."""
        menu = QMenu(self._transport)
        menu.setObjectName("bookmark-menu")
        menu.aboutToHide.connect(menu.deleteLater)
        menu.addAction(menu_text(f"Go to {bookmark.name}"), partial(self.go, bookmark))
        menu.addAction("Branch here", partial(self.branch, bookmark))
        menu.addAction("Rename…", partial(self.ask, bookmark.t))
        menu.addAction("Remove", partial(self.remove, bookmark.t))
        return menu

    def list_in(self, menu: QMenu) -> None:
        """List all bookmarks at the end of a menu when it opens."""
        menu.addSeparator()
        shown: list[QAction] = []

        def fill() -> None:
            for old in shown:
                menu.removeAction(old)
                old.deleteLater()
            shown[:] = [
                menu.addAction(
                    menu_text(f"{grouped(each.t)} · {each.name}"), partial(self.go, each)
                )
                for each in self._all
            ]
            if not shown:
                shown.append(menu.addAction("Nothing yet"))
                shown[0].setEnabled(False)

        menu.aboutToShow.connect(fill)
