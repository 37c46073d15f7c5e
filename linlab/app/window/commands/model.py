"""The menu Model: the models of the document, and the guesses they learn from."""

from .command import Command

MODEL: tuple[Command, ...] = (
    Command(
        "add-model",
        "Model",
        "Add another model…",
        ("Ctrl+M",),
        lambda lab: lab.left.model.team.open_menu(),
    ),
    Command(
        "duplicate-model",
        "Model",
        "Duplicate the current model",
        ("Ctrl+Shift+D",),
        lambda lab: lab.left.model.team.duplicate(),
    ),
    Command(
        "branch",
        "Model",
        "Branch here: a copy of the current model that goes on in another way",
        ("Ctrl+B",),
        lambda lab: lab.bookmarks.branch(),
    ),
    Command(
        "remove-model",
        "Model",
        "Remove the current model",
        ("Ctrl+Shift+M",),
        lambda lab: lab.left.model.team.remove(),
    ),
    Command(
        "model-up",
        "Model",
        "Move the current model up",
        ("Ctrl+Up",),
        lambda lab: lab.left.model.team.up(),
    ),
    Command(
        "model-down",
        "Model",
        "Move the current model down",
        ("Ctrl+Down",),
        lambda lab: lab.left.model.team.down(),
    ),
    Command(
        "take-next",
        "Model",
        "Go to the next of several models",
        ("Ctrl+Tab",),
        lambda lab: lab.left.model.team.next(1),
    ),
    Command(
        "take-previous",
        "Model",
        "Go to the previous one",
        ("Ctrl+Shift+Tab",),
        lambda lab: lab.left.model.team.next(-1),
    ),
    Command(
        "arrange",
        "Model",
        "Models in one plane, side by side, or one alone",
        ("S",),
        lambda lab: lab.left.model.team.next_arrangement(),
    ),
    Command("next-model", "Model", "Next model", ("M",), lambda lab: lab.left.model.next_model(1)),
    Command(
        "previous-model",
        "Model",
        "Previous model",
        ("Shift+M",),
        lambda lab: lab.left.model.next_model(-1),
    ),
    Command("next-space", "Model", "Next space", ("K",), lambda lab: lab.left.model.next_space(1)),
    Command(
        "previous-space",
        "Model",
        "Previous space",
        ("Shift+K",),
        lambda lab: lab.left.model.next_space(-1),
    ),
    Command(
        "guess", "Model", "Learn from guesses…", ("Ctrl+G",), lambda lab: lab.learn_from_guesses()
    ),
    Command(
        "forget-guesses",
        "Model",
        "Forget guessed labels",
        ("Ctrl+Shift+G",),
        lambda lab: lab.forget_guesses(),
    ),
    Command(
        "draw-from-model",
        "Model",
        "Add points that the model draws",
        ("Ctrl+Alt+G",),
        lambda lab: lab.editing.draw_from_model(),
    ),
    Command(
        "about-model",
        "Model",
        "What the model does",
        ("I",),
        lambda lab: lab.left.model.show_info(),
    ),
)
