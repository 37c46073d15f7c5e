"""What a step looks like in a window that nobody has changed, by real keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab import Document, Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.document.look import Look

RIGHT = Qt.Key.Key_Right


def opened(window, learner, t=0):
    points = make_points("overlapping-blobs", seed=1, n=52)
    window.session.open(Document(points, (learner,), seed=1), t)


def test_that_a_mistake_is_drawn_with_both_weights_what_is_added_and_the_line_before(window, hand):
    opened(window, Learner.of("perceptron"))
    seen = 0
    for t in range(1, 25):
        hand.key(RIGHT)
        panel, step = window.plane.panel, window.session.run.step
        assert window.session.t == step.t == t
        if step.updated and t > 1:
            seen += 1
            assert panel.named("weights") and panel.named("update")
            assert panel.named("weights before") and panel.named("boundary before")
            texts = {entry.text.partition(" ×")[0] for entry in panel.legend}
            assert {"w", "line before"} <= texts
            assert "w" in {label.text for label in panel.named("arrow label")}
        else:
            assert not panel.named("weights before")
    assert seen >= 4


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "sampled"])
def test_that_the_next_key_takes_the_example_with_the_corners(window, hand, order):
    opened(window, Learner.of("perceptron", order=order))
    for _ in range(8):
        (corners,) = window.plane.panel.named("next")
        hand.key(RIGHT)
        np.testing.assert_array_equal(corners.places, window.session.run.step.x)


def test_that_the_added_bump_glows_in_a_kernel_space(window, hand):
    opened(window, Learner.of("perceptron", space="rbf"))
    for _ in range(12):
        hand.key(RIGHT)
        glows = bool(window.plane.panel.named("bump"))
        assert glows == window.session.run.step.mistake
        assert not window.plane.panel.named("weights")


def test_that_the_arrows_can_be_switched_off_and_a_file_without_them_stays_so(
    window, hand, tmp_path
):
    opened(window, Learner.of("perceptron"), 12)
    assert window.plane.panel.named("weights") and window.plane.is_on("weights")
    window.bar.layer_actions["weights"].trigger()
    assert not window.plane.panel.named("weights") and not window.plane.is_on("weights")
    assert window.files.save(tmp_path / "a.linlab")
    window.bar.layer_actions["weights"].trigger()
    assert window.plane.panel.named("weights")
    window.documents.open_path(tmp_path / "a.linlab")
    assert not window.plane.is_on("weights")
    earlier = Document(
        window.session.points,
        (Learner.of("perceptron"),),
        look=Look(t=12, layers=("regions", "boundary", "wrong", "example", "legend", "axes")),
    )
    earlier.save(tmp_path / "earlier.linlab")
    window.documents.open_path(tmp_path / "earlier.linlab")
    assert not window.plane.is_on("weights") and not window.plane.is_on("next")
