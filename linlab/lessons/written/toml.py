"""Values as TOML, for blocks that the window writes: texts, numbers, booleans, lists and small
tables."""

import json
from collections.abc import Mapping
from typing import Any


def toml_of(values: Mapping[str, Any]) -> str:
    """Lines of the form `name = value`.

    >>> print(toml_of({"document": "step-1.linlab", "t": 3, "lock": ["data"], "set": {"lam": 0.1}, "exact": True}))
    document = "step-1.linlab"
    t = 3
    lock = ["data"]
    set = {lam = 0.1}
    exact = true
    """
    return "\n".join(f"{_key(name)} = {_value(value)}" for name, value in values.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name, ensure_ascii=False)
