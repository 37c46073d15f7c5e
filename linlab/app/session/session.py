"""The session: the only mutable thing. A document with its undo history, a run for each of its
learners, and t.

Views read the session and re-read it when it says `changed` (another document), `moved` (another
t), `anticipated` (slow motion) or `measured` (another optimum or bound); words and numbers follow
`read`, so that all of them are of one t. Tools and forms call `preview` while a gesture lasts and
`commit` when it ends, so a gesture is one step of undo. Replay: a change counts from the start.
Continue: it becomes an entry of the timeline at t. Either way it is made to all later entries too.
Another data set or another model from the start is another run: it begins at update 0, and undo
returns to where the one before was.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.document.first import first_document
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import names_of
from linlab.engine.learner.spaces import space
from linlab.engine.train.models import Model
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace

from .background import Throttle
from .locks import refusal
from .run import LiveRun
from .undo import Kept, Past, Undo
from .views.choices import ViewChoices
from .views.laid import Laid

SLICE = 0.012  # seconds of training between two looks at the user
BEAT = 100  # milliseconds: nobody reads faster
PAUSE = 40  # milliseconds of quiet before the history beyond t is trained again


def another_run(before: Document, after: Document) -> bool:
    """Whether the run of a document has no past in common with that of another: points from
    elsewhere, or another model in the place of one. Models that come, go or change places leave the
    others where they are."""
    old, new = (Counter(learner.model for learner in d.learners) for d in (before, after))
    swapped = old.total() == new.total() and old != new
    return swapped or (before.source and before.source.name) != (after.source and after.source.name)


@lru_cache(maxsize=4)
def _names(learners: tuple[Learner, ...]) -> tuple[str, ...]:
    return names_of(learners)


def _place_of(problem: Problem) -> str:
    """Where its weights live, in words."""
    learner = problem.learner
    if learner.recipe.of_others:
        return f"the {learner.recipe.title.lower()}"
    return (
        f"the counts of {learner.recipe.title}"
        if problem.counting
        else f"the space “{space(learner['space']).title}”"
    )


@dataclass(frozen=True)
class Gesture:
    """A change that the hand is still at."""

    document: Document  # with the change as it is now
    begun: int  # t when it began: what is edited are the points and learners of then
    t: int  # where the run would be without it, for it may go on meanwhile
    lost: int


@dataclass(frozen=True)
class PutAside:
    """A document with its history, and where its run was, for as long as something else is open."""

    kept: Kept
    undo: Undo
    continuing: bool


class Session(QObject):
    """A document, its history, and where in its training we are."""

    equipped = Signal()  # all compiled code is loaded
    changed = Signal()
    moved = Signal()
    anticipated = Signal()  # the next update is about to be made, or so is none
    measured = Signal()
    read = Signal()  # what is told in words and numbers is told anew, all of it at once and no faster than one can read
    pointed_at = Signal()  # another point is pointed at, or another place of the plane
    said = Signal(str)  # a sentence for the user
    over = Signal(str)  # a sentence that was said and is true no longer

    def __init__(self, document: Document | None = None) -> None:
        super().__init__()
        self._document = document or first_document()
        self._gesture: Gesture | None = None
        self._undo = Undo()
        self._noted = ""
        self.locks: frozenset[str] = frozenset()  # what cannot be changed
        self.focus = 0
        self.continuing = False
        self.loading = False  # the compiled loop is still being loaded, so what needs it is shown a moment later
        self.preparing = ""  # how far that is, in words, if it takes long
        self.label = 0  # the class that a click adds; −1: unlabelled
        self._selection: frozenset[int] = frozenset()
        self.pointed: int | None = (
            None  # the id of the point that the mouse is at, in whatever view
        )
        self.cursor: tuple[float, float] | None = (
            None  # the place of the plane that the mouse is at
        )
        self.choices, self.laid = ViewChoices(self), Laid(self)
        self._drawn_by = self._document.source
        self._wanted = 0  # t, or the one we are on the way to
        self._lost = 0  # the furthest update that was wanted of this document, if its run is not there or too short for it
        self.far = (
            0  # the furthest update seen since the document was opened, whatever became of it
        )
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._catch_up)
        self._ahead = QTimer(self, interval=PAUSE)
        self._ahead.timeout.connect(self._train_ahead)
        self._beat = Throttle(self, BEAT, self.read.emit)
        for signal in (self.changed, self.moved, self.anticipated, self.measured):
            signal.connect(self._beat)
        self.runs: list[LiveRun] = []
        self._bare: Document | None = None  # what they are of
        self._open_runs()
        self._advance(SLICE)

    # What there is

    @property
    def document(self) -> Document:
        """The document in force: the one being previewed, if a gesture is going on."""
        return self._document if self._gesture is None else self._gesture.document

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
    def run(self) -> LiveRun:
        """The one in hand, of the learner with the focus."""
        return self.runs[self.focus]

    @property
    def names(self) -> tuple[str, ...]:
        """What its models are called, each told from the others."""
        return _names(self.document.learners_at(self.now))

    @property
    def fellows(self) -> tuple[Moment, ...]:
        """All its models at t, if there are several."""
        if len(self.runs) == 1:
            return ()
        return tuple(run.moment for run in self.runs if run.moment is not None)

    @property
    def t(self) -> int:
        """The update we are at."""
        return self.run.t

    @property
    def trace(self) -> Trace | None:
        """The history of the learner with the focus; None while the points cannot be trained on
        (see `trouble`)."""
        return self.run.trace

    @property
    def trouble(self) -> str:
        return self.run.trouble

    @property
    def model(self) -> Model | None:
        return self.run.model

    @property
    def step(self) -> Step | None:
        """The update that led to t."""
        return self.run.step

    @property
    def finished(self) -> str:
        """Why there is no further update, in words; empty if there is one."""
        return self.run.finished

    @property
    def catching_up(self) -> bool:
        """Whether we are still on the way to the t that was asked for: a long replay, or nothing
        can be trained yet."""
        return self._timer.isActive() or (self.loading and self._wanted > self.t)

    @property
    def wanted(self) -> int:
        return self._wanted

    @property
    def now(self) -> int:
        """The update we are at, or on the way to while a replay catches up: changes count from
        there."""
        return self._wanted if self.catching_up else self.t

    # Changing it

    def edit(self, name: str, document: Document, focus: int | None = None) -> None:
        """Another document, as one step of undo called `name`; and if its models are others, the
        one that is in hand."""
        if self._refused(document):
            return
        (t, lost), since, before = self._before(), self._since, self.run.problem
        self._gesture = None
        self._hush()
        if document != self._document:
            if self._settle(name, document, t, lost):
                t = self.far = 0
            lost = 0
        self.focus = self.focus if focus is None else focus
        self._show(t, lost)
        after = self.run.problem
        here = since is not None and self.t == since and focus is None
        if here and before is not None and after is not None and before.meaning != after.meaning:
            old, new = (_place_of(problem) for problem in (before, after))
            self.note(
                f"What was learnt in {old} means nothing in {new}: learning begins anew from here. Undo takes it back."
            )

    def preview(self, document: Document) -> None:
        """Show another document while a gesture lasts."""
        if self._refused(document):
            return
        self._hush()
        if document != self.document:
            before = self._gesture or Gesture(document, self.now, self.now, self._lost)
            self._gesture = replace(before, document=document)
            self._show(before.t)

    def commit(self, name: str) -> None:
        """The previewed document becomes one step of undo."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            self._hush()
            if gesture.document != self._document:
                self._settle(name, gesture.document, gesture.t, gesture.lost)
            self.changed.emit()

    def lock(self, locks: frozenset[str]) -> None:
        """These parts of the document cannot be changed; none: all can."""
        if locks != self.locks:
            self.locks = locks
            self.changed.emit()

    def _refused(self, document: Document) -> bool:
        """Whether the document cannot become this one, which is then said."""
        why = refusal(self.locks, self._document, document)
        if why:
            self._gesture = None
            self.changed.emit()  # controls show what is so
            self.note(why)
        return bool(why)

    def drop_preview(self) -> None:
        """Back to the document before the gesture."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            self._show(gesture.t, gesture.lost)

    def _before(self) -> tuple[int, int]:
        """Where the run is, or would be without the gesture that is going on, and what it could not
        reach."""
        return (
            (self.now, self._lost)
            if self._gesture is None
            else (self._gesture.t, self._gesture.lost)
        )

    @property
    def _edited_at(self) -> int:
        """The update whose points and learners are edited."""
        return self.now if self._gesture is None else self._gesture.begun

    def _settle(self, name: str, document: Document, t: int, lost: int) -> bool:
        """The document is this one, as one step of undo; whether its run is another."""
        anew = another_run(self._document, document)
        self._undo.push(name, Kept(self._document, t, self.far, lost, self.focus), anew)
        self._document = document
        return anew

    def with_points(self, points: Points) -> Document:
        """The settled document with other points: from the start, or from t on if we continue."""
        base = self._document
        return base.with_points(base.points_at(self._edited_at), points, self._since)

    def with_learner(self, learner: Learner) -> Document:
        """The settled document with another learner in focus: from the start, or from t on if we
        continue."""
        base = self._document
        before = base.learners_at(self._edited_at)
        return base.with_learners(
            before, (*before[: self.focus], learner, *before[self.focus + 1 :]), self._since
        )

    def choose_models(self, name: str, chosen: Sequence[int | Learner], focus: int) -> None:
        """These models, as one step of undo: each one that there is, by its place, or a new one;
        and which is in hand."""
        self.edit(name, self._document.with_models(chosen), focus)

    @property
    def _since(self) -> int | None:
        """From which update on a change counts; None: from the start."""
        t = self._before()[0]
        return t if self.continuing and t > 0 else None

    def with_pick(self, id: int) -> Document:
        """The settled document in which the next update trains on the point `id`."""
        kept = tuple(
            c for c in self._document.timeline if not (c.t == self.t and c.pick is not None)
        )
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

    @property
    def past(self) -> tuple[Past, ...]:
        """What undo goes back through, oldest first."""
        return self._undo.past

    def undo(self) -> None:
        self._swap(back=True)

    def redo(self) -> None:
        self._swap(back=False)

    def _swap(self, back: bool) -> None:
        """The other document, at the same t, or where the run was before this document cut it
        short, or began another."""
        if self._gesture is not None:  # that is what is taken back
            self.drop_preview()
            return
        found = self._undo.swap(
            Kept(self._document, self.now, self.far, self._lost, self.focus), back
        )
        if found is None:
            return
        t, (kept, anew) = max(self.now, self._lost), found
        if anew:
            t, self.far = kept.t, kept.far
        if anew or len(kept.document.learners) != len(self._document.learners):
            self.focus = kept.focus
        self._document = kept.document
        self._hush()
        self._show(t, kept.lost)

    def open(self, document: Document, t: int = 0, step: str = "") -> None:
        """Begin anew with a document: nothing to undo, unless that is itself a step with this
        name."""
        if step:
            self._undo.push(
                step, Kept(self.settled, self.now, self.far, self._lost, self.focus), anew=True
            )
        else:
            self._undo.clear()
        self._gesture, self._document = None, document
        self.selection, self.focus, self.far = frozenset(), 0, 0
        self.label = min(self.label, len(document.points.classes) - 1)
        for run in self.runs:
            run.exact.put_off()  # it was wanted of the document before
        self._hush()
        self._show(t, anew=True)

    def put_aside(self) -> PutAside:
        """What there is, to be taken back later; what is opened next has a history of its own."""
        self.drop_preview()
        aside = PutAside(
            Kept(self._document, self.now, self.far, self._lost, self.focus),
            self._undo,
            self.continuing,
        )
        self._undo, self.continuing = Undo(), False
        return aside

    def take_back(self, aside: PutAside) -> None:
        """As it was when it was put aside."""
        self.open(aside.kept.document, aside.kept.t)
        self._undo, self.far, self.continuing = (
            aside.undo,
            max(aside.kept.far, self.far),
            aside.continuing,
        )
        if aside.kept.focus < len(self.runs):
            self.focus_on(aside.kept.focus)
        self.changed.emit()

    def start_over(self) -> None:
        """Back to update 0, and forget the run that there is: it is trained anew from here."""
        self.far = 0
        self._show(0, anew=True)

    def focus_on(self, which: int) -> None:
        """Look at another learner of the document, at the same t."""
        t, lost = self.now, self._lost
        self.focus = which
        self._replay(t, lost)

    # Time

    def go(self, t: int, patience: float = SLICE) -> None:
        """Show the state after t updates; what takes longer than `patience` goes on while the
        window answers."""
        if self.catching_up:
            self._lost = 0  # nobody waits for the replay any more
        self._wanted = max(0, t)
        self._advance(patience)
        self._gone_on()

    def play(self, updates: int) -> None:
        """So many updates on, or as many as there is time for in a frame."""
        self._wanted = self.t + updates
        self._advance(SLICE)
        self._rest()
        self._gone_on()

    def point_at(self, id: int | None, cursor: tuple[float, float] | None = None) -> None:
        """This point is pointed at, in whatever view; the plane says at which place, too."""
        if (id, cursor) != (self.pointed, self.cursor):
            self.pointed, self.cursor = id, cursor
            self.pointed_at.emit()

    @property
    def selection(self) -> frozenset[int]:
        """The ids of the points that are selected."""
        return self._selection

    @selection.setter
    def selection(self, ids: frozenset[int]) -> None:
        if ids != self._selection:
            self._selection = ids
            self.pointed_at.emit()

    def stay(self) -> None:
        """Give up catching up: here is where we are."""
        self._rest()
        self.moved.emit()

    def anticipate(self, share: float) -> None:
        """The next update is about to be made: its example is lit, and its boundary has gone so
        much of its way."""
        for run in self.runs:
            run.anticipate(share)
        self.anticipated.emit()

    def forget_coming(self) -> None:
        """No update is about to be made."""
        for run in self.runs:
            run.forget_coming()
        self.anticipated.emit()

    def loaded(self) -> None:
        """The compiled code is there: go where somebody wanted to go meanwhile."""
        self.loading, self.preparing = False, ""
        self._advance(SLICE)
        self.moved.emit()

    def _gone_on(self) -> None:
        if self._gesture is not None:
            self._gesture = replace(self._gesture, t=self._wanted)
        if self._ahead.isActive():
            self._ahead.start()  # that can wait
        self.moved.emit()

    def _advance(self, seconds: float) -> None:
        """Train all runs towards the wanted t, and be where all of them are, or at the end of the
        one in hand."""
        if self.loading and self._wanted > 0 and self.trace is not None:  # `loaded` goes on
            return
        t = self._wanted
        for run in sorted(
            self.runs, key=lambda run: run is self.run
        ):  # the one in hand need go no further than the others
            t = run.train(t, seconds / len(self.runs))
        for run in self.runs:
            run.be_at(self.run.clamp(t))
        self.far = max(self.far, self.t)
        if self.t < self.run.clamp(self._wanted):
            self._timer.start()
            return
        self._rest()
        if self.t >= self._lost:
            self._lost = 0

    def _rest(self) -> None:
        self._timer.stop()
        self._wanted = self.t

    def _catch_up(self) -> None:
        self._advance(SLICE)
        self.moved.emit()

    def _train_ahead(self) -> None:
        """Train what was seen of the run before the document became another, while nothing else is
        to be done."""
        if self.catching_up or self.loading:
            return
        reached = [run.train(self.far, SLICE / len(self.runs), ahead=True) for run in self.runs]
        if min(reached) >= self.far:
            self._ahead.stop()
            self.moved.emit()

    def _show(self, t: int, lost: int = 0, anew: bool = False) -> None:
        """The document is another, or its run is to be trained anew: replay it to this t."""
        self._open_runs(anew)
        if (
            self.document.source != self._drawn_by
        ):  # other points, even if some have the numbers of old ones
            self.selection, self._drawn_by = frozenset(), self.document.source
        self._replay(t, lost)

    def _replay(self, t: int, lost: int) -> None:
        self._wanted, self._lost = t, max(lost, t)
        self._advance(SLICE)
        if self.selection:
            self.selection &= frozenset(self.points.ids.tolist())
        if self.run.trained < self.far:
            self._ahead.start()
        else:
            self._ahead.stop()
        self.changed.emit()

    def _open_runs(self, anew: bool = False) -> None:
        """A run for each learner; those that there are go on where the document differs in no more
        than words about it."""
        before, self._bare = self._bare, self.document.bare
        many = len(self.document.learners)
        self.focus = min(self.focus, many - 1)
        for run in self.runs[many:]:
            run.deleteLater()
        del self.runs[many:]
        for which in range(len(self.runs), many):
            run = LiveRun(self, which)
            run.measured.connect(self.measured)
            self.runs.append(run)
        anew = anew or self._bare != before
        for run in self.runs:
            if anew or run.trace is None:
                run.open(self.document)
