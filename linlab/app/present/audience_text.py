"""What the audience reads: where the run is, how many mistakes it has made and may make, and what
this step did."""

import re

from linlab.app.panels.transport import where
from linlab.app.session.player import Player
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import certain, grouped, number
from linlab.engine.words.explain import explain

BEGIN = "Space plays, Page Down goes to the next update."
_SENTENCE = re.compile(r"(?:“[^”]*”|[^“])*?[.?!](?=\s|$)", re.DOTALL)


def place(session: Session, player: Player) -> str:
    """Where the run is; for a mistake-driven learner also its mistakes and their bound."""
    parts = [
        where(session, player, counts=False) if session.run.shown_step else "step 0",
        mistakes(session) if session.t else "",
    ]
    return " · ".join(part for part in parts if part)


def mistakes(session: Session) -> str:
    """The mistakes so far and their bound, if there is one: M ≤ R²/γ*²."""
    run = session.run
    if (
        run.problem is None
        or run.trace is None
        or not run.problem.learner.recipe.loss.mistake_driven
    ):
        return ""
    made = run.trace.mistakes(session.t)
    bound = run.look_for_bound().value
    words = f"{grouped(made)} mistake{'s' if made != 1 else ''}"
    return (
        words
        if bound is None
        else f"{words} ≤ R²/γ*² = {certain(bound.limit, bound.gap, 3) or number(bound.limit, 2)}"
    )


def sentence(session: Session) -> str:
    """What the step did, in its first sentence; why there is none; or how to begin."""
    if session.trace is None:
        return session.run.trouble
    try:
        step = session.run.shown_step
    except LinlabError as error:
        return str(error)
    return (
        BEGIN
        if step is None
        else first_sentence(explain(step, session.trace.problem(step.t - 1).learner))
    )


def first_sentence(text: str) -> str:
    """The text up to the first full stop that is neither in a number nor in a quoted name.

    >>> first_sentence("Example #3 of class “St. Ives” has loss 0.5. So w moves.")
    'Example #3 of class “St. Ives” has loss 0.5.'
    """
    found = _SENTENCE.match(text)
    return found[0] if found else text
