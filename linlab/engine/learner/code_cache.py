"""Where compiled code is cached between starts, and what happens if it cannot be.

Numba keeps it beside the source, or in the user's cache folder if that is read-only. If neither can
be written, or they are full, it goes into the user's own temporary folder. Nothing here ends a
program: broken code is deleted and compiled again, and code that cannot be kept is compiled again
the next time.
"""

import contextlib
import functools
import glob
import logging
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from numba import config as _config
from numba.core import caching

config: Any = _config
_log = logging.getLogger(__name__)


class CodeCache:
    """The cache of one function, in the form that numba's dispatcher expects."""

    cache_path = None

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def load_overload(self, signature: Any, context: Any) -> Any:
        for cache in self._caches():
            try:
                found = cache.load_overload(signature, context)
            except Exception:  # a truncated file may raise anything
                _throw_away(cache)
            else:
                if found is not None:
                    return found
        announce()
        return None

    def save_overload(self, signature: Any, code: Any) -> None:
        for cache in self._caches(new=True):
            try:
                cache.save_overload(signature, code)
            except Exception:  # such as a full disk
                _throw_away(cache)
            else:
                return

    def flush(self) -> None:
        for cache in self._caches():
            _throw_away(cache)

    def _caches(self, new: bool = False) -> Iterator[Any]:
        """Numba's own cache, then the one in the temporary folder, which is created if `new`."""
        if self._function.__code__.co_filename.startswith(
            "<"
        ):  # typed into a shell: there is no file it belongs to
            return
        for folder in (lambda: config.CACHE_DIR, lambda: temporary(new)):
            try:
                cache = _in_folder(folder(), self._function)
            except (RuntimeError, OSError):  # no writable folder
                continue
            yield cache


def _in_folder(folder: str, function: Callable[..., Any]) -> Any:
    """Numba's cache of a function in this folder, if given, else where numba puts it."""
    before = config.CACHE_DIR
    config.CACHE_DIR = folder
    try:
        return cast(Any, caching).FunctionCache(function)
    finally:
        config.CACHE_DIR = before


def temporary(new: bool) -> str:
    """A temporary folder that no other user can write into, because code is loaded from it."""
    if not hasattr(os, "getuid"):
        raise OSError("there is no such folder on this system")
    folder = Path(tempfile.gettempdir(), f"linlab-{os.getuid()}")
    if new:
        folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise OSError("the folder belongs to someone else")
    return str(folder)


def _throw_away(cache: Any) -> None:
    for file in glob.glob(
        os.path.join(glob.escape(cache.cache_path), f"{glob.escape(cache._impl.filename_base)}.*")
    ):
        with contextlib.suppress(OSError):
            os.unlink(file)


@functools.cache
def announce() -> None:
    """Log a line once, before the first compilation."""
    _log.info("Compiling the training code, once after installation: this takes some seconds.")
