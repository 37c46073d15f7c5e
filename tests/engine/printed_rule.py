r"""A printed update rule, carried out to the letter: LaTeX in, w and b after the step out.

It knows nothing of the engine. Statements are parted by `, \quad `; those with an arrow are assignments, made together
from the values before them, and after them those that begin with “then”; those with = say what a symbol stands for.
Weights are (rows, features), a bias (rows, 1), x and the unit vector of an example (1, ·), a pull (rows, 1).
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

# What stands for an example i, then what is not a single letter; longer ones first.
ATOMS = {
    r"\|x\|^2": "square(i)",
    "x_i": "phi(i)",
    "x": "phi(i)",
    "P(y_i | x_i)": "prob(i)",
    "P(y | x)": "prob(i)",
    "P(c | x_i)": "probs(i)",
    "P(c | x)": "probs(i)",
    "[c = y_i]": "of_label(i)",
    "[c = y]": "of_label(i)",
    "[c = z_i]": "of_rival(i)",
    "[c = z]": "of_rival(i)",
    "e_i": "unit(i)",
    "s_{y_i}": "label_score(i)",
    "s_y": "label_score(i)",
    "s_{z_i}": "rival_score(i)",
    "s_z": "rival_score(i)",
    "y_i": "sign_of(i)",
    "y": "sign_of(i)",
    "m_i": "margin(i)",
    "m": "margin(i)",
    "s_{c,i}": "scores(i)",
    "s_c": "scores(i)",
    "s_i": "scores(i)",
    "s": "scores(i)",
    r"\sum_j a_j k(x_j, x)": "summed(i)",
    r"\sum_j a_j (k(x_j, x) + 1)": "summed(i)",
    r"\sum_j a_{c,j} k(x_j, x)": "summed(i)",
    r"\sum_j a_{c,j} (k(x_j, x) + 1)": "summed(i)",
    r"\max_i \|x_i\|^2": "longest",
    r"\max_i (\|x_i\|^2 + 1)": "longest",
    r"\max_i k(x_i, x_i)": "longest",
    r"\max_i (k(x_i, x_i) + 1)": "longest",
    **dict.fromkeys(("p", "p_c", "p_i", "p_{c,i}"), "pull(i)"),
    r"\sum g^2": "squares",
    r"\ell": "loss(i)",
    r"\rho": "rho",
    "k(x, x)": "with_itself(i)",
    "|B|": "many",
    r"\hat u": "u_hat",
    r"\hat v": "v_hat",
    r"\alpha_t": "alpha_t",
    r"\alpha": "alpha",
    r"\lambda": "lam",
    r"\tau": "tau",
    r"\mu": "mu",
    **{f"{s}_c": s for s in "wba"},
    **{rf"{s}^{{\mathrm{{last}}}}": f"{s}_last" for s in "wba"},
    **{rf"{s}_c^{{\mathrm{{last}}}}": f"{s}_last" for s in "wba"},
    **{f"{s}_{c}": f"row('{s}', '{c}', i)" for s in "wb" for c in "yz"},
    **{f"a_{{{c},i}}": f"row('a', '{c}', i)[:, [i]]" for c in "yz"},
    "a_i": "own(i)",
    "a_{c,i}": "own(i)",
    r"t_0": "t0",
}
TOKEN = re.compile(
    "|".join(map(re.escape, sorted(ATOMS, key=len, reverse=True)))
    + r"|\\frac|\\sqrt|\\max|\\min|\\mathrm\{sign\}|\\sum_\{i \\in B\}|\\cdot|\\;|[0-9]+\.?[0-9]*|[a-zA-Z]|[-+/(){}|,^]|\s+"
)
CASES = re.compile(
    r"\\begin\{cases\} (.*) & \\mathrm\{if\} \\; (.*) \\cr 0 & \\mathrm\{otherwise\} \\end\{cases\}"
)


class Reader:
    """LaTeX to Python, by recursive descent; two values side by side are multiplied."""

    def __init__(self, latex: str) -> None:
        self.tokens = [t for t in TOKEN.findall(latex) if t.strip() and t != r"\;"]
        assert "".join(TOKEN.findall(latex)) == latex, latex  # nothing is skipped
        self.at = 0

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def group(self) -> str:
        """{…}, or a single token."""
        if self.tokens[self.at] != "{":
            return self.value(self.next())
        self.at += 1
        return self.until("}")

    def until(self, *ends: str, keep: bool = False) -> str:
        out, value, dot = "", False, False
        while self.at < len(self.tokens) and self.tokens[self.at] not in ends:
            token = self.next()
            if token in "+-/" and token:
                out, value = f"{out} {token} ", False
            elif token == r"\cdot":
                dot = True
            elif token == "^":
                out += f" ** ({self.group()})"
            else:
                right = self.value(token)
                out += f" @ ({right}).T" if dot else f" * {right}" if value else right
                value, dot = True, False
        self.at += not keep
        return out

    def value(self, token: str) -> str:
        if token == r"\frac":
            return f"(({self.group()}) / ({self.group()}))"
        if token == r"\sqrt":
            return f"sqrt({self.group()})"
        if token in (r"\max", r"\min", r"\mathrm{sign}", "("):
            assert token == "(" or self.next() == "("
            parts = [self.until(",", ")")]
            while self.tokens[self.at - 1] == ",":
                parts.append(self.until(",", ")"))
            name = {
                r"\max": "maximum",
                r"\min": "minimum",
                "(": "join" if len(parts) > 1 else "",
            }.get(token, "sign")
            return f"{name}({', '.join(parts)})"
        if token == "|":
            return f"abs({self.until('|')})"
        if token == r"\sum_{i \in B}":
            return f"sum(lambda i: {self.until('+', '-', ',', ')', keep=True)})"
        return ATOMS.get(token, token)


@cache
def python(latex: str) -> str:
    return Reader(latex).until()


@cache
def compiled(code: str) -> Any:
    return compile(code.strip(), "<the rule>", "eval")


def condition(latex: str) -> str:
    left, sign, right = re.split(r"(\\leq|<)", latex)
    return f"({python(left)}).item() {'<' if sign == '<' else '<='} {python(right)}"


def carry_out(latex: str, known: dict[str, Any], examples: list[int]) -> dict[str, Any]:
    """The symbols after one update with these examples."""
    now, when, statements = dict(known), "True", latex.split(r", \quad ")
    if r" \quad \mathrm{if} \quad " in latex:
        k = next(k for k, text in enumerate(statements) if r"\mathrm{if} \quad" in text)
        statements[k], kink = statements[k].split(r" \quad \mathrm{if} \quad ")
        when = condition(kink)
    meanings: dict[str, Callable[[], Any]] = {}
    assigned: list[tuple[bool, str, str]] = []
    pulls: dict[int, Any] = {}
    cached: dict[str, Any] = {}

    class Names(dict[str, Any]):
        def __missing__(self, name: str) -> Any:
            if name not in cached:
                cached[name] = meanings[name]()
            return cached[name]

    def value(code: str, i: int = examples[0]) -> Any:
        return eval(compiled(code), Names(now, __builtins__={}, i=i, **functions))

    functions: dict[str, Any] = {
        "sqrt": np.sqrt,
        "maximum": np.maximum,
        "minimum": np.minimum,
        "sign": np.sign,
        "abs": np.abs,
        "join": lambda *parts: np.concatenate(parts, axis=1),
        "sum": lambda of: np.sum([of(i) for i in examples], axis=0),
        "pull": lambda i: pulls[i],
        "row": lambda name, c, i: now[name][[known["label" if c == "y" else "rival"][i]]],
        "own_rates": lambda name: (
            value("h")[:, : now["w"].shape[1]] if name == "w" else value("h")[:, -1:]
        ),
    }
    for text in statements:
        if r"\leftarrow" in text:
            later = text.startswith(r"\mathrm{then} \; ")
            left, right = text.removeprefix(r"\mathrm{then} \; ").split(r" \leftarrow ")
            assigned.append((later, left, python(right)))
            continue
        left, right = text.split(" = ", 1)
        if ATOMS.get(left) == "pull(i)":
            for i in examples:
                pulls[i] = pulled(right, partial(value, i=i))
        elif ATOMS.get(left) == "scores(i)":
            np.testing.assert_allclose(value(python(right)), value("scores(i)"), atol=1e-12)
        else:
            meanings[python(left)] = partial(value, python(right))
    if r"\sum g^2" in latex:
        now["squares"] = now["squares"] + value("g") ** 2
    for (
        later,
        left,
        code,
    ) in assigned:  # what an optimiser keeps comes before the step that needs it
        if not later and left in ("u", "v"):
            now[left] = value(code)
    if value(when):
        main = [
            (left, value(code))
            for later, left, code in assigned
            if not later and left not in ("u", "v")
        ]
        for left, new in main:
            assign(now, left, new, examples[0])
    for later, left, code in assigned:
        if later:
            own = code.replace("h *", f"own_rates('{left[0]}') *") if left[0] in "wb" else code
            assign(now, left, value(own), examples[0])
    return now


def pulled(latex: str, value: Callable[[str], Any]) -> Any:
    cases = CASES.fullmatch(latex)
    if cases is None:
        return value(python(latex))
    return value(python(cases[1])) if value(condition(cases[2])) else 0.0 * value(python(cases[1]))


def assign(now: dict[str, Any], left: str, new: Any, i: int) -> None:
    """a_i is a column of a, w_y the row of a class; (w, b) are both at once."""
    if left.startswith("("):
        now["w"], now["b"] = new[:, :-1], new[:, -1:]
        return
    name, index = left[0], left[1:].strip("_{}")
    if index in ("", "c"):
        now[name] = new
        return
    rows = {"y": [now["label"][i]], "z": [now["rival"][i]]}.get(index[0], slice(None))
    now[name] = now[name].copy()
    if name == "a":
        now[name][rows, i] = np.ravel(new)
    else:
        now[name][rows] = new
