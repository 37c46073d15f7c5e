"""The layers of the plane follow the model in hand: one that has nothing to show of it is not drawn,
whatever was switched on, and comes back when it applies."""

from linlab import Learner
from linlab.engine.document.look import Look


def take(window, model, **settings):
    session = window.session
    session.edit("model", session.with_learner(Learner.of(model, **settings)))
    session.go(25)


def legend(window):
    return [entry.text for entry in window.plane.panel.legend]


def press(window, name):
    window.bar.layer_actions[name].trigger()


def test_that_alpha_counts_go_with_the_perceptron_and_come_back(window):
    take(window, "perceptron")
    press(window, "alpha")
    assert window.plane.panel.named("alpha")
    take(window, "svm")
    switch = window.bar.layer_actions["alpha"]
    assert not switch.isEnabled() and not switch.isChecked()
    assert not window.plane.panel.named("alpha")
    assert not any("mistakes" in text for text in legend(window))
    take(window, "perceptron")
    assert switch.isEnabled() and switch.isChecked()
    assert window.plane.panel.named("alpha")


def test_that_margin_lines_come_with_the_hinge_until_somebody_chooses(window):
    switch = window.bar.layer_actions["margins"]
    for model, on in (("perceptron", False), ("svm", True), ("logistic", False), ("mira", True)):
        take(window, model)
        assert (switch.isChecked(), bool(window.plane.panel.named("margins"))) == (on, on)
    take(window, "perceptron")
    assert "not a street" in switch.toolTip()
    press(window, "margins")
    assert switch.isChecked() and "s = ±1 (no street)" in legend(window)
    press(window, "margins")
    take(window, "svm")
    assert not switch.isChecked() and not window.plane.panel.named("margins")


def test_that_a_document_that_chose_its_layers_earlier_keeps_them(window):
    take(window, "perceptron")
    window.plane.show_layers(("regions", "margins", "boundary", "wrong", "example", "legend"))
    assert window.plane.panel.named("margins")
    window.plane.show_layers(("regions", "boundary"))
    take(window, "svm")
    assert not window.plane.panel.named("margins")


def test_that_a_document_that_chose_nothing_keeps_that_when_it_is_saved(window):
    take(window, "perceptron")
    look = window.looking.now()
    again = Look.from_json(look.to_json())
    assert "margins" not in again.layers
    window.plane.show_layers(again.layers)
    take(window, "svm")
    assert window.plane.panel.named("margins")


def test_that_the_numbers_have_a_street_for_the_hinge_alone_and_say_of_which_theta_they_are(
    window, qtbot
):
    numbers = window.right.numbers
    street = numbers.shown["street"]
    for model, there, said in (
        ("perceptron", False, ("STEP 25",)),
        ("svm", True, ("STEP 25",)),
        ("averaged-perceptron", False, ("STEP 25 · MEAN WEIGHTS", "STEP 25 · MEAN")),
        ("voted-perceptron", False, ("STEP 25 · VOTE OF ALL WEIGHTS", "STEP 25 · VOTE")),
    ):  # as much of it as there is room for
        take(window, model)
        qtbot.waitUntil(
            lambda there=there, said=said: (
                numbers.value.text() in said and street.isVisibleTo(numbers) == there
            )
        )
    assert numbers.shown["norm"].text() == "–"  # a vote has no w of its own
