"""The crash log: where the program was when it was ended by a fault that Python cannot catch.

Only a crash writes to it, so its time is that of the last crash. A long log is put aside at the
next start, and the one before it is forgotten.
"""

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from linlab.app.session.settings import state_folder

LONGEST = 200_000  # bytes


def crash_log() -> Path:
    return state_folder() / "crash.log"


@contextmanager
def crashes_logged() -> Iterator[None]:
    """Log crashes inside, unless someone else is doing so already, such as “python -X faulthandler”."""
    if faulthandler.is_enabled():
        yield
        return
    log = crash_log()
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        _rotate(log)
        file = open(log, "a", encoding="utf-8")  # noqa: SIM115  open until the window is closed
    except OSError:  # a folder that we cannot write to
        yield
        return
    with file:
        faulthandler.enable(file)
        try:
            yield
        finally:
            faulthandler.disable()


def crashed_after(when: float) -> Path | None:
    """The log, if a crash has written to it after this time (seconds since 1970)."""
    log = crash_log()
    with suppress(OSError):
        found = log.stat()
        if found.st_size and found.st_mtime >= when:
            return log
    return None


def _rotate(log: Path) -> None:
    if log.exists() and log.stat().st_size > LONGEST:
        log.replace(log.with_suffix(".log.1"))
