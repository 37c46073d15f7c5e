"""Write a document of every kind, lessons and weights, each with its facts, into a folder.

    python -m tests.files.write_files tests/files/version-1

This is run once, by the program whose files they are, and never again: what it wrote stays.
"""

import json
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import linlab
from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.data.lexicon import Lexicon
from linlab.engine.document.bookmarks import Bookmark
from linlab.engine.document.document import Change, Document, Source
from linlab.engine.document.look import Look
from linlab.engine.export.weights.formats import write_weights
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds
from tests.engine.plane import plane_catalog
from tests.files.facts import document_facts, lesson_facts, weights_facts

of = Learner.of
MEMBERS = (of("perceptron"), of("logistic"), of("gaussian-naive-bayes"))
SETTINGS = {
    "spaces": (
        of("svm", space="monomial", degree=2),
        of("svm", space="fourier", gamma=0.5, features=7),
        of("logistic", space="linear-kernel"),
        of("perceptron", space="polynomial", degree=2, coef0=0.5),
        of("mira", space="rbf", gamma=3),
        of("pegasos", space="laplace", gamma=0.7),
    ),
    "penalties-and-rates": (
        of("svm", lam=0.2),
        of("logistic", C=5, penalty="l1"),
        of("logistic", penalty="none", rate="inverse-time", alpha=0.5, t0=20),
        of("svm", rate="inverse-root", alpha=2),
        of("svm", rate="pegasos", lam=0.1),
        of("mira", C=0.01),
    ),
    "optimisers": (
        of("logistic", optimiser="momentum", momentum=0.5),
        of("svm", optimiser="adagrad"),
        of("logistic", optimiser="rmsprop"),
        of("svm", optimiser="adadelta"),
        of("logistic", optimiser="adam"),
    ),
    "solvers": (
        of("logistic", optimiser="lbfgs"),
        of("logistic", optimiser="newton-cg"),
        of("logistic", optimiser="cg"),
    ),
    "orders-and-batches": (
        of("perceptron", order="cyclic"),
        of("perceptron", order="sampled"),
        of("svm", order="by-class", batch=4),
        of("mira", order="hardest"),
        of("logistic", batch="all"),
        of("pegasos", batch=5, order="cyclic", lam=0.5),
    ),
    "read-outs-starts-and-biases": (
        of("perceptron", average="mean", alpha=0.5),
        of("perceptron", average="voted", start="random"),
        of("svm", average="best", early=3),
        of("logistic", start="0.5 -1 0.25", bias="regularised"),
        of("averaged-perceptron", bias="none"),
        of("voted-perceptron", bias="regularised", space="rbf"),
    ),
    "naive-bayes": (
        of("naive-bayes", bins=5),
        of("naive-bayes", smoothing=1),
        of("naive-bayes", smoothing=0, order="cyclic"),
        of("naive-bayes", smoothing=0.37, bins=2),
        of("gaussian-naive-bayes", order="cyclic"),
        of("naive-bayes"),
    ),
    "votes": (
        *MEMBERS,
        of("vote", how="majority"),
        of("vote", how="soft", without="leave-out"),
        of("vote", how="weighted", voices="1 2 0.5"),
    ),
    "bags": (
        of("perceptron"),
        of("naive-bayes"),
        of("bagging", members=5),
        of("bagging", of="second", members=4),
        of("vote", how="weighted"),
    ),
    "stacks": (
        of("svm"),
        of("naive-bayes"),
        of("stacking"),
        of("stacking", of="first", upon="second", outputs="probability", folds=3),
        of("stacking", outputs="bins", jackknife="off"),
    ),
}
LESSON = """# Counts

```lesson
format = 1
lecture = "Riezler"
minutes = 3
summary = "Files of version 1."
```

Some words.

## Plain counts

Without smoothing, a bin that no frog of a class fell into rules the class out.

```lab
data = "frog"
model = "naive-bayes"
t = 14
sliders = ["bins"]
expect = "mistakes >= 1"
```

## Another number of bins

```lab
set = {bins = 5}
t = 3
```

## Several models

```lab
data = "blobs"
knobs = {n = 24}
draw = 2
models = ["naive-bayes", {model = "naive-bayes", smoothing = 2}, {model = "svm", lam = 0.1}]
focus = 1
play = "20 updates"
expect = "after.mistakes >= 1"
```

```question
kind = "number"
ask = "How many mistakes will there be?"
answer = "after.mistakes"
tolerance = 1
```

## A document

```lab
document = "counts.linlab"
play = "5 updates"
```

```question
kind = "click"
ask = "Which example comes next?"
answer = "next"
```

## Points of its own

```lab
points = "points.csv"
model = "perceptron"
set = {order = "cyclic"}
play = "1 epoch"
```

## A ready set

```lab
models = "generative"
t = 12
```
"""


def documents() -> dict[str, Document]:
    blobs = Source("blobs", 2, (("classes", 2.0), ("n", 24.0), ("noise", 0.9)))
    three = Source("blobs", 3, (("classes", 3.0), ("n", 24.0), ("noise", 0.9)))
    out = {}
    for key, recipe in plane_catalog().items():
        learners = (of(key), *(MEMBERS if recipe.team else ()))
        out[f"model-{key}"] = Document(blobs.draw(), learners, seed=4, source=blobs)
        out[f"model-{key}-of-three-classes"] = Document(three.draw(), learners, source=three)
    for name, learners in SETTINGS.items():
        shares = (75.0, 25.0, 0.0)
        out[f"settings-{name}"] = Document(blobs.draw(), learners, seed=1, shares=shares)
    for name, dataset in DATASETS.items():
        knobs = {knob.name: float(knob.default) for knob in dataset.knobs}
        if "n" in knobs and name != "traffic-lights":
            knobs["n"] = 30.0
        source = Source(name, 5, tuple(sorted(knobs.items())))
        learners = (of("logistic"), of("naive-bayes"))
        out[f"data-{name}"] = Document(source.draw(), learners, source=source)
    words = Lexicon(("good", "best"), ("bad", "boring"), negation=True)
    source = Source("sentiment", 0, (("jitter", 0.1),), words)
    out["words"] = Document(source.draw(), (of("perceptron"),), source=source)
    hidden = Source("moons", 1, (("hidden", 60.0), ("n", 30.0), ("noise", 0.22)))
    plain = Document(hidden.draw(), (of("logistic"), of("naive-bayes")), source=hidden)
    out["hidden-labels"] = plain
    out["guesses"] = label_by_rounds(plain, TeachingRule((Teacher(0),), 0.7, 3, 5)).document
    out["timeline"] = timeline(blobs)
    out["looked-at"] = replace(
        Document(blobs.draw(), (of("svm", space="rbf"), of("naive-bayes")), source=blobs, seed=9),
        title="Frogs, größer",
        notes="Two lines\nof notes.",
        bookmarks=(Bookmark(3, "first mistake"), Bookmark(12, "nearly there")),
        look=Look(
            t=12,
            layers=("boundary", "margins", "regions"),
            curves="error",
            lines=("train",),
            log=(True, False),
            region=(-3.0, -2.0, 4.0, 5.0),
            panels=(300, 0),
            view="losses",
            beside="weights",
            exact=True,
            options=(("kernel", "show", "gram"),),
            models="side",
            focus=1,
        ),
    )
    return out


def timeline(source: Source) -> Document:
    """Other points, other learners and picks on the way; naive Bayes comes and changes there."""
    document = Document(source.draw(), (of("svm"), of("naive-bayes", smoothing=2)), source=source)
    ids = document.points.ids.tolist()
    more = document.points.add([(0.5, 0.5), (2.0, -1.0)], 1).move(ids[2], (0.1, 0.2))
    for change in (
        Change(2, pick=ids[7]),
        Change(2, pick=ids[9]),
        Change(5, learners=(of("svm", lam=1), of("naive-bayes"))),
        Change(8, points=more.remove(ids[4])),
        Change(11, learners=(of("naive-bayes", bins=4), of("naive-bayes", smoothing=0.5))),
        Change(20, pick=ids[1]),
        Change(22, learners=(of("perceptron", space="rbf"), of("naive-bayes", bins=2))),
    ):
        document = document.after(change)
    return document


def trained() -> dict[str, Any]:
    """Runs whose weights are written."""
    points = make_points("blobs", n=24, noise=0.9, seed=2)
    three = make_points("blobs", n=24, noise=0.9, seed=3, classes=3)
    runs = {}
    for key, recipe in plane_catalog().items():
        others = [each.model for each in MEMBERS] if recipe.team else []
        runs[key] = linlab.train(key, points, epochs=2, others=others)
        runs[f"{key}-of-three-classes"] = linlab.train(key, three, epochs=2, others=others)
    runs["mira-rbf"] = linlab.train("mira", points, epochs=1, space="rbf", gamma=2)
    runs["svm-fourier"] = linlab.train("svm", points, epochs=1, space="fourier", features=5)
    runs["naive-bayes-smoothed"] = linlab.train("naive-bayes", points, epochs=1, smoothing=0.5)
    return runs


def write(folder: Path) -> None:
    facts: dict[str, Any] = {}

    def keep(kind: str, name: str, found: dict[str, Any]) -> None:
        facts.setdefault(kind, {})[name] = found

    (folder / "documents").mkdir(parents=True)
    (folder / "weights").mkdir()
    (folder / "lessons" / "counts").mkdir(parents=True)
    for name, document in documents().items():
        document.save(folder / "documents" / f"{name}.linlab")
        keep("documents", name, document_facts(document))
    about = {"origin": "/somewhere/frogs.linlab", "t": 4, "when": 1.7e9}
    left = {**documents()["data-frog"].to_json(), "autosave": about}
    (folder / "autosave.linlab").write_text(json.dumps(left), encoding="utf-8")
    lesson = folder / "lessons" / "counts"
    (lesson / "lesson.md").write_text(LESSON, encoding="utf-8")
    frogs = Document(make_points("frog"), (of("naive-bayes"), of("logistic")), look=Look(t=4))
    frogs.save(lesson / "counts.linlab")
    write_csv(make_points("moons", n=20, seed=1), lesson / "points.csv")
    with zipfile.ZipFile(folder / "lessons" / "counts.linlesson", "w") as archive:
        for file in sorted(lesson.iterdir()):
            archive.write(file, file.name, zipfile.ZIP_DEFLATED)
    keep("lessons", "counts", lesson_facts(lesson))
    for name, run in trained().items():
        path = folder / "weights" / f"{name}.json"
        write_weights(run, path)
        keep("weights", name, weights_facts(path))
    for name in ("svm", "naive-bayes-smoothed", "naive-bayes-of-three-classes"):
        for kind in ("csv", "npz", "py", "sklearn"):
            suffix = f"{kind}.txt" if kind in ("py", "sklearn") else kind  # no module of ours
            write_weights(trained()[name], folder / "weights" / f"{name}.{suffix}", kind)
    for kind, found in facts.items():
        text = json.dumps(found, indent=None, separators=(",", ":"), allow_nan=False)
        (folder / f"facts-of-{kind}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
