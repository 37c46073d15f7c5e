"""Weights of random binning in files: a field that was changed by hand is refused, and a web page has the
classes that the run gives."""

import json

import numpy as np
import pytest

import linlab
from linlab.engine.export.weights.formats import write_weights

NEW = np.random.default_rng(2).uniform(-4, 4, (300, 2))
RUN = linlab.train("svm", linlab.make_points("moons", n=40), space="binning", grids=7, epochs=3)


def stored(tmp_path):
    write_weights(RUN, tmp_path / "w.json")
    return json.loads((tmp_path / "w.json").read_text(encoding="utf-8"))


def test_that_a_restored_map_scores_to_the_bit_also_where_no_example_was(tmp_path):
    stored(tmp_path)
    found = linlab.load_weights(tmp_path / "w.json")
    assert np.array_equal(found.scores(NEW), RUN.scores(NEW))
    assert found.problem.names == RUN.problem.names


def swap(field):
    field["cells"][0], field["cells"][1] = field["cells"][1], field["cells"][0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (swap, "different cells, in the order of their grids"),
        (lambda f: f["cells"].__setitem__(1, f["cells"][0]), "different cells"),
        (lambda f: f["cells"][0].__setitem__(0, 0.5), "different cells"),
        (lambda f: f["grid"].__setitem__(0, 7), "whole numbers from 0 to 6"),
        (
            lambda f: f["pitch"][0].__setitem__(0, 0.0),
            "“pitch” of the weights must be 7 × 2 numbers",
        ),
        (lambda f: f["shift"].pop(), "“shift” of the weights must be 7 × 2 numbers"),
        (lambda f: f["cells"].pop(), "“cells”"),
    ],
)
def test_that_a_changed_field_is_refused_in_a_sentence(change, sentence, tmp_path):
    obj = stored(tmp_path)
    change(obj["binning"])
    (tmp_path / "w.json").write_text(json.dumps(obj), encoding="utf-8")
    with pytest.raises(linlab.LinlabError, match=sentence):
        linlab.load_weights(tmp_path / "w.json")


def test_that_a_missing_map_is_refused(tmp_path):
    obj = stored(tmp_path)
    del obj["binning"]
    (tmp_path / "w.json").write_text(json.dumps(obj), encoding="utf-8")
    with pytest.raises(linlab.LinlabError, match="“binning” of the weights must be an object"):
        linlab.load_weights(tmp_path / "w.json")


def test_that_a_web_page_of_a_run_is_written(tmp_path):
    RUN.save(tmp_path / "page.html")
    assert "Random binning" in (tmp_path / "page.html").read_text(encoding="utf-8")
