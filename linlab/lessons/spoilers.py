"""No spoilers: what would give the answer to a question away while it is open.

The window hides layers, the view beside the plane and the errors of models that tell what is asked;
`given_away` finds what it cannot hide: a text that states the answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.facts.known import Facts
from linlab.lessons.kinds.kind import Question
from linlab.lessons.shown import Shown
from linlab.lessons.written.expressions import Expression, same
from linlab.lessons.written.text import facts_in

ERRORS = frozenset({"training_error", "dev_error", "test_error", "agreement"})
LAYERS: dict[str, frozenset[str]] = {  # facts, and the layers of the plane that show them
    "training_error": frozenset({"wrong"}),
    "supports": frozenset({"supports"}),
}
COLOURED = frozenset(
    {"says", "probability", "joint"}
)  # facts that the colours of the plane compare
VIEWS: dict[str, frozenset[str]] = {  # views beside the plane, and the facts that they show
    "models": ERRORS | {"mistakes", "objective", "norm"},
    "errors": ERRORS | {"recall", "precision"},
    "test": frozenset({"fresh_error", "test_error"}),
    "hidden": frozenset({"hidden_error", "wrong_guesses"}),
    "better": frozenset({"paired_t", "paired_p", "fold_accuracy"}),
    "counts": frozenset({"prior", "share", "joint", "expected", "counted"}),
    "kernel": frozenset({"kernel"}),
    "examples": frozenset({"next_loss", "next_margin", "next_pull"}),
}


@dataclass(frozen=True)
class Telling:
    """What gives the answer away, and is hidden until it is given."""

    layers: frozenset[str] = frozenset()
    beside: bool = False
    errors: bool = False

    @property
    def anything(self) -> bool:
        return bool(self.layers) or self.beside or self.errors


NOTHING = Telling()


def telling(shown: Shown) -> Telling:
    """What the page shows that would answer its question. What a page plays is seen after the
    answer, so only facts of the moment at which it opens are given away."""
    question = shown.question
    if question is None or question.kind.open_lab:
        return NOTHING
    own = f"m{shown.look.focus + 1}."  # the plane shows the current model
    stated = {name.removeprefix(own) for name in _stated(shown, question)}
    names = {name.removeprefix(own) for name in asked_now(question)} - stated
    asked = {name.split(".")[-1] for name in names}
    drawn = {name for name in names if "." not in name}
    layers = frozenset(layer for fact in drawn for layer in LAYERS.get(fact, ()))
    if question.choices and COLOURED & drawn:
        layers |= {"regions"}
    if shown.play is None or not question.kind.predicts:
        layers |= question.kind.shown_by(question)
    visible = frozenset(shown.look.layers or ())
    beside = bool(VIEWS.get(shown.look.beside, frozenset()) & asked)
    return Telling(layers & visible, beside, bool(ERRORS & asked))


def asked_now(question: Question) -> Iterator[str]:
    """The facts of the moment at which the page opens that decide the answer."""
    for each in _expressions(question):
        yield from (name for name in each.names if not name.startswith("after."))


def _stated(shown: Shown, question: Question) -> Iterator[str]:
    """The facts that the text states, as part of the question."""
    for _, text in facts_in(f"{shown.step.text}\n\n{question.ask}"):
        if text:
            yield from Expression.read(text).names


def given_away(shown: Shown) -> Iterator[str]:
    """Sentences about facts in the text that answer the question."""
    question = shown.question
    if question is None or question.kind.open_lab:
        return
    printed = [asked for _, asked in facts_in(f"{shown.step.text}\n\n{question.ask}") if asked]
    answer = question.values.get("answer")
    if isinstance(answer, Expression):
        for text in printed:
            if _plain(text) == _plain(answer.text) or _same_value(text, answer, shown):
                yield f"The text already states the answer: {{{{{text}}}}}."
        return
    decisive = {name for each in _expressions(question) for name in each.names}
    now = {name for name in decisive if not name.startswith("after.")}
    if now and now == decisive and now <= {_plain(text) for text in printed}:
        yield f"The text already states what decides between the choices: {', '.join(sorted(now))}."


def _expressions(question: Question) -> Iterator[Expression]:
    """The expressions that decide the answer."""
    answer = question.values.get("answer")
    if isinstance(answer, Expression):
        yield answer
    for when, _ in (question.values.get("choices") or {}).values():
        if isinstance(when, Expression):
            yield when


def _same_value(text: str, answer: Expression, shown: Shown) -> bool:
    """Whether a fact has the value that is asked for; whole numbers may agree by chance."""
    known = Facts(shown.here)
    try:
        one = Expression.read(text).value(known)
        other = answer.value(known)
    except LinlabError:
        return False
    if isinstance(one, str | bool) or isinstance(other, str | bool):
        return False
    return one != round(one) and same(one, other)


def _plain(text: str) -> str:
    return text.replace(" ", "")
