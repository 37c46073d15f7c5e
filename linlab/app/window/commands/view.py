"""The menus View, Layers, Curves and Views: what is shown."""

from functools import partial

from linlab.app.panels.views.views_card import inward
from linlab.engine.document.look import SIMPLE
from linlab.engine.picture.layers import MANNERS, switches
from linlab.engine.picture.showing.layer import Layer
from linlab.engine.views.views import VIEWS

from .command import Command, Lab, press, press_in_full

MOST_KEYS = 9  # Ctrl+1 to Ctrl+9


def layer_commands() -> list[Command]:
    """A command for each layer; the first of those that want a key have one."""
    keyed = [layer.name for layer in switches() if layer.keyed][:MOST_KEYS]
    keys = {name: f"Ctrl+{k}" for k, name in enumerate(keyed, start=1)}
    return [_layer(layer, *filter(None, [keys.get(layer.name)])) for layer in switches()]


def view_commands() -> list[Command]:
    """A command for each view."""
    return [_view(name, VIEWS[name].key) for name in ("curves", *inward())]


def _layer(layer: Layer, *keys: str) -> Command:
    button = partial(press, lambda lab: lab.bar.layer_actions[layer.name])
    return Command(f"show-{layer.name}", "Layers", layer.title, keys, button)


def _curve(mode: str, title: str, key: str) -> Command:
    button = partial(press_in_full, lambda lab: lab.right.curves.modes.buttons[mode])
    return Command(f"curves-{mode}", "Curves", title, (key,), button)


def _view(name: str, key: str) -> Command:
    keys = (f"Alt+{key}",) if key else ()
    return Command(f"view-{name}", "Views", VIEWS[name].title, keys, partial(_open_view, name))


def _open_view(name: str, lab: Lab) -> None:
    """Open it in the right column, or in Simple, which has no views there, beside the plane."""
    if lab.modes.shown == SIMPLE and name in inward():
        lab.put_beside("" if lab.beside.name == name else name)
    else:
        press_in_full(lambda lab: lab.right.views.tabs.buttons[name], lab)


VIEW: tuple[Command, ...] = (
    Command("fit", "View", "Show all points", ("F",), lambda lab: lab.plane.fit()),
    Command(
        "zoom-in",
        "View",
        "Zoom in",
        ("Ctrl++", "Ctrl+="),
        lambda lab: lab.plane.sight.zoom(0.8),
        repeats=True,
    ),
    Command(
        "zoom-out",
        "View",
        "Zoom out",
        ("Ctrl+-",),
        lambda lab: lab.plane.sight.zoom(1.25),
        repeats=True,
    ),
    Command(
        "left-panel", "View", "Data and model on the left", ("F2",), lambda lab: lab.fold("left")
    ),
    Command(
        "right-panel",
        "View",
        "Curves, this step and numbers on the right",
        ("F3",),
        lambda lab: lab.fold("right"),
    ),
    Command(
        "beside",
        "View",
        "A view beside the plane, or the plane alone",
        ("W",),
        lambda lab: lab.toggle_beside(),
    ),
    Command("simple-or-full", "View", "Simple or Full", ("F4",), lambda lab: lab.modes.turn()),
    Command("theme", "View", "Light or dark", ("Ctrl+T",), lambda lab: lab.next_theme()),
    Command(
        "larger-text",
        "View",
        "Larger text",
        ("Alt++", "Alt+="),
        lambda lab: lab.appearance.step_text_size(1),
    ),
    Command(
        "smaller-text",
        "View",
        "Smaller text",
        ("Alt+-",),
        lambda lab: lab.appearance.step_text_size(-1),
    ),
    Command(
        "reduced-motion",
        "View",
        "Reduce motion",
        (),
        lambda lab: lab.appearance.toggle_motion(),
    ),
    Command("full-screen", "View", "Full screen", ("F11",), lambda lab: lab.full_screen()),
    Command(
        "present",
        "View",
        "Present on the full screen",
        ("F5", "Shift+F5"),
        lambda lab: lab.present(),
    ),
    Command(
        "speaker",
        "View",
        "The speaker's window, while presenting",
        ("F8",),
        lambda lab: lab.hall.toggle_speaker(),
    ),
    Command(
        "swap-screens",
        "View",
        "Swap the screens of stage and speaker",
        ("F7",),
        lambda lab: lab.hall.swap(),
    ),
    Command("hold", "View", "Hold the stage, or go on", ("H",), lambda lab: lab.hall.hold()),
    *(
        _layer(layer, key)
        for layer, key in zip(MANNERS, ("Ctrl+H", "Ctrl+L", "Ctrl+Shift+L"), strict=True)
    ),
    _curve("loss", "Loss", "Alt+L"),
    _curve("error", "Error", "Alt+E"),
    _curve("proof", "Bound", "Alt+B"),
    _curve("gap", "J − J*", "Alt+J"),
    Command(
        "log-t",
        "Curves",
        "Logarithmic steps",
        ("Alt+T",),
        partial(press_in_full, lambda lab: lab.right.curves.log_x),
    ),
    Command(
        "log-y",
        "Curves",
        "Logarithmic values",
        ("Alt+Y",),
        partial(press_in_full, lambda lab: lab.right.curves.log_y),
    ),
    Command(
        "optimum",
        "Curves",
        "Exact optimum on or off",
        ("O",),
        partial(press, lambda lab: lab.right.curves.exact.button),
    ),
)
