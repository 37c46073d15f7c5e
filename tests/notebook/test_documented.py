"""The examples of the documentation about plots, tables and the classifier work as written."""

import pytest

from tests.documentation import run


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_that_the_example_of_plots_draws_and_films(tmp_path):
    assert run("plot")["ax"].get_xlabel() == "x₁"
    assert (tmp_path / "moons.gif").exists()


def test_that_the_example_of_tables_predicts_on_the_same_scale():
    names = run("frames")
    assert names["run"].predict(names["flowers"]).tolist() == names["flowers"]["kind"]
    assert names["points"].axes.names == ("length", "height")


def test_that_the_example_of_scikit_learn_finds_a_good_model():
    assert run("classifier")["search"].best_score_ > 0.8
