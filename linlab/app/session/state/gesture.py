"""A gesture: a change that the hand is still at. It is shown while it lasts, and one step of undo
when it ends."""

from dataclasses import dataclass

from linlab.engine.document.document import Document


@dataclass(frozen=True)
class Gesture:
    """A change that is not made yet."""

    document: Document  # with the change as it is now
    begun: int  # t when it began: what is edited are the points and learners of then
    t: int  # where the run would be without it, for it may go on meanwhile
    lost: int  # and the furthest step that it could not reach
    anew: bool = False  # whether it begins another run, which is shown at step 0

    def since(self, continuing: bool) -> int | None:
        """From which step on the change counts; None: from the start."""
        return self.t if continuing and self.t > 0 else None
