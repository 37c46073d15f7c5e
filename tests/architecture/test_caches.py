"""Every cache has a bound, and none holds a model, a run or what belongs to them."""

import ast
from pathlib import Path

import linlab

ROOT = Path(linlab.__file__).parent
LARGE = {"Model", "Problem", "Trace", "Optimum", "Moment", "Scene"}
HELD = {  # at most so many of them, each worth it
    ("engine/picture/other_models.py", "_all"): 1,
    ("lessons/facts/numbers.py", "optimum_of"): 4,
}


def cached_functions():
    """(file, function, most) of each; None where there is no bound."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for each in node.decorator_list:
                call = each.func if isinstance(each, ast.Call) else each
                name = getattr(call, "attr", getattr(call, "id", ""))
                if name in ("lru_cache", "cache"):
                    sizes = [k.value for k in getattr(each, "keywords", ()) if k.arg == "maxsize"]
                    most = ast.literal_eval(sizes[0]) if sizes else None
                    yield path.relative_to(ROOT).as_posix(), node, most


def test_that_every_cache_with_arguments_has_a_bound():
    for file, function, most in cached_functions():
        arguments = [each.arg for each in function.args.args]
        known = {"cls", "kind", "function"}  # of code, of which there is no more than there is
        assert most is not None or set(arguments) <= known, (file, function.name)


def test_that_no_cache_holds_models_or_runs():
    found = {}
    for file, function, most in cached_functions():
        kinds = {ast.unparse(each.annotation) for each in function.args.args if each.annotation}
        if kinds & LARGE:
            found[file, function.name] = most
    assert found == HELD
