"""Dragging the weights: the tip of w, or the line.

Everything follows the drag, and training starts from where it ends. In replay mode that is step 0
of another run; in continue mode training goes on from this step with the new weights.
"""

from collections.abc import Callable, Generator
from typing import Protocol

from linlab.app.session.locks import locked
from linlab.app.session.session import Session
from linlab.engine.picture.inside.grips import TIP, Grip

from .touch import Touch

SAID = {
    True: "Training starts here, at step 0, from the w and b that you set. Undo brings the run back.",
    False: "Training goes on from the w and b that you set. Undo brings the others back.",
}


class Holder(Protocol):
    """What a drag needs from the plane."""

    session: Session

    def hold(self, grip: Grip | None) -> None: ...


def drag_weights(
    plane: Holder, grip: Grip, slipped: Callable[[Touch], bool]
) -> Generator[None, Touch, bool]:
    """Drag what the mouse holds; return whether it moved."""
    session = plane.session
    moved = False
    plane.hold(grip)
    try:
        here = yield
        while here.kind == "move":
            moved = moved or slipped(here)
            if moved:
                anew = not session.continuing
                document = session.with_learner(grip.moved_to(here.x, here.y))
                session.preview(document, anew=anew)
            here = yield
    finally:
        plane.hold(None)
    if moved:
        anew = not session.continuing
        session.commit("drag w" if grip.part == TIP else "drag the line")
        if not locked(session.locks, "transport"):
            session.note(SAID[anew])
    return moved
