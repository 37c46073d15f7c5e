"""The summary of a run, as plain data and as a few aligned lines: `linlab train` prints either."""

import math
import textwrap
from typing import Any

import numpy as np

from linlab.engine.export.weights.weights_json import finite, in_force
from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.learner.catalog import catalog
from linlab.engine.train import measures
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.segments import epochs
from linlab.engine.words.meaning.findings import meaning

MOST_WEIGHTS = 12  # most weights of a row in a line
_NUMBERS = ("objective", "loss", "penalty", "norm", "weights", "bias")  # that may be infinite


def summary(run: TrainedRun, data: str) -> dict[str, Any]:
    """Everything worth knowing about a run on the points called `data`; some of its numbers may be
    infinite."""
    problem, now = run.moment.problem, run.moment.sample
    points = run.moment.points
    hidden = measures.hidden_error(run.moment.model, points) if points.hidden.any() else None
    weights, bias = _parts(run)
    return {
        "model": run.moment.learner.model,
        "title": run.moment.learner.recipe.title,
        "settings": in_force(run.moment.learner),
        "chosen": dict(run.moment.learner.chosen),
        "seed": problem.seed,
        "data": {
            "name": data,
            "points": len(points),
            "train": problem.n,
            "dev": len(problem.held_out[0][1]),
            "test": len(problem.held_out[1][1]),
            "unlabelled": int((points.label < 0).sum()),
            "guessed": int(points.guessed.sum()),
        },
        "classes": list(problem.classes),
        "updates": run.moment.t,
        "epochs": float(epochs(run.moment.trace, run.moment.t)),
        "stopped": run.reason or "all requested steps were made",
        "diverged": run.moment.diverged,
        "objective": now.objective,
        "loss": now.data_loss,
        "penalty": now.regulariser,
        "errors": {
            "train": now.train_error,
            "dev": now.dev_error,
            "test": now.test_error,
            **({} if hidden is None else {"hidden": hidden}),
        },
        "norm": now.norm,
        "mistakes": now.mistakes,
        "support": _support(run),
        "coefficients": int(np.any(run.moment.weights != 0, axis=0).sum())
        if problem.dual
        else None,
        "features": list(problem.names or ()),
        "weights": weights.tolist(),
        "bias": bias.tolist(),
        "members": [name for name, _ in run.moment.model.team],
        "out-of-bag": run.moment.model.out_of_bag_error,
        "meaning": [found.sentence for found in meaning(run.moment)],
    }


def as_json(found: dict[str, Any]) -> dict[str, Any]:
    """The same for JSON: null for a number that is not finite."""
    return {name: finite(value) if name in _NUMBERS else value for name, value in found.items()}


def summary_text(found: dict[str, Any]) -> str:
    """The same, to read."""
    data, errors = found["data"], found["errors"]
    parts = [
        f"{data[part]} {part}" for part in ("train", "dev", "test", "unlabelled") if data[part]
    ]
    parts[:1] = (
        [f"{parts[0]}, {data['guessed']} of them with a guessed label"]
        if data["guessed"]
        else parts[:1]
    )
    positive = f" (positive: {found['classes'][1]})" if len(found["classes"]) == 2 else ""
    wrong = [f"{part} {percent(rate)}" for part, rate in errors.items() if rate is not None]
    wrong += (
        [f"out of bag {percent(found['out-of-bag'])}"] if found["out-of-bag"] is not None else []
    )
    members = found["members"]
    learns = bool(found["weights"])
    # Without a penalty J is the loss, and printing both would only confuse.
    recipe = catalog()[found["model"]]
    of = " (mean loss)"
    if recipe.counting:
        of = f" (mean of {recipe.averaged}), mean loss {_short(found['loss'])}"
    elif found["penalty"]:
        of = f" = {_short(found['loss'])} loss + {_short(found['penalty'])} penalty"
    through = _epochs(found["epochs"])
    lines = [
        ("model", f"{found['title']} ({found['model']})"),
        (
            "settings",
            ", ".join(f"{name} {_short(value)}" for name, value in found["settings"].items()),
        ),
        ("data", f"{data['name']}: {data['points']} points ({', '.join(parts)})"),
        ("classes", ", ".join(found["classes"]) + positive),
        (
            "steps",
            f"{grouped(found['updates'])} in {through} epoch{'' if through == '1' else 's'}, seed {found['seed']}",
        ),
        ("stopped", ("diverged: " if found["diverged"] else "") + found["stopped"]),
        ("objective", _short(found["objective"]) + of if learns else ""),
        ("error", ", ".join(wrong)),
        ("‖w‖", _short(found["norm"]) if learns else ""),
        (
            "mistakes",
            f"{grouped(found['mistakes'])} while training{'' if learns else ', of all members'}",
        ),
        (
            "members",
            ", ".join(members) if len(members) <= MOST_WEIGHTS else f"{len(members)} models",
        ),
    ]
    if found["support"] is not None:
        lines.append(
            ("support", f"{found['support']} of {data['train']} examples on or inside the margin")
        )
    if found["coefficients"] is not None:
        lines.append(
            ("kernel", f"{found['coefficients']} of {data['train']} examples have a coefficient")
        )
    elif learns and len(found["features"]) <= MOST_WEIGHTS:
        lines += _weights(found)
    lines.append(("meaning", " ".join(found["meaning"])))
    return "\n".join(_line(name, text) for name, text in lines if text)


def _parts(run: TrainedRun) -> tuple[Any, Any]:
    """Weights and bias as they are shown; empty for a model that has none."""
    single = run.moment.model.single
    parts = run.moment.model.parts()
    if single is not None:
        return single.problem.split(measures.without_noise(single.problem, single.theta))
    return (np.empty(0), np.empty(0)) if parts is None else parts


def _line(name: str, text: str) -> str:
    return textwrap.fill(text, 110, initial_indent=f"{name:<11}", subsequent_indent=" " * 11)


def _support(run: TrainedRun) -> int | None:
    """The number of support vectors, for large-margin models only."""
    if not run.moment.problem.learner.recipe.loss.wants_margin or run.moment.model.single is None:
        return None
    return len(measures.support(run.moment.model))


def _weights(found: dict[str, Any]) -> list[tuple[str, str]]:
    """A line for each row of weights; rows have the names of their classes."""
    names = [*found["features"], "bias"]
    wide = 0 if len(found["weights"]) == 1 else 2 + max(map(len, found["classes"]))
    rows: list[tuple[str, str]] = []
    for label, weights, bias in zip(
        found["classes"], found["weights"], found["bias"], strict=False
    ):
        cells = ", ".join(
            f"{name} {_short(value)}" for name, value in zip(names, [*weights, bias], strict=True)
        )
        rows.append(("" if rows else "weights", (f"{label:<{wide}}" if wide else "") + cells))
    return rows


def _epochs(through: float) -> str:
    """The number of epochs: a whole number if exact, else rounded down to a tenth."""
    tenths = math.floor(10 * through)
    return f"{through:.0f}" if through == int(through) else f"{tenths // 10}.{tenths % 10}"


def _short(value: Any) -> str:
    return number(value, 5) if isinstance(value, float) else str(value)
