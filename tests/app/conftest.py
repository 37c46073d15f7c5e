"""Tests of the window need no screen."""

import gc
import os
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

PATIENCE = 60_000  # milliseconds
MANY, _tests = 30, 0  # of tests after which all is looked through; how many there were
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """A window trains only when its compiled code is there; no test waits for that by chance."""
    from importlib import import_module

    from linlab.app.session.preload import PARTS
    from linlab.engine.train.updates.advance import all_code

    for code in all_code():
        code.prepare()
    for name in PARTS:
        import_module(name)
    gc.collect()
    gc.freeze()  # what lasts as long as the tests is not looked through again after each


@pytest.fixture(scope="session")
def qapp_cls() -> Any:
    """The application of the tests is ours."""
    from linlab.app.window.home.application import LabApplication

    return LabApplication


@pytest.fixture(autouse=True)
def _rubbish() -> Iterator[None]:
    """What tests leave is taken away between them, in the thread that Qt's things are of, and never
    while it is listed: what nobody holds, and what was to be deleted later, which no event loop
    does here and every other style sheet would go through."""
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.disable()
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    global _tests
    _tests += 1
    gc.collect(1 if _tests % MANY else 2)


@pytest.fixture(autouse=True)
def _own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is trained for so many milliseconds before the window answers again. In tests they are
    those of its own thread: what a busy machine does for others meanwhile does not count."""
    from linlab.engine.train import trace
    from linlab.engine.train.teams import team

    for module in (trace, team):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=time.thread_time))


@pytest.fixture(autouse=True)
def _in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first start is in Simple; in tests it is in Full, which has all there is. Tests of Simple
    choose it."""
    from linlab.app.session import settings
    from linlab.engine.document.look import FULL

    monkeypatch.setattr(settings, "FIRST_MODE", FULL)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a lesson plays after an answer begins at once, not after a look at the answer."""
    from linlab.app.session.lessons import lesson_run

    monkeypatch.setattr(lesson_run, "LOOK_FIRST_MS", 0)


@pytest.fixture
def qtbot(qtbot: Any, qapp: Any) -> Any:
    """Whoever waits for something has patience, however busy the machine is: no test measures how
    long it takes. What it shows is in the light theme, whichever test came before."""
    from linlab.app.controls import theme

    theme.apply(qapp, theme.LIGHT)
    plain = qtbot.waitUntil
    qtbot.waitUntil = lambda done, *, timeout=PATIENCE: plain(done, timeout=max(timeout, PATIENCE))
    return qtbot


def clear_theme(qapp: Any) -> None:
    """As at a start, where a window is styled when all of it is there: to style its parts one by
    one takes twice as long."""
    qapp.setStyleSheet("")
    qapp.setProperty("theme", None)


@pytest.fixture
def dressed(qapp: Any) -> Any:
    """Makes a panel, and dresses it when all of it is there."""
    from linlab.app.controls import theme

    def made(kind: Any, *given: Any) -> Any:
        clear_theme(qapp)
        panel = kind(*given)
        theme.apply(qapp, theme.LIGHT)
        return panel

    return made


@pytest.fixture
def session(qapp: object) -> Iterator[object]:
    """A session as the first start shows it; a test may not leave it training."""
    from linlab.app.session.session import Session

    made = Session()
    yield made
    assert not made.replay.catching_up, "the session's timer is still running"


@pytest.fixture
def canvas(qapp: object) -> Iterator[object]:
    """A canvas, deleted before Python takes its parts away one by one."""
    import shiboken6

    from linlab.app.canvas.canvas import Canvas

    made = Canvas()
    yield made
    shiboken6.delete(made)


@pytest.fixture
def window(
    qtbot: object, qapp: Any, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> Iterator[object]:
    """A whole window on the first document, with a home of its own, dressed when it is made, as at
    a start."""
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    clear_theme(qapp)
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QMessageBox

    from linlab.app.session.document_files import DocumentFiles
    from linlab.app.session.session import Session
    from linlab.app.session.settings import Settings
    from linlab.app.window.window import Window

    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Discard)
    session, settings = Session(), Settings()
    settings.keep(offered=True)  # the first lesson; a test of its own looks at that
    files = DocumentFiles(session, settings)
    made = Window(session, files, settings)
    made.player.arrival.seconds = 0.0  # a step is there at once, unless a test wants to see it made
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)  # type: ignore[attr-defined]
    made.activateWindow()
    made.plane.setFocus()
    yield made
    made.player.pause()
    session.replay.stay()
    files.close()
    made.close()
    made.deleteLater()
    session.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def hand(window: object) -> object:
    from .hand import Hand

    return Hand(window)
