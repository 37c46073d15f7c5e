"""What a step shows: its document, the update, and how it is looked at, with what may be done.

A block says what is different from the step before. Points, models, seed and split stay as they are
until something is said of them, and so does the look; what is locked, the sliders, what plays and
what is claimed belong to one step alone. Another document begins at update 0; the same one goes on
where the step before has ended.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from linlab.engine.data.datasets import DATASETS, further_knobs, knobs_of
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.document.first import first_document
from linlab.engine.document.loading import load
from linlab.engine.document.look import Look
from linlab.engine.document.ready_sets import READY_SETS
from linlab.engine.ground.errors import LinlabError, perhaps, unknown
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.layers import MANNERS, OF_A_STEP, at_first
from linlab.engine.picture.showing.choice import switched
from linlab.engine.views.views import VIEWS
from linlab.lessons.facts.situation import Situation, converged_at
from linlab.lessons.kinds.kind import Question
from linlab.lessons.playing import MOST_STEPS_PLAYED, Play
from linlab.lessons.questions import question_of
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.faults import LessonError, WrongField
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.lesson import Lesson, Step

PROBLEM = (
    "document",
    "data",
    "points",
    "knobs",
    "draw",
    "seed",
    "split",
    "model",
    "set",
    "models",
    "guess",
)
USUALLY = (at_first() - OF_A_STEP) | {
    manner.name for manner in MANNERS
}  # the layers of a page that says nothing about them: a lesson asks for those of a step itself
Redraw = Callable[[Document], Document]  # the same document with other points


@dataclass(frozen=True)
class Shown:
    """A page as the lab shows it."""

    document: Document
    look: Look
    step: Step
    question: Question | None = None
    fold: tuple[str, ...] = ()
    views: bool = False  # whether the column of numbers and views is asked for
    lock: tuple[str, ...] = ()
    sliders: tuple[str, ...] = ()
    play: Play | None = None
    expect: tuple[Expression, ...] = ()
    end: int = 0  # the step at which it has played
    knobs: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def here(self) -> Situation:
        """The situation of its claims and its question."""
        return Situation(
            self.document, self.look.focus, self.look.t, self.end if self.play is not None else None
        )


def shown_steps(lesson: Lesson, upto: int | None = None) -> tuple[Shown, ...]:
    """What each page shows, one after the other."""
    out: list[Shown] = []
    for step in lesson.steps[:upto]:
        out.append(shown_step(step, out[-1] if out else None, lesson.files))
    return tuple(out)


def shown_step(
    step: Step, before: Shown | None, files: LessonFiles | None, redraw: Redraw | None = None
) -> Shown:
    """A page after another one, or the first; faults are reported with line and field. With
    `redraw`, points that are new on the page are drawn anew."""
    block = step.lab
    try:
        return _shown(step, before, files, redraw)
    except WrongField as error:
        raise LessonError([block.fault(str(error), error.field)]) from None
    except LessonError:
        raise
    except (LinlabError, ArithmeticError, MemoryError) as error:
        said = str(error) if isinstance(error, LinlabError) else "A number in it is far too large."
        raise LessonError([block.fault(said)]) from None


def _shown(
    step: Step, before: Shown | None, files: LessonFiles | None, redraw: Redraw | None
) -> Shown:
    said = step.lab.values
    document, look = _document(step, before, files, redraw)
    anew = before is None or document != before.document
    region = (
        None
        if anew and before is not None and before.document.points != document.points
        else look.region
    )
    look = replace(
        look, t=look.t if before is None or not anew or "document" in said else 0, region=region
    )
    if before is not None and not anew:
        look = replace(look, t=before.end)
    look = _looked(said, look, document)
    t = said.get("t", look.t)
    if t == "converged":
        found = converged_at(document, look.focus)
        if found is None:
            raise WrongField("t", "This run does not converge: give the number of a step.")
        t = found
    reached = Situation(document, look.focus, t).at if t else 0
    if "t" in said and reached < t:
        raise WrongField("t", f"The run ends at step {reached}.")
    question = None if step.question is None else question_of(step.question)[0]
    sliders = said.get("sliders", ())
    learner = document.learners_at(reached)[look.focus]
    for name in sliders:
        idle = learner.idle(name)
        if idle:
            raise WrongField("sliders", idle)
    shown = Shown(
        document,
        replace(look, t=reached),
        step,
        question,
        said.get("fold", before.fold if before else ()),
        _asks_for_views(said, before),
        said.get("lock", ()),
        sliders,
        said.get("play"),
        said.get("expect", ()),
        reached,
    )
    if shown.play is None:
        return shown
    try:
        return replace(shown, end=shown.play.end(replace(shown.here, then=None)))
    except LinlabError as error:
        raise WrongField("play", str(error)) from None


def _asks_for_views(said: Mapping[str, Any], before: Shown | None) -> bool:
    """Whether the column of numbers and views is to be seen: once a page names a view or curves for
    it, or folds nothing, until one folds it away. Only on stage do curves stand beside the plane;
    in the window they are in that column."""
    if "fold" in said:
        return "numbers" not in said["fold"]
    beside = said.get("beside", "none")
    curves_beside = beside != "none" and VIEWS[beside].curves
    named = "view" in said or "curves" in said or curves_beside
    return named or (before is not None and before.views)


def _document(
    step: Step, before: Shown | None, files: LessonFiles | None, redraw: Redraw | None
) -> tuple[Document, Look]:
    """The document of a page, and the look that it starts with."""
    said = step.lab.values
    base = before.document if before is not None else first_document()
    look = before.look if before is not None else Look()
    if len([name for name in ("document", "data", "points") if name in said]) > 1:
        field = "points" if "points" in said else "data"
        raise WrongField(field, "A page has a document, a data set or points: only one of them.")
    strange = next((name for name in ("knobs", "draw") if name in said), "")
    if strange and {"document", "points"} & set(said):
        raise WrongField(strange, "This needs a data set, but the page has its own points.")
    if "document" in said:
        found = _loaded("document", said["document"], files)
        if not isinstance(found, Document):
            raise WrongField(
                "document", "This is a table of points, not a document: use the field “points”."
            )
        base = replace(found, look=None)
        look = found.look or Look()
        if look.t > MOST_STEPS_PLAYED:
            raise WrongField(
                "document",
                f"It was saved at step {grouped(look.t)}: a lesson goes up to {grouped(MOST_STEPS_PLAYED)}.",
            )
    elif "points" in said:
        found = _loaded("points", said["points"], files)
        if isinstance(found, Document):
            raise WrongField(
                "points", "This is a document, not a table of points: use the field “document”."
            )
        base = replace(base, points=found, source=None, timeline=())
    elif {"data", "knobs", "draw"} & set(said):
        base = _drawn(said, base)
    new_points = before is None or bool({"document", "points", "data", "draw"} & set(said))
    if redraw is not None and new_points:
        base = redraw(base)
    focus = said.get("focus", look.focus + 1) - 1
    if {"model", "models", "set"} & set(said):
        base = _taught_by(step, base, focus)
    if "focus" in said and focus >= len(base.learners):
        raise WrongField(
            "focus",
            f"The page has {len(base.learners)} model{'s' if len(base.learners) > 1 else ''}.",
        )
    focus = min(focus, len(base.learners) - 1)
    if "seed" in said or "split" in said:
        base = replace(
            base, seed=said.get("seed", base.seed), shares=said.get("split", base.shares)
        )
    if {"data", "points", "knobs", "draw", "model", "models", "set", "seed", "split"} & set(
        said
    ) and before is not None:
        base = replace(base, timeline=() if "document" not in said else base.timeline)
    if "guess" in said:
        base = _guessed(said["guess"], base, focus)
    return base, replace(look, focus=focus)


def _loaded(field: str, name: str, files: LessonFiles | None) -> Document | Points:
    try:
        if files is None:
            raise LinlabError(f"There is no file “{shorten(name)}” in this lesson.")
        return load(files.find(name))
    except LinlabError as error:
        raise WrongField(field, str(error)) from None


def _drawn(said: Mapping[str, Any], base: Document) -> Document:
    """The same with the points of a data set."""
    same = (
        base.source
        if base.source is not None and said.get("data", base.source.name) == base.source.name
        else None
    )
    name = said.get("data", base.source.name if base.source is not None else None)
    if name is None:
        raise WrongField(
            "knobs" if "knobs" in said else "draw",
            'The points come from no data set: name one, such as data = "moons".',
        )
    own = {knob.name: knob for knob in knobs_of(name)}
    values = (
        {knob.name: float(knob.default) for knob in DATASETS[name].knobs}
        if same is None
        else dict(same.values)
    )
    for knob, value in said.get("knobs", {}).items():
        if knob not in own:
            raise WrongField(
                "knobs", f"{name} has no knob “{shorten(knob)}”; its knobs are {', '.join(own)}."
            )
        if type(value) not in (int, float):
            raise WrongField("knobs", f"The knob {knob} must be a number.")
        values[knob] = float(value)
    for each in further_knobs(DATASETS[name]):
        if values.get(each.name) == each.default:
            values.pop(each.name)
    source = Source(
        name, said.get("draw", same.seed if same is not None else 0), tuple(sorted(values.items()))
    )
    try:
        return replace(base, points=source.draw(), source=source, timeline=())
    except LinlabError as error:
        raise WrongField("knobs" if "knobs" in said else "data", str(error)) from None


def _taught_by(step: Step, base: Document, focus: int) -> Document:
    """The same with other models, or other settings of the current one."""
    said = step.lab.values
    learners = base.learners
    if "model" in said and "models" in said:
        raise WrongField("models", "A page has a model or models, not both.")
    if isinstance(said.get("models"), str):
        learners = next(each.learners for each in READY_SETS if each.key == said["models"])
    elif "models" in said:
        learners = tuple(
            _learner(step.format, model, settings, "models") for model, settings in said["models"]
        )
    elif "model" in said:
        learners = (_learner(step.format, said["model"], {}, "model"),)
    if "set" in said:
        k = min(focus, len(learners) - 1)
        try:
            changed = learners[k].replace(**said["set"])
        except (LinlabError, TypeError) as error:
            raise WrongField("set", str(error)) from None
        learners = (*learners[:k], changed, *learners[k + 1 :])
    return replace(base, learners=learners, timeline=())


def _learner(format: int, model: str, settings: Mapping[str, Any], field: str) -> Learner:
    try:
        return Learner.of_version(format, model, settings)
    except (LinlabError, TypeError) as error:
        raise WrongField(field, str(error)) from None


def _guessed(how: Mapping[str, Any], base: Document, focus: int) -> Document:
    """The same with the labels that its models guess, round by round."""
    from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds

    teachers: Sequence[Teacher] = (Teacher(focus),)
    if how["how"] == "co":
        views = how.get("views", ("both", "both") if len(base.learners) > 1 else ("x1", "x2"))
        teachers = [
            Teacher(k if len(base.learners) > 1 else focus, sees) for k, sees in enumerate(views)
        ]
    rule = TeachingRule(
        tuple(teachers), how.get("threshold", 0.9), how.get("rounds", 10), how.get("epochs", 50)
    )
    try:
        return label_by_rounds(base, rule, focus).document
    except LinlabError as error:
        raise WrongField("guess", str(error)) from None


def _looked(said: Mapping[str, Any], look: Look, document: Document) -> Look:
    """The look of the page, where it differs from the page before."""
    shown = set(USUALLY if look.layers is None else look.layers)
    if "layers" in said:
        shown = set(said["layers"])
    for name in said.get("show", ()):
        shown = set(switched(shown, name, True))
    for name in said.get("hide", ()):
        shown = set(switched(shown, name, False))
    plain = {name: said[name] for name in ("curves", "region", "view", "exact") if name in said}
    if "beside" in said:
        plain["beside"] = "" if said["beside"] == "none" else said["beside"]
    if "arrange" in said:
        plain["models"] = said["arrange"]
    if "options" in said:
        plain["options"] = _options(said["options"])
    return replace(look, layers=tuple(sorted(shown)), **plain)


def _options(given: Mapping[str, Any]) -> tuple[tuple[str, str, str | float], ...]:
    out: list[tuple[str, str, str | float]] = []
    for view, chosen in given.items():
        if view not in VIEWS:
            raise WrongField("options", str(unknown("view", view, VIEWS)))
        if not isinstance(chosen, dict):
            raise WrongField("options", f"The options of {view} must be a table.")
        known = {option.name: option for option in VIEWS[view].options}
        for name, value in chosen.items():
            if name not in known:
                those = ", ".join(known) or "none"
                raise WrongField(
                    "options",
                    f"The view {view} has no option “{shorten(name)}”{perhaps(name, known)}; it has {those}.",
                )
            if type(value) not in (int, float, str):
                raise WrongField("options", f"The option {name} must be a text or a number.")
            out.append((view, name, value if isinstance(value, str) else float(value)))
    return tuple(out)
