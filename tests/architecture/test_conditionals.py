"""The architecture: no conditional expression inside another."""

import ast
from pathlib import Path

import linlab

ROOT = Path(linlab.__file__).parent


def nested(tree: ast.AST) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.IfExp)
        and any(isinstance(part, ast.IfExp) for part in (node.test, node.body, node.orelse))
    ]


def test_that_no_conditional_expression_stands_inside_another() -> None:
    assert nested(ast.parse("x = 1 if a else 2 if b else 3")) == [1]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in ROOT.rglob("*.py")
        for line in nested(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []
