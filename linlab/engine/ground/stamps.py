"""Whether a file has changed since it was read or written: a digest of its content tells, whatever
the file system's clock says."""

import hashlib
import os
from pathlib import Path

NOTHING = ""  # the stamp of a file that is missing or cannot be read


def stamp_of_bytes(content: bytes) -> str:
    """
    >>> stamp_of_bytes(b"a") == stamp_of_bytes(b"a"), stamp_of_bytes(b"a") == stamp_of_bytes(b"b")
    (True, False)
    """
    return hashlib.sha256(content).hexdigest()


def stamp_of(path: str | os.PathLike[str]) -> str:
    """The stamp of a file as it is now."""
    try:
        if not Path(path).is_file():  # reading a pipe would wait for a writer
            return NOTHING
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return NOTHING
