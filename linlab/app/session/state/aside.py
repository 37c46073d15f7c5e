"""A document put aside while something else, such as a lesson, is open."""

from dataclasses import dataclass

from linlab.app.session.session import Session

from .undo import DocumentAndPlace, Undo


@dataclass(frozen=True)
class PutAside:
    """A document with its undo history and the position of its run."""

    kept: DocumentAndPlace
    undo: Undo
    continuing: bool


def put_aside(session: Session) -> PutAside:
    """Put the open document aside; what is opened next has its own history."""
    session.drop_preview()
    aside = PutAside(session.kept, session.undo_stack, session.continuing)
    session.undo_stack = Undo()
    session.continuing = False
    return aside


def take_back(session: Session, aside: PutAside) -> None:
    """Restore it as it was."""
    kept = aside.kept
    focus = kept.focus if kept.focus < len(kept.document.learners) else 0
    session.open(kept.document, kept.t, focus=focus)
    session.undo_stack, session.continuing = aside.undo, aside.continuing
    session.replay.far = max(kept.far, session.replay.far)
    session.replay.show(session.replay.now, kept.lost)  # trains again what was seen beyond t
    session.changed.emit()
