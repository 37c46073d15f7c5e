"""A document that waits while something else is open, as a lesson."""

from dataclasses import dataclass

from linlab.app.session.session import Session

from .undo import Kept, Undo


@dataclass(frozen=True)
class PutAside:
    """A document with its history, and where its run was, for as long as something else is open."""

    kept: Kept
    undo: Undo
    continuing: bool


def put_aside(session: Session) -> PutAside:
    """What there is, to be taken back later; what is opened next has a history of its own."""
    session.drop_preview()
    aside = PutAside(session.kept, session.undo_stack, session.continuing)
    session.undo_stack = Undo()
    session.continuing = False
    return aside


def take_back(session: Session, aside: PutAside) -> None:
    """As it was when it was put aside."""
    kept = aside.kept
    focus = kept.focus if kept.focus < len(kept.document.learners) else 0
    session.open(kept.document, kept.t, focus=focus)
    session.undo_stack, session.continuing = aside.undo, aside.continuing
    session.replay.far = max(kept.far, session.replay.far)
    session.changed.emit()
