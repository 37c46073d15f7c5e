"""What the window says of naive Bayes while classes are still impossible."""

import re
import warnings
from typing import Any

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner


def clouds(classes: int) -> Points:
    rng, own = np.random.default_rng(classes), np.arange(30) % classes
    return Points.of(rng.normal(size=(30, 2)) + 1.5 * own[:, None], ["ABC"[c] for c in own])


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
def test_that_the_first_updates_of_naive_bayes_are_shown_as_they_are(
    window: Any, qtbot: Any, capfd: pytest.CaptureFixture[str], model: str, classes: int
) -> None:
    session, right = window.session, window.right
    plain = {"smoothing": 0} if model == "naive-bayes" else {}
    learner = Learner.of(model, order="cyclic", **plain)
    session.open(Document(clouds(classes), (learner,), shares=(100.0, 0.0, 0.0)))
    capfd.readouterr()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for t in (1, 2, 3, 30):
            session.go(t)
            qtbot.waitUntil(lambda: not (session.replay.catching_up or session.replay.loading))
            right.step.settle()
            right.numbers.refresh()
            right.curves._refresh()
            window.grab()
            shown = {key: label.text() for key, label in right.numbers.shown.items()}
            card, head = right.step.words(), right.curves.value.text()
            said = [
                card,
                head,
                *shown.values(),
                *(window.plane.hand.describe(x, -x) for x in np.linspace(-3, 3, 7)),
            ]
            assert not re.search(
                r"\bnan\b|\binf\b|−7\d\d\b|e-3\d\d|10⁻³", "\n".join(said), re.IGNORECASE
            ), said
            counted = min(t, classes)  # in turn A, B, …
            assert ("∞" in head) == (counted < classes or (model == "naive-bayes" and t < 30))
            if model == "naive-bayes" and t < 30:
                assert shown["norm"] == "∞"
            if (
                t in (2, 3) and t <= classes
            ):  # a class seen for the first time was impossible before
                assert "loss ℓ\t∞" in card
    assert capfd.readouterr().err == ""
