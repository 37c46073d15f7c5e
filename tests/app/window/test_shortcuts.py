"""Keys for what has a control elsewhere: models, spaces, layers, curves and the optimum; and all of
them on a real screen."""

import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from linlab import Learner
from linlab.app.window.actions import commands
from linlab.engine.picture.layers import switches as switched_layers
from tests.app.screen import screen
from tests.engine.plane import plane_catalog

SWITCHES = tuple(layer.name for layer in switched_layers() if layer.keyed)

LISTENER = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from linlab import Learner
from linlab.app.window import window
class Window(window.Window):
    def __init__(self, session, *others):
        super().__init__(session, *others)
        for model in ("svm", "mira"):  # so that something can be undone and done again
            session.edit(model, session.with_learner(Learner.of(model)))
        session.undo()
        for name, action in self.commands.items():
            action.triggered.disconnect()
            action.triggered.connect(lambda _=False, name=name: self.tell(name))
        QTimer.singleShot(0, lambda: print("ready", flush=True))
        QTimer.singleShot(60_000, lambda: QCoreApplication.exit(1))
    def tell(self, name):
        print(name, flush=True)
        if name == sys.argv[1]:
            sys.stdin.read()  # the window stays until the last key is released
            QCoreApplication.exit(0)
window.Window = Window
from linlab.commands.cli import main
main([])
"""
KEYSYMS = {
    "[": "bracketleft",
    "]": "bracketright",
    "{": "braceleft",
    "}": "braceright",
    "-": "minus",
    "+": "plus",
    "=": "equal",
    "PgDown": "Next",
    "PgUp": "Prior",
    "Backspace": "BackSpace",
    "Space": "space",
}


def press(window, keys):
    QTest.keySequence(window, QKeySequence(keys))


def test_that_m_goes_through_the_models_and_undo_back(window):
    seen = [window.session.learner.model]
    for _ in range(len(plane_catalog())):
        press(window, "M")
        seen.append(window.session.learner.model)
    assert set(seen) == set(plane_catalog())
    assert seen[0] == seen[-1]
    press(window, "Shift+M")
    assert window.session.learner.model == seen[-2]
    assert window.left.model.rows[seen[-2]].isChecked()
    press(window, "Ctrl+Z")
    assert window.session.learner.model == seen[-1]


def test_that_k_goes_through_the_spaces_that_the_model_can_learn_in(window):
    seen = []
    for _ in range(12):
        press(window, "K")
        seen.append(window.session.learner["space"])
    assert {"linear", "rbf", "laplace", "fourier"} <= set(seen)
    press(window, "Shift+K")
    assert window.session.learner["space"] == seen[-2]


def test_that_a_model_without_spaces_says_so(window, qtbot):
    window.session.edit("bayes", window.session.with_learner(Learner.of("gaussian-naive-bayes")))
    with qtbot.waitSignal(window.session.said) as said:
        press(window, "K")
    assert "needs no space" in said.args[0]


def test_that_each_layer_has_a_key(window):
    window.session.edit("svm", window.session.with_learner(Learner.of("svm")))
    for k, name in enumerate(SWITCHES, start=1):
        before = {each for each in SWITCHES if window.plane.is_on(each)}
        press(window, f"Ctrl+{k}")
        assert {each for each in SWITCHES if window.plane.is_on(each)} ^ before == {name}
        press(window, f"Ctrl+{k}")
        assert {each for each in SWITCHES if window.plane.is_on(each)} == before


def test_that_the_legend_has_a_key(window):
    press(window, "Ctrl+L")
    assert not window.plane.panel.legend
    press(window, "Ctrl+L")
    assert window.plane.panel.legend


def test_that_a_layer_with_nothing_to_show_says_why(window, qtbot):
    with qtbot.waitSignal(window.session.said) as said:
        press(window, f"Ctrl+{SWITCHES.index('slack') + 1}")
    assert "hinge" in said.args[0]


def test_that_curves_and_their_axes_have_keys(window):
    curves = window.right.curves
    press(window, "Alt+E")
    assert curves.mode == "error"
    press(window, "Alt+L")
    assert curves.mode == "loss"
    for keys, button in (("Alt+T", curves.log_x), ("Alt+Y", curves.log_y)):
        before = button.isChecked()
        press(window, keys)
        assert button.isChecked() != before


def test_that_no_two_curves_or_views_have_a_name_in_common_and_each_has_a_key():
    found = [command for command in commands() if command.menu in ("Curves", "Views")]
    assert len({command.title for command in found}) == len(found) and all(
        command.keys for command in found
    )


def test_that_o_switches_the_optimum_on_and_off(window, qtbot):
    window.session.edit("svm", window.session.with_learner(Learner.of("svm", lam=0.1)))
    press(window, "O")
    qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=60_000)
    press(window, "Alt+J")
    assert window.right.curves.mode == "gap"
    assert window.plane.scene_now().optimum is window.session.run.optimum
    press(window, "O")
    assert (
        window.session.run.exact.on,
        window.right.curves.mode,
        window.plane.scene_now().optimum,
    ) == (False, "loss", None)


def test_that_i_tells_what_the_model_does(window, qtbot):
    press(window, "I")
    card = window.left.model.findChild(object, "model-info-card")
    assert card is not None and card.isVisible()
    QTest.keyClick(card, Qt.Key.Key_Escape)


def keysym(keys):
    """What X calls a key with its modifiers, “Ctrl++” say."""
    modifiers, _, last = keys[:-1].rpartition("+")
    last += keys[-1]
    name = KEYSYMS.get(last, last.lower() if len(last) == 1 else last)
    return f"{modifiers.lower()}+{name}" if modifiers else name


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no X server")
def test_that_a_real_keyboard_reaches_every_command(tmp_path):
    wanted = [(command.name, keysym(key)) for command in commands() for key in command.keys]
    with screen("xdotool") as (env, _):
        listener = [sys.executable, "-c", LISTENER, wanted[-1][0]]
        with subprocess.Popen(
            listener,
            env={**env, "LINLAB_HOME": str(tmp_path)},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as job:
            assert job.stdout.readline() == "ready\n"
            look = [
                "xdotool",
                "search",
                "--sync",
                "--onlyvisible",
                "--name",
                "linlab",
                "windowfocus",
                "--sync",
            ]
            subprocess.run([*look, "key", *(key for _, key in wanted)], env=env, check=True)
            reached = job.communicate()[0].split("\n")
    assert reached == [*(name for name, _ in wanted), ""]


def test_that_the_switch_for_changes_says_what_a_change_does(window):
    mode = window.transport.mode
    window.resize(1440, 900)
    assert (
        mode.text() == "Changes count from the start"
        and "trains again from step 0" in mode.toolTip()
    )
    press(window, "C")
    assert mode.text() == "Changes count from here" and "with the weights it has" in mode.toolTip()
    assert "press C" in mode.toolTip() and window.session.continuing
