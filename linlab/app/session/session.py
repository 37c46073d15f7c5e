"""The session: the only mutable thing. A document with its undo history, the trace of it, and t.

Views read the session and re-read it when it says `changed` (another document) or `moved` (another t). Tools and forms
call `preview` while a gesture lasts and `commit` when it ends, so a gesture is one step of undo. Replay: a change counts
from the start. Continue: it becomes an entry of the timeline at t. Either way it is made to all later entries too.
"""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document, Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace

from .training import train_towards
from .undo import Kept, Undo

SLICE = 0.012  # seconds of training between two looks at the user
PATIENCE = 0.030  # seconds that a gesture may wait for its replay
PAUSE = 40  # milliseconds of quiet before the history beyond t is trained again


def first_document() -> Document:
    """What the very first start shows: two blobs and a perceptron that has not begun."""
    source = Source("blobs", 0, (("classes", 2.0), ("n", 60.0)))
    return Document(source.draw(), (Learner.of("perceptron"),), source=source)


class Session(QObject):
    """A document, its history, and where in its training we are."""

    changed = Signal()
    moved = Signal()
    said = Signal(str)  # a sentence for the user
    over = Signal(str)  # a sentence that was said and is true no longer

    def __init__(self, document: Document | None = None) -> None:
        super().__init__()
        self._document = document or first_document()
        self._preview: Document | None = None
        self._undo = Undo()
        self._lost = 0  # the furthest update that was wanted of this document, if its run is too short for it
        self._begun = (0, 0)  # t, and what was lost, without the gesture that is going on
        self._origin = 0  # t when it began
        self._noted = ""
        self.focus = 0
        self.continuing = False
        self.loading = False  # the compiled loop is still being loaded, so what needs it is shown a moment later
        self.preparing = ""  # how far that is, in words, if it takes long
        self.label = 0  # the class that a click adds; −1: unlabelled
        self.selection: frozenset[int] = frozenset()  # ids
        self._drawn_by = self._document.source
        self.t = 0
        self._wanted = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._catch_up)
        self._replaying = False  # on the way to the t there was before the document became another
        self.far = 0  # the furthest update seen since the document was opened, whatever became of it
        self.extent = 0  # how far this trace is trained already
        self._ahead = QTimer(self, interval=PAUSE)
        self._ahead.timeout.connect(self._train_ahead)
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
        """Whether we are still on the way to the t that was asked for: a long replay, or nothing can be trained yet."""
        return self._timer.isActive() or (self.loading and self._wanted > self.t)

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
        t, lost = self._before()
        self._preview = None
        self._hush()
        if document != self._document:
            self._settle(name, document, lost)
            lost = 0
        self._show(t, lost)

    def preview(self, document: Document) -> None:
        """Show another document while a gesture lasts."""
        self._hush()
        if document != self.document:
            self._origin, self._begun = self._edited_at, self._before()
            self._preview = document
            self._show(self._begun[0])

    def commit(self, name: str) -> None:
        """The previewed document becomes one step of undo."""
        if self._preview is not None:
            document, self._preview = self._preview, None
            self._hush()
            if document != self._document:
                self._settle(name, document, self._begun[1])
            self.changed.emit()

    def drop_preview(self) -> None:
        """Back to the document before the gesture."""
        if self._preview is not None:
            self._preview = None
            self._show(*self._begun)

    def _before(self) -> tuple[int, int]:
        """Where the run is, or would be without the gesture that is going on, and what it could not reach."""
        return self._begun if self._preview is not None else (self.now, self._lost)

    @property
    def _edited_at(self) -> int:
        """The update whose points and learners are edited: for a gesture where it began, though the run may go on."""
        return self._origin if self._preview is not None else self.now

    def _settle(self, name: str, document: Document, lost: int) -> None:
        self._undo.push(name, Kept(self._document, lost))
        self._document = document

    def with_points(self, points: Points) -> Document:
        """The settled document with other points: from the start, or from t on if we continue."""
        base = self._document
        return base.with_points(base.points_at(self._edited_at), points, self._since)

    def with_learner(self, learner: Learner) -> Document:
        """The settled document with another learner in focus: from the start, or from t on if we continue."""
        base = self._document
        before = base.learners_at(self._edited_at)
        return base.with_learners(before, (*before[: self.focus], learner, *before[self.focus + 1 :]), self._since)

    @property
    def _since(self) -> int | None:
        """From which update on a change counts; None: from the start."""
        t = self._before()[0]
        return t if self.continuing and t > 0 else None

    def with_pick(self, id: int) -> Document:
        """The settled document in which the next update trains on the point `id`."""
        kept = tuple(c for c in self._document.timeline if not (c.t == self.t and c.pick is not None))
        return replace(self._document, timeline=kept).after(Change(self.t, pick=id))

    def note(self, sentence: str) -> None:
        """Say something about the document as it is now; it is over as soon as that is another."""
        self._noted = sentence
        self.said.emit(sentence)

    def _hush(self) -> None:
        sentence, self._noted = self._noted, ""
        if sentence:
            self.over.emit(sentence)

    # Undo

    @property
    def undo_name(self) -> str:
        return self._undo.undo_name

    @property
    def redo_name(self) -> str:
        return self._undo.redo_name

    def undo(self) -> None:
        self._swap(back=True)

    def redo(self) -> None:
        self._swap(back=False)

    def _swap(self, back: bool) -> None:
        """The other document, at the same t, or where the run was before this document cut it short."""
        if self._preview is not None:  # a gesture is going on: that is what is taken back
            self.drop_preview()
            return
        kept = self._undo.swap(Kept(self._document, self._lost), back)
        if kept is None:
            return
        self._document = kept.document
        self._hush()
        self._show(max(self.now, self._lost), kept.lost)

    def open(self, document: Document, t: int = 0) -> None:
        """Begin anew with a document: nothing to undo."""
        self._undo.clear()
        self._preview, self._document = None, document
        self.selection, self.focus, self.far = frozenset(), 0, 0
        self.label = min(self.label, len(document.points.classes) - 1)
        self._hush()
        self._show(t)

    def focus_on(self, which: int) -> None:
        """Look at another learner of the document, at the same t."""
        self.focus = which
        self._show(self.now, self._lost)

    # Time

    def go(self, t: int, patience: float = PATIENCE) -> None:
        """Show the state after t updates; what takes longer than `patience` goes on while the window answers."""
        self._wanted, self._replaying = max(0, t), False
        self._advance(patience)
        if self._preview is not None:  # the run goes on while a gesture lasts
            self._begun = (self._wanted, self._begun[1])
        if self._ahead.isActive():
            self._ahead.start()  # that can wait
        self.moved.emit()

    def stay(self) -> None:
        """Give up catching up: here is where we are."""
        self._wanted = self.t
        self._timer.stop()
        self.moved.emit()

    def loaded(self) -> None:
        """The compiled code is there: go where somebody wanted to go meanwhile."""
        self.loading, self.preparing = False, ""
        self._advance(PATIENCE)
        self.moved.emit()

    def _advance(self, patience: float) -> None:
        """Train towards the wanted t for so many seconds; points that cannot be trained on from some t on are trouble."""
        try:
            self._train(patience)
        except LinlabError as error:
            self._trace, self.trouble = None, str(error)
            self._train(patience)
        self.far, self.extent = max(self.far, self.t), max(self.extent, self.t)

    def _train(self, patience: float) -> None:
        """As far as the time reaches."""
        if self._trace is None:
            self.t = 0
            self._arrive()
            return
        if self.loading and self._wanted > 0:  # `loaded` goes on
            return
        target = self._trace.clamp(self._wanted)
        if target <= self.t or self._trace.known(target):
            self.t = self._trace.at(target).t
        else:
            self.t = train_towards(self._trace, self.t, self._wanted, patience)
        if self.t < self._trace.clamp(self._wanted):
            self._timer.start()
        else:
            self._arrive()

    def _arrive(self) -> None:
        """We are where we wanted, or at the end of a run that is too short for it."""
        self._timer.stop()
        if self._replaying and self.t < self._wanted:
            self._lost = max(self._lost, self._wanted)
        self._wanted, self._replaying = self.t, False

    def _catch_up(self) -> None:
        self._advance(SLICE)
        self.moved.emit()

    def _train_ahead(self) -> None:
        """Train what was seen of the run before the document became another, while nothing else is to be done."""
        if self.catching_up or self.loading or self._trace is None:
            return
        try:
            self.extent = train_towards(self._trace, self.extent, self.far, SLICE)
            done = self.extent >= self._trace.clamp(self.far)
        except LinlabError:  # from some t on there is nothing to train on: whoever goes there will be told
            done = True
        if done:
            self._ahead.stop()
            self.moved.emit()

    def _show(self, t: int, lost: int = 0) -> None:
        """The document is another: replay it to this t."""
        self._open_trace()
        if self.document.source != self._drawn_by:  # other points, even if some have the numbers of old ones
            self.selection, self._drawn_by = frozenset(), self.document.source
        self._wanted, self.t, self.extent = t, 0, 0
        self._lost, self._replaying = lost, True
        self._advance(PATIENCE)
        if self.selection:
            self.selection &= frozenset(self.points.ids.tolist())
        if self.extent < self.far:
            self._ahead.start()
        else:
            self._ahead.stop()
        self.changed.emit()

    def _open_trace(self) -> None:
        self.focus = min(self.focus, len(self.document.learners) - 1)
        try:
            self._trace, self.trouble = Trace(self.document, self.focus), ""
        except LinlabError as error:
            self._trace, self.trouble = None, str(error)
