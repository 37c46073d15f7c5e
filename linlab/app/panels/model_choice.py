"""Choosing a model for the one in hand, as one step of undo.

A team (vote, bag, AdaBoost, stack) is made of the model in hand, which stays in the list, and of
more where it needs them: so it can be trained at once. If the user then goes on to another
model, the models that the team added are removed again.
"""

from dataclasses import dataclass

from linlab.app.session.session import Session
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import names_of
from linlab.engine.train.teams.gathering import members_of, team_of
from linlab.engine.train.teams.team import others


@dataclass(frozen=True, eq=False)
class TeamBefore:
    """Where a team was chosen, and what became of that."""

    document: Document
    focus: int
    after: Document


class ModelChoice:
    """What the list of models and the keys for the next one do to a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before: TeamBefore | None = None

    def choose(self, key: str) -> None:
        """The model with this key, with the settings of the one in hand that it also has."""
        session, before = self._session, self._before
        back = before is not None and before.after is session.settled
        self._before = None
        if back and before is not None:
            self._take(before.document, before.focus, key, True)
        else:
            self._take(session.settled, session.focus, key, False)

    def add(self, team: Learner) -> None:
        """A team beside the models that there are, best of the one in hand."""
        session = self._session
        learners = session.snapshot.learners
        plain = others(learners)
        own = session.focus if session.focus in plain else next(iter(plain), session.focus)
        self._join(session.settled, own, team, f"add {team.recipe.title}")

    def _take(self, document: Document, focus: int, key: str, back: bool) -> None:
        session = self._session
        learners = document.learners_at(session.replay.now)
        learner = learners[focus].as_model(key)
        name = f"change model to {learner.recipe.title}"
        if learner.recipe.of_others:
            self._join(document, focus, learner, name)
        elif back:
            places: list[int | Learner] = list(range(len(learners)))
            places[focus] = learner
            session.edit(name, document.with_models(places), focus)
        else:
            session.edit(name, session.with_learner(learner))

    def _join(self, document: Document, focus: int, team: Learner, name: str) -> None:
        session = self._session
        chosen, place = team_of(document.learners_at(session.replay.now), focus, team)
        joined = document.with_models(chosen)
        session.edit(name, joined, place)
        if session.settled is joined:
            self._before = TeamBefore(document, focus, joined)
            names = names_of(joined.learners)
            members = [names[k] for k in members_of(joined.learners, place)]
            said = " and ".join(filter(None, (", ".join(members[:-1]), *members[-1:])))
            session.note(
                f"{team.recipe.title} is made of {said}, in the list of models. Ctrl+Z undoes it."
            )
