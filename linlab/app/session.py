"""The session: the only mutable thing. A document with its undo history, the trace of it, and t.

Views read the session and re-read it when it says `changed` (another document) or `moved` (another t). Tools and forms
call `preview` while a gesture lasts and `commit` when it ends, so a gesture is one step of undo. Replay: a change counts
from the start. Continue: it becomes an entry of the timeline at t.
"""

import time
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.document import Change, Document, Source
from linlab.engine.errors import LinlabError
from linlab.engine.learner import Learner
from linlab.engine.models import Model
from linlab.engine.points import Points
from linlab.engine.state import Step
from linlab.engine.trace import Trace

SLICE = 0.012  # seconds of training between two looks at the user
PATIENCE = 0.030  # seconds that a gesture may wait for its replay


def first_document() -> Document:
    """What the very first start shows: two blobs and a perceptron that has not begun."""
    source = Source("blobs", 0, (("classes", 2.0), ("n", 60.0)))
    return Document(source.draw(), (Learner.of("perceptron"),), source=source)


class Session(QObject):
    """A document, its history, and where in its training we are."""

    changed = Signal()
    moved = Signal()
    said = Signal(str)  # a sentence for the user

    def __init__(self, document: Document | None = None) -> None:
        super().__init__()
        self._document = document or first_document()
        self._preview: Document | None = None
        self._past: list[tuple[str, Document]] = []
        self._future: list[tuple[str, Document]] = []
        self.focus = 0
        self.continuing = False
        self.warming = False  # the compiled loop is still being loaded, so what needs it is better shown a moment later
        self.label = 0  # the class that a click adds; −1: unlabelled
        self.selection: frozenset[int] = frozenset()  # ids
        self._drawn_by = self._document.source
        self.t = 0
        self._wanted = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._catch_up)
        self._trace: Trace | None = None
        self._step: tuple[Trace, Step] | None = None  # the last one asked for
        self.trouble = ""
        self._open_trace()

    # What there is

    @property
    def document(self) -> Document:
        """The document in force: the one being previewed, if a gesture is going on."""
        return self._preview or self._document

    @property
    def settled(self) -> Document:
        """The document without any preview."""
        return self._document

    @property
    def points(self) -> Points:
        """The points in force at t: those of the last change of the timeline."""
        return self.document.points_at(self.now)

    @property
    def learner(self) -> Learner:
        """The learner with the focus, as it is in force at t."""
        return self.document.learners_at(self.now)[self.focus]

    @property
    def trace(self) -> Trace | None:
        """The history of the learner with the focus; None while the points cannot be trained on (see `trouble`)."""
        return self._trace

    @property
    def model(self) -> Model | None:
        return None if self._trace is None else self._trace.model(self.t)

    @property
    def step(self) -> Step | None:
        """The update that led to t."""
        if self._trace is None or self.t == 0:
            return None
        if self._step is None or self._step[0] is not self._trace or self._step[1].t != self.t:
            step = self._trace.step(self.t)
            assert step is not None
            self._step = (self._trace, step)
        return self._step[1]

    @property
    def finished(self) -> str:
        """Why there is no further update, in words; empty if there is one."""
        if self._trace is None:
            return self.trouble
        return self._trace.reason if self._trace.end is not None and self.t >= self._trace.end else ""

    @property
    def catching_up(self) -> bool:
        """Whether a long replay is still on its way to the t that was asked for."""
        return self._timer.isActive()

    @property
    def wanted(self) -> int:
        return self._wanted

    @property
    def now(self) -> int:
        """The update we are at, or on the way to while a replay catches up: changes count from there."""
        return self._wanted if self.catching_up else self.t

    # Changing it

    def edit(self, name: str, document: Document) -> None:
        """Another document, as one step of undo called `name`."""
        self._preview = None
        if document == self._document:
            self._show()
            return
        self._past.append((name, self._document))
        self._future.clear()
        self._document = document
        self._show()

    def preview(self, document: Document) -> None:
        """Show another document while a gesture lasts."""
        if document != self.document:
            self._preview = document
            self._show()

    def commit(self, name: str) -> None:
        """The previewed document becomes one step of undo."""
        if self._preview is not None:
            document, self._preview = self._preview, None
            if document != self._document:
                self._past.append((name, self._document))
                self._future.clear()
                self._document = document
            self.changed.emit()

    def drop_preview(self) -> None:
        """Back to the document before the gesture."""
        if self._preview is not None:
            self._preview = None
            self._show()

    def with_points(self, points: Points) -> Document:
        """The settled document with other points: from the start, or from t on if we continue."""
        base = self._document
        if self.continuing and self.now > 0:
            return self._continued(base, points=points)
        timeline = tuple(c for c in base.timeline if c.points is None)
        return replace(base, points=points, timeline=timeline)

    def with_learner(self, learner: Learner) -> Document:
        """The settled document with another learner in focus: from the start, or from t on if we continue."""
        base = self._document
        before = base.learners if not (self.continuing and self.now > 0) else base.learners_at(self.now)
        learners = (*before[: self.focus], learner, *before[self.focus + 1 :])
        if self.continuing and self.now > 0:
            return self._continued(base, learners=learners)
        timeline = tuple(c for c in base.timeline if c.learners is None)
        return replace(base, learners=learners, timeline=timeline)

    def with_pick(self, id: int) -> Document:
        """The settled document in which the next update trains on the point `id`."""
        kept = tuple(c for c in self._document.timeline if not (c.t == self.t and c.pick is not None))
        return replace(self._document, timeline=kept).after(Change(self.t, pick=id))

    def _continued(self, base: Document, **change: Any) -> Document:
        """One entry of the timeline at t; a gesture at the same t replaces what it set before."""
        now = Change(self.now, **change)
        kind = next(iter(change))
        kept = tuple(c for c in base.timeline if not (c.t == self.now and getattr(c, kind) is not None))
        return replace(base, timeline=kept).after(now)

    # Undo

    @property
    def undo_name(self) -> str:
        return self._past[-1][0] if self._past else ""

    @property
    def redo_name(self) -> str:
        return self._future[-1][0] if self._future else ""

    def undo(self) -> None:
        self._swap(self._past, self._future)

    def redo(self) -> None:
        self._swap(self._future, self._past)

    def _swap(self, here: list[tuple[str, Document]], there: list[tuple[str, Document]]) -> None:
        if self._preview is not None:  # a gesture is going on: that is what is taken back
            self.drop_preview()
            return
        if here:
            name, document = here.pop()
            there.append((name, self._document))
            self._document = document
        self._show()

    def open(self, document: Document, t: int = 0) -> None:
        """Begin anew with a document: nothing to undo."""
        self._past.clear()
        self._future.clear()
        self._preview, self._document = None, document
        self.selection, self.focus, self.t, self._wanted = frozenset(), 0, 0, t
        self.label = min(self.label, len(document.points.classes) - 1)
        self._show()

    def focus_on(self, which: int) -> None:
        """Look at another learner of the document, at the same t."""
        self.focus = which
        self._show()

    # Time

    def go(self, t: int, patience: float = PATIENCE) -> None:
        """Show the state after t updates; what takes longer than `patience` goes on while the window answers."""
        self._wanted = max(0, t)
        self._advance(patience)
        self.moved.emit()

    def stay(self) -> None:
        """Give up catching up: here is where we are."""
        self._wanted = self.t
        self._timer.stop()
        self.moved.emit()

    def _advance(self, patience: float) -> None:
        """Train towards the wanted t for so many seconds; points that cannot be trained on from some t on are trouble."""
        try:
            self._train(patience)
        except LinlabError as error:
            self._trace, self.trouble = None, str(error)
            self._train(patience)

    def _train(self, patience: float) -> None:
        """In growing strides, as far as the time reaches."""
        if self._trace is None:
            self.t = self._wanted = 0
            self._timer.stop()
            return
        target = self._trace.clamp(self._wanted)
        if target <= self.t or self._trace.known(target):
            self.t = self._trace.at(target).t
        else:
            begun, stride = time.perf_counter(), 512
            self.t = max(self.t, self._trace.reached(target))
            while self.t < target and time.perf_counter() - begun < patience:
                before = time.perf_counter()
                self.t = self._trace.at(min(target, self.t + stride)).t
                target = self._trace.clamp(self._wanted)
                stride = stride * 2 if time.perf_counter() - before < patience / 4 else max(64, stride // 2)
        if self.t < target:
            self._timer.start()
        else:
            self._timer.stop()
            self._wanted = self.t

    def _catch_up(self) -> None:
        self._advance(SLICE)
        self.moved.emit()

    def _show(self) -> None:
        """The document is another: replay it to the same t."""
        wanted = max(self._wanted, self.t)
        self._open_trace()
        if self.document.source != self._drawn_by:  # other points, even if some have the numbers of old ones
            self.selection, self._drawn_by = frozenset(), self.document.source
        self.selection &= frozenset(self.document.points.ids.tolist())
        self._wanted, self.t = wanted, 0
        self._advance(PATIENCE)
        self.changed.emit()

    def _open_trace(self) -> None:
        self.focus = min(self.focus, len(self.document.learners) - 1)
        try:
            self._trace, self.trouble = Trace(self.document, self.focus), ""
        except LinlabError as error:
            self._trace, self.trouble = None, str(error)
