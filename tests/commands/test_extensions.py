"""`--with my_lab.py`: what an extension adds works everywhere, and a fault in one is told with its
file and line, and harms nothing."""

import json
import re
import sys

import numpy as np
import pytest

from linlab.app.plane.tools import TOOLS
from linlab.commands.cli import main
from linlab.commands.extensions.loading import load_extension, load_extensions
from linlab.commands.extensions.tables import tables, tables_of_the_window
from linlab.engine.data.datasets import DATASETS
from linlab.engine.document.document import Document
from linlab.engine.document.extensions import ADDED, LOADED
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.catalog import MODELS
from linlab.engine.learner.losses import LOSSES
from tests.documentation import TEXT, restored

BLOCKS = re.findall(r"<!-- extend: ([\w ]+) -->\n```python\n(.*?)```", TEXT, re.DOTALL)
LOSS = """
from linlab.engine.learner.losses import LOSSES, Loss
def of_margin(m):
    return max(0.0, 2.0 - m), 1.0 if m < 2.0 else 0.0
LOSSES["wide-hinge"] = Loss("wide-hinge", "Wide hinge", r"\\\\max(0, 2 - m)", "a wider street", of_margin)
"""


@pytest.fixture(autouse=True)
def _tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    loaded, modules = dict(LOADED), set(sys.modules)
    with restored(TOOLS, MODELS, ADDED):
        yield
    LOADED.clear()
    LOADED.update(loaded)
    for name in set(sys.modules) - modules:
        if name.startswith("linlab_extension_"):
            del sys.modules[name]


def written(tmp_path, text, name="my_lab.py"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def rows():
    return [dict(table.rows) for table in (*tables(), *tables_of_the_window())]


def test_that_one_file_may_add_all_that_the_documentation_shows(tmp_path, capsys):
    assert {
        "loss and kernel",
        "data set",
        "model",
        "layer",
        "view",
        "tool",
        "format",
        "question",
    } <= {what for what, _ in BLOCKS}
    text = "\n".join(code for _, code in BLOCKS)
    load_extension(written(tmp_path, text))
    for key in (
        "modified-huber",
        "cauchy",
        "waves",
        "slow-perceptron",
        "means",
        "norm",
        "mirror",
        "dat",
        "class",
    ):
        assert ADDED[key] == "my_lab.py"
    command = [
        "render",
        "waves",
        "norm.svg",
        "--model",
        "slow-perceptron",
        "--view",
        "norm",
        "--at",
        "20",
    ]
    assert main(command) == 0
    assert "‖w‖" in (tmp_path / "norm.svg").read_text(encoding="utf-8")
    assert main(["models"]) == 0 and "slow-perceptron" in capsys.readouterr().out


def test_that_a_model_of_an_extension_is_trained_as_its_own_loop_says(tmp_path, capsys):
    """The wide hinge by SGD with a constant rate, in the order of the points: a loop by hand."""
    written(tmp_path, LOSS)
    (tmp_path / "p.csv").write_text("x1,x2,label\n1,2,A\n-1,0.5,B\n2,-1,B\n0,1,A\n")
    settings = ["order=cyclic", "rate=constant", "alpha=0.5", "lam=0"]
    options = [word for each in settings for word in ("--set", each)]
    command = ["--with", "my_lab.py", "train", "p.csv", "--model", "wide-hinge", *options]
    assert main([*command, "--epochs", "3", "--weights", "w.json"]) == 0
    w, b = np.zeros(2), 0.0
    for _ in range(3):
        for x, y in (((1, 2), -1), ((-1, 0.5), 1), ((2, -1), 1), ((0, 1), -1)):
            if y * (w @ x + b) < 2:
                w, b = w + 0.5 * y * np.array(x), b + 0.5 * y
    kept = json.loads((tmp_path / "w.json").read_text())
    assert np.allclose(np.ravel(kept["weights"]), w) and np.allclose(np.ravel(kept["bias"]), b)
    assert capsys.readouterr().err == ""


FAULTS = {
    "syntax": ("a = 1\ndef b(:\n    pass\n", "my_lab.py, line 2: SyntaxError"),
    "exception": ("a = 1\n\nb = 1 / 0\n", "my_lab.py, line 3: ZeroDivisionError: division by zero."),
    "exit": ("import sys\nsys.exit(3)\n", "my_lab.py, line 2: SystemExit"),
    "import": ("import no_such_module_at_all\n", "my_lab.py, line 1: ModuleNotFoundError"),
    "nothing": ("a = 1\n", "my_lab.py adds nothing to any table."),
    "type": ("from linlab.engine.data.datasets import DATASETS\nDATASETS['x'] = 3\n",
             "the data set “x” must be a DataSet, not a int."),
    "name": (LOSS.replace('LOSSES["wide-hinge"]', 'LOSSES["other"]'),
             "the loss “other” calls itself “wide-hinge”: use one name."),
    "change": ("from linlab.engine.learner.losses import LOSSES\nLOSSES['hinge'] = LOSSES['log']\n",
               "my_lab.py changes the loss “hinge”: give its own another name."),
    "removal": ("from linlab.engine.data.datasets import DATASETS\ndel DATASETS['moons']\n",
                "my_lab.py changes the data set “moons”"),
    "compile": (LOSS.replace("max(0.0, 2.0 - m)", "open(str(m))"),
                "the loss “wide-hinge” cannot be compiled"),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_that_a_fault_is_told_with_file_and_line_and_changes_nothing(what, tmp_path):
    text, sentence = FAULTS[what]
    before = rows()
    [told] = load_extensions([str(written(tmp_path, text))])
    assert sentence in told and "\n" not in told
    assert rows() == before
    assert "my_lab.py" not in LOADED and "my_lab.py" not in ADDED.values()


def test_that_a_fault_leaves_the_command_running(tmp_path, capsys):
    written(tmp_path, "b = 1 / 0\n")
    assert (
        main(["--with", "my_lab.py", "train", "moons", "--model", "perceptron", "--epochs", "1"])
        == 0
    )
    out = capsys.readouterr()
    assert out.err.splitlines() == [
        "linlab: The extension my_lab.py, line 1: ZeroDivisionError: division by zero. Going on without it."
    ]
    assert "Perceptron" in out.out


def test_that_a_fault_while_it_is_used_is_told_with_file_and_line(tmp_path, capsys):
    text = dict(BLOCKS)["data set"].replace("label = ", "label = 1 // 0 + ", 1)
    line = text.splitlines().index(next(each for each in text.splitlines() if "1 // 0" in each)) + 1
    written(tmp_path, text)
    assert main(["--with", "my_lab.py", "train", "waves", "--model", "perceptron"]) == 2
    assert f"my_lab.py, line {line}: ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--with"], "--with needs the name of a Python file."),
        (["--with", "--present"], "--with needs the name of a Python file."),
        (["train", "moons", "--with"], "--with needs the name of a Python file."),
    ],
)
def test_that_the_option_without_a_file_is_refused(arguments, sentence, capsys):
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("name", ["none.py", "folder.py", "notes.txt"])
def test_that_what_is_no_python_file_is_refused(name, tmp_path):
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(
        LinlabError, match=r"There is no extension “.*”: --with needs a Python file\."
    ):
        load_extension(tmp_path / name)


def test_that_an_extension_is_loaded_once_and_two_of_one_name_are_refused(tmp_path):
    path = written(tmp_path, LOSS)
    (tmp_path / "sub").mkdir()
    other = written(tmp_path / "sub", LOSS.replace("wide-hinge", "wider-hinge"))
    assert load_extensions([str(path), str(path)]) == ()
    [told] = load_extensions([str(other)])
    assert told == "There are two extensions with the name my_lab.py: rename one of them."
    assert "wider-hinge" not in LOSSES


def test_that_a_document_names_what_it_needs_and_is_refused_without(tmp_path):
    from linlab import make_points
    from linlab.engine.learner.learner import Learner

    load_extension(written(tmp_path, LOSS))
    points = make_points("moons")
    plain = Document(points, (Learner("perceptron"),))
    assert "extensions" not in plain.to_json()
    document = Document(points, (Learner("wide-hinge"),))
    document.save(tmp_path / "a.linlab")
    assert json.loads((tmp_path / "a.linlab").read_text())["extensions"] == ["my_lab.py"]
    assert Document.load(tmp_path / "a.linlab") == document
    LOADED.clear()
    with pytest.raises(
        LinlabError,
        match=r"^a\.linlab: It needs the extension my_lab\.py: start linlab with --with my_lab\.py to open it\.$",
    ):
        Document.load(tmp_path / "a.linlab")


def test_that_a_class_that_shares_a_name_with_a_row_needs_no_extension(tmp_path):
    from linlab.engine.data.points import Points
    from linlab.engine.learner.learner import Learner

    load_extension(written(tmp_path, LOSS))
    points = Points.of([[0.0, 1.0], [1.0, 0.0]], ["wide-hinge", "other"])
    assert "extensions" not in Document(points, (Learner("perceptron"),)).to_json()


@pytest.mark.parametrize("value", [3, "my_lab.py", [1], {"a": 1}])
def test_that_a_broken_list_of_extensions_is_refused(value, tmp_path):
    from linlab.engine.document.first import first_document

    with pytest.raises(LinlabError, match="“extensions” of the document must be a list"):
        Document.from_json({**first_document().to_json(), "extensions": value})


def test_that_a_document_never_loads_an_extension(tmp_path):
    """Its file is beside the document, and is not run."""
    from linlab.engine.document.first import first_document

    written(tmp_path, "raise RuntimeError('it was run')\n")
    text = json.dumps({**first_document().to_json(), "extensions": ["my_lab.py"]})
    (tmp_path / "a.linlab").write_text(text)
    with pytest.raises(LinlabError, match="It needs the extension"):
        Document.load(tmp_path / "a.linlab")
    assert "waves" not in DATASETS
