"""What the run in focus means: at most two sentences, or where the run is.

Whether a perceptron will ever stop is a nice thing to predict, so it is said only after the first
run to an end on these data, or on request. What takes longer than a frame is computed in the
background; meanwhile the sentences are those of an earlier step, `t`.
"""

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.app.session.player import Player
from linlab.app.session.run import LiveRun
from linlab.app.session.session import Session
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.measures import Sample
from linlab.engine.train.moment import Moment
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS
from linlab.engine.words.meaning.facts import Facts, Finding, facts_of
from linlab.engine.words.meaning.findings import (
    findings,
    how_far,
    most_mistakes,
    radius_and_margin,
)

from .ending import LOOKING

Said = tuple[tuple[Finding, ...], str, int]  # the findings, where the run is, and its step
NOT_KNOWN = "Whether these points can be separated here is not known."


class Meaning(QObject):
    """`findings` are what is said, and `quiet` what is said below or instead of them, at step `t`;
    `changed` is emitted when any of this changes."""

    changed = Signal()

    def __init__(self, session: Session, player: Player, parent: QObject) -> None:
        super().__init__(parent)
        self.session, self.player = session, player
        self.findings: tuple[Finding, ...] = ()
        self.quiet = ""
        self.t = 0
        self.simple = False  # whether only one setting of the model is in sight
        self.may_ask = False  # whether it can be asked if it will stop
        self._end_is_known = self._asked = False
        self._waiting = False, ""  # of what is worked on: whether it may be asked, and a reply
        self._data = self._source
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        player.state_changed.connect(self._note_the_end)
        player.ending.changed.connect(self._note_the_end)
        session.changed.connect(self._note_the_data)

    def refresh(self) -> None:
        """See what is true now."""
        session, run = self.session, self.session.run
        moment = run.moment
        if session.replay.loading:
            return
        try:
            known = None if moment is None else self._facts(run, moment)
        except LinlabError:  # a change left points that cannot be trained on: the session says so
            known = None
        if moment is None or known is None:
            self._background.forget()
            self._settle((), "", False, 0 if moment is None else moment.t)
            return
        self._waiting = known.mistake_driven and not self._end_is_known, self._on_request(known)
        if self._effort(moment) <= FRAME:
            self._background.forget()
            self._answered(_said(known))
        else:
            self._background.ask(
                lambda: _said(known), (moment.trace, moment.t, self.simple), follow=True
            )

    def ask(self) -> None:
        """Somebody wants to know whether it will stop."""
        self._asked = self._end_is_known = True
        self.session.run.look_for_separability().prioritise()
        self.refresh()

    def begin_anew(self) -> None:
        """Another document: nothing has been said about it."""
        self._end_is_known = self._asked = False

    @property
    def said_of_the_end(self) -> tuple[bool, bool]:
        """What has been said about the end of the run, to return to."""
        return self._end_is_known, self._asked

    def restore(self, said_of_the_end: tuple[bool, bool]) -> None:
        """The document that this was said about is back."""
        self._end_is_known, self._asked = said_of_the_end
        self._data = self._source
        if self._asked:
            self.session.run.look_for_separability().prioritise()
        self.refresh()

    def explained_by(self, finding: Finding) -> str:
        """The view that says why, if one of those that could applies now."""
        moment = self.session.snapshot
        return next((name for name in finding.views if not VIEWS[name].refuses(moment)), "")

    @property
    def _source(self) -> str:
        source = self.session.document.source
        return "" if source is None else source.name

    def _note_the_data(self) -> None:
        if self._source != self._data:
            self._data = self._source
            self.begin_anew()

    def _note_the_end(self) -> None:
        """A run to an end, or word that there is none, spoils nothing any more."""
        if self.player.note or self.player.done or self.player.ending.announced:
            self._end_is_known = True

    def _facts(self, run: LiveRun, moment: Moment) -> Facts:
        light = self._effort(moment) <= FRAME
        separation = run.look_for_separability()
        return facts_of(
            moment,
            history=None if light else _measured(run, moment),
            rest=None if light else self.player.done or moment.finished,
            separable=separation.can,
            most_mistakes=most_mistakes(moment) if separation.can else None,
            radius_and_margin=radius_and_margin(moment) if separation.can else None,
            may_tell_the_end=self._end_is_known,
            other=_other(self.session.snapshot),
            rate_in_sight=not self.simple or moment.learner.dial == "alpha",
        )

    def _effort(self, moment: Moment) -> int:
        other = _other(self.session.snapshot)
        return moment.effort + (0 if other is None else other.effort)

    def _on_request(self, known: Facts) -> str:
        """What is said when the user asks whether it will stop and that is not known."""
        if not self._asked or not known.mistake_driven or known.separable is not None:
            return ""
        return LOOKING if self.session.run.separability.looking else NOT_KNOWN

    def _answered(self, answer: Said | LinlabError) -> None:
        if isinstance(answer, LinlabError):
            return
        found, where, t = answer
        may_ask, reply = self._waiting
        rests = any(each.key in ("converged", "none wrong") for each in found)
        self._settle(found, reply or ("" if found else where), may_ask and not rests, t)

    def _settle(self, found: tuple[Finding, ...], quiet: str, may_ask: bool, t: int) -> None:
        before = self.findings, self.quiet, self.may_ask, self.t
        now = found, quiet, may_ask, t
        if before != now:
            self.findings, self.quiet, self.may_ask, self.t = now
            self.changed.emit()


def _said(known: Facts) -> Said:
    return findings(known), how_far(known), known.t


def _other(snapshot: Snapshot) -> Moment | None:
    """The second model, if there are two."""
    if len(snapshot.moments) != 2:
        return None
    return snapshot.moments[1 - snapshot.focus]


def _measured(run: LiveRun, moment: Moment) -> list[Sample]:
    """What is known of the ends of epochs since its problem came into force."""
    history = run.history
    begin = moment.trace.span(moment.t)[0]
    epoch = moment.problem.updates_per_epoch
    known = {} if history is None else history.samples
    return [known[t] for t in sorted(known) if begin <= t <= moment.t and t % epoch == 0]
