"""What the README shows works as written."""

import re
from pathlib import Path

import numpy as np
import pytest

import linlab
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.learner.losses import LOSSES
from linlab.engine.learner.parameters import PARAMETERS

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def block(mark):
    found = re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found, mark
    return found.group(1)


@pytest.fixture
def tables():
    """The tables as they were, whatever an example adds to them."""
    losses, kernels = dict(LOSSES), dict(KERNELS)
    yield
    for table, before in ((LOSSES, losses), (KERNELS, kernels)):
        table.clear()
        table.update(before)


def test_that_the_notebook_example_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(block("notebook"), names)
    assert (tmp_path / "w.json").exists()
    assert names["run"].t == 50 * 90


def test_that_a_newcomers_loss_and_kernel_work_everywhere(tables, tmp_path):
    names = {}
    exec(block("extend"), names)
    run = names["run"]
    assert "squared-hinge" in catalog()
    assert "cauchy" in PARAMETERS["space"].choices()
    assert run.measures().train_error < 0.1
    step = run.step()
    np.testing.assert_array_equal(step.rebuild(run.theta), run.advance(1).theta)
    assert len(run.explain()) > 20
    m = step.margin
    assert step.loss == pytest.approx(max(0, 1 - m) ** 2)
    xs, ys = np.linspace(-2, 2, 5), np.linspace(-2, 2, 4)
    across, up = np.meshgrid(xs, ys)
    np.testing.assert_allclose(run.field(xs, ys)[0].ravel(), run.scores(np.c_[across.ravel(), up.ravel()])[:, 0])
    run.save(tmp_path / "w.json")
    assert list(linlab.load_weights(tmp_path / "w.json").predict(across[:, :2])) == list(run.predict(across[:, :2]))
    optimum = linlab.train("squared-hinge", linlab.make_points("moons", n=40), space="monomial", degree=3).optimum()
    assert optimum.objective > 0


def test_that_the_readme_lists_every_model_and_setting():
    for name in [*catalog(), *PARAMETERS, *PARAMETERS["space"].choices(), *PARAMETERS["optimiser"].choices()]:
        assert name in README
