"""What a page plays: how it is said, how fast it is, and the step at which it ends."""

import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.lessons.facts.situation import Situation
from linlab.lessons.playing import Play

DOCUMENT = Document(
    make_points("blobs", n=20, noise=0.9, seed=5), (Learner.of("perceptron", order="cyclic"),)
)


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("1 update", 0, 1),
        ("20 updates at 4 a second", 3, 23),
        ("1 epoch", 0, 20),
        ("2 epochs", 5, 40),
        ("to update 12", 5, 12),
        ("to  update 12 at 0.5 a second", 0, 12),
        ("0 updates", 4, 4),
        ("1 step", 0, 1),
        ("20 steps at 4 a second", 3, 23),
        ("to step 12", 5, 12),
    ],
)
def test_that_what_is_played_ends_where_it_says(text: str, begin: int, end: int) -> None:
    assert Play.read(text).end(Situation(DOCUMENT, 0, begin)) == end


def test_that_mistakes_and_changes_are_sought_in_the_run() -> None:
    trace = Trace(DOCUMENT)
    mistakes = [
        t for t in range(1, 60) if (step := trace.step(trace.at(t).t)) is not None and step.mistake
    ]
    here = Situation(DOCUMENT, 0, mistakes[0])
    assert (
        Play.read("to the next mistake").end(here)
        == mistakes[1]
        == Play.read("to the next change").end(here)
        == Play.read("to the next update").end(here)
    )
    done = Play.read("until converged").end(here)
    assert done % 20 == 0 and done >= mistakes[-1] + 20
    assert Play.read("until converged").end(Situation(DOCUMENT, 0, done + 7)) == done + 7
    with pytest.raises(LinlabError):
        Play.read("to the next mistake").end(Situation(DOCUMENT, 0, done))


def test_that_speeds_and_titles_are_told() -> None:
    assert (
        Play.read("3 updates").speed is None and Play.read("3 updates at 2.5 a second").speed == 2.5
    )
    titles = [
        Play.read(text).title
        for text in ("3 updates at 2 a second", "until converged", "to the next mistake")
    ]
    assert titles == ["Play 3 steps", "Run until converged", "Go to the next mistake"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "updates",
        "3",
        "three updates",
        "3 stepss",
        "to step",
        "-1 updates",
        "3 updates at 2",
        "3 updates at 0 a second",
        "99999999 updates",
        "to the next error",
        "until converged twice",
        "3 updates, 2 epochs",
    ],
)
def test_that_nothing_else_is_played(text: str) -> None:
    with pytest.raises(LinlabError, match=r"cannot be played|A speed must be"):
        Play.read(text)
