"""A moment that has all that a view needs, and what a need is: how to read it from a moment, and
the sentence that is shown where there is none.

So a view's functions are called only with values that are there, and never ask for them again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from linlab.engine.train.models import Model
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, Refusal

from .trouble import why_no_run

S = TypeVar("S")
F = TypeVar("F")


@dataclass(frozen=True, eq=False, kw_only=True)
class Ready(Snapshot, Generic[S, F]):
    """A moment of a run, with the `subject` that its view is about and what was `found` of it in
    the background, where the view computes something. What was found `last` may be of another
    moment."""

    subject: S
    last: F | None = None
    need: object = None  # by which it was read
    if TYPE_CHECKING:  # the same fields of the moment, which are there
        trace: Trace
        model: Model
        found: F


ReadyRun = Ready[None, None]  # a moment of a run, and no more


@dataclass(frozen=True, eq=False)
class Need(Generic[S]):
    """What a view is about: `read` finds it in a moment of a run, or says why there is none, with a
    way out or, as a plain sentence, without. `without` begins the sentence where there is no run at
    all. Each moment is read once, however often a frame asks."""

    read: Callable[[ReadyRun], S | Refusal | str]
    without: str = "There is nothing to learn from yet"
    _known: WeakKeyDictionary[Snapshot, Any] = field(default_factory=WeakKeyDictionary, repr=False)

    def of(self, moment: Snapshot) -> "Ready[S, None] | str":
        """The moment with its subject; or why there is none."""
        ready = self._ready(moment)
        return ready.sentence if isinstance(ready, Refusal) else ready

    def refusal(self, moment: Snapshot) -> Refusal | None:
        """Why there is none, and the way out."""
        ready = self._ready(moment)
        return ready if isinstance(ready, Refusal) else None

    def _ready(self, moment: Snapshot) -> "Ready[S, None] | Refusal":
        if isinstance(moment, Ready) and moment.need is self:
            return moment
        known: Ready[S, None] | Refusal | None = self._known.get(moment)
        if known is None:
            known = self._known[moment] = self._read(moment)
        return known

    def _read(self, moment: Snapshot) -> "Ready[S, None] | Refusal":
        if moment.trace is None or moment.model is None:
            return Refusal(moment.waiting) if moment.waiting else why_no_run(moment, self.without)
        ready: Ready[Any, None] = _ready(moment, subject=None, found=None, need=self)
        subject = self.read(ready)
        if isinstance(subject, str):
            return Refusal(subject)
        return subject if isinstance(subject, Refusal) else _ready(ready, subject=subject)

    def choices(
        self, choices: Callable[["Ready[S, None]"], Choices]
    ) -> Callable[[Snapshot], Choices]:
        """The choices of an option, none where the view has nothing to show."""

        def known(moment: Snapshot) -> Choices:
            ready = self.of(moment)
            return () if isinstance(ready, str) else choices(ready)

        return known


def with_found(ready: Ready[S, None], found: F, last: F | None) -> Ready[S, F]:
    made: Ready[S, F] = _ready(ready, found=found, last=last)
    return made


def _ready(moment: Snapshot, **changes: Any) -> Any:
    """A copy of the moment with more, field by field as it is."""
    made = object.__new__(Ready)
    vars(made).update(vars(moment), **changes)
    return made


RUN: Need[None] = Need(lambda moment: None)
