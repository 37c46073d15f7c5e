"""Opening the window: what is asked for, what is refused in one line, and what happens to errors
inside."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from linlab.app.canvas import screens
from linlab.app.canvas.screens import check_screen
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.programme import Programme
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window.launch import reporting
from linlab.commands.cli import main
from linlab.commands.open_window import open_window
from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.document.document import Document
from linlab.engine.document.first import first_document
from linlab.engine.document.look import Look
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner

linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only there a screen may be missing"
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    before = signal.getsignal(signal.SIGINT)
    yield tmp_path / "home"
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def opened(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Windows that note what they were given and close at once."""
    windows: list[Any] = []
    apply_theme = qapp.styleSheet(), qapp.palette(), qapp.font()

    class Window(QWidget):
        def __init__(self, session: Session, files: DocumentFiles, settings: Settings) -> None:
            super().__init__()
            self.session, self.files, self.settings = session, files, settings
            self.said: list[str] = []
            self.fitted = 0
            files.opened.connect(self.fit)
            self.documents = SimpleNamespace(programme=Programme(files))
            self.presented = 0
            session.said.connect(self.said.append)
            windows.append(self)
            QTimer.singleShot(0, self, self.look)

        def present(self) -> None:
            self.presented += 1

        def fit(self) -> None:
            self.fitted += 1

        def look(self) -> None:
            self.title, self.document = self.files.title(), self.session.settled
            QApplication.exit(7)

    module = ModuleType("linlab.app.window.window")
    module.Window = Window  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "linlab.app.window.window", module)
    yield windows
    qapp.setStyleSheet(apply_theme[0])
    qapp.setPalette(apply_theme[1])
    qapp.setFont(apply_theme[2])


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without any screen."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, "")  # so that what is set meanwhile is undone
        monkeypatch.delenv(name)
    return monkeypatch


def test_that_the_lab_opens_on_what_a_first_start_shows(opened: list[Any]) -> None:
    assert main([]) == 7
    assert opened[0].document == first_document()
    assert opened[0].title == "Untitled — linlab"
    assert main(["--model", "svm", "--set", "lam=0.5"]) == 7
    assert opened[1].document.learners == (Learner.of("svm", lam=0.5),)


@pytest.mark.parametrize("name", DATASETS)
def test_that_the_lab_opens_on_a_data_set(name: str, opened: list[Any]) -> None:
    assert main([name, "--model", "logistic"]) == 7
    document = opened[0].document
    assert (document.points, document.learners) == (make_points(name), (Learner.of("logistic"),))
    assert document.source.draw() == document.points


def test_that_the_lab_opens_on_a_document(opened: list[Any], tmp_path: Path) -> None:
    document = Document(make_points("xor"), (Learner.of("svm", lam=0.5),), seed=3)
    document.save(tmp_path / "a.linlab")
    assert main([str(tmp_path / "a.linlab")]) == 7
    assert (opened[0].document, opened[0].title) == (document, "a.linlab — linlab")
    assert main([str(tmp_path / "a.linlab"), "--model", "perceptron"]) == 7
    assert (opened[1].document.learners, opened[1].document.seed) == (
        (Learner.of("perceptron"),),
        3,
    )
    assert opened[1].title == "• a.linlab — linlab"
    assert opened[1].files.recent == (tmp_path / "a.linlab",)


def test_that_another_model_for_a_document_is_undone_under_the_name_that_the_picker_gives_it(
    opened: list[Any], tmp_path: Path, qtbot: QtBot
) -> None:
    document = Document(make_points("xor"), (Learner.of("svm"),))
    document.save(tmp_path / "a.linlab")
    assert main([str(tmp_path / "a.linlab"), "--model", "mira"]) == 7
    picked = Session(document)
    panel = LeftPanel(picked)
    qtbot.addWidget(panel)
    panel.model.choose_model("mira")
    assert (
        opened[0].session.undo_stack.undo_name
        == picked.undo_stack.undo_name
        == "change model to MIRA"
    )


def test_that_the_lab_opens_on_points(opened: list[Any], tmp_path: Path) -> None:
    write_csv(make_points("moons", n=20), tmp_path / "a.csv")
    assert main([str(tmp_path / "a.csv"), "--model", "svm"]) == 7
    assert opened[0].document == Document(make_points("moons", n=20), (Learner.of("svm"),))
    assert opened[0].fitted  # the window is asked to show them


def test_that_what_was_prepared_is_opened_so_and_presenting_always(
    opened: list[Any], tmp_path: Path
) -> None:
    document = Document(make_points("xor"), (Learner.of("svm"),), look=Look(12))
    document.save(tmp_path / "a.linlab")
    file = str(tmp_path / "a.linlab")
    for line, prepared, presented in (
        ([], False, 0),
        (["--prepared"], True, 0),
        (["--present"], True, 1),
    ):
        assert main([file, *line]) == 7
        window = opened.pop()
        assert (window.files.prepared, window.presented) == (prepared, presented)
        assert (window.document, window.session.replay.now) == (document, 12)
    assert main(["moons", "--present"]) == 7
    assert (opened[0].files.prepared, opened[0].presented) == (False, 1)


def test_that_several_documents_are_a_programme(opened: list[Any], tmp_path: Path) -> None:
    for name in "abc":
        Document(make_points("xor"), (Learner.of("svm"),), title=name).save(
            tmp_path / f"{name}.linlab"
        )
    assert main([*(str(tmp_path / f"{name}.linlab") for name in "abc"), "--present"]) == 7
    programme = opened[0].documents.programme
    assert (opened[0].document.title, programme.where) == ("a", "1 of 3")


def test_that_a_broken_file_opens_the_lab_and_is_told_there(
    opened: list[Any], tmp_path: Path
) -> None:
    (tmp_path / "a.linlab").write_text("{")  # a double click has no terminal to complain on
    assert main([str(tmp_path / "a.linlab")]) == 7
    assert opened[0].document == first_document()
    assert opened[0].said[0].startswith("a.linlab: The file is broken")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nothing.csv", "neither a command, a file nor a data set"),
        ("trian moons --model svm", "“trian” is neither"),
        ("moons xor", "one file or data set at a time"),
        ("moons xor", "--present or --prepared"),
        ("moons xor --present", "Only files"),
        ("pyproject.toml README.md --present --model svm", "--model needs a single document"),
        ("README.md nothing.linlab --present", "“nothing.linlab” is neither"),
        ("moons --model nothing", "the models are perceptron, "),
        ("moons --model svm --set lambda=1", "the settings of SVM are"),
        ("moons --set lam=1", "--set needs --model"),
        ("moons --epochs 3", "Unrecognized arguments: --epochs"),
    ],
)
def test_that_a_mistake_is_one_line_and_no_window(
    line: str, told: str, opened: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("linlab: ")
    assert captured.err.count("\n") == 1
    assert told in captured.err
    assert opened == []


def refusal() -> str:
    with pytest.raises(LinlabError) as caught:
        check_screen()
    return str(caught.value)


@linux
@pytest.mark.parametrize(
    ("env", "told"),
    [
        ({}, "There is no display to open a window on; “linlab train” works without one."),
        ({"QT_QPA_PLATFORM": "xcb"}, "There is no display"),
        (
            {"DISPLAY": ":987"},
            "The display :987, set in the variable DISPLAY, cannot be reached",
        ),
        ({"DISPLAY": "localhost:987.0"}, "The display localhost:987.0"),
        ({"DISPLAY": "nonsense"}, "The display nonsense"),
        (
            {"WAYLAND_DISPLAY": "wayland-987"},
            "The display wayland-987, set in the variable WAYLAND_DISPLAY",
        ),
        ({"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":987"}, "The display :987"),
        ({"QT_QPA_PLATFORM": "XCB"}, "There is no display"),
        (
            {"QT_QPA_PLATFORM": "nonsense"},
            "Qt has no platform “nonsense”: set QT_QPA_PLATFORM to one of eglfs, ",
        ),
        ({"QT_QPA_PLATFORM": "nonsense:a=1;xcb"}, "Qt has no platform “nonsense”"),
        ({"QT_QPA_PLATFORM": "xcbx", "DISPLAY": ":987"}, "Qt has no platform “xcbx”"),
    ],
)
def test_that_a_lab_without_a_screen_is_one_line_and_exit_code_2(
    env: dict[str, str], told: str
) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    job = subprocess.run(
        [sys.executable, "-m", "linlab"],
        env={**clean, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (job.returncode, job.stdout) == (2, "")
    assert job.stderr.startswith(f"linlab: {told}")
    assert job.stderr.count("\n") == 1


@linux
def test_that_a_screen_in_a_folder_that_is_closed_to_us_is_told(bare: pytest.MonkeyPatch) -> None:
    """As after “su”, which keeps the variables of whoever sits there."""

    def closed(*_: object) -> bool:
        raise PermissionError

    bare.setenv("WAYLAND_DISPLAY", "wayland-0")
    bare.setattr(Path, "is_socket", closed)
    assert refusal().startswith(
        "The display wayland-0, set in the variable WAYLAND_DISPLAY, cannot be reached"
    )


@pytest.mark.parametrize(
    "platform", ["offscreen", "minimal", "vnc:port=5900", "Offscreen", "nonsense;offscreen"]
)
def test_that_a_platform_without_a_screen_needs_none(
    platform: str, bare: pytest.MonkeyPatch
) -> None:
    bare.setenv("QT_QPA_PLATFORM", platform)
    check_screen()


@linux
def test_that_missing_libraries_are_named_with_their_packages(bare: pytest.MonkeyPatch) -> None:
    def failure(library: str) -> str:
        absent = (
            "libxcb-cursor.so.0",
            "libxcb-shape.so.0",
            "libxcb-xkb.so.1",
            "libwayland-client.so.0",
        )
        if library.endswith("libqxcb.so"):
            return "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"
        return "missing" if library in absent else ""

    bare.setenv("DISPLAY", ":0")
    bare.setattr(screens, "_answers", lambda _: True)
    bare.setattr(screens, "_load_failure", failure)
    told = refusal()
    assert "(libxcb-cursor.so.0, libxcb-shape.so.0, libxcb-xkb.so.1)" in told
    assert "“sudo apt install libxcb-cursor0 libxcb-shape0 libxcb-xkb1” (Debian, Ubuntu)" in told
    assert "“sudo dnf install xcb-util-cursor libxcb” (Fedora)" in told
    assert told.endswith("; “linlab train” works without a screen.")


@linux
def test_that_the_screen_that_works_is_chosen(bare: pytest.MonkeyPatch) -> None:
    bare.setattr(screens, "_x11_trouble", lambda: "no")
    bare.setattr(screens, "_wayland_trouble", lambda: "")
    check_screen()
    assert os.environ["QT_QPA_PLATFORM"] == "wayland"
    bare.delenv("QT_QPA_PLATFORM")
    bare.setattr(screens, "_x11_trouble", lambda: "")
    check_screen()
    assert "QT_QPA_PLATFORM" not in os.environ


def test_that_a_missing_qt_is_told(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("QT_QPA_PLATFORM", "offscreen")
    bare.setitem(sys.modules, "PySide6.QtWidgets", None)
    assert "pip install PySide6-Essentials" in refusal()


@linux
def test_that_a_qt_without_its_libraries_is_told(bare: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_spec(self, name: str, *_: Any) -> None:
            if name == "PySide6.QtWidgets":
                raise ImportError(
                    "libEGL.so.1: cannot open shared object file: No such file or directory"
                )

    bare.setenv("QT_QPA_PLATFORM", "offscreen")
    bare.delitem(sys.modules, "PySide6.QtWidgets")
    bare.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    bare.setattr(screens, "_load_failure", lambda _: "")
    assert refusal() == (
        "Qt needs a library that is missing here (libEGL.so.1): install it with “sudo apt install libegl1” "
        "(Debian, Ubuntu) or “sudo dnf install libglvnd-egl” (Fedora); "
        "“linlab train” works without a window."
    )
    bare.setattr(
        screens, "_load_failure", lambda library: "missing" if library == "libGL.so.1" else ""
    )
    assert refusal() == (
        "Qt needs libraries that are missing here (libEGL.so.1, libGL.so.1): install them with “sudo apt "
        "install libegl1 libgl1” (Debian, Ubuntu) or “sudo dnf install libglvnd-egl libglvnd-glx” (Fedora); "
        "“linlab train” works without a window."
    )


def test_that_an_error_inside_is_logged_and_told_in_one_sentence(
    qapp: QApplication, home: Path
) -> None:
    session, said = Session(), []
    session.said.connect(said.append)
    before = sys.excepthook
    with reporting(session):
        for _ in range(3):  # as in every repaint
            sys.excepthook(KeyError, KeyError("inside"), None)
        sys.excepthook(LinlabError, LinlabError("Plain words."), None)
    assert sys.excepthook is before
    assert len(said) == 2
    assert said[0].endswith(f"the details are in {home / 'errors.log'}.")
    assert "KeyError" not in said[0]
    assert said[1] == "Plain words."
    assert (home / "errors.log").read_text().count("KeyError: 'inside'") == 1


def test_that_an_error_in_a_thread_is_logged(qapp: QApplication, home: Path) -> None:
    with reporting(Session()):
        thread = threading.Thread(target=lambda: {}["thread"])
        thread.start()
        thread.join()
    assert "KeyError: 'thread'" in (home / "errors.log").read_text()


def test_that_the_log_does_not_grow_for_ever(qapp: QApplication, home: Path) -> None:
    home.mkdir()
    (home / "errors.log").write_text("x" * 1_000_001)
    with reporting(Session()):
        sys.excepthook(KeyError, KeyError("inside"), None)
    assert (home / "errors.log").stat().st_size < 1000


def test_that_a_failing_slot_neither_ends_the_lab_nor_prints(home: Path) -> None:
    code = """
import sys
from types import ModuleType, SimpleNamespace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from linlab.commands.cli import main
class Window(QWidget):
    def __init__(self, session, files, settings):
        super().__init__()
        session.said.connect(print)
        QTimer.singleShot(0, self, lambda: 1 / 0)
        QTimer.singleShot(50, self, self.close)
module = sys.modules["linlab.app.window.window"] = ModuleType("window")
module.Window = Window
sys.exit(main([]))
"""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    job = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert job.returncode == 0
    assert "Traceback" not in job.stdout + job.stderr
    assert job.stdout.startswith("Something went wrong inside linlab")
    assert "ZeroDivisionError" in (home / "errors.log").read_text()


def test_that_launch_gives_back_the_exit_code_of_the_window(opened: list[Any]) -> None:
    assert open_window(["moons"]) == 7


def test_that_no_frame_waits_for_a_second_thread_of_a_product(home: Path) -> None:
    code = """
import sys
from types import ModuleType, SimpleNamespace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from linlab.commands.cli import main
class Window(QWidget):
    def __init__(self, session, files, settings):
        super().__init__()
        from threadpoolctl import threadpool_info
        print({library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"})
        QTimer.singleShot(0, self, self.close)
module = sys.modules["linlab.app.window.window"] = ModuleType("window")
module.Window = Window
sys.exit(main([]))
"""
    own = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    job = subprocess.run(
        [sys.executable, "-c", code],
        env={**own, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (job.stdout, job.returncode) == ("{1}\n", 0)
