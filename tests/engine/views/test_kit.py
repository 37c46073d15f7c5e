"""The kit of views: functions that are called only with what they need, and words, marks and rings
that all views have in common."""

import ast
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import linlab.engine.views
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Frame, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_marks, highlighted_rows, highlights, rings
from linlab.engine.views.kit.ready import Need
from linlab.engine.views.kit.view import Computation, NoResult, view
from linlab.engine.views.kit.words import foot, height_of, sentences, words_panel
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Adoption, Option
from linlab.engine.views.views import VIEWS, draw

ROOM, FIGURE = Frame(0, 0, 300, 200), Figure(view="losses", width=300, height=200)
X = [(-1.0, 0.0), (-2.0, 1.0), (1.0, 0.5), (2.0, -1.0)]
POINTS = Points.of(X, [*"aabb"])


def moment(t=3, seed=0, **settings):
    model = settings.pop("model", "perceptron")
    return Snapshot.of(Trace(Document(POINTS, (Learner.of(model, **settings),), seed)), t)


NOTHING = Snapshot.of_points(POINTS)


@dataclass
class Result:
    of: object
    value: str


def weights_of(moment):
    """The first row of θ, of models that have one."""
    linear = moment.model.single
    return f"{moment.model.title} has no θ." if linear is None else linear.theta[0]


def words_of(panels):
    return " ".join(item.text for panel in panels for item in panel.items if hasattr(item, "text"))


def called(**changes):
    """A view that remembers what it was called with, and the list."""
    seen = []

    def function(figure, moment, *rest):
        seen.append(moment)
        return ()

    made = view("kit", "Kit", "help", Need(weights_of), function, table=function, **changes)
    return made, seen


def test_that_a_view_is_called_with_its_subject_and_a_run():
    made, seen = called()
    at = moment()
    assert made.refuses(at) == "" and made.panels(FIGURE, at, LIGHT, ROOM) == ()
    (ready,) = seen
    assert ready.subject.tolist() == at.model.theta[0].tolist()
    assert (ready.trace, ready.model, ready.t, ready.points) == (at.trace, at.model, at.t, POINTS)


@pytest.mark.parametrize(
    ("at", "why"),
    [
        (NOTHING, "There is nothing to learn from yet: training needs points of at least two classes."),
        (moment(model="gaussian-naive-bayes"), "Gaussian naive Bayes has no θ."),
    ],
)  # fmt: skip
def test_that_a_view_without_what_it_needs_says_why_and_is_not_called(at, why):
    def adopted(figure, moment, *rest):
        raise AssertionError

    made, seen = called(adopts=adopted, marks=adopted, types=adopted)
    assert made.refuses(at) == why
    assert words_of(made.panels(FIGURE, at, LIGHT, ROOM)) == why
    assert made.table(FIGURE, at) is None and made.adopts(FIGURE, at, 0, 0.0, 0.0) is None
    assert made.marks(FIGURE, at, LIGHT) == () and not seen
    with pytest.raises(LinlabError, match=why.partition(":")[0]):
        made.types(FIGURE, at, 0, "1")


def test_that_a_moment_is_read_once_however_often_a_frame_asks():
    asked = []

    def read(moment):
        asked.append(moment.found)
        return weights_of(moment)

    need, at = Need(read), replace(moment(), found=Result(0, "found"))
    option = Option("w", "W", "help", need.choices(lambda ready: (("a", "a"),)))
    made = view("kit", "Kit", "help", need, lambda figure, ready, *_: option.choices(ready))
    assert made.refuses(at) == "" and made.panels(FIGURE, at, LIGHT, ROOM) == (("a", "a"),)
    assert option.value(FIGURE, at) == "a" and asked == [None]
    made.refuses(replace(at))
    assert len(asked) == 2


def test_that_an_option_has_no_choices_where_the_view_shows_nothing():
    need = Need(weights_of)
    option = Option("w", "W", "help", need.choices(lambda at: (("n", str(len(at.subject))),)))
    assert option.choices(moment()) == (("n", "3"),) and option.choices(NOTHING) == ()


def seed_of(figure, moment):
    return moment.trace.document.seed


def found_by(waiting=None, run=lambda figure, moment: Result(seed_of(figure, moment), "found")):
    return Computation(
        lambda figure, moment: (seed_of(figure, moment), moment.t), run, waiting, seed_of
    )


def test_that_a_result_is_handed_over_where_it_is_of_this_moment_and_else_the_wait_is_said():
    made, seen = called(computation=found_by(lambda figure, moment: "It is being computed."))
    at = moment(seed=1)
    assert words_of(made.panels(FIGURE, at, LIGHT, ROOM)) == "It is being computed." and not seen
    result = made.work.run(FIGURE, at)
    for later in (at, moment(2, seed=1)):  # of another key, but still of this
        made.panels(FIGURE, replace(later, found=result), LIGHT, ROOM)
        assert seen[-1].found is result
    other = replace(moment(seed=2), found=result)
    assert words_of(made.panels(FIGURE, other, LIGHT, ROOM)) == "It is being computed."
    assert made.table(FIGURE, other) is None and len(seen) == 2
    assert made.work.key(FIGURE, at) == (1, 3)


def test_that_a_view_that_draws_without_a_result_knows_that_there_was_another():
    made, seen = called(computation=found_by())
    result = Result(1, "found")
    for at, found, last in (
        (moment(seed=1), None, None),
        (replace(moment(seed=1), found=result), result, result),
        (replace(moment(seed=2), found=result), None, result),
    ):
        made.panels(FIGURE, at, LIGHT, ROOM)
        assert (seen[-1].found, seen[-1].last) == (found, last)


def test_that_a_result_may_be_a_sentence_that_says_why_there_is_none():
    computation = found_by(run=lambda figure, at: NoResult(seed_of(figure, at), "Too few points."))
    made, seen = called(computation=computation)
    at = moment()
    done = replace(at, found=made.work.run(FIGURE, at))
    assert words_of(made.panels(FIGURE, done, LIGHT, ROOM)) == "Too few points." and not seen
    made.panels(FIGURE, replace(moment(seed=5), found=done.found), LIGHT, ROOM)
    assert seen[-1].found is None and seen[-1].last is None


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("losses", "logistic"),
        ("features", "logistic"),
        ("fan", "logistic"),
        ("weights", "squared-hinge"),
    ],
)
def test_that_a_step_of_a_solver_which_sees_all_examples_highlights_none(name, model):
    figure = Figure(view=name, width=400, height=420)
    for settings, rung in (({}, True), ({"optimiser": "lbfgs"}, False)):
        at = moment(1, model=model, **settings)
        assert (at.step.jump is None) == rung
        assert bool(draw(figure, at, LIGHT).panels[0].named("example")) == rung


def test_that_highlights_are_the_example_the_selection_and_the_point_under_the_mouse():
    at = replace(moment(1), selection=frozenset({3, 2}), pointed=1)
    example = int(at.step.ids[0])
    assert [(each.name, each.ids) for each in highlights(at, LIGHT)] == [
        ("example", (example,)),
        ("selection", (2, 3)),
        ("pointed", (1,)),
    ]
    found = rings(FIGURE, at, LIGHT, POINTS.ids, POINTS.x, 16.0)
    assert [(ring.name, ring.places.tolist()) for ring in found] == [
        ("example", [list(X[example])]),
        ("selection", [list(X[2]), list(X[3])]),
        ("pointed", [list(X[1])]),
    ]
    assert highlighted_rows(at, (3, 2, 1)) == {0, 1, 2} | ({0, 1, 2} if example else set())


def test_that_each_class_has_the_mark_of_its_place_among_the_points():
    group = class_marks(POINTS, ("b",), np.zeros(2, int), POINTS.ids[2:], POINTS.x[2:], 8.0, None)
    (marks,) = group.items
    (own,) = class_marks(
        POINTS, POINTS.classes, POINTS.label, POINTS.ids, POINTS.x, 8.0, None
    ).items[1:]
    assert (marks.symbol, marks.fill) == (own.symbol, own.fill)
    assert own.ids.tolist() == [2, 3] and own.places.tolist() == [list(X[2]), list(X[3])]


def test_that_sentences_below_a_chart_fit_into_the_height_that_is_asked_for():
    words = ["one thing is said", "", "another is said that is much too long for one line of it"]
    assert sentences(words).startswith("One thing is said. Another")
    room = Frame(0, 0, 160, height_of(FIGURE, 160, words))
    panel = words_panel(FIGURE, LIGHT, room, words)
    assert words_of([panel]) == sentences(words) and len(panel.items) > 2
    inside = [panel.to_page(np.array([item.place]))[0, 1] for item in panel.items]
    assert min(inside) > 0 and max(inside) < room.height
    cut = foot(FIGURE, LIGHT, room, ["a", "b", "c"], 2, inks=[LIGHT.text])
    assert [(item.text, item.colour) for item in cut.items if isinstance(item, Label)] == [
        ("a", LIGHT.text),
        ("b", LIGHT.quiet),
    ]


@pytest.mark.parametrize(
    "name", [name for name in VIEWS if name not in ("plane", "curves", "both")]
)
def test_that_every_view_has_a_sentence_and_no_choices_that_fail_where_there_is_no_run(name):
    bare = Snapshot.of_points(Points.empty(("A", "B")))
    own, figure = VIEWS[name], Figure(view=name, width=300, height=200)
    why = own.why_not(figure, bare).sentence
    assert why.endswith(".")
    picture = draw(figure, bare, LIGHT)
    assert not picture.panels and " ".join(note.text for note in picture.notes) == why
    for option in own.options:
        option.value(figure, bare)


def test_that_no_view_has_to_make_sure_of_what_it_is_called_with():
    folder = Path(linlab.engine.views.__file__).parent
    found = [
        f"{path.relative_to(folder)}:{node.lineno}"
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert found == []


def test_that_adopted_values_pass_through():
    def adopts(figure, at, panel, x, y):
        return Adoption(f"{panel} {x} {y} {len(at.subject)}")

    made, _ = called(adopts=adopts)
    assert made.adopts(FIGURE, moment(), 1, 2.0, 3.0).name == "1 2.0 3.0 3"
