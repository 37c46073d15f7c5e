"""What a file says reaches the terminal as letters only."""

import json
import os
import re
import subprocess
import sys

import pytest

from linlab.commands.cli import main

ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NAMES = ("\x1b]0;mine\x07", "\x9b2J", "\u202eabc")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("".join(f"{k},{k % 2},{name}\n" for k, name in enumerate(NAMES * 2)), "utf-8")
    return str(path)


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_that_a_summary_prints_no_control_character_of_a_name(table, capsys, more):
    assert main(["train", table, "--model", "perceptron", "--epochs", "2", *more]) == 0
    out = capsys.readouterr().out
    assert "0;mine" in out and not ACTS.search(out)
    assert not more or set(json.loads(out)["classes"]) == set(NAMES)


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "{path}", "--model", "{name}"],
        ["train", "{name}", "--model", "svm"],
        ["train", "{bad}", "--model", "svm"],
        ["{name}"],
        ["render", "{bad}", "a{name}"],
    ],
)
def test_that_a_complaint_prints_no_control_character_and_no_endless_cell(
    table, tmp_path, capsys, arguments
):
    bad = tmp_path / "\x1b[31mbad.csv"
    bad.write_text(f"x1,x2,label\n0,0,a\n\x1b[2J{'z' * 5000},1,b\n", "utf-8")
    given = [word.format(path=table, name="\x1b]0;x\x07", bad=bad) for word in arguments]
    assert main(given) == 2
    said = capsys.readouterr().err
    assert said.startswith("linlab: ") and len(said) < 1100 and not ACTS.search(said)


def test_that_predictions_in_a_terminal_are_harmless_and_in_a_pipe_are_the_names(
    table, tmp_path, capsys, monkeypatch
):
    weights = str(tmp_path / "w.json")
    assert (
        main(["train", table, "--model", "perceptron", "--epochs", "9", "--weights", weights]) == 0
    )
    capsys.readouterr()
    assert main(["predict", weights, table]) == 0
    assert any(name in capsys.readouterr().out for name in NAMES)
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    assert main(["predict", weights, table]) == 0
    assert not ACTS.search(capsys.readouterr().out)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
@pytest.mark.parametrize("terminal", [True, False])
def test_that_who_waits_at_a_terminal_is_told_of_the_compilation_and_a_script_is_not(terminal):
    ours, theirs = os.openpty()
    program = (
        "from linlab.commands.cli import main; from linlab.engine.learner.code_cache import announce; "
        "main(['datasets', '--json']); announce()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=theirs if terminal else subprocess.PIPE,
    ) as job:
        out, err = job.communicate()
    os.close(theirs)
    said = os.read(ours, 4096).decode() if terminal else err.decode()
    os.close(ours)
    json.loads(out)  # nothing else is on standard output
    told = "linlab: Compiling the training code, once after installation: this takes some seconds."
    assert said.strip() == (told if terminal else "")
