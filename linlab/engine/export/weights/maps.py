"""How each feature map is stored, restored and written out: a row of one table for each.

JSON            a field of the weights file, unless the settings determine the map
NPZ             arrays by name
CSV             columns beside each weight
Python          constants, and functions of which the last is `read(x)`
scikit-learn    lines that make `phi`; a map without them becomes a FunctionTransformer of `read`
"""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.features import FeatureMap, FeatureSpace, Monomials
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.random_features.binning import MOST_CELLS, Binning, Grids
from linlab.engine.learner.random_features.waves import Waves
from linlab.engine.learner.spaces import space
from linlab.engine.learner.text.bag import BagOfWords

from . import words_code
from .fields import field, numbers, places
from .literals import LINE_LENGTH, constant, reading_function

Arrays = dict[str, Any]
Json = dict[str, Any]
LARGEST_WHOLE = 2.0**53  # as a float


class Code(NamedTuple):
    """Python of a map: its constants, and functions of which the last is `read(x)`."""

    constants: list[str]
    functions: list[str]


class Phi(NamedTuple):
    """Lines that make scikit-learn's `phi` (none: φ is x itself), and what they need."""

    imports: list[str]
    lines: list[str]
    constants: tuple[str, ...] = ()
    before: tuple[str, ...] = ()  # constants and functions that come before the weights


class Columns(NamedTuple):
    """Further columns of a table of weights, with a row for each feature."""

    names: list[str]
    rows: list[list[float]]


@dataclass(frozen=True)
class MapForm:
    """How one kind of map is stored and written out; `code` has a column of 1 for the bias if it is
    asked for."""

    kind: type  # of the map
    arrays: Callable[[Any], Arrays]
    code: Callable[[Any, bool], Code]
    scikit: Callable[[Any, Learner], Phi] | None = None
    spaces: tuple[str, ...] = ()  # those whose map is in a field of the weights file
    field: str = ""
    store: Callable[[Any], Json] | None = None
    restore: Callable[[Json, Learner], FeatureMap] | None = None
    columns: Callable[[Any], Columns] | None = None
    imports: Callable[[Any], list[str]] = lambda map: []


def form_of(map: FeatureMap | None) -> MapForm | None:
    """The row of a map; None if it is none of linlab's."""
    return next((form for form in MAP_FORMS if isinstance(map, form.kind)), None)


def arrays_of_map(map: FeatureMap | None) -> Arrays:
    form = form_of(map)
    return {} if form is None else form.arrays(map)


def stored(map: FeatureMap | None) -> Json:
    """The field of a weights file that holds a map; nothing if the settings determine it."""
    form = form_of(map)
    return {} if form is None or form.store is None else {form.field: form.store(map)}


def restored(obj: Json, learner: Learner, seed: int) -> FeatureMap | None:
    """The map of a learner, from the fields of a weights file; None in a kernel space, or without
    any space."""
    where = space(learner["space"]) if learner.recipe.in_a_space else None
    if not isinstance(where, FeatureSpace):
        return None
    form = next((form for form in MAP_FORMS if where.name in form.spaces), None)
    if form is None or form.restore is None:
        return where.make(learner.settings, seed, None)
    return form.restore(field(obj, form.field, dict), learner)


def _monomials_code(map: Monomials, one: bool) -> Code:
    description = "(x₁, x₂)" if map.degree == 1 else f"All x₁ⁱx₂ʲ with 1 ≤ i + j ≤ {map.degree}"
    terms = ", ".join([_monomial(i, j) for i, j in map.powers] + ["np.ones(len(x))"] * one)
    code = f"np.stack([{terms}], axis=1)"
    if len(code) > LINE_LENGTH - 12:
        lines = textwrap.fill(
            terms,
            LINE_LENGTH,
            initial_indent=" " * 8,
            subsequent_indent=" " * 8,
            break_on_hyphens=False,
        )
        code = f"np.stack([\n{lines},\n    ], axis=1)"
    return Code([], [reading_function(with_bias(description, one), code, False, "x1, x2 = x.T")])


def _monomial(i: int, j: int) -> str:
    powers = [
        name if power == 1 else f"{name}**{power}"
        for name, power in (("x1", i), ("x2", j))
        if power
    ]
    return " * ".join(powers)


def _monomials_phi(map: Monomials, learner: Learner) -> Phi:
    if map.degree == 1:
        return Phi([], [])
    made = f"phi = PolynomialFeatures({map.degree}, include_bias=False).fit(np.zeros((1, 2)))"
    return Phi(["from sklearn.preprocessing import PolynomialFeatures"], [made])


def _waves_arrays(map: Waves) -> Arrays:
    return {"omega": map.omega, "phase": map.phase}


def _waves_constants(map: Waves) -> list[str]:
    return [constant("OMEGA", map.omega, "one row per wave"), constant("PHASE", map.phase)]


def _waves_code(map: Waves, one: bool) -> Code:
    code = "np.sqrt(2.0 / len(PHASE)) * np.cos(x @ OMEGA.T + PHASE)"
    description = with_bias("√(2/D)·cos(ωᵀx + phase)", one)
    return Code(_waves_constants(map), [reading_function(description, code, one)])


def _waves_phi(map: Waves, learner: Learner) -> Phi:
    lines = [
        f"phi = RBFSampler(gamma={learner['gamma']!r}, n_components={len(map.phase)})",
        "phi.random_weights_, phi.random_offset_ = OMEGA.T, PHASE",
        "phi.n_features_in_ = 2",
    ]
    imports = ["from sklearn.kernel_approximation import RBFSampler"]
    return Phi(imports, lines, (*_waves_constants(map),))


def _waves(stored: Json, learner: Learner) -> Waves:
    many = learner["features"]
    return Waves(numbers(stored, "omega", many, 2), numbers(stored, "phase", many))


def _waves_columns(map: Waves) -> Columns:
    rows: Floats = np.column_stack([map.omega, map.phase])
    return Columns(["omega1", "omega2", "phase"], rows.tolist())


def _binning_arrays(map: Binning) -> Arrays:
    return {
        "pitch": map.grids.pitch,
        "shift": map.grids.shift,
        "grid": map.grid_of,
        "cells": _whole(map.cells),
    }


def _whole(cells: Floats) -> Any:
    """As whole numbers, if they are not beyond those."""
    exact = np.abs(cells).max(initial=0.0) < LARGEST_WHOLE
    return cells.astype(np.int64) if exact else cells


def _binning_code(map: Binning, one: bool) -> Code:
    said = {
        "pitch": "of each grid, on each axis",
        "shift": "of the corner of a cell",
        "grid": "of each feature",
        "cells": "the column and the row of each feature in its grid",
    }
    arrays = _binning_arrays(map)
    constants = [constant(name.upper(), value, said[name]) for name, value in arrays.items()]
    description = with_bias("1/√D for the cell of each grid that x is in, if it is known", one)
    return Code(constants, [_READ_CELLS, reading_function(description, "cells(x)", one)])


def _binning(stored: Json, learner: Learner) -> Binning:
    many = learner["grids"]
    pitch = numbers(stored, "pitch", many, 2, least=np.finfo(float).tiny)
    grid_of = places(stored, "grid", 0, many)
    cells = numbers(stored, "cells", len(grid_of), 2)
    known = np.column_stack([grid_of, cells])
    ordered = np.array_equal(np.unique(known, axis=0), known)
    if len(cells) > MOST_CELLS or not ordered or not np.array_equal(cells, np.floor(cells)):
        raise LinlabError(
            "The fields “grid” and “cells” of the weights must be different cells, in the order of their grids."
        )
    return Binning(Grids(pitch, numbers(stored, "shift", many, 2)), grid_of, cells)


def _binning_columns(map: Binning) -> Columns:
    names = ["grid", "column", "row", "pitch1", "pitch2", "shift1", "shift2"]
    own = map.grid_of
    table = [own[:, None] + 1, map.cells, map.grids.pitch[own], map.grids.shift[own]]
    rows: Floats = np.concatenate(table, axis=1)
    return Columns(names, [[int(each) for each in row[:3]] + row[3:] for row in rows.tolist()])


def _bag_phi(map: BagOfWords, learner: Learner) -> Phi:
    before, lines, imports = words_code.vectoriser_code(map)
    return Phi([*imports, *words_code.imports(map)], lines, before=(*before,))


def _bag(stored: Json, learner: Learner) -> BagOfWords:
    words = field(stored, "words", list)
    if not words or not all(isinstance(word, str) for word in words) or len({*words}) < len(words):
        raise LinlabError("The field “words” of the weights must be a list of different words.")
    return BagOfWords.restored(words, numbers(stored, "idf", len(words)), learner.settings)


def with_bias(description: str, one: bool) -> str:
    return f"{description}, and 1 for the bias" if one else description


_READ_CELLS = '''def cells(x):
    """1/√D in the column of each known cell that x is in, else 0. (m, cells)"""
    out = np.zeros((len(x), len(CELLS)))
    for g in range(len(PITCH)):
        own = np.flatnonzero(GRID == g)
        place = np.floor((x - SHIFT[g]) / PITCH[g])
        inside = (place[:, None] == CELLS[own]).all(axis=2)
        out[:, own] = np.where(inside, 1.0 / np.sqrt(len(PITCH)), 0.0)
    return out'''

MAP_FORMS = (
    MapForm(
        Monomials,
        arrays=lambda map: {"powers": np.array(map.powers)},
        code=_monomials_code,
        scikit=_monomials_phi,
    ),
    MapForm(
        Waves,
        arrays=_waves_arrays,
        code=_waves_code,
        scikit=_waves_phi,
        spaces=("fourier",),
        field="waves",
        store=lambda map: {"omega": map.omega.tolist(), "phase": map.phase.tolist()},
        restore=_waves,
        columns=_waves_columns,
    ),
    MapForm(
        Binning,
        arrays=_binning_arrays,
        code=_binning_code,
        spaces=("binning",),
        field="binning",
        store=lambda map: {name: each.tolist() for name, each in _binning_arrays(map).items()},
        restore=_binning,
        columns=_binning_columns,
    ),
    MapForm(
        BagOfWords,
        arrays=lambda map: {"words": np.array(map.names), "idf": map.idf},
        code=lambda map, one: Code(*words_code.read_words_code(map, one)),
        scikit=_bag_phi,
        spaces=("words",),
        field="bag",
        store=lambda map: {"words": list(map.words), "idf": map.idf.tolist()},
        restore=_bag,
        imports=words_code.imports,
    ),
)
