"""The window opened from Python: it shows points or a run, and what was made there comes back.

    points = linlab.show(points).points

The window has a loop of events of its own until it is closed, so this works whether a Qt
application is running already (%gui qt) or not.
"""

import gc
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from linlab.app.canvas.screens import check_screen
from linlab.engine.data.datasets import DATASETS, make_points, named
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.first import first_document
from linlab.engine.document.loading import load
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.catalog import USUAL
from linlab.engine.learner.learner import Learner
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace

from .run import Run


@dataclass(frozen=True, eq=False)
class Shown:
    """What the window showed when it was closed."""

    document: Document
    which: int = 0  # the model in hand
    t: int = 0
    labels: Mapping[str, Any] = field(default_factory=dict)  # the caller's own

    @property
    def points(self) -> Points:
        return self.document.points_at(self.t)

    @property
    def run(self) -> Run:
        """The run of the model in hand."""
        moment = Moment.of(Trace(self.document, self.which), self.t)
        names = moment.problem.classes
        return Run(moment, {name: self.labels.get(name, name) for name in names})

    def __repr__(self) -> str:
        return f"Shown({self.points!r}, step {self.t})"


def show(what: Any = None) -> Shown:
    """Open the window on points, a run, a document, a data set or a file, wait until it is closed,
    and return what was made there. Nothing is asked when it is closed."""
    begun = _begun(what)
    if threading.current_thread() is not threading.main_thread():
        raise LinlabError("The window can be opened only from the main thread of Python.")
    check_screen()
    with _ordinary_python():
        return _shown(begun)


def _begun(what: Any) -> Shown:
    """What the window shows at first."""
    if what is None:
        return Shown(first_document())
    if isinstance(what, Run):
        return Shown(what.trace.document, what.trace.which, what.t, what.labels)
    if isinstance(what, str | os.PathLike):
        what = _read(what)
    if isinstance(what, Points):
        return Shown(Document(what, (Learner.of(USUAL),)))
    if isinstance(what, Document):
        return Shown(what, t=0 if what.look is None else what.look.t)
    raise LinlabError(
        f"The window shows points, a run or a document, not {shorten(type(what).__name__)}: "
        "linlab.points makes points from a table."
    )


def _read(what: str | os.PathLike[str]) -> Points | Document:
    name = os.fspath(what)
    if os.path.exists(name):
        return load(name)
    if named(name) in DATASETS:
        return make_points(name)
    raise LinlabError(
        f"“{shorten(name)}” is neither a file nor a data set{perhaps(name, DATASETS)}."
    )


def _shown(begun: Shown) -> Shown:
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from linlab.app.controls import theme
    from linlab.app.session.document_files import DocumentFiles
    from linlab.app.session.gc_timer import GcTimer
    from linlab.app.session.session import Session
    from linlab.app.session.settings import Settings
    from linlab.app.window.launch import reporting
    from linlab.app.window.window import Window

    app = QApplication.instance() or QApplication(["linlab"])
    assert isinstance(app, QApplication)
    _kept.append(app)
    settings = Settings()
    theme.set_base_style(app, theme.chosen(settings.now.theme))
    session = Session(begun.document)
    GcTimer(session)
    session.focus_on(begun.which)
    files = DocumentFiles(session, settings)
    files.prepared = True  # the notebook gets what was made: nothing has to be saved
    loop = QEventLoop()
    with reporting(session), _interruptible(loop):
        window = Window(session, files, settings)
        window.closed.connect(loop.quit)
        window.show()
        session.go(begun.t)
        loop.exec()
        made = Shown(session.settled, session.focus, session.replay.now, begun.labels)
        files.close()
        window.hide()
        window.deleteLater()
        session.deleteLater()
        app.processEvents()
    return made


_kept: list[Any] = []  # the application, which must outlive every window


@contextmanager
def _ordinary_python() -> Iterator[None]:
    """The window collects garbage in its own time; the notebook as it did before."""
    collects = gc.isenabled()
    try:
        yield
    finally:
        gc.unfreeze()
        if collects:
            gc.enable()


@contextmanager
def _interruptible(loop: Any) -> Iterator[None]:
    """Ctrl-C, or “interrupt the kernel”, closes the window."""
    before = signal.signal(signal.SIGINT, lambda number, frame: loop.quit())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
