"""Files that appear whole or not at all, of text and of bytes.

Everything goes into a temporary file beside the target, which replaces the target only when it is
complete; a failure or an interruption before that leaves an old file as it was. A device such as
/dev/stdout is written to directly.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, TextIO, cast

from .errors import LinlabError

PathLike = str | os.PathLike[str]


def possible(path: PathLike) -> bool:
    """Whether a file can have this name; NUL and incomplete characters are impossible."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeError:
        return False


def check_writable(path: PathLike) -> None:
    """Refuse a path where no file can be written, before any work is done."""
    file = Path(path)
    if not possible(file):
        raise LinlabError("No file can have that name: it contains NUL or an incomplete character.")
    target = Path(os.path.realpath(file))
    with _in_words(file):
        if target.is_dir():
            raise LinlabError(f"{file} is a folder: choose another name for the file.")
        if not file.exists() and not target.parent.is_dir():
            raise LinlabError(f"There is no folder {target.parent} to write {file.name} into.")
        if not os.access(file if file.exists() else target.parent, os.W_OK):
            raise LinlabError(f"You are not allowed to write {file}.")


@contextmanager
def writing(path: PathLike) -> Iterator[TextIO]:
    """The text file to write into; it replaces the target when the block ends without an error.

    >>> folder = tempfile.TemporaryDirectory()
    >>> with writing(f"{folder.name}/a.txt") as file:
    ...     _ = file.write("a")
    >>> os.listdir(folder.name)
    ['a.txt']
    >>> folder.cleanup()
    """
    with _whole(path, text=True) as file:
        yield cast(TextIO, file)


@contextmanager
def writing_bytes(path: PathLike) -> Iterator[BinaryIO]:
    """The same for bytes: pictures, films, arrays."""
    with _whole(path, text=False) as file:
        yield cast(BinaryIO, file)


def write_text(path: PathLike, text: str) -> None:
    """Write a file with this text, whole or not at all."""
    with writing(path) as file:
        file.write(text)


@contextmanager
def _whole(path: PathLike, text: bool) -> Iterator[IO[Any]]:
    check_writable(path)
    target = Path(os.path.realpath(path))  # a link stays a link
    with _in_words(path):
        if Path(path).exists() and not Path(path).is_file():
            with _opened(path, text) as file:
                yield file
            return
        descriptor, scratch = tempfile.mkstemp(
            prefix=".linlab-", dir=target.parent
        )  # short, because the file's name may be long
        try:
            with _opened(descriptor, text) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(
                scratch, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            )
            os.replace(scratch, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(scratch)
            raise


@contextmanager
def _in_words(path: PathLike) -> Iterator[None]:
    """Turn an error of the system into a sentence."""
    try:
        yield
    except UnicodeError:
        raise LinlabError(
            f"{Path(path)} cannot be written: it contains text that is not Unicode."
        ) from None
    except PermissionError:
        raise LinlabError(f"You are not allowed to write {Path(path)}.") from None
    except OSError as error:
        raise LinlabError(f"{Path(path)} cannot be written ({error.strerror or error}).") from None


def _opened(file: PathLike | int, text: bool) -> IO[Any]:
    return open(file, "w", encoding="utf-8", newline="") if text else open(file, "wb")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
