"""Update 0: the sentence says what the numbers beside it are."""

import re

import numpy as np
import pytest

import linlab
from linlab.engine.words.beginning import beginning
from tests.engine.plane import plane_catalog
from tests.engine.teams import others


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", plane_catalog())
def test_that_what_answers_before_anything_is_learnt_is_told(
    model: str, classes: int, space: str
) -> None:
    points = linlab.make_points("blobs", classes=classes, n=40)
    if plane_catalog()[model].counting is not None and space == "rbf":
        space = "linear"  # means and counts have no kernel
    chosen = {"space": space} if "space" in plane_catalog()[model].parameters else {}
    run = linlab.train(model, points, updates=0, others=others(model), **chosen)
    said, now = run.explain(), run.measures()
    assert said == beginning(run.problem)
    [answer] = set(run.predict(points.x))
    assert f"he answer is {answer} everywhere" in said
    assert now.train_error == pytest.approx(np.mean(points.label != 0))
    if not plane_catalog()[model].counting and not plane_catalog()[model].of_others:
        wrong, of = map(int, re.findall(r"wrong for (\d+) of (\d+) examples", said)[0])
        assert wrong / of == pytest.approx(now.train_error)
        assert ("no line" in said) == (space == "linear")


def test_that_a_random_start_is_told() -> None:
    run = linlab.train("svm", linlab.make_points("blobs"), updates=0, start="random")
    assert run.explain() == "Nothing has been learnt yet: w and b were drawn at random."
