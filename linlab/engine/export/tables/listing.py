"""The lists of models with their settings and of data sets with their knobs."""

import math
import textwrap
import unicodedata
from typing import Any

from linlab.engine.data.changes import CHANGES
from linlab.engine.data.dataset import DataKnob
from linlab.engine.data.datasets import DATASETS, HIDDEN, MOST_POINTS, knobs_of
from linlab.engine.ground.numerals import limit
from linlab.engine.learner.catalog import Recipe, catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS, Parameter
from linlab.engine.words.rules import rule

_WIDE = 100


def models_json() -> list[dict[str, Any]]:
    """Every model with all its settings."""
    return [
        {
            "name": recipe.key,
            "title": recipe.title,
            "tag": recipe.tag,
            "idea": recipe.idea,
            "rule": rule(Learner(recipe.key), 2),
            "lecture": recipe.lecture,
            "fixed": dict(recipe.fixed),
            "settings": [
                _setting(PARAMETERS[name], recipe.defaults.get(name)) for name in recipe.parameters
            ],
        }
        for recipe in catalog().values()
    ]


def datasets_json() -> list[dict[str, Any]]:
    """Every data set, with its knobs."""
    return [
        {
            "name": dataset.name,
            "title": dataset.title,
            "idea": dataset.idea,
            "known": dataset.known,
            "knobs": [
                {
                    "name": knob.name,
                    "symbol": knob.symbol,
                    "help": knob.help,
                    "default": knob.default,
                    "low": knob.low,
                    "high": _most(knob),
                    "integer": knob.integer,
                }
                for knob in knobs_of(dataset.name)
            ],
        }
        for dataset in DATASETS.values()
    ]


def models_text() -> str:
    """The models, then what each setting means: most models share most settings."""
    lines = ["Models"]
    for recipe in catalog().values():
        lines += ["", f"  {recipe.key:<25}{recipe.idea}", *_wrapped(_settings(recipe), 27)]
    lines += [
        "",
        "Settings (--set name=value), with the default in brackets unless a model has its own",
        "",
    ]
    for each in PARAMETERS.values():
        values = each.range().removeprefix("one of ")
        symbol = each.symbol + " " * (
            9 - sum(not unicodedata.combining(mark) for mark in each.symbol)
        )
        lines += [
            f"  {each.name:<11}{symbol}{each.help}",
            *_wrapped(f"{values} [{_shown(each.default)}]", 22),
        ]
    return "\n".join(
        [*lines, "", "C sets lam = 1/C for every model that has lam; for MIRA it is the cap."]
    )


def datasets_text() -> str:
    """The data sets, each with its knobs."""
    lines = ["Data sets"]
    for dataset in DATASETS.values():
        lines += ["", f"  {dataset.name:<20}{dataset.title}", *_wrapped(dataset.idea, 22)]
        lines += [f"{'':22}{knob.name:<10}{_range(knob):<22}{knob.help}" for knob in dataset.knobs]
    lines += [
        "",
        "Every data set has these knobs too (scale and second only where points have coordinates)",
        "",
    ]
    for knob in (*(change.knob for change in CHANGES), HIDDEN):
        lines += [f"  {knob.name:<20}{_range(knob)}", *_wrapped(knob.help, 22)]
    lines += ["", "--points sets n, --noise sets noise, --data name=value any knob."]
    return "\n".join(lines)


def _settings(recipe: Recipe) -> str:
    """The names of its settings, with the defaults that differ from the usual ones."""
    own = (
        f"{name}={_shown(recipe.defaults[name])}" if name in recipe.defaults else name
        for name in recipe.parameters
    )
    return ", ".join(own)


def _setting(of: Parameter, own: Any) -> dict[str, Any]:
    default = of.default if own is None else own
    out = {
        "name": of.name,
        "symbol": of.symbol,
        "title": of.title,
        "help": of.help,
        "default": default,
    }
    if of.choices is not None:
        return {**out, "choices": list(of.choices()), **({"numbers": True} if of.listed else {})}
    high = None if math.isinf(of.high) else of.high
    word = of.word or None
    return {
        **out,
        "low": of.low,
        "high": high,
        "above": of.above,
        "integer": of.integer,
        "word": word,
    }


def _range(knob: DataKnob) -> str:
    return f"{_shown(knob.low)} to {_shown(_most(knob))} [{_shown(knob.default)}]"


def _most(knob: DataKnob) -> float:
    return MOST_POINTS if knob.name == "n" else knob.high  # a slider shows fewer


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, _WIDE, initial_indent=" " * indent, subsequent_indent=" " * indent)


def _shown(value: Any) -> str:
    return limit(value) if isinstance(value, float) else str(value)
