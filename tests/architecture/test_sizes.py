"""The architecture: classes, files and functions that a reader can hold in mind, and kinds of learners and
of questions that nobody asks for by name. Each exception has a sentence."""

import ast
from pathlib import Path

import pytest

from linlab.engine.train.kinds.table import KINDS
from linlab.lessons.kinds.table import QUESTION_KINDS as QUESTIONS

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "linlab"
MOST_METHODS, MOST_LINES, MOST_BRANCHES = 30, 400, 15

LARGE_CLASSES = {
    "Plane": "a QWidget, whose event handlers are methods by Qt's rules",
    "Window": "a QMainWindow, whose event handlers are methods by Qt's rules",
    "Problem": "what a learner reads, with a property for each thing that it may be asked",
    "Run": "the notebook's one value, with a method for each thing that a run may be asked to do",
    "Scene": "what a picture is drawn from, with a property for each thing that a layer may ask",
}
LONG_FILES = {
    "app/window/window.py": "the window puts all panels together",
    "app/session/document_files.py": "every question that opening, saving and closing may ask",
    "engine/learner/parameters.py": "a table: every setting with its limits and its help",
    "engine/train/problem.py": "Problem, see above",
    "engine/train/models.py": "the protocol of models and its two kinds, side by side",
    "engine/picture/layers.py": "a table: every layer with what it draws",
    "engine/picture/scene.py": "Scene, see above",
    "commands/picture_options.py": "a table: every option of the command line for pictures",
}
BRANCHING = {
    "batched": "the loop for batches, in one piece because it is compiled in one",
}


def sources():
    for path in sorted(HOUSE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield path.relative_to(HOUSE).as_posix(), text, ast.parse(text)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def methods(tree):
    """The number of methods of each class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, sum(isinstance(each, FUNCTIONS) for each in node.body)


def branches(function):
    """McCabe's number: 1, and 1 for each place where it may go another way."""
    forks = (ast.If, ast.For, ast.While, ast.ExceptHandler)
    return 1 + sum(isinstance(node, forks) for node in ast.walk(function))


def test_that_classes_have_at_most_thirty_methods():
    found = {
        name for _, _, tree in sources() for name, many in methods(tree) if many > MOST_METHODS
    }
    assert found == set(LARGE_CLASSES)


def test_that_files_have_at_most_four_hundred_lines():
    found = {path for path, text, _ in sources() if text.count("\n") > MOST_LINES}
    assert found == set(LONG_FILES)


def test_that_functions_have_at_most_fifteen_branches():
    found = {
        node.name
        for _, _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and branches(node) > MOST_BRANCHES
    }
    assert found == set(BRANCHING)


def names_compared(tree):
    """Texts that something is compared with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for each in (node.left, *node.comparators):
                inside = each.elts if isinstance(each, (ast.Tuple, ast.List, ast.Set)) else [each]
                yield from (
                    item.value
                    for item in inside
                    if isinstance(item, ast.Constant) and isinstance(item.value, str)
                )


def test_that_nobody_asks_for_a_kind_of_learner_by_its_name():
    keys = set(KINDS)
    found = {
        path
        for path, _, tree in sources()
        if not path.startswith("engine/train/kinds/") and keys & set(names_compared(tree))
    }
    assert found == set()


def test_that_nobody_asks_for_a_kind_of_question_by_its_name():
    rooms = ("lessons/", "app/lessons/", "app/session/lessons/", "app/present/", "app/export/")
    found = {
        path
        for path, _, tree in sources()
        if path.startswith(rooms)
        and not path.startswith("lessons/kinds/")
        and set(QUESTIONS) & set(names_compared(tree))
    }
    assert found == set()


@pytest.mark.parametrize(
    "line",
    ['learner.recipe.kind == "stack"', 'kind in ("vote", "bag")', '"boost" != recipe.kind'],
)
def test_that_a_comparison_with_a_name_is_seen(line):
    assert set(KINDS) & set(names_compared(ast.parse(line)))


def test_that_large_classes_and_branches_are_seen():
    many = "class A:\n" + "".join(f"    def f{k}(self): pass\n" for k in range(31))
    assert dict(methods(ast.parse(many))) == {"A": 31}
    forks = "def f(x):\n" + "".join(f"    if x == {k}: x += 1\n" for k in range(15))
    assert branches(ast.parse(forks).body[0]) == 16
