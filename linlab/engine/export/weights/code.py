"""Pieces of Python for exported files: a header, the labels, the scale, φ and k written out."""

import inspect
import textwrap
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.version import __version__
from linlab.engine.learner import kernels
from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.spaces import space
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.problem import Problem

from .literals import LINE_LENGTH, constant, reading_function
from .maps import Code, form_of, with_bias
from .npz import scale_arrays, space_arrays
from .weights_json import in_force, plain_label

CENTRES = "the examples that the coefficients belong to"
_KERNELS: dict[Any, str] = {
    kernels.linear: "a @ b.T",
    kernels.polynomial: "(a @ b.T + COEF0) ** DEGREE",
    kernels.rbf: "np.exp(-GAMMA * (np.square(a[:, :1] - b[:, 0]) + np.square(a[:, 1:] - b[:, 1])))",
    kernels.laplace: "np.exp(-GAMMA * (np.abs(a[:, :1] - b[:, 0]) + np.abs(a[:, 1:] - b[:, 1])))",
    kernels.sigmoid: "np.tanh(GAMMA * (a @ b.T) + COEF0)",
}


def header(run: TrainedRun, first: str, *last: str) -> str:
    """The docstring of a file: what it is, what was trained, and what to do with it."""
    own = run.moment.learner.recipe
    learner = run.moment.learner
    labels = ", ".join(map(repr, plain_labels(run)))
    two = len(run.classes) == 2
    lines = [
        ("Model", f"{own.title} ({own.key}), after step {grouped(run.moment.t)}"),
        (
            "Settings",
            ", ".join(f"{name} {value}" for name, value in in_force(learner).items())
            + f"; seed {run.moment.problem.seed}",
        ),
        (
            "Classes",
            f"{labels}; {'a score above 0 means the last' if two else 'the highest score wins'}, ties go to the first",
        ),
    ]
    scale = scale_arrays(run)
    if scale:
        one, two = scale["columns"].tolist()
        inputs = f"values of {one} and {two} as they are in the table; they are standardised here, with COLUMN_MEANS and COLUMN_DEVIATIONS"
        lines.append(("Inputs", inputs))
    description = [
        textwrap.fill(text, LINE_LENGTH, initial_indent=f"{name:<10}", subsequent_indent=" " * 10)
        for name, text in lines
    ]
    body = "\n".join(
        [
            f"{first} Trained by linlab {__version__}.",
            "",
            *description,
            *(["", *last] if last else []),
        ]
    )
    return '"""' + body.replace("\\", "\\\\").replace('"', '\\"') + '\n"""'


def plain_labels(run: TrainedRun) -> list[Any]:
    return [
        plain_label(label, name)
        for label, name in zip(run.classes, run.moment.problem.classes, strict=True)
    ]


def labels_code(run: TrainedRun) -> str:
    """CLASSES, of the type that the labels had in training."""
    labels = plain_labels(run)
    kind = "" if len({type(label) for label in labels}) == 1 else ", dtype=object"
    return f"CLASSES = np.array({labels!r}{kind})"


def scale_code(run: TrainedRun) -> list[str]:
    """The constants that standardise the columns; none if they were not standardised."""
    scale = scale_arrays(run)
    if not scale:
        return []
    return [
        f"COLUMNS = {scale['columns'].tolist()!r}",
        constant("COLUMN_MEANS", scale["column_means"]),
        constant("COLUMN_DEVIATIONS", scale["column_deviations"]),
    ]


def read_code(problem: Problem, bias: bool = True) -> Code:
    """The constants of the space and its functions, the last is `read(x)`, which θ is multiplied
    by.

    Without `bias` it does not include the bias.
    """
    one = bias and problem.constant
    form = form_of(problem.map)
    if form is not None:
        return form.code(problem.map, one)
    assert problem.kernel is not None
    constants = [
        constant(name.upper(), value, CENTRES if name == "centres" else "")
        for name, value in space_arrays(problem).items()
    ]
    description = with_bias(_formula(problem.kernel), one)
    code = "k(x, CENTRES)"
    if bias and problem.bias == "regularised":
        code += " + 1.0"
        description += ", including the bias"
    functions = [kernel_code(problem.kernel, problem), reading_function(description, code, one)]
    return Code(constants, functions)


def kernel_code(kernel: Kernel, problem: Problem) -> str:
    """`k(a, b)` of all pairs; your own kernel is written out as its source text."""
    description = (
        '    """The kernel of every point of a (n, 2) with every point of b (m, 2). (n, m)"""'
    )
    if kernel.gram in _KERNELS:
        return f"def k(a, b):\n{description}\n    return {_KERNELS[kernel.gram]}"
    settings = ", ".join(f'"{name}": {name.upper()}' for name in kernel.parameters)
    return f"{own_kernel(kernel, problem)}\n\n\ndef k(a, b):\n{description}\n    return {kernel.gram.__name__}(a, b, {{{settings}}})"


def own_kernel(kernel: Kernel, problem: Problem) -> str:
    """The source of a kernel that needs only numpy; empty if it has none or needs more."""
    try:
        text = textwrap.dedent(inspect.getsource(kernel.gram)).rstrip()
        alone: dict[str, Any] = {"np": np}
        exec(text, alone)  # the function used in training, without its surroundings
        few = problem.centres[:5]
        settings = {name: problem.learner[name] for name in kernel.parameters}
        same = np.array_equal(
            alone[kernel.gram.__name__](few, few, settings),
            kernel.gram(few, few, problem.learner.settings),
        )
    except Exception:  # whatever it lacked
        return ""
    return text if same else ""


def space_trouble(problem: Problem) -> str:
    """Why the space cannot be written out as Python; empty if it can."""
    if problem.counting is not None or form_of(problem.map) is not None:
        return ""
    title = space(problem.learner["space"]).title
    if problem.kernel is not None and (
        problem.kernel.gram in _KERNELS or own_kernel(problem.kernel, problem)
    ):
        return ""
    return f"The space “{title}” is your own code and cannot be written out: use JSON, CSV or NPZ for the weights."


def _formula(kernel: Kernel) -> str:
    said = (kernel.gram.__doc__ or "").strip().splitlines()
    values = "(k(x₁, x) … k(x_N, x))"
    return f"{values}, {said[0]}" if kernel.gram in _KERNELS and said else values
