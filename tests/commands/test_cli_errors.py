"""The command line in trouble: mistakes, catch_interruptions, closed pipes; and how it shows that it is
still at work."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab.commands import progress_line as progress
from linlab.commands.cli import main
from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.datasets import make_points
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates.advance import BoundLoop

COMMAND = [sys.executable, "-m", "linlab"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "nonsense"),
        ("train moons", "--model"),
        ("train --model svm", "DATA"),
        ("train moons --model nothing", "There is no model “nothing”: the models are perceptron, "),
        ("train moons --model svn", "There is no model “svn” (did you mean svm?): the models are "),
        (
            "train moons --model bayes",
            "(did you mean naive-bayes, gaussian-naive-bayes or multinomial-naive-bayes?)",
        ),
        (
            "train overlapping --model svm",
            "a data set (did you mean overlapping-blobs?); the data sets are blobs, ",
        ),
        ("train Moon --model svm", "(did you mean moons?)"),
        ("render bolbs a.png --model svm", "(did you mean blobs?)"),
        ("render moons a.png --model peceptron", "(did you mean perceptron, "),
        ("train nothing.csv --model svm", "the data sets are blobs, "),
        ("train moons --model svm --set lambda=1", "the settings of SVM are space, "),
        ("train moons --model svm --set model=svm", "the settings of SVM are space, "),
        ("train moons --model svm --set lam", "not of the form name=value"),
        ("train moons --model svm --set lam=-1", "a number from 0"),
        ("train moons --model svm --set space=flat", "it must be one of linear, "),
        ("train moons --model svm --set lam=1 --set C=1", "one setting"),
        ("train moons --model svm --set average=voted", "A vote counts"),
        ("train moons --model svm --epochs x", "whole number"),
        ("train moons --model svm --epochs 1 --updates 1", "not allowed"),
        ("train moons --model svm --seed 99999999999", "seed"),
        ("train moons --model svm --split 60,20", "three numbers"),
        ("train moons --model svm --split 60,20,10", "sum to 100"),
        ("train moons --model svm --stop soon", "the rules are mistake-free, still, dev"),
        ("train moons --model svm --stop dev", "dev points"),
        ("train moons --model svm --epsilon 0", "above 0"),
        ("train moons --model svm --points 1", "n of moons"),
        ("train moons --model svm --data seed=1", "its knobs are n, noise"),
        (
            "train iris --model svm --noise 1",
            "its knobs are imbalance, second, scale, flipped, hidden",
        ),
        ("train moons --model svm --weights nowhere/w.json", "no folder"),
        ("train moons --model svm --trace .", "is a folder"),
        ("train moons --model svm --weights w.txt", "must end in .json, .csv, .npz or .py"),
        ("train moons --model svm --trace t.pdf", "must end in .csv or .tex"),
        ("train moons --model svm --sklearn nowhere/w.py", "no folder"),
        ("train moons --model svm --save-data .", "is a folder"),
        ("train moons --model svm --rows 5", "--trace"),
        ("train moons --model svm --blank", "--trace"),
        ("train moons --model svm --trace t.csv --rows 0", "at least one step"),
        ("train moons --model svm --weights w.py --sklearn ./w.py", "are the same"),
        ("train moons --model voted-perceptron --sklearn w.py", "no voted perceptron"),
        (
            "train moons --model voted-perceptron --set space=rbf --weights w.csv",
            "use JSON, NPZ or Python",
        ),
        ("predict nothing.json moons", "nothing.json"),
    ],
)
def test_that_a_mistake_is_one_line_and_exit_code_2(
    line: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("linlab: ")
    assert captured.err.count("\n") == 1
    assert told in captured.err
    assert list(tmp_path.iterdir()) == []


def test_that_knobs_are_refused_for_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_csv(make_points("moons"), tmp_path / "moons.csv")
    assert main(["train", str(tmp_path / "moons.csv"), "--model", "svm", "--noise", "1"]) == 2
    assert "is a file" in capsys.readouterr().err


def test_that_a_long_job_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with progress.ProgressLine("training", 200) as quick:
        quick(100)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "WAIT_SECONDS", -1.0)
    with progress.ProgressLine("training", 200) as slow:
        slow(50)
        slow(51)  # too soon for a second line
    assert capsys.readouterr().err == "training … 25 %\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress.ProgressLine("training", 200) as slow:
        slow(50)
    assert capsys.readouterr().err == "\rtraining … 25 %\r               \r"


def test_that_an_interruption_leaves_old_files_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    (tmp_path / "w.json").write_text("old")
    monkeypatch.setattr(progress, "WAIT_SECONDS", 1e9)  # however slow the machine is
    monkeypatch.setattr(Trace, "sample", interrupt)
    assert main(["train", "moons", "--model", "svm", "--weights", str(tmp_path / "w.json")]) == 130
    assert capsys.readouterr().err == "linlab: Interrupted; no file was left half-written.\n"
    assert (tmp_path / "w.json").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_that_control_c_ends_a_long_training_without_a_traceback(tmp_path: Path) -> None:
    command = [*COMMAND, "train", "moons", "--model", "svm", "--updates", "1" + "0" * 12]
    command += ["--weights", str(tmp_path / "w.json")]
    job = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert job.stderr is not None
    assert job.stderr.readline().startswith("training … ")
    job.send_signal(signal.SIGINT)
    out, err = job.communicate(timeout=20)
    assert (job.returncode, out, err) == (
        130,
        "",
        "linlab: Interrupted; no file was left half-written.\n",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_that_control_c_while_compiled_code_is_called_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What numba asks of Python to hand a function over is where the interruption is lost, and a
    TypeError comes instead."""
    run, struck = BoundLoop._run, []

    def strike(frame: Any, event: str, value: Any) -> None:
        if frame.f_code.co_name == "_numba_unpickle" and not struck:
            struck.append(frame)
            signal.raise_signal(signal.SIGINT)

    def interrupted(*arguments: Any) -> int:
        before = sys.gettrace()
        sys.settrace(strike)
        try:
            return run(*arguments)
        finally:
            sys.settrace(before)

    monkeypatch.setattr(progress, "WAIT_SECONDS", 1e9)  # however slow the machine is
    monkeypatch.setattr(BoundLoop, "_run", interrupted)
    before = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # in the background of a shell it is not heard at all
    try:
        assert main(["train", "moons", "--model", "svm"]) == 130
        assert struck and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "linlab: Interrupted; no file was left half-written.\n"


def test_that_an_error_without_an_interruption_is_not_taken_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> None:
        raise TypeError("a fault of ours")

    monkeypatch.setattr(Trace, "sample", fail)
    with pytest.raises(TypeError, match="a fault of ours"):
        main(["train", "moons", "--model", "svm"])


def test_that_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    linlab.train("perceptron", [(0, 0), (1, 1)], ["a", "b"], epochs=3).save(tmp_path / "w.json")
    np.savetxt(tmp_path / "p.csv", np.random.default_rng(0).normal(size=(20_000, 2)), delimiter=",")
    job = subprocess.Popen(
        [*COMMAND, "predict", tmp_path / "w.json", tmp_path / "p.csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert job.stdout is not None
    assert job.stderr is not None
    assert job.stdout.readline() == b"x1,x2,prediction\n"
    job.stdout.close()
    assert job.stderr.read() == b""
    job.stderr.close()
    assert job.wait(20) == 141


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere every name is text")
def test_that_a_file_whose_name_is_no_text_is_read_and_written_like_any_other(
    tmp_path: Path,
) -> None:
    folder = os.fsencode(tmp_path)
    write_csv(make_points("frog"), tmp_path / "frog.csv")
    os.rename(tmp_path / "frog.csv", folder + b"/frog\xff.csv")
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}  # as in most languages' settings

    def run(*words: str | bytes) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run([*COMMAND, *words], capture_output=True, env=strict, check=False)

    made = run(
        "render", folder + b"/frog\xff.csv", folder + b"/\xfe.svg", "--model", "svm", "--at", "3"
    )
    assert (made.returncode, made.stderr) == (0, b"")
    assert made.stdout.decode().endswith("/\ufffd.svg: figure after step 3\n")
    assert os.path.exists(folder + b"/\xfe.svg")
    trained = run("train", folder + b"/frog\xff.csv", "--model", "svm", "--updates", "3")
    assert (trained.returncode, trained.stderr) == (0, b"")
    assert "frog\ufffd" in trained.stdout.decode()
    told = run("train", folder + b"/\xfd.csv", "--model", "svm")
    assert (told.returncode, told.stderr.count(b"\n")) == (2, 1)
