"""What a number becomes if one thing is misread.

The answer of a question is an expression of facts. A slip gives one of these facts another value,
as a student does who forgets the bias or counts steps for mistakes; the same expression then has
the value that this student would type.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.expressions import Expression, Known, Value

from .kind import Mistake

Misreading = Callable[[Facts, str], float]  # the true facts, and the name with its after. and m2.


@dataclass(frozen=True)
class Slip:
    """Facts by their plain names, each with its misread value, and what to say about it."""

    because: str
    facts: dict[str, Misreading]


@dataclass(frozen=True)
class Misread:
    """The facts of a situation, some of them misread."""

    true: Facts
    slip: Slip

    def fact(self, name: str) -> Value:
        misread = self.slip.facts.get(_plain(name))
        return self.true.fact(name) if misread is None else misread(self.true, name)

    def asked(self, name: str, given: Sequence[Value]) -> Value:
        value = self.true.asked(name, given)
        misread = self.slip.facts.get(f"{_plain(name)}()")
        return value if misread is None else float(value) + misread(self.true, name)


def slips(asked: Expression, here: Situation, right: float) -> Iterator[Mistake]:
    """The wrong answers to an expression that one slip explains."""
    facts = Facts(here)
    names = {_plain(name) for name in asked.names}
    for slip in SLIPS:
        if names & {name.removesuffix("()") for name in slip.facts}:
            yield from _with(asked, Misread(facts, slip), slip.because)
    if any(name.startswith("after.") for name in asked.names) and here.then is not None:
        now = Facts(replace(here, then=here.at))
        yield from _with(asked, now, "That is so now. The question is about later.")


def _with(asked: Expression, known: Known, because: str) -> Iterator[Mistake]:
    try:
        found = asked.value(known)
    except LinlabError:
        return
    if not isinstance(found, bool | str):
        yield Mistake(float(found), because)


def _plain(name: str) -> str:
    return name.split(".")[-1]


def _other(name: str) -> Misreading:
    """Another fact in its place, of the same model and moment."""

    def misread(facts: Facts, path: str) -> float:
        return float(facts.fact(".".join([*path.split(".")[:-1], name])))

    return misread


def _bias(facts: Facts, path: str) -> float:
    return float(facts.fact(".".join([*path.split(".")[:-1], "b"])))


def _sign(facts: Facts, path: str) -> float:
    """y of the next example."""
    here, _ = facts.where(path)
    positive = here.problem.classes[-1]
    name = ".".join([*path.split(".")[:-1], "next_class"])
    return 1.0 if facts.fact(name) == positive else -1.0


def _margin_without_bias(facts: Facts, path: str) -> float:
    return float(facts.fact(path)) - _sign(facts, path) * _bias(facts, path)


def _margin_after_without_bias(facts: Facts, path: str) -> float:
    here, _ = facts.where(path)
    bias = float(Facts(replace(here, t=here.at + 1)).fact("b"))
    return float(facts.fact(path)) - _sign(facts, path) * bias


def _half(facts: Facts, path: str) -> float:
    return float(facts.fact(path)) / 2


def _score(facts: Facts, path: str) -> float:
    return _sign(facts, path) * float(facts.fact(path))


SLIPS = (
    Slip(
        "That is one side of the street; the whole street is 2/‖w‖ wide.",
        {"street": _half},
    ),
    Slip("That is ‖w‖; the street is 2/‖w‖ wide.", {"street": _other("norm")}),
    Slip(
        "You left out the bias.",
        {
            "next_margin": _margin_without_bias,
            "next_margin_after": _margin_after_without_bias,
            "score()": lambda facts, path: -_bias(facts, path),
        },
    ),
    Slip(
        "That is the margin before the step. The step changes it.",
        {"next_margin_after": _other("next_margin")},
    ),
    Slip(
        "That is the score s. The margin is y·s, and y is −1 for this example.",
        {"next_margin": _score, "next_margin_after": _score},
    ),
    Slip(
        "These are steps. A mistake is a step whose example was wrong.",
        {"mistakes": _other("t"), "changes": _other("t")},
    ),
    Slip(
        "These are the examples. What is asked for is counted while training.",
        {
            "mistakes": _other("examples"),
            "changes": _other("examples"),
            "t": _other("examples"),
        },
    ),
    Slip("These are mistakes. Every look at an example is a step.", {"t": _other("mistakes")}),
    Slip("These are epochs. An epoch has many steps.", {"t": _other("epoch")}),
    Slip("That is the training error.", {"dev_error": _other("training_error")}),
    Slip("That is the dev error.", {"test_error": _other("dev_error")}),
    Slip("That is the error, not the loss.", {"training_loss": _other("training_error")}),
    Slip(
        "That is ‖w‖². Take its root.", {"norm": lambda facts, path: float(facts.fact(path)) ** 2}
    ),
    Slip("That is the loss, not the rate.", {"next_rate": _other("next_loss")}),
    Slip("That is the margin, not the loss.", {"next_loss": _other("next_margin")}),
)
