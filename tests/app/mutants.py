"""Documents gone wrong: whole ones with a field changed, lost, doubled or swapped, or with their
very bytes damaged.

What comes out may be refused, with a sentence. What is accepted is a document: it is shown,
trained, edited and drawn without an exception.
"""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner, LinlabError, Points, make_points
from linlab.commands.cli import main
from linlab.engine.document.bookmarks import Bookmark
from linlab.engine.document.document import Change, Source
from linlab.engine.document.look import Look
from linlab.engine.learner.catalog import recipe
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.train.trace import Trace
from tests.engine.plane import plane_catalog

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    50,
    100,
    2**31,
    2**32,
    2**52,
    2**53,
    2**60,
    2**63,
    -(2**63),
    2**64,
    10**400,
    -0.0,
    0.5,
    1e-300,
    5e-324,
    1e-9,
    1e9,
    1e15,
    1e100,
    -1e100,
    1.1e100,
    1e308,
    "",
    " ",
    "0",
    "nan",
    "all",
    "A",
    "e\u0301",
    "\ud800",
    "\0",
    "\x1b[2J",
    "<b>x</b>",
    "x" * 300,
    [],
    {},
    [0],
    [[]],
    [[0, 0]],
    [1, 2, 3],
    [50, 0, 0],
    [0, 0, 100],
    [0, 1, 0],
    {"t": 0},
    {"model": "svm"},
    {"x": 1},
)
WORDS = (
    "moons",
    "iris",
    *plane_catalog(),
    *(word for each in PARAMETERS.values() if each.choices for word in each.choices()),
)


def originals() -> list[Any]:
    """One document for each model, between them with everything that a document may hold."""
    sentiment, blobs = make_points("sentiment"), make_points("blobs", n=30, classes=3)
    out = []
    for k, model in enumerate(plane_catalog()):
        learner = Learner.of(model)
        points = (sentiment, blobs.relabel([0, 1, 2], -1), make_points("moons", n=20))[k % 3]
        timeline = (
            Change(2, points=points.add((0.5, 0.5), 0)),
            Change(4, learners=(learner,)),
            Change(4, pick=3),
        )
        source = Source("moons", 3, (("n", 20), ("noise", 0.2)))
        look = Look(
            3,
            ("regions", "boundary", "axes"),
            "error",
            ("train",),
            (True, False),
            (-1.0, -2.0, 3.0, 2.0),
            (262, 0),
        )
        out.append(
            Document(
                points,
                (learner,),
                seed=k,
                shares=((100, 0, 0), (60, 20, 20))[k % 2],
                timeline=timeline[: k % 4],
                source=source if k % 3 == 2 else None,
                title="Class < 1",
                notes="Ask first.",
                bookmarks=(Bookmark(0, "start"), Bookmark(4, "first mistake"))[: k % 3],
                look=look if k % 2 else None,
            ).to_json()
        )
    for model, space in (
        ("svm", "rbf"),
        ("logistic", "polynomial"),
        ("perceptron", "fourier"),
        ("mira", "laplace"),
    ):
        pair = Learner.of(model, space=space), Learner.of("naive-bayes")
        out.append(Document(make_points("xor", n=24), pair).to_json())
    out.append(Document(Points.empty(("A", "B")), (Learner.of("svm"),)).to_json())
    return out


def mutants(seed: int, many: int) -> Iterator[bytes]:
    """So many damaged documents; the same seed gives the same ones."""
    rng, whole = random.Random(seed), originals()
    for _ in range(many):
        obj = copy.deepcopy(rng.choice(whole))
        if rng.random() < 0.6:
            _strain(rng, obj)
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            _damage(rng, obj)
        text = json.dumps(obj).encode()
        if rng.random() < 0.08:
            at = rng.randrange(len(text))
            text = rng.choice(
                (
                    text[:at],
                    text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :],
                    text + text[at:],
                )
            )
        yield text


def _strain(rng: random.Random, obj: Any) -> None:
    """To the limits of what is allowed: settings at the ends of their ranges, points far out or
    close together."""
    for learner in obj["learners"]:
        for name in rng.choices(recipe(learner["model"]).parameters, k=2):
            parameter = PARAMETERS[name]
            ends = (
                parameter.low + (1e-9 if parameter.above else 0.0),
                min(parameter.high, 1e9),
                parameter.default,
            )
            learner["settings"][name] = rng.choice(
                parameter.choices() if parameter.choices is not None else ends
            )
    scale = rng.choice((1.0, 1.0, 1.0, 1e-300, 1e-9, 1e6, 1e30, 1e99))
    obj["points"]["x"] = [
        [x * scale, y * rng.choice((scale, 0.0) if scale > 1 else (scale,))]
        for x, y in obj["points"]["x"]
    ]


def _damage(rng: random.Random, obj: Any) -> None:
    where, key = _place(rng, obj)
    value = where[key]
    alike = [other for other in (*HOSTILE, *WORDS) if type(other) is type(value)]
    match rng.randrange(8):
        case 0 | 1 if alike:
            where[key] = copy.deepcopy(rng.choice(alike))
        case 2:
            where[key] = copy.deepcopy(rng.choice(HOSTILE))
        case 3:
            there, other = _place(rng, obj)
            where[key] = copy.deepcopy(there[other])
        case 4:
            del where[key]
        case 5 if isinstance(where, list):
            where.insert(key, copy.deepcopy(value))
        case _ if isinstance(value, int | float):
            where[key] = rng.choice(
                (-value, value * 10, value + 1, value * 1e6, float(value), value * 1e-9)
            )


def _place(rng: random.Random, obj: Any) -> tuple[Any, Any]:
    """A field anywhere inside: the deep ones are many, so the way down is chosen step by step."""
    while True:
        key = rng.choice(list(obj)) if isinstance(obj, dict) else rng.randrange(len(obj))
        if not isinstance(obj[key], dict | list) or not obj[key] or rng.random() < 0.25:
            return obj, key
        obj = obj[key]


def live_with(window: Any, file: Path) -> bool:
    """Open a document in a window as its user would, look at it, train, add a point and draw it;
    False if it is refused."""
    session, work, title = window.session, window.session.settled, window.windowTitle()
    said: list[str] = []
    session.said.connect(said.append)
    window.documents.open_path(file)
    session.said.disconnect(said.append)
    if session.settled is work:
        assert len(said) == 1 and said[0].endswith(".") and window.windowTitle() == title
        return False
    assert isinstance(Document.load(file), Document)
    for t in (1, 5, 30):
        session.go(t, patience=1.0)
        window.player.pause()
        window.grab()
        QApplication.processEvents()
    many = len(session.points)
    session.edit(
        "add a point",
        session.with_points(session.points.add((0.25, -0.25), len(session.points.classes) - 1)),
    )
    assert len(session.points) == many + 1
    session.go(session.t + 1, patience=1.0)
    for step in (session.undo, session.redo, lambda: session.go(0)):
        step()
        window.grab()
    for which in range(len(session.document.learners)):
        session.focus_on(which)
        window.grab()
    QApplication.processEvents()
    session.replay.stay()
    return True


def drawn(file: Path) -> None:
    """Drawn by the engine; points that cannot be learnt from are the only excuse."""
    document = Document.load(file)
    for which in range(len(document.learners)):
        try:
            trace = Trace(document, which)
            with np.errstate(all="ignore"):
                trace.at(12)
        except LinlabError:
            continue
        for out in ("a.svg", "a.tex", "a.csv"):
            path = file.with_name(out)
            path.unlink(missing_ok=True)
            code = main(["render", str(file), str(path), "--at", "12", "--which", str(which + 1)])
            assert code == 0 and path.stat().st_size, out
