"""The session: the only mutable object. It holds a document with its undo history, the replay of
that document (a run for each learner, all at the same t), the current gesture, and what the mouse
points at.

Widgets read the session's snapshot, which is built once per event. They read it again after
`changed` (another document), `moved` (another t), `anticipated` (slow motion) or `measured`
(another optimum or bound). Words and numbers follow `read`. It comes with every other step, before
the frame is painted, so that everything on the screen is about the same t; within a step, as while
a point is dragged, it comes at reading speed. Tools and forms call `preview` during a gesture and `commit` at its end, so a gesture is one step
of undo. In replay mode a change applies from the start; in continue mode it becomes an entry of the
timeline at t. Either way it also changes all later entries. Another data set, or another model from
the start, begins a new run at step 0; undo returns to where the previous run was.
"""

from collections import Counter
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.first import first_document
from linlab.engine.document.resampling import from_zero
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot

from .background import Throttle
from .locks import refusal
from .run import LiveRun
from .state.gesture import Gesture
from .state.notes import Notes
from .state.pointing import Pointing
from .state.replay import Replay
from .state.undo import DocumentAndPlace, Undo
from .views.choices import ViewChoices
from .views.overlay import Overlay

READING_MS = 100  # milliseconds between two refreshes of words about the same step


def another_run(before: Document, after: Document) -> bool:
    """Whether two documents have runs without a common past: the points come from elsewhere, or a
    model was replaced by another. Adding, removing or moving models does not affect the others."""
    old, new = (Counter(learner.model for learner in d.learners) for d in (before, after))
    swapped = old.total() == new.total() and old != new
    return swapped or (before.source and before.source.name) != (after.source and after.source.name)


def _place_of(problem: Problem) -> str:
    """What holds its weights, in words."""
    learner = problem.learner
    if learner.recipe.of_others:
        return f"the {learner.recipe.title.lower()}"
    return (
        f"the counts of {learner.recipe.title}"
        if problem.counting
        else f"the space “{space(learner['space']).title}”"
    )


class Session(QObject):
    """A document, its undo history, and the current t."""

    equipped = Signal()  # all compiled code is loaded
    changed = Signal()
    moved = Signal()
    anticipated = Signal()  # the next step is shown in slow motion, or no longer
    measured = Signal()
    read = Signal()  # refresh all words and numbers together

    def __init__(self, document: Document | None = None) -> None:
        super().__init__()
        self.settled = document or first_document()  # without any preview
        self._gesture: Gesture | None = None
        self._snapshot: Snapshot | None = None  # of this event, once it is needed
        self.changed.connect(self._forget)
        self._drawn_by = self.settled.source
        self.undo_stack = Undo()
        self.locks: frozenset[str] = frozenset()  # what cannot be changed
        self.continuing = False
        self.played_again = False  # a change made the run go from step 0 to this step once more
        self.label = 0  # the class that a click adds; −1: unlabelled
        self.notes, self.pointing, self.replay = Notes(self), Pointing(self), Replay(self)
        self.choices, self.overlay = ViewChoices(self), Overlay(self)
        self.note, self.said, self.over = self.notes.note, self.notes.said, self.notes.over
        self.runs, self.go = self.replay.runs, self.replay.go
        self._beat = Throttle(self, READING_MS, self.read.emit)
        replay = self.replay
        replay.gone.connect(self._go_on)
        for theirs, mine in (
            (replay.moved, self.moved),
            (replay.anticipated, self.anticipated),
            (replay.measured, self.measured),
        ):
            theirs.connect(self._forget)
            theirs.connect(mine)
        self.pointing.changed.connect(self._forget)
        self._read_at: object = None  # the step that `read` was emitted for
        for signal in (self.changed, self.moved, self.anticipated, self.measured):
            signal.connect(self._refresh_words)
        replay.open(self.settled)
        replay.show(0)

    # What there is

    @property
    def snapshot(self) -> Snapshot:
        """Everything that is shown, built once per event."""
        if self._snapshot is None:
            document, replay, pointing = self.document, self.replay, self.pointing
            now, run = replay.now, replay.run
            points = document.points_at(now)
            self._snapshot = Snapshot(
                document,
                points,
                document.parts_of(points),
                run.t,
                tuple(each.moment for each in replay.runs),
                replay.focus,
                now,
                self.locks,
                pointing.cursor,
                pointing.pointed,
                pointing.selection,
                run.optimum,
                symbol=pointing.symbol,
            )
        return self._snapshot

    @property
    def document(self) -> Document:
        """The current document: the previewed one during a gesture."""
        return self.settled if self._gesture is None else self._gesture.document

    @property
    def points(self) -> Points:
        """The points at t, after the last change of the timeline."""
        return self.snapshot.points

    @property
    def learner(self) -> Learner:
        """The learner in focus, with its settings at t."""
        return self.snapshot.learner

    @property
    def focus(self) -> int:
        """The index of the learner in focus."""
        return self.replay.focus

    @property
    def run(self) -> LiveRun:
        """The run of the learner in focus."""
        return self.runs[self.replay.focus]

    @property
    def t(self) -> int:
        """The current step."""
        return self.runs[self.replay.focus].t

    @property
    def trace(self) -> Trace | None:
        """The history of the learner in focus; None if the points cannot be trained on (the run
        says why)."""
        return self.runs[self.replay.focus].trace

    # Changing it

    def edit(self, name: str, document: Document, focus: int | None = None) -> None:
        """Replace the document, as one undo step called `name`. `focus` is needed if the models
        have changed."""
        if self._refused(document):
            return
        edited = self._edited
        before = self.run.problem
        t = edited.t
        lost = edited.lost
        since = edited.since(self.continuing)
        self._gesture = None
        self.notes.withdraw()
        if document != self.settled:
            again = document.bare != self.settled.bare
            if self._settle(name, document, t, lost):
                t = self.replay.far = 0
            lost = 0
            self.played_again = again and t > 0 and since is None
        self.replay.focus = self.focus if focus is None else focus
        self._show(t, lost)
        after = self.run.problem
        here = since is not None and self.t == since and focus is None
        if here and before is not None and after is not None and before.meaning != after.meaning:
            old, new = (_place_of(problem) for problem in (before, after))
            self.note(
                f"Weights from {old} mean nothing in {new}: learning starts again from here. Undo brings them back."
            )

    def preview(self, document: Document, anew: bool = False) -> None:
        """Show another document during a gesture; `anew`: at step 0, where its run begins."""
        if self._refused(document):
            return
        self.notes.withdraw()
        if document != self.document:
            gesture = self._gesture = replace(self._edited, document=document, anew=anew)
            self.played_again = (
                not anew and gesture.since(self.continuing) is None and gesture.t > 0
            )
            self._show(0 if anew else gesture.t)

    def commit(self, name: str) -> None:
        """Make the previewed document permanent, as one undo step."""
        gesture = self._gesture
        self._gesture = None
        if gesture is not None:
            self.notes.withdraw()
            if gesture.document != self.settled:
                self._settle(name, gesture.document, gesture.t, gesture.lost, gesture.anew)
                self.replay.far = self.t if gesture.anew else self.replay.far
            self.changed.emit()

    def drop_preview(self) -> None:
        """Return to the document before the gesture."""
        gesture = self._gesture
        self._gesture = None
        self.played_again = False
        if gesture is not None:
            self._show(gesture.t, gesture.lost)

    def with_points(self, points: Points) -> Document:
        """The settled document with other points: from the start, or from t on in continue mode."""
        base, edited = self.settled, self._edited
        before, since = base.points_at(edited.begun), edited.since(self.continuing)
        return base.with_points(before, points, since)

    def with_learner(self, learner: Learner) -> Document:
        """The settled document with another learner in focus: from the start, or from t on in
        continue mode."""
        base, edited, focus = self.settled, self._edited, self.focus
        before, since = base.learners_at(edited.begun), edited.since(self.continuing)
        after = (*before[:focus], learner, *before[focus + 1 :])
        return base.with_learners(before, after, since)

    def lock(self, locks: frozenset[str]) -> None:
        """Lock these parts of the document; the empty set unlocks all."""
        if locks != self.locks:
            self.locks = locks
            self.changed.emit()

    # Other documents

    def undo(self) -> None:
        self._swap(back=True)

    def redo(self) -> None:
        self._swap(back=False)

    def _swap(self, back: bool) -> None:
        """Switch to the previous or next document at the same t, or at the t from before this
        document cut the run short or began another."""
        if self._gesture is not None:  # undo cancels the gesture
            self.drop_preview()
            return
        replay, here = self.replay, self.kept
        found = self.undo_stack.swap(here, back)
        if found is None:
            return
        t, (kept, anew) = max(here.t, here.lost), found
        if anew:
            t, replay.far = kept.t, kept.far
        if anew or len(kept.document.learners) != len(self.settled.learners):
            replay.focus = kept.focus
        self.settled = kept.document
        self.played_again = False
        self.notes.withdraw()
        self._show(t, kept.lost)

    @property
    def kept(self) -> DocumentAndPlace:
        """The settled document and the position of its run, to return to."""
        replay = self.replay
        return DocumentAndPlace(self.settled, replay.now, replay.far, replay.lost, replay.focus)

    def open(
        self,
        document: Document,
        t: int = 0,
        step: str = "",
        focus: int = 0,
        locks: frozenset[str] | None = None,
    ) -> None:
        """Open a document. This clears the undo history, unless `step` names an undo step for it.
        `focus` is the learner in focus, `locks` the locked parts."""
        if step:
            self.undo_stack.push(step, self.kept, anew=True)
        else:
            self.undo_stack.clear()
        self.pointing.select(frozenset())
        for run in self.runs:
            run.exact.put_off()  # it was requested for the previous document
        self.notes.withdraw()
        self._gesture = None
        self.played_again = False
        self.settled = document
        self.locks = self.locks if locks is None else locks
        self.replay.focus = focus
        self.replay.far = 0
        self.label = min(self.label, len(document.points.classes) - 1)
        self._show(t, anew=True)

    def start_over(self) -> None:
        """Go to step 0, forget the current run and train a new one. A start that was set by hand is
        0 again, which can be undone."""
        learner = from_zero(self.learner)
        if learner != self.learner:
            self.edit("start from 0", self.with_learner(learner))
        self.replay.far = 0
        self.played_again = False
        self._show(0, anew=True)

    def focus_on(self, which: int) -> None:
        """Focus on another learner of the document, at the same t."""
        t, lost = self.replay.now, self.replay.lost
        self.replay.focus = which
        self._show(t, lost)

    # How it is done

    @property
    def _edited(self) -> Gesture:
        """The current gesture, or one that begins now."""
        now = self.replay.now
        return self._gesture or Gesture(self.settled, now, now, self.replay.lost)

    def _refused(self, document: Document) -> bool:
        """Whether the locks forbid this document; if so, the note says why."""
        why = refusal(self.locks, self.settled, document)
        if why:
            self._gesture = None
            self.changed.emit()  # reset the controls
            self.note(why)
        return bool(why)

    def _settle(self, name: str, document: Document, t: int, lost: int, anew: bool = False) -> bool:
        """Make the document permanent, as one undo step; return whether its run is a new one."""
        anew = anew or another_run(self.settled, document)
        self.undo_stack.push(name, replace(self.kept, t=t, lost=lost), anew)
        self.settled = document
        return anew

    def _show(self, t: int, lost: int = 0, anew: bool = False) -> None:
        """Replay a changed document, or retrain it if `anew`, up to this t."""
        self._forget()
        document = self.document
        self.replay.open(document, anew)
        if document.source != self._drawn_by:  # new points, even if some ids are the same
            self._drawn_by = document.source
            self.pointing.select(frozenset())
        self.replay.show(t, lost)
        self._forget()
        if self.pointing.selection:
            self.pointing.select(self.pointing.selection & frozenset(self.points.ids.tolist()))
        self.changed.emit()

    def _go_on(self) -> None:
        """The run has moved on, maybe during a gesture."""
        self.played_again = False
        if self._gesture is not None and not self._gesture.anew:
            self._gesture = replace(self._gesture, t=self.replay.wanted)

    def _refresh_words(self) -> None:
        """Refresh words and numbers: at once for another step or document, otherwise, as during a
        gesture, at reading speed."""
        run = self.run
        document = None if self._gesture is not None else id(self.settled)
        now = run.which, run.t, run.coming is not None, document
        if now == self._read_at:
            self._beat()
        else:
            self._read_at = now
            self._beat.now()

    def _forget(self) -> None:
        """The snapshot is out of date."""
        self._snapshot = None
