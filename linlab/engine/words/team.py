"""A step of a team in words: what its members did, and the team's answer before it."""

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.train.models import Model
from linlab.engine.train.state import Step

from .signs import numbered

MOST_MEMBERS = 7  # members listed one by one


def together(step: Step) -> str:
    return f"{_answers_before(step)} {_changed(step)}"


def one_by_one(step: Step) -> list[tuple[str, str]]:
    """Each member's step in a line: its example, its margin there, and whether it changed."""
    lines = [(name, _did(each)) for name, _, each in step.team[:MOST_MEMBERS]]
    left = len(step.team) - MOST_MEMBERS
    return [*lines, ("…", f"and {left} more")] if left > 0 else lines


def votes_in_words(model: Model, x: float, y: float) -> str:
    """The members' answers at a place: each by name, or the number of votes for each class if there
    are many. Empty without members."""
    if not model.team:
        return ""
    classes = model.examples.classes
    said = model.member_answers([(x, y)])[:, 0].tolist()
    member_answers = [classes[k] if k >= 0 else "nothing" for k in said]
    if len(member_answers) <= MOST_MEMBERS:
        return " · ".join(
            f"{name}: {answer}"
            for (name, _), answer in zip(model.team, member_answers, strict=True)
        )
    return " · ".join(
        f"{member_answers.count(answer)} say {answer}"
        for answer in dict.fromkeys((*classes, *member_answers))
        if answer in member_answers
    )


def _answers_before(step: Step) -> str:
    many = len(step.examples)
    right = int((step.margins > 0).sum())
    if many == 1:
        if right:
            said = "right"
        elif step.margin < 0:
            said = "wrong"
        else:
            said = "undecided, which counts as wrong,"
        return f"On example {numbered(step.example)} in class {step.label} the members together were {said} before this step."
    if not many:
        return "No member looks at an example in this step."
    return f"The members look at {grouped(many)} examples; together they were right on {grouped(right)} of them before this step."


def _changed(step: Step) -> str:
    moved = [name for name, _, each in step.team if each is not None and each.updated]
    if not moved:
        return "None of them changes."
    if len(moved) == len(step.team):
        return "All of them change." if len(moved) > 1 else f"{moved[0]} changes."
    if len(step.team) > MOST_MEMBERS:
        return f"{len(moved)} of {len(step.team)} change."
    rest = [name for name, _, each in step.team if name not in moved]
    return f"{_listed(moved)} change{'s' if len(moved) == 1 else ''}, {_listed(rest)} do{'es' if len(rest) == 1 else ''} not."


def _did(step: Step | None) -> str:
    if step is None:
        return "has finished"
    does = "changes" if step.updated else "stays"
    if len(step.examples) > 1:
        return f"{grouped(len(step.examples))} examples, {does}"
    margin = "no margin" if step.margin != step.margin else f"m = {number(step.margin)}"
    return f"{numbered(step.example)}, {margin}, {does}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
