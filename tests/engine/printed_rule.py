r"""A printed update rule, carried out to the letter: LaTeX in, θ after the update out.

It knows nothing of the engine. Statements are parted by `, \quad `; those with an arrow are assignments, made together
from the values before them, and after them those that begin with “then”; those with = say what a symbol stands for.
Weights are (rows, features), a bias (rows, 1), φ(x) and the unit vector of an example (1, ·), a pull (rows, 1).
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

# What stands for an example i, then what is not a single letter; longer ones first.
ATOMS = {
    r"\|\varphi(x_i)\|^2": "square(i)",
    r"\varphi(x_i)^T": "phi(i)",
    r"\varphi(x_i)": "phi(i)",
    "P(y_i | x_i)": "prob(i)",
    r"P(\cdot | x_i)": "probs(i)",
    "f(x_i)": "score(i)",
    "e_{y_i}": "of_label(i)",
    "e_z": "of_rival(i)",
    "e_i^T": "unit(i)",
    "e_i": "unit(i)",
    "s_{y_i}": "label_score(i)",
    "s_z": "rival_score(i)",
    "y_i": "sign_of(i)",
    "m_i": "margin(i)",
    "s_i": "scores(i)",
    r"\max_i \|\varphi(x_i)\|^2": "longest",
    r"\max_i (\|\varphi(x_i)\|^2 + 1)": "longest",
    r"\max_i k(x_i, x_i)": "longest",
    r"\max_i (k(x_i, x_i) + 1)": "longest",
    "p_i": "pull(i)",
    r"\sum g^2": "squares",
    r"\ell": "loss(i)",
    r"\rho": "rho",
    "k(x_i, x_i)": "with_itself(i)",
    "|B|": "many",
    r"\hat u": "u_hat",
    r"\hat v": "v_hat",
    r"\alpha": "alpha",
    r"\lambda": "lam",
    r"\eta": "eta",
    r"\mu": "mu",
    **{
        rf"{s}^{{\mathrm{{prev}}}}": f"{n}_prev"
        for s, n in ((r"\theta", "theta"), ("w", "w"), ("b", "b"), ("a", "a"))
    },
    r"\theta_j": "theta",
    r"\theta": "theta",
    "w_j": "w",
    "h_j": "h_j",
    "a_i": "own(i)",
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
    }
    for text in statements:
        if r"\leftarrow" in text:
            later = text.startswith(r"\mathrm{then} \; ")
            left, right = text.removeprefix(r"\mathrm{then} \; ").split(r" \leftarrow ")
            assigned.append((later, left, python(right)))
            continue
        left, right = text.split(" = ", 1)
        if left == "p_i":
            for i in examples:
                pulls[i] = pulled(right, partial(value, i=i))
        else:
            meanings[python(left)] = partial(value, python(right))
    meanings["h_j"] = lambda: value("h")[:, : now["w" if "w_j" in latex else "theta"].shape[1]]
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
            assign(now, left, value(code), examples[0])
    return now


def pulled(latex: str, value: Callable[[str], Any]) -> Any:
    cases = CASES.fullmatch(latex)
    if cases is None:
        return value(python(latex))
    return value(python(cases[1])) if value(condition(cases[2])) else 0.0 * value(python(cases[1]))


def assign(now: dict[str, Any], left: str, new: Any, i: int) -> None:
    """θ holds w and b, which can also be named on their own; a_i is a column of a."""
    name = {r"\theta": "theta", r"\theta_j": "theta", "w_j": "w"}.get(left, left)
    if name == "a_i":
        now["a"] = now["a"].copy()
        now["a"][:, [i]] = new
        return
    now[name] = new
    if name == "theta" and "w" in now:
        now["w"], now["b"] = new[:, :-1], new[:, -1:]
    elif name in ("w", "b") and "theta" in now:
        now["theta"] = np.concatenate([now["w"], now["b"]], axis=1)
