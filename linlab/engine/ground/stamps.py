"""Whether a file still holds what somebody read from it or wrote into it: a digest of its content
tells, whatever the clock of the disk says."""

import hashlib
import os
from pathlib import Path

NOTHING = ""  # the stamp where there is no file, or none that can be read


def stamp_of_bytes(content: bytes) -> str:
    """
    >>> stamp_of_bytes(b"a") == stamp_of_bytes(b"a"), stamp_of_bytes(b"a") == stamp_of_bytes(b"b")
    (True, False)
    """
    return hashlib.sha256(content).hexdigest()


def stamp_of(path: str | os.PathLike[str]) -> str:
    """The stamp of a file as it is now."""
    try:
        if not Path(path).is_file():  # to read a pipe would wait for somebody to write
            return NOTHING
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return NOTHING
