"""What the documentation shows works as written; tests/app/window/test_extended.py has what of it is seen
in the window."""

import importlib
import re

import numpy as np
import pytest

import linlab
from linlab.commands.cli import main
from linlab.engine.data.datasets import fresh
from linlab.engine.document.loading import load
from linlab.engine.learner.parameters import PARAMETERS
from tests.documentation import PAGES, ROOT, TEXT, restored, run
from tests.engine.plane import plane_catalog


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _tables():
    with restored():
        yield


def test_that_the_notebook_example_runs(tmp_path):
    names = run("notebook")
    assert (tmp_path / "w.json").exists()
    assert names["run"].t == 50 * 90


def test_that_the_example_of_many_models_runs():
    names = run("many")
    assert names["df"] == 9 and 0 < names["p"] < 1
    assert set(names["compared"].accuracy) == {"svm", "perceptron", "curved"}
    assert 0 < names["bag"].out_of_bag_error < 0.5
    assert names["stack"].base_outputs.shape == (90, 2)
    assert names["taught"].rounds > 0 and names["both"].rounds > 0


def test_that_the_lesson_of_the_documentation_is_right(tmp_path, capsys):
    found = re.search(r"<!-- lesson -->\n````markdown\n(.*?)````", TEXT, re.DOTALL)
    assert found and found[1].count("\n") <= 26  # some twenty lines, and empty ones
    (tmp_path / "turns").mkdir()
    (tmp_path / "turns" / "lesson.md").write_text(found[1], encoding="utf-8")
    assert main(["lesson", "check", "turns", "--answers"]) == 0
    told = capsys.readouterr().out
    assert "yes" in told and "1 page; 2 claims and 1 answer are right" in told


@pytest.mark.usefixtures("_tables")
def test_that_a_newcomers_kind_of_question_is_asked(tmp_path, capsys):
    template = run("extend: question")["QUESTION_KINDS"]["class"].template
    lesson = f"# A\n\n```lesson\nformat = 1\n```\n\n## B\n\n```question\n{template}\n```\n"
    (tmp_path / "lesson.md").write_text(lesson, encoding="utf-8")
    assert main(["lesson", "check", str(tmp_path), "--answers"]) == 0
    assert "It is A." in capsys.readouterr().out
    (tmp_path / "lesson.md").write_text(lesson.replace("example = 1", "example = 9999"))
    assert main(["lesson", "check", str(tmp_path)]) != 0
    assert "There is no such example." in capsys.readouterr().err


@pytest.mark.usefixtures("_tables")
def test_that_a_newcomers_loss_and_kernel_work_everywhere(tmp_path):
    trained = run("extend: loss and kernel")["run"]
    assert "modified-huber" in plane_catalog()
    assert "cauchy" in PARAMETERS["space"].choices()
    assert trained.measures().train_error < 0.1
    step = trained.step()
    np.testing.assert_array_equal(step.rebuild(trained.theta), trained.advance(1).theta)
    assert len(trained.explain()) > 20
    m = step.margin
    assert step.loss == pytest.approx(max(0, 1 - m) ** 2)
    xs, ys = np.linspace(-2, 2, 5), np.linspace(-2, 2, 4)
    across, up = np.meshgrid(xs, ys)
    np.testing.assert_allclose(
        trained.field(xs, ys)[0].ravel(), trained.scores(np.c_[across.ravel(), up.ravel()])[:, 0]
    )
    trained.save(tmp_path / "w.json")
    assert list(linlab.load_weights(tmp_path / "w.json").predict(across[:, :2])) == list(
        trained.predict(across[:, :2])
    )
    optimum = linlab.train(
        "modified-huber", linlab.make_points("moons", n=40), space="monomial", degree=3
    ).optimum()
    assert optimum.objective > 0


@pytest.mark.usefixtures("_tables")
def test_that_a_newcomers_data_set_is_listed_made_and_trained_on(capsys):
    run("extend: data set")
    points = linlab.make_points("waves", n=50, noise=0.0, seed=3)
    np.testing.assert_allclose(points.x[:, 1], np.sin(2 * points.x[:, 0]) + points.label)
    assert len(fresh("waves", 500)) == 500
    assert main(["datasets"]) == 0
    assert "waves" in capsys.readouterr().out
    assert main(["train", "waves", "--model", "svm", "--epochs", "2"]) == 0


@pytest.mark.usefixtures("_tables")
def test_that_a_newcomers_layer_is_drawn_and_written(tmp_path, capsys):
    run("extend: layer")
    assert (
        main(
            [
                "render",
                "moons",
                "a.svg",
                "a.tex",
                "--model",
                "svm",
                "--at",
                "20",
                "--layers",
                "means",
            ]
        )
        == 0
    )
    drawn = (tmp_path / "a.svg").read_text()
    assert 'id="mean-0"' in drawn and 'id="mean-1"' in drawn
    assert (
        main(["render", "moons", "b.svg", "--model", "svm", "--at", "20", "--layers", "none"]) == 0
    )
    assert "mean" not in (tmp_path / "b.svg").read_text()
    assert main(["render", "moons", "c.svg", "--model", "svm", "--layers", "nonsense"]) == 2
    assert "means" in capsys.readouterr().err


@pytest.mark.usefixtures("_tables")
def test_that_a_newcomers_view_is_drawn_in_every_format(tmp_path):
    run("extend: view")
    files = ["a.svg", "a.tex", "a.png", "a.pdf"]
    assert main(["render", "moons", *files, "--model", "svm", "--at", "20", "--view", "norm"]) == 0
    drawn = (tmp_path / "a.svg").read_text()
    assert "‖w‖" in drawn and ">20<" in drawn
    corners = re.search(r'id="norm".*?d="M([^"]+)"', drawn, re.DOTALL)[1].split(
        "L"
    )  # without those on a straight line
    across, up = np.array([corner.split(",") for corner in corners], float).T
    trace = linlab.Trace(linlab.Document(linlab.make_points("moons"), (linlab.Learner.of("svm"),)))
    lengths = np.array([np.linalg.norm(trace.at(t).theta[0, :2]) for t in range(21)])
    at = np.interp(np.linspace(across[0], across[-1], 21), across, up)
    np.testing.assert_allclose(
        (up[0] - at) / (up[0] - up.min()), lengths / lengths.max(), atol=1e-3
    )


@pytest.mark.usefixtures("_tables")
def test_that_a_newcomers_format_is_written_by_its_suffix(tmp_path, capsys):
    run("extend: format")
    assert main(["render", "moons", "points.dat", "--model", "svm", "--at", "1"]) == 0
    points = linlab.make_points("moons")
    np.testing.assert_allclose(
        np.loadtxt(tmp_path / "points.dat"), np.c_[points.x, points.label], rtol=1e-8
    )
    assert main(["render", "--help"]) == 0
    assert ".dat" in capsys.readouterr().out


def test_that_every_model_and_setting_is_explained():
    for name in [
        *plane_catalog(),
        *PARAMETERS,
        *PARAMETERS["space"].choices(),
        *PARAMETERS["optimiser"].choices(),
    ]:
        assert f"`{name}`" in PAGES["models.md"] or f" {name}" in PAGES["models.md"], name


ROOMS = "engine|app|lessons|commands|notebook"
GUIDES = PAGES | {
    name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
}


def test_that_every_file_named_in_the_documentation_is_there():
    found = 0
    for name, page in GUIDES.items():
        for path in re.findall(
            rf"(?:^    |`)(?:linlab/)?((?:{ROOMS})/[\w/]*(?:\.py)?)", page, re.M
        ):
            assert (ROOT / "linlab" / path).exists(), f"{name}: {path}"
            found += 1
        for path in re.findall(r"(?:`|^python )((?:tests|assets|docs)/[\w/.-]*)", page, re.M):
            assert (ROOT / path).exists(), f"{name}: {path}"
            found += 1
        for file in re.findall(r"`(\w+\.py)`", page):
            assert any((ROOT / "linlab").rglob(file)), f"{name}: {file}"
        for module in re.findall(r"(?<![/\[(\w])linlab((?:\.[a-z_]+)+)", page):
            assert _is_there(module.split(".")[1:]), f"{name}: linlab{module}"
    assert found > 90


def _is_there(path: list[str]) -> bool:
    """Whether linlab has this module, or what its last part names in it."""
    value: object = linlab
    for k, part in enumerate(path):
        if not hasattr(value, part):
            try:
                importlib.import_module(".".join(["linlab", *path[: k + 1]]))
            except ModuleNotFoundError:
                return False
        value = getattr(value, part)
    return True


def test_that_every_name_in_how_it_is_built_is_in_the_code():
    """Functions, classes, methods, signals and tables: of `Replay.show`, there is a `def show`."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "linlab").rglob("*.py"))
    defined = set(
        re.findall(r"\b(?:def|class) (\w+)|^\s*(\w+)(?:: [^=\n]+)?(?: =|$)", source, re.M)
    )
    known = {name for pair in defined for name in pair}
    names = re.findall(r"`((?:\w+\.)*[A-Za-z_]\w*)(?:\([^`]*\))?=?`", PAGES["how-it-is-built.md"])
    names = [name for name in names if not name.endswith(".py")]
    assert {"drag_points", "Replay.open", "Session._show", "session.preview"} <= set(names)
    for name in names:
        assert name.rpartition(".")[2] in known, name


def test_that_every_table_named_in_the_documentation_is_in_its_file():
    rows = re.findall(r"\| `([A-Z_]+)`.*?\| `(\w+/[\w/]+\.py)` \|", PAGES["extending.md"])
    assert len(rows) >= 10
    for table, path in rows:
        text = (ROOT / "linlab" / path).read_text(encoding="utf-8")
        assert re.search(rf"^{table}\b", text, re.MULTILINE), f"{table} in {path}"


def test_that_every_command_of_the_documentation_is_understood(capsys):
    """Each line that begins with linlab names a command and options that there are."""
    lines = re.findall(
        r"^linlab (train|render|predict|lesson) (.*?)(?:  +#.*)?$", TEXT, re.MULTILINE
    )
    assert len(lines) >= 12
    for command, rest in lines:
        asked = [command] if command != "lesson" else [command, rest.split()[0]]
        assert main([*asked, "--help"]) == 0
        helped = capsys.readouterr().out
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in helped, f"linlab {command} {rest}"


def test_that_the_readme_fits_a_screen_and_a_half_and_leads_to_every_page():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") <= 60
    links = re.findall(r"\]\(([^)#:]+)\)", readme)
    assert all((ROOT / link).exists() for link in links)
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert all(f" {name}\n" in nav for name in PAGES)


def test_that_the_pages_of_the_gallery_are_small_and_open_as_documents():
    listed = re.findall(r"\(gallery/([a-z]+\.html)\)", TEXT)
    folder = ROOT / "docs" / "gallery"
    assert len(listed) == 4
    assert sorted(listed) == sorted(path.name for path in folder.iterdir())
    for name in listed:
        assert (folder / name).stat().st_size < 250_000
        assert load(folder / name).title in (folder / name).read_text(encoding="utf-8")
