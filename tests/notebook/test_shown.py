"""A run shows, draws, saves, copies and pickles itself."""

import copy
import pickle
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import PathCollection
from PIL import Image

import linlab
from linlab import LinlabError
from linlab.engine.views.views import VIEWS
from linlab.notebook.drawing import Drawing

EVIL = '<img src=x onerror="alert(1)">$x$'


@pytest.fixture(scope="module")
def run():
    points = linlab.make_points("moons", n=40, noise=0.18)
    return linlab.train("svm", points, space="rbf", lam=0.01, epochs=5)


class Text(HTMLParser):
    """The cells of a table, and all tags."""

    def __init__(self, html):
        super().__init__()
        self.tags = set()
        self.said = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)

    def handle_data(self, data):
        self.said.append(data)


def test_that_a_run_tells_its_step_and_its_errors_in_two_lines(run):
    first, second = run._repr_mimebundle_()["text/plain"].split("\n")
    assert first == "SVM after step 200 on 40 examples"
    wrong = np.mean(run.predict(run.problem.x) != np.array(run.classes)[run.problem.y])
    assert second.startswith(f"wrong now {100 * wrong:.3g} %")
    assert repr(run) == f"Run({first}, {second})"


def test_that_tables_escape_names():
    points = linlab.points([(0, 0), (1, 1), (0, 1), (1, 0)], [EVIL, "b", EVIL, "b"])
    bag = linlab.bag("perceptron", points, members=2, epochs=1)
    compared = linlab.compare({EVIL: linlab.Learner.of("svm"), "perceptron": {}}, points, folds=2)
    step = linlab.train("perceptron", points, epochs=1).step()
    for shown in (points, bag, compared, step):
        read = Text(shown._repr_html_())
        assert read.tags <= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
        assert "array(" not in repr(shown) and len(repr(shown)) < 300
    assert EVIL in Text(points._repr_html_()).said


def test_that_the_table_of_points_has_their_numbers():
    read = Text(linlab.points([(0.25, -3)], ["no"])._repr_html_())
    assert read.said == ["1 point: 1 no", "#", "x₁", "x₂", "class", "1", "0.25", "−3", "no"]


def test_that_a_comparison_shows_the_accuracy_and_the_error_of_each_model():
    x, y = [(0, 0), (0, 1), (4, 0), (4, 1)], [0, 0, 1, 1]
    compared = linlab.compare({"svm": {}}, x, y, folds=4, epochs=5)
    read = Text(compared._repr_html_())
    right = 100 * compared.right["svm"].mean()
    assert read.said[-3:] == ["svm", f"{right:g} %", f"{100 - right:g} %"]


def test_that_the_points_are_drawn_into_the_axes_where_they_are(run):
    _, ax = pyplot.subplots()
    assert run.plot(ax=ax, title="from $1 to $2") is ax
    offsets = [each.get_offsets() for each in ax.collections if isinstance(each, PathCollection)]
    every = {tuple(np.round(place, 9)) for some in offsets for place in np.asarray(some)}
    assert {tuple(place) for place in np.round(run.problem.x, 9).tolist()} <= every
    assert ax.get_xlabel() == "x₁" and ax.get_title() == "from $1 to $2"
    assert ax.get_legend() is not None
    ax.figure.canvas.draw()


def test_that_the_boundary_in_the_axes_is_where_the_score_is_0(run):
    ax = run.plot(layers="boundary")
    lines = [line.get_xydata() for line in ax.lines if len(line.get_xdata()) > 20]
    assert lines and np.abs(run.scores(np.concatenate(lines))).max() < 0.02


def test_that_the_picture_in_axes_is_like_that_of_our_own_painter(run, tmp_path):
    ax = run.plot(layers="regions")
    ax.figure.savefig(tmp_path / "theirs.png", dpi=96)
    from linlab.app.export.figures import write_figure
    from linlab.engine.views.asking import figure_named
    from linlab.notebook.drawing import picture_of

    write_figure(
        picture_of(run.moment, figure_named("plane", "regions")), tmp_path / "ours.png", 96
    )
    small = [
        np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB").resize((64, 48)), float)
        for name in ("theirs", "ours")
    ]
    assert np.abs(small[0] - small[1]).mean() < 8  # of 255; another class or place is 40 and more


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_that_every_view_can_be_drawn_into_axes(view):
    found = linlab.train("svm", linlab.make_points("moons", n=40), epochs=1, split=(60, 20, 20))
    assert found.plot(view) is not None
    pyplot.gcf().canvas.draw()


def test_that_without_matplotlib_a_plot_is_a_drawing_as_svg(run, monkeypatch):
    monkeypatch.setattr("linlab.notebook.drawing.find_spec", lambda name: None)
    drawing = run.plot()
    assert isinstance(drawing, Drawing) and drawing._repr_svg_().startswith("<?xml")


def test_that_the_suffix_says_what_is_saved(run, tmp_path):
    early = run.at(6)
    starts = {
        "x.svg": b"<?xml", "x.pdf": b"%PDF", "x.png": b"\x89PNG", "x.tex": b"% Compile with pdflatex",
        "x.json": b"{\n \"linlab-weights\"", "x.npz": b"PK", "x.gif": b"GIF89a", "x.linlab": b"{",
    }  # fmt: skip
    for name, start in starts.items():
        early.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start), name
    assert linlab.load(tmp_path / "x.linlab") == early.trace.document
    again = linlab.load_weights(tmp_path / "x.json")
    assert np.array_equal(again.scores(run.problem.x), early.scores(run.problem.x))
    early.save(tmp_path / "steps.csv", kind="table")
    assert (tmp_path / "steps.csv").read_text().count("\n") == 7
    early.film(tmp_path / "short.gif", seconds=0.5, fps=4)
    with Image.open(tmp_path / "short.gif") as film:
        assert film.n_frames == 2


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda run: run.plot("plan"), "plane"),
        (lambda run: run.plot(layers=["margin"]), "margins"),
        (lambda run: run.plot(palette="drak"), "dark"),
        (lambda run: run.plot("kernel", options={"shw": "gram"}), "show"),
        (lambda run: run.save("x.csv", kind="tabel"), "table"),
        (lambda run: run.save("x.svg", view="lossses"), "losses"),
        (lambda run: linlab.train("svn", [(0, 0), (1, 1)], [0, 1]), "svm"),
        (lambda run: linlab.train("svm", [(0, 0), (1, 1)], [0, 1], epoch=3), "epochs"),
        (lambda run: linlab.train("svm", [(0, 0), (1, 1)], [0, 1], gama=3), "gamma"),
        (lambda run: linlab.train("svm", [(0, 0), (1, 1)], [0, 1], space="rfb"), "rbf"),
        (lambda run: linlab.train("svm", [(0, 0), (1, 1)], [0, 1], stop="stil"), "still"),
        (lambda run: linlab.make_points("mons"), "moons"),
        (lambda run: linlab.make_points("moons", noize=1), "noise"),
        (lambda run: linlab.vote([run], how="plurality "), "plurality"),
    ],
)
def test_that_a_wrong_name_is_answered_with_the_one_that_was_meant(run, call, meant):
    with pytest.raises(LinlabError, match=rf"did you mean [\w, -]*\b{meant}\b[\w -]*\?"):
        call(run)


def test_that_a_wrong_name_of_the_module_is_answered_too():
    with pytest.raises(AttributeError, match=r"did you mean train\b"):
        linlab.trian  # noqa: B018


def test_that_a_pickle_is_small_and_trains_to_the_same_bits(run):
    kept = pickle.dumps(run)
    again = pickle.loads(kept)
    assert np.array_equal(again.theta, run.theta) and again.t == run.t
    assert again.classes == run.classes and len(kept) < 10_000
    long = run.at(100_000)
    assert len(pickle.dumps(long)) < 10_000  # the trace is not in it
    assert np.array_equal(again.advance(7).theta, run.advance(7).theta)


def test_that_a_copy_is_the_same_run_also_where_it_has_ended_or_has_labels_of_its_own():
    run = linlab.train("logistic", [(0, 0), (1, 1)], [3, 5], optimiser="lbfgs")
    assert run.reason
    for twin in (copy.copy(run), copy.deepcopy(run), pickle.loads(pickle.dumps(run))):
        assert twin.reason == run.reason and twin.classes == (3, 5)
        assert np.array_equal(twin.theta, run.theta)


def test_that_nothing_in_linlab_opens_a_pickle():
    opens = re.compile(r"^\s*(import|from) (pickle|dill|joblib|shelve)|allow_pickle=True", re.M)
    assert opens.search("    import pickle")
    for file in Path(linlab.__file__).parent.rglob("*.py"):
        assert not opens.search(file.read_text(encoding="utf-8")), file
