"""What steps show: points, models and looks stay until something else is said of them; all else is
a step's own."""

from dataclasses import replace
from pathlib import Path

import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.document.first import first_document
from linlab.engine.document.look import Look
from linlab.engine.learner.learner import Learner
from linlab.lessons.shown import Shown, shown_steps
from linlab.lessons.written.faults import LessonError
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.reading import lesson_of


def shown(*blocks: str, files: LessonFiles | None = None) -> tuple[Shown, ...]:
    steps = "".join(f"\n## Step {k}\n\n```lab\n{block}\n```\n" for k, block in enumerate(blocks))
    return shown_steps(lesson_of(f"# A\n\n```lesson\nformat = 1\n```\n{steps}", files))


def models(step: Shown) -> list[str]:
    return [learner.model for learner in step.document.learners]


def test_that_the_first_step_begins_with_two_blobs_and_a_perceptron() -> None:
    (step,) = shown("")
    assert step.document == first_document() and models(step) == ["perceptron"] and step.look.t == 0
    assert step.document.source is not None and step.document.source.name == "blobs"


def test_that_points_models_and_looks_stay_until_something_is_said_of_them() -> None:
    one, two, three = shown(
        'data = "moons"\nknobs = {n = 30}\nmodel = "svm"\nset = {lam = 0.5}\nseed = 4\nsplit = [80, 20, 0]\n'
        'layers = ["boundary"]\nregion = [-3, -2, 3, 2]\nview = "losses"\nbeside = "weights"\n'
        'options = {losses = {below = "x"}}\ncurves = "error"\n'
        'exact = true\nfold = "numbers"',
        "",
        'beside = "none"\nshow = "margins"\nhide = "boundary"',
    )
    assert two.document == one.document and two.look == one.look and two.fold == ("numbers",)
    assert (
        one.document.seed == 4
        and one.document.shares == (80, 20, 0)
        and one.document.learners[0]["lam"] == 0.5
    )
    assert one.look.layers == ("boundary",) and one.look.region == (-3, -2, 3, 2) and one.look.exact
    assert (one.look.view, one.look.beside, one.look.curves) == ("losses", "weights", "error")
    assert one.look.options == (("losses", "below", "x"),)
    assert (
        three.look.layers == ("margins",)
        and three.look.beside == ""
        and three.look.view == "losses"
    )


def test_that_locks_sliders_play_and_claims_are_a_steps_own() -> None:
    one, two = shown('lock = "all"\nsliders = "alpha"\nplay = "3 updates"\nexpect = "t == 0"', "")
    assert (
        one.lock == ("all",)
        and one.sliders == ("alpha",)
        and one.play is not None
        and len(one.expect) == 1
    )
    assert (two.lock, two.sliders, two.play, two.expect) == ((), (), None, ())


def test_that_a_step_goes_on_where_the_play_before_has_ended() -> None:
    steps = shown(
        'play = "7 updates"',
        "",
        "t = 3",
        'play = "2 epochs"',
        "",
        "t = 'converged'",
        'show = "weights"',
    )
    end = steps[3].end
    assert [step.look.t for step in steps[:5]] == [0, 7, 3, 3, end] and end == 120
    assert steps[5].look.t == steps[6].look.t > 0
    assert steps[0].end == 7 and steps[1].end == 7


@pytest.mark.parametrize(
    "other",
    [
        'data = "moons"',
        "knobs = {n = 40}",
        "draw = 9",
        'model = "svm"',
        "set = {alpha = 0.5}",
        "seed = 5",
        "split = [50, 50, 0]",
        'models = "losses"',
    ],
)
def test_that_other_points_models_or_settings_begin_at_0(other: str) -> None:
    steps = shown("t = 20", other, "")
    assert [step.look.t for step in steps] == [20, 0, 0] and steps[1].document != steps[0].document
    assert shown("t = 20", f"{other}\nt = 5")[1].look.t == 5


def test_that_the_same_data_set_said_again_is_no_other_document() -> None:
    assert shown("t = 20\nseed = 3", "seed = 3")[1].look.t == 20


def test_that_other_points_are_seen_whole_and_other_models_in_the_same_region() -> None:
    steps = shown("region = [-1, -1, 1, 1]", 'model = "svm"', 'data = "moons"')
    assert [step.look.region for step in steps] == [(-1, -1, 1, 1), (-1, -1, 1, 1), None]


def test_that_knobs_alone_change_the_data_set_at_hand() -> None:
    one, two, three = shown(
        'data = "moons"\nknobs = {n = 30, noise = 0.1}\ndraw = 2',
        "knobs = {noise = 0.3}",
        'data = "moons"\ndraw = 4',
    )
    assert (
        one.document.source is not None
        and two.document.source is not None
        and three.document.source is not None
    )
    assert (
        dict(two.document.source.values) == {"n": 30, "noise": 0.3}
        and two.document.source.seed == 2
    )
    assert three.document.source.seed == 4 and len(three.document.points) == 30
    assert (one.document.points.x == make_points("moons", n=30, noise=0.1, seed=2).x).all()


def test_that_set_changes_the_model_in_hand_and_focus_says_which_that_is() -> None:
    one, two, three, four = shown(
        'models = ["svm", "logistic"]\nfocus = 2',
        "set = {lam = 0.3}",
        "focus = 1\nset = {lam = 0.7}",
        'model = "mira"',
    )
    assert (one.look.focus, two.look.focus, three.look.focus, four.look.focus) == (1, 1, 0, 0)
    assert [learner["lam"] for learner in three.document.learners] == [0.7, 0.3] and models(
        four
    ) == ["mira"]


def test_that_a_model_that_is_gone_is_not_in_hand() -> None:
    steps = shown(
        'models = ["svm", "logistic", "mira"]\nfocus = 3',
        'models = ["svm", "mira"]',
        'model = "logistic"\ndata = "moons"\nknobs = {hidden = 80}\nguess = {rounds = 1}',
    )
    assert [step.look.focus for step in steps] == [2, 1, 0] and steps[2].document.timeline


def test_that_models_may_be_a_ready_set_and_are_arranged() -> None:
    (step,) = shown('models = "losses"\narrange = "side"')
    assert len(models(step)) > 1 and step.look.models == "side"


@pytest.fixture
def files(tmp_path: Path) -> LessonFiles:
    document = Document(make_points("moons", n=20), (Learner.of("svm"), Learner.of("mira")), seed=7)
    look = Look(t=15, layers=("boundary",), focus=1, beside="weights")
    replace(document, look=look).save(tmp_path / "a.linlab")
    (tmp_path / "a.csv").write_text("x1,x2,label\n0,0,A\n1,1,B\n2,1,B\n", encoding="utf-8")
    return LessonFiles.open(tmp_path)


def test_that_a_document_brings_its_moment_and_its_look(files: LessonFiles) -> None:
    one, two, three = shown(
        "t = 3", 'document = "a.linlab"', 'document = "a.linlab"\nt = 4\nlayers = []', files=files
    )
    assert (two.look.t, two.look.focus, two.look.beside, two.look.layers) == (
        15,
        1,
        "weights",
        ("boundary",),
    )
    assert two.document.seed == 7 and models(two) == ["svm", "mira"] and two.document.look is None
    assert three.look.t == 4 and three.look.layers == ()
    assert one.document != two.document


def test_that_a_table_brings_points_and_leaves_the_models(files: LessonFiles) -> None:
    _, two = shown('model = "mira"\nt = 9', 'points = "a.csv"', files=files)
    assert (
        len(two.document.points) == 3
        and models(two) == ["mira"]
        and two.look.t == 0
        and two.document.source is None
    )


def test_that_the_situation_knows_what_plays() -> None:
    one, two = shown('play = "4 updates"', "")
    assert (one.here.t, one.here.then, two.here.t, two.here.then) == (0, 4, 4, None)


def test_that_no_lesson_waits_for_more_updates_than_anybody_would(files: LessonFiles) -> None:
    with pytest.raises(
        LessonError,
        match="line 10, field “t”: It must be a whole number of steps from 0 to 1 000 000",
    ):
        shown("t = 1000001")
    document = Document(make_points("moons", n=20), (Learner.of("svm"),), look=Look(t=2**53))
    document.save(files.folder / "far.linlab")
    with pytest.raises(LessonError, match="line 10, field “document”: It was saved at step"):
        shown('document = "far.linlab"', files=files)


def test_that_curves_beside_the_plane_unfold_the_column_where_the_window_has_them() -> None:
    view, curves, folded = shown('beside = "losses"', 'beside = "curves"', 'fold = "numbers"')
    assert (view.views, curves.views, folded.views) == (False, True, False)
    (both,) = shown('beside = "curves"\nfold = "numbers"')
    assert not both.views
