"""Numbers and words as Python assignments that read back the same."""

import pprint
import textwrap
from typing import Any

import numpy as np

LINE_LENGTH = 120


def constant(name: str, value: Any, description: str = "") -> str:
    """A number or an array as an assignment; printed so that it reads back to the last bit.

    >>> constant("BIAS", np.array([0.1, -2.0]), "one per row")
    'BIAS = np.array([0.1, -2.0])  # one per row'
    """
    value = np.asarray(value)
    comment = f"  # {description}" if description else ""
    text = repr(value.tolist()) if value.size else f"[]).reshape({value.shape!r}"
    if value.ndim == 0:
        return f"{name} = {text}{comment}"
    line = f"{name} = np.array({text})"
    if len(line) <= LINE_LENGTH - 10:
        return line + comment
    deep = value.ndim > 1
    parts = [repr(part) for part in value.tolist()] if deep else [text[1:-1]]
    rows = [
        textwrap.fill(part, LINE_LENGTH, initial_indent=" " * 4, subsequent_indent=" " * (4 + deep))
        + ","
        for part in parts
    ]
    return "\n".join([f"{name} = np.array([{comment}", *rows, "])"])


def word_list(name: str, words: Any, kind: str = "") -> str:
    """Texts as an assignment that reads back the same."""
    text = pprint.pformat(list(words), width=LINE_LENGTH, compact=True)
    return f"{name} = {kind}({text})" if kind else f"{name} = {text}"


def reading_function(description: str, code: str, one: bool, *before: str) -> str:
    """`read(x)`, which θ is multiplied by; with `one` for the bias in its last column."""
    if one:
        code = f"np.concatenate([{code}, np.ones((len(x), 1))], axis=1)"
    return "\n".join(
        [
            "def read(x):",
            f'    """{description}. (m, d)"""',
            *(f"    {line}" for line in before),
            f"    return {code}",
        ]
    )
