"""The architecture: which module imports which, drawn from the source, without a cycle and without an
arrow against the order."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "linlab"
ENGINE = (
    "ground",
    "data",
    "learner",
    "document",
    "train",
    "optimum",
    "many",
    "words",
    "picture",
    "views",
    "export",
)
APP = ("session", "controls", "canvas", "plane", "panels", "lessons", "present", "export", "window")
ORDER = (
    *(f"engine.{room}" for room in ENGINE),
    "lessons",
    *(f"app.{room}" for room in APP),
    "notebook",
    "commands",
    "",
)  # "": linlab itself
FOLDERS = sorted(path.parent for path in HOUSE.rglob("__init__.py"))


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def graph(sources):
    """The modules that each module imports, wherever it does: at its head, when it is called, or
    for its types alone."""
    arrows = {name: set() for name in sources}
    for name, (text, package) in sources.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                here = name.split(".") if package else name.split(".")[:-1]
                above = here[: len(here) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                wanted = [
                    full if (full := f"{base}.{alias.name}") in sources else base
                    for alias in node.names
                ]
            else:
                continue
            arrows[name].update(each for each in wanted if each in sources)
    return arrows


def cycle(arrows):
    """Modules that import each other, in turn; empty if none do."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def room(name):
    parts = name.split(".")[1:]
    many = 2 if parts[:1] in (["engine"], ["app"]) else 1
    return ".".join(parts[:many]) if parts != ["__main__"] else ""


def against(arrows, order):
    """Arrows from a room to a later one."""
    return [
        (a, b)
        for a, others in arrows.items()
        for b in others
        if order.index(room(a)) < order.index(room(b))
    ]


@pytest.fixture(scope="module")
def stage_context():
    found = {
        name_of(path): (path.read_text(encoding="utf-8"), path.name == "__init__.py")
        for path in HOUSE.rglob("*.py")
    }
    return graph(
        {
            name: source
            for name, source in found.items()
            if name not in ("linlab.app", "linlab.engine")
        }
    )


def test_that_no_module_imports_one_that_imports_it(stage_context):
    assert len(stage_context) > 200 and sum(map(len, stage_context.values())) > 1000
    assert cycle(stage_context) == []


def test_that_no_arrow_points_against_the_order_of_the_rooms(stage_context):
    assert {room(name) for name in stage_context} == set(ORDER)
    assert against(stage_context, ORDER) == []


def test_that_only_the_notebooks_names_are_imported_by_a_text():
    """An arrow that is a text at run time is not seen. Those of linlab itself stand beside its types,
    and the preload only loads early what others import."""
    by_text = [
        name_of(path)
        for path in HOUSE.rglob("*.py")
        if "import_module" in (text := path.read_text(encoding="utf-8")) or "__import__" in text
    ]
    assert sorted(by_text) == ["linlab", "linlab.app.session.preload"]


def test_that_the_exact_optimum_is_registered_with_the_solvers_by_an_arrow_that_is_seen(
    stage_context,
):
    step = "linlab.engine.train.updates.exact_step"
    table = "linlab.engine.train.updates.registered"
    here = "linlab.engine.optimum.as_a_step"
    assert here in stage_context["linlab"] and table in stage_context[here]
    assert table in stage_context[step]
    assert not [name for name in stage_context[step] if room(name) == "engine.optimum"]


@pytest.mark.parametrize(
    "line",
    [
        "import linlab.app.plane.tools",
        "from linlab.app.plane.tools import TOOLS",
        "from linlab.app.plane import tools",
        "from ..plane import tools",
        "from ..plane.tools import TOOLS",
        "def later():\n    from linlab.app.plane import tools",
        "if TYPE_CHECKING:\n    from linlab.app.plane.tools import Tool",
    ],
)
def test_that_an_arrow_is_seen_however_it_is_written(line):
    arrows = graph(
        {
            "linlab.app.canvas.canvas": (line, False),
            "linlab.app.plane.tools": ("from .brush import Brush", False),
            "linlab.app.plane.brush": ("", False),
        }
    )
    assert arrows["linlab.app.plane.tools"] == {"linlab.app.plane.brush"}
    assert against(arrows, ORDER) == [("linlab.app.canvas.canvas", "linlab.app.plane.tools")]
    assert cycle(arrows) == []


def test_that_a_cycle_is_seen():
    arrows = graph(
        {f"linlab.engine.data.{a}": (f"from .{b} import {b}", False) for a, b in ("ab", "bc", "ca")}
    )
    assert set(cycle(arrows)) == {f"linlab.engine.data.{name}" for name in "abc"}
    assert against(arrows, ORDER) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_that_a_folder_is_a_thought_of_few_files_that_says_what_it_is(folder):
    assert len(list(folder.glob("*.py"))) - 1 <= 15  # about fourteen
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert told and (len(folder.relative_to(HOUSE).parts) < 2 or "Imports " in told)


def test_that_engine_and_app_are_a_few_rooms_told_in_their_order():
    page = (ROOT / "docs" / "how-it-is-built.md").read_text(encoding="utf-8")
    for floor, rooms in (("engine", ENGINE), ("app", APP)):
        assert 6 <= len(rooms) <= 11
        told = " ".join(
            ast.get_docstring(
                ast.parse((HOUSE / floor / "__init__.py").read_text(encoding="utf-8"))
            ).split()
        )
        assert f"each importing only those before it: {', '.join(rooms)}" in told
        assert {
            path.name for path in (HOUSE / floor).iterdir() if (path / "__init__.py").exists()
        } == set(rooms)
    places = [page.index(f"    engine/{name} ") for name in ENGINE]
    assert places == sorted(places) and f"    app/               {', '.join(APP)}" in page
