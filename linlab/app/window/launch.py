"""Open the window, and handle errors inside it. Qt is imported only when it is needed."""

import gc
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from linlab.app.canvas.screens import check_screen
from linlab.engine.document.extensions import fault_in_extension
from linlab.engine.ground.errors import LinlabError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from linlab.app.session.document_files import DocumentFiles
    from linlab.app.session.session import Session
    from linlab.engine.document.document import Source
    from linlab.engine.learner.learner import Learner

    from .home.handover import Handed
    from .window import Window

_AGAIN, _LONGEST_LOG = 10.0, 1_000_000  # seconds until the same error is reported again; bytes


@dataclass(frozen=True)
class LaunchRequest:
    """What the window should open: files, the points of a source, or the first start; and how."""

    files: tuple[Path, ...] = ()  # several are a programme
    source: "Source | None" = None
    learners: "tuple[Learner, ...]" = ()  # instead of those that it has
    prepared: bool = False  # changes to them are never asked about
    present: bool = False  # full screen at once
    columns: str | None = None  # of a table
    standardise: bool = False  # whether those columns are standardised
    lesson: str = ""  # a folder, an archive, or the number or id of a shipped lesson
    new: bool = False  # in a window of its own, even if one is open
    faults: tuple[str, ...] = ()  # why extensions were left out


def launch(asked: LaunchRequest) -> int:
    """Open the window; return the exit code when it is closed."""
    check_screen()
    from PySide6.QtWidgets import QApplication

    from .home.application import LabApplication, icon
    from .home.crash_log import crashes_logged
    from .home.handover import hand_over, reach, server_name

    app = QApplication.instance() or LabApplication(["linlab"])
    assert isinstance(app, QApplication)
    app.setApplicationName("linlab")
    app.setDesktopFileName("linlab")
    open_window = reach(server_name())
    handed = _handed(asked)
    if open_window is not None and handed is not None and hand_over(open_window, handed):
        return 0
    app.setWindowIcon(icon())
    with crashes_logged():
        return _run(asked, app, first=open_window is None)


def _handed(asked: LaunchRequest) -> "Handed | None":
    """The files for a window that is open; None if this start needs a window of its own."""
    from .home.handover import Handed

    alone = asked.new or asked.learners or asked.source or asked.columns or asked.standardise
    given = asked.files or ((Path(asked.lesson),) if asked.lesson else ())
    if alone or not given or not all(path.exists() for path in given):
        return None
    return Handed(tuple(str(path.absolute()) for path in given), asked.prepared, asked.present)


def _run(asked: LaunchRequest, app: "QApplication", first: bool) -> int:
    """Open a window; the first one of a user takes the files of later starts."""
    from linlab.app.controls import theme
    from linlab.app.session.document_files import DocumentFiles
    from linlab.app.session.gc_timer import GcTimer
    from linlab.app.session.session import Session
    from linlab.app.session.settings import Settings
    from linlab.engine.document.first import first_document
    from linlab.engine.document.resampling import resampled

    from .window import Window

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt would not notice Ctrl-C; the autosave stays
    settings = Settings()
    theme.set_base_style(app, theme.chosen(settings.now.theme))
    document = first_document()
    if asked.source is not None:
        document = resampled(document, asked.source)
    learners = asked.learners
    session = Session(replace(document, learners=learners) if learners else document)
    session.equipped.connect(keep_what_is_loaded)
    GcTimer(session)
    files = DocumentFiles(session, settings)
    with reporting(session):
        window = Window(session, files, settings)
        if asked.lesson:
            opened = False
            window.lessons.open_named(asked.lesson)
        elif asked.prepared:
            opened = window.documents.programme.begin(asked.files)
        else:
            opened = bool(asked.files) and _opened(asked, files)
        if opened and learners:
            name = f"change model to {learners[0].recipe.title}"
            session.edit(name, session.settled.with_models(learners), 0)
        window.show()
        if asked.present:
            window.present()
        if asked.faults:
            session.note(" ".join(asked.faults))
        with _receiving(window, app, first):
            code = app.exec()
        files.autosave()  # a window whose screen has gone was not closed by the user: its work is kept
    return code


def _opened(asked: LaunchRequest, files: "DocumentFiles") -> bool:
    found = files.read(asked.files[0], asked.columns, asked.standardise)
    return found is not None and files.open(asked.files[0], found=found)


@contextmanager
def _receiving(window: "Window", app: "QApplication", first: bool) -> Iterator[None]:
    """Open files that come from the system, and in the first window those of later starts."""
    from .home.application import LabApplication
    from .home.handover import Doorkeeper, Handed, server_name
    from .home.opened_files import take_files

    def take(handed: Handed) -> None:
        take_files(window, window, handed)

    door = Doorkeeper(server_name(), take, window) if first else None
    if isinstance(app, LabApplication):
        app.open_files_with(lambda path: take(Handed((str(path.absolute()),))))
    try:
        yield
    finally:
        if isinstance(app, LabApplication):
            app.open_files_with(None)
        if door is not None:
            door.close()


def keep_what_is_loaded() -> None:
    """Exclude loaded code and modules from garbage collection, which would take a tenth of a second
    now and then."""
    gc.collect()
    gc.freeze()


@contextmanager
def reporting(session: "Session") -> Iterator[None]:
    """Log every error inside, report it in one sentence, and go on."""
    from linlab.app.session.settings import state_folder

    before = sys.excepthook, threading.excepthook
    log = state_folder() / "errors.log"
    reported: dict[str, float] = {}

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        text = "".join(traceback.format_exception(kind, error, trace))
        if (
            time.monotonic() - reported.get(text, -_AGAIN) < _AGAIN
        ):  # such as an error in each repaint
            return
        reported[text] = time.monotonic()
        if isinstance(error, LinlabError):
            session.note(str(error))
            return
        from_extension = fault_in_extension(error)
        with suppress(OSError):
            log.parent.mkdir(parents=True, exist_ok=True)
            fresh = not log.exists() or log.stat().st_size > _LONGEST_LOG
            with open(log, "w" if fresh else "a", encoding="utf-8", errors="replace") as file:
                file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{text}\n")
        with suppress(RuntimeError):  # the session has gone
            session.said.emit(
                from_extension
                or f"Something went wrong inside linlab. Your work is unchanged; the details are in {log}."
            )

    sys.excepthook = report
    threading.excepthook = lambda args: report(
        args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
    )
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before
