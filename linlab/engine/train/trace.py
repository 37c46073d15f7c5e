"""The trace: the whole history of a learner as a function of its document.

`at(t)` is the state after t updates, the same to the last bit from whatever direction it is
reached; `step(t)` is the update that led to t, `sample(t)` what is measured there.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import FRAME, MOMENT
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.task import Task
from linlab.engine.learner.learner import Learner

from .measures import Sample, error, sample, supports
from .models import Bayes, Linear, Model
from .problem import Problem, pose
from .state import State, Step
from .stopping import settled
from .teams.follower import Follower
from .teams.stacking import EPOCHS, pose_stack
from .teams.team import Posing, team_of
from .tracing.carry_over import carry_over, goes_on, start
from .tracing.keyframes import Keyframes
from .tracing.stretches import NOBODY, Stretch, book_of, segments_of, stretch_of
from .updates import solvers
from .updates.advance import BoundLoop

BUDGET = 24 * 2**20  # bytes of keyframes
SMALL_BUDGET = BUDGET // 8  # of a run that is one of several, or stands beside another
BESIDE = (
    2**7
)  # multiplications for what an update does beside: looking up its example, its rate, writing its record
LONG = FRAME  # an update that takes more is made in another thread
_APART = MOMENT  # between two keyframes, if there is room for them


@dataclass(frozen=True, eq=False)
class Reading:
    """A model with its measures."""

    model: Model
    sample: Sample
    supports: int | None  # how many examples are on or inside the margin; None where there is none


class Trace:
    """The history of one learner of a document.

    It may compute more or remember less as it is asked, but what it answers depends on the document
    alone.
    """

    def __init__(
        self,
        document: Document,
        which: int = 0,
        budget: int = BUDGET,
        orders: int | None = None,
        posing: Posing | None = None,
    ) -> None:
        """`orders` is a seed for the orders alone, where that is not the document's; `posing` makes
        the problems of points and learners where they are not the plain ones: of a sample, or with
        further features."""
        self.document, self.which, self._posing, self._budget = document, which, posing, budget
        self._segments = segments_of(document, which)
        self._begins = [begins for begins, _, _ in self._segments]
        self._picks = {
            change.t: change.pick for change in document.timeline if change.pick is not None
        }
        points, learner = self._segments[0][1:]
        first = self._posed(0, points, learner)
        begun, team = start(first), team_of(document, 0, points, first, self._follow)
        first = first if orders is None else replace(first, seed=orders)
        self._stretches = [
            stretch_of(
                first,
                begun,
                0,
                book_of(first, 0, begun.theta),
                self._picks,
                self._following(0),
                team=team,
            )
        ]
        self._paths: dict[int, solvers.Path] = {}
        self._frames = Keyframes(budget)
        self._frames.begin(begun, _APART // first.effort)
        self._cursor = self._eve = (
            begun  # where we are, and one update before, for whoever asks how we got here
        )
        self._logged = 0  # up to which update the vote's book is written
        self._samples: dict[int, Sample] = {}
        self._task: Task | None = None  # an update that takes long
        self.end: int | None = None  # the last t there is, once known
        self.reason = ""  # why it ends there
        self.diverged = False
        self._foresee()

    # Where things are

    def problem(self, t: int) -> Problem:
        """The problem in force at t."""
        if self._segment(t) >= len(self._stretches):  # it begins where the run has not been yet
            self.at(t)
        return self._begun(t).problem

    def stretch(self, t: int) -> Stretch:
        """The stretch of the run that t lies in."""
        self.problem(t)
        return self._begun(t)

    def learner(self, t: int) -> Learner:
        """The learner of the document that is in force at t; the problem of a stack is that of its
        A."""
        learner: Learner = self._segments[self._segment(t)][2]
        return learner

    def learning(self, t: int) -> Sequence[Follower]:
        """The runs that learn at t: this one, or its members."""
        team = self.stretch(t).team
        return (self,) if team is None else team.runs

    def span(self, t: int) -> tuple[int, int | None]:
        """From which update to which the problem in force at t is in force; None: to the end."""
        segment = self._segment(t)
        return self._begins[segment], self._following(segment)

    def clamp(self, t: int) -> int:
        return max(0, t) if self.end is None else min(max(0, t), self.end)

    def reached(self, t: int) -> int:
        """The last update up to t at which a state is at hand without training."""
        return self._nearest(self.clamp(t)).t

    def at(self, t: int, passing: bool = False) -> State:
        """The state after t updates, or at the end of the trace if that comes first; in passing, if
        nobody is going to ask how it got there."""
        t = self.clamp(t)
        state = self._nearest(t)
        if state.t == t:
            return state
        while state.t < t and (self.end is None or state.t < self.end):
            state = self._on(state, t if passing or state.t == t - 1 else t - 1)
            if state.t == t - 1:
                self._eve = state
            self._frames.offer(state)
        self._cursor = state
        return state

    def reach(self, t: int, seconds: float) -> int:
        """Train towards t for about so many seconds; what takes longer goes on in another thread.
        How far it is."""
        until, now = time.perf_counter() + seconds, self.reached(t)
        while now < self.clamp(t):
            after = self._piece(now, self.clamp(t), until - time.perf_counter())
            if after == now or time.perf_counter() > until:
                return after
            now = after
        return now

    def moment(self, t: int) -> int:
        """How many updates from t on are made in a moment."""
        return max(1, MOMENT // (self.problem(t).effort + BESIDE))

    def cancel_tasks(self) -> None:
        """Nobody asks any more."""
        if self._task is not None:
            self._task.cancel()
        for stretch in self._stretches:
            if stretch.team is not None:
                stretch.team.cancel_tasks()

    @property
    def doing(self) -> str:
        """What goes on in another thread, in words."""
        own = self._task.doing if self._task is not None and not self._task.done() else ""
        return own or next(
            (stretch.team.doing for stretch in self._stretches if stretch.team is not None), ""
        )

    def model(self, t: int) -> Model:
        """What the learner answers with after t updates, by its read-out."""
        return self._read_out(self.at(t))

    def step(self, t: int) -> Step | None:
        """The update that led to t; None for t = 0."""
        t = self.clamp(t)
        if t == 0:
            return None
        before = self.at(t - 1)
        segment = self._segment(t - 1)
        own, loop = self._stretches[segment], self._stretches[segment].loop
        if own.team is not None:
            return own.team.step(t, own.problem)
        if loop.problem.learner.optimiser.solver:
            theta = self._along_path(before, segment, before.t + 1).theta
            return self._path(segment).step(before, before.t - self._begins[segment], theta)
        made = loop.step(before, own.picks.at.get(t - 1))
        if made is None:
            raise LinlabError("This update diverges.")
        after, step = made
        if after.t not in self._begins and loop.problem.learner["average"] not in ("best", "voted"):
            self._cursor = after  # a walk from step to step trains each update once
        return step if own.counts is None else own.counts.judged(step)

    def mistakes(self, t: int) -> int:
        """How many have been made after t updates."""
        state = self.at(t)
        return self._mistakes(state, self._segment(state.t))

    def sample(self, t: int) -> Sample:
        """The measures after t updates."""
        return self.measured(t) or self.reading(t)().sample

    def measured(self, t: int) -> Sample | None:
        """The same, if they are at hand."""
        return self._samples.get(self.clamp(t))

    def reading(self, t: int) -> "Callable[[], Reading]":
        """What measures it, in whatever thread it is called."""
        state = self.at(t)
        model, mistakes = self._read_out(state), self._mistakes(state, self._segment(state.t))
        if len(self._samples) > 4 * len(self._frames.times) + 64:
            self._samples = {k: s for k, s in self._samples.items() if k in self._frames}

        samples = self._samples

        def read() -> Reading:
            made = samples[state.t] = samples.get(state.t) or sample(model, state.t, mistakes)
            return Reading(model, made, supports(model))

        return read

    @property
    def nbytes(self) -> int:
        """About how much the keyframes take."""
        return self._frames.nbytes

    # How it gets there

    def _posed(
        self, t: int, points: Points, learner: Learner, ghosts: Floats | None = None
    ) -> Problem:
        if self._posing is not None:
            return self._posing(points, learner, ghosts)
        if learner.recipe.team == "stack":
            return pose_stack(self.document, t, points, learner, _to_its_end)
        return pose(points, learner, self.document.seed, self.document.parts_of(points), ghosts)

    def _follow(self, which: int, posing: Posing | None) -> "Trace":
        """The run of another learner of the document, for one that is made of others."""
        return Trace(self.document, which, min(self._budget, SMALL_BUDGET), posing=posing)

    def _segment(self, t: int) -> int:
        return bisect_right(self._begins, t) - 1

    def _following(self, segment: int) -> int | None:
        """Where the next segment begins, if there is one."""
        return self._begins[segment + 1] if segment + 1 < len(self._begins) else None

    def _begun(self, t: int) -> Stretch:
        """The stretch that t lies in, or the last that the run has come to."""
        return self._stretches[min(self._segment(t), len(self._stretches) - 1)]

    def _nearest(self, t: int) -> State:
        near = [state for state in (self._eve, self._cursor) if state.t <= t]
        return max((self._frames.before(t), *near), key=lambda state: state.t)

    def _piece(self, now: int, t: int, seconds: float) -> int:
        """Some of the updates after `now` that are made in a moment; one that is not is waited for
        as long as that."""
        segment = self._segment(now)
        loop, state, team = (
            self._stretches[segment].loop,
            self._nearest(now),
            self._stretches[segment].team,
        )
        if team is not None:
            got = team.reach(min(t, self._following(segment) or t), seconds)
            return self.at(got).t if got > now else now
        problem, begins = loop.problem, self._begins[segment]
        if not loop.ready and not self._elsewhere(loop, loop.prepare, seconds):
            return now
        many = self.moment(now)
        if problem.learner.optimiser.solver:
            path = self._path(segment)
            patience = (
                None if problem.n * problem.d * problem.rows <= MOMENT // 8 else max(0.0, seconds)
            )
            if path.upto(now + 1 - begins, patience) <= now - begins and not path.why:
                return now
            many = 1
        elif problem.effort > LONG:
            other, pick = BoundLoop(problem), self._stretches[segment].picks.at.get(now)
            if not self._elsewhere(state, lambda: (other, other.advance(state, 1, pick)), seconds):
                return now
        stop = min(t, now + many, self._following(segment) or t)
        return self.at(stop, passing=stop < t).t

    def _elsewhere(self, key: object, work: Callable[[], Any], seconds: float) -> bool:
        """Whether a task for another thread is done after so many seconds."""
        if self._task is None or self._task.key is not key or self._task.cancelled:
            self._task = Task(work, key).end_with(self).start()
        if not self._task.done(seconds):
            return False
        self._task.result()
        return True

    def _on(self, state: State, t: int) -> State:
        """From a state to the next place worth stopping at, t at the latest; across a change of the
        timeline if it stands at one."""
        segment = self._segment(state.t)
        loop = self._stretches[segment].loop
        until = min(self.clamp(t), self._frames.next_mark(state.t))
        until = min(until, self._following(segment) or until)
        if self._stretches[segment].team is not None:
            return self._entered(self._together(state, segment, until))
        if loop.problem.learner.optimiser.solver:
            return self._entered(self._along_path(state, segment, until))
        best, picks = loop.problem.learner["average"] == "best", self._stretches[segment].picks
        pick = picks.at.get(state.t)
        until = state.t + 1 if pick is not None else min(until, picks.after(state.t))
        if best:
            until = min(until, (loop.epoch(state.t) + 1) * loop.epoch_length)
        made = self._task
        if made is not None and made.key is state and made.done() and not made.cancelled:
            other: BoundLoop
            after: State
            other, (after, asked, log) = made.result()
            loop.made, loop.record = other.made, other.record
        else:
            after, asked, log = loop.advance(state, until - state.t, pick)
        self._remember(segment, after.t, log)
        if after.t < state.t + asked:
            self.end, self.diverged = after.t, True
            self.reason = f"the weights grew beyond all bounds after update {after.t}: the step size is too large"
            return after
        if best and after.t % loop.epoch_length == 0:
            after = self._better(loop.problem, after)
        return self._entered(after)

    def _entered(self, state: State) -> State:
        """The state carried into the segment that begins at its t, if one does."""
        segment = self._segment(state.t)
        begins, points, learner = self._segments[segment]
        if segment == 0 or begins != state.t:
            return state
        if state.t in self._frames:
            return self._frames[state.t]
        old = self._stretches[segment - 1]
        if old.team is None:  # the mistakes of others are theirs
            state = replace(
                state, tally=np.array([self._mistakes(state, segment - 1), *state.tally[1:]])
            )
        elder = old.book if learner["average"] == "voted" else None
        problem, after, begun = carry_over(
            partial(self._posed, begins),
            old.problem,
            state,
            points,
            learner,
            elder.start if elder is not None else None,
        )
        team = team_of(self.document, begins, points, problem, self._follow)
        same = goes_on(old.problem, problem)
        summed = same and state.total.size and after.total.size
        counted = old.counts.ids(begins) if same and old.counts is not None else NOBODY
        book = (
            book_of(problem, begins, after.theta)
            if begun is None or elder is None
            else book_of(problem, elder.since, begun, elder)
        )
        averaged = old.averaged if summed else begins
        self._stretches.append(
            stretch_of(
                problem, after, averaged, book, self._picks, self._following(segment), counted, team
            )
        )
        self._frames.begin(after, _APART // problem.effort)
        self._foresee()
        return after

    def _foresee(self) -> None:
        """A last stretch that counts ends when all is counted."""
        counts = self._stretches[-1].counts
        if counts is not None and counts.change is None:
            self.end, self.reason = counts.whole, counts.reason

    # Read-outs

    def _read_out(self, state: State) -> Model:
        segment = self._segment(state.t)
        own = self._stretches[segment]
        problem, average = own.problem, own.problem.learner["average"]
        if own.team is not None:
            return own.team.model(state.t)
        if own.counts is not None:
            return Bayes(problem, state.theta)
        if own.book is not None:
            from .votes import Voted  # compiled code is loaded when it is wanted

            return Voted(problem, state.theta, own.book.read(state.t))
        if average == "mean" and state.t > own.averaged:
            return Linear(problem, state.total / (state.t - own.averaged))
        if average == "best" and state.best is not None:
            return Linear(problem, state.best[2])
        return Linear(problem, state.theta)

    def _better(self, problem: Problem, state: State) -> State:
        """The state with the best θ on dev so far, judged at the end of each epoch."""
        wrong = error(problem.dev_read @ state.theta.T, problem.held_out[0][1])
        if state.best is not None and state.best[0] <= wrong:
            return state
        return replace(state, best=(wrong, state.t, state.theta))

    def _remember(self, segment: int, after: int, log: Any) -> None:
        """Write down the part of a log that is new; it is the same however often it is made."""
        entries, rates = log
        book = self._stretches[segment].book
        if book is not None and after > self._logged:
            new = entries[:, 0] > self._logged
            book.write(entries[new], rates[new])
        self._logged = max(self._logged, after)

    # Learners of another kind

    def _mistakes(self, state: State, segment: int) -> int:
        """Mistakes so far; counting is judged on each example before it is counted."""
        own = self._stretches[segment]
        if own.team is not None:
            return own.team.mistakes(state.t)
        return (
            state.mistakes
            if own.counts is None or state.t == own.begins
            else own.counts.mistakes(state.t)
        )

    def _together(self, state: State, segment: int, until: int) -> State:
        """All members of a team go on to t; the last stretch ends when all of them have ended."""
        team = self._stretches[segment].team
        assert team is not None
        if segment + 1 < len(self._segments):
            return replace(state, t=until)
        team.be_at(until)
        if team.end is not None and team.end <= until:
            self.end, self.reason = max(team.end, self._begins[segment]), team.reason
            until = max(min(until, self.end), state.t)
        return replace(state, t=until)

    def _path(self, segment: int) -> solvers.Path:
        """The way of a solver."""
        if segment not in self._paths:
            own = self._stretches[segment]
            self._paths[segment] = solvers.Path(own.problem, self._frames[own.begins].theta)
        return self._paths[segment]

    def _along_path(self, state: State, segment: int, until: int) -> State:
        path, begins = self._path(segment), self._begins[segment]
        k = path.upto(until - begins)
        last = begins + len(path.thetas) - 1
        if segment + 1 == len(self._segments) and path.why and until >= last:
            self.end, self.reason, until = last, path.why, last
        tally, made = (
            self._frames[begins].tally.copy(),
            np.flatnonzero(np.diff(path.mistakes[: k + 1])),
        )
        tally[0] += path.mistakes[k]
        tally[1] = begins + made[-1] + 1 if len(made) else tally[1]
        return State(max(until, state.t), path.thetas[k], state.total, state.memory, tally)


def _to_its_end(document: Document, posing: Posing, doing: str) -> Model:
    """What the only learner of a document answers with when it is done."""
    trace = Trace(document, budget=0, posing=posing)  # nobody goes back
    return trace.model(settled(trace, EPOCHS, doing))
