"""A moment that has all that a view needs, and what a need is: how to read it from a moment, and
the sentence that is shown where there is none.

So a view's functions are called only with values that are there, and never ask for them again.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from linlab.engine.train.models import Model
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Moment
from linlab.engine.views.view import Choices

S = TypeVar("S")
F = TypeVar("F")


@dataclass(frozen=True, eq=False, kw_only=True)
class Ready(Moment, Generic[S, F]):
    """A moment of a run, with the `subject` that its view is about and what was `found` of it in
    the background, where the view computes something. What was found `last` may be of another
    moment."""

    subject: S
    last: F | None = None
    if TYPE_CHECKING:  # the same fields of the moment, which are there
        trace: Trace
        model: Model
        found: F


ReadyRun = Ready[None, None]  # a moment of a run, and no more


@dataclass(frozen=True)
class Need(Generic[S]):
    """What a view is about: `read` finds it in a moment of a run, or says in a sentence why there
    is none. `without` begins the sentence where there is no run at all."""

    read: Callable[[ReadyRun], S | str]
    without: str = "There is nothing to learn from yet"

    def of(self, moment: Moment) -> "Ready[S, None] | str":
        """The moment with its subject; or why there is none."""
        if moment.trace is None or moment.model is None:
            missing = f"{self.without}: training needs points of at least two classes."
            return moment.waiting or missing
        subject = self.read(_ready(moment, None))
        return subject if isinstance(subject, str) else _ready(moment, subject)

    def choices(
        self, choices: Callable[["Ready[S, None]"], Choices]
    ) -> Callable[[Moment], Choices]:
        """The choices of an option, none where the view has nothing to show."""

        def known(moment: Moment) -> Choices:
            ready = self.of(moment)
            return () if isinstance(ready, str) else choices(ready)

        return known


def with_found(ready: Ready[S, None], found: F, last: F | None) -> Ready[S, F]:
    made: Ready[S, F] = _ready(ready, ready.subject, found, last)
    return made


def _ready(moment: Moment, subject: Any, found: Any = None, last: Any = None) -> Any:
    values = {each.name: getattr(moment, each.name) for each in fields(Moment)}
    return Ready(**{**values, "subject": subject, "found": found, "last": last})


RUN: Need[None] = Need(lambda moment: None)
