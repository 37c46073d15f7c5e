"""A kind of model is one class: what it does not say that it has, nobody asks of it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.engine.export.weights.formats import write_weights
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import View
from linlab.engine.train import measures
from linlab.engine.train.models import ExampleSet, Model, probabilities, winners

ENGINE = Path(linlab.__file__).parent


@dataclass(frozen=True, eq=False)
class Committee(Model):
    """A plurality of other models: nothing but a title, examples and scores."""

    members: tuple[Model, ...]

    @property
    def title(self) -> str:
        return "A committee"

    @property
    def examples(self) -> ExampleSet:
        return self.members[0].examples

    def scores(self, x: Any) -> Any:
        said = np.stack([winners(member.scores(x)) for member in self.members])
        votes = np.stack(
            [(said == c).sum(axis=0) for c in range(len(self.examples.classes))], axis=1
        ).astype(float)
        return votes[:, 1:] - votes[:, :1] if votes.shape[1] == 2 else votes


def committee(classes: int) -> tuple[Committee, Any]:
    points = linlab.make_points("blobs", seed=0, classes=classes)
    kinds = (
        ("perceptron", {}),
        ("logistic", {"space": "rbf"}),
        ("naive-bayes", {"smoothing": 1}),
        ("voted-perceptron", {}),
    )
    return Committee(
        tuple(linlab.train(model, points, epochs=3, **chosen).model for model, chosen in kinds)
    ), points


@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_model_made_of_models_needs_no_more_than_a_title_examples_and_scores(
    classes: int,
) -> None:
    model, points = committee(classes)
    now = measures.sample(model, 3, 5)
    assert now.train_error == np.mean(winners(model.scores(points.x)) != points.label)
    assert now.margin is None
    assert np.isnan([now.objective, now.data_loss, now.regulariser, now.norm]).all()
    xs, ys = np.linspace(-3, 3, 7), np.linspace(-2, 2, 5)
    places = np.array([(x, y) for y in ys for x in xs])
    np.testing.assert_array_equal(model.grid(xs, ys).reshape(-1, 35).T, model.scores(places))
    with pytest.raises(LinlabError, match="A committee gives scores, not probabilities"):
        probabilities(model, model.scores(points.x))


@pytest.mark.parametrize("classes", [2, 3])
def test_that_it_is_drawn_by_every_layer(classes: int) -> None:
    model, points = committee(classes)
    scene = Scene(
        LIGHT, points, np.zeros(len(points), np.int8), model, None, View(-6, -4, 6, 4), (300, 200)
    )
    items = {layer.name: list(layer.draw(scene)) for layer in LAYERS.values()}
    assert items["regions"]
    assert items["boundary"]
    assert not items["weights"]
    assert not items["slack"]


def test_that_its_weights_are_refused_with_a_sentence(tmp_path: Path) -> None:
    model, points = committee(2)
    run = linlab.train("perceptron", points, epochs=1)

    vars(run.moment)["model"] = model  # what it answers with
    answering = Run(run.moment, run.labels)
    for name in ("weights.json", "weights.csv", "weights.npz", "weights.py"):
        with pytest.raises(LinlabError, match="A committee has no weights of its own"):
            write_weights(answering, tmp_path / name)


def test_that_nobody_asks_what_a_model_or_a_loss_is() -> None:
    kinds = r"isinstance\([^)]*\b(Linear|Bayes|Voted|Categorical|Gaussian)\b|loss(_of\(problem\))?\.name\b (==|!=|in)"
    found = [
        f"{file.relative_to(ENGINE)}: {line.strip()}"
        for file in sorted(ENGINE.rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(kinds, line)
    ]
    assert not found
