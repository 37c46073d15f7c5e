"""Opening a file: a linlab document, a web page with one in it, or points as a table of text,
recognised by name or else by content; or a folder with a subfolder of texts for each class."""

import os
from pathlib import Path

from linlab.engine.data.points import Points
from linlab.engine.data.texts.tables import folder_of_texts
from linlab.engine.ground.errors import LinlabError

from .document import Document
from .in_page import SUFFIXES, document_in_page, is_page

_TABLES = (".csv", ".tsv", ".txt")


def load(path: str | os.PathLike[str]) -> Document | Points:
    """The document or the points in a file."""
    file = Path(path)
    try:
        if (
            file.is_fifo() or file.is_socket()
        ):  # reading it would wait for a writer, perhaps for ever
            raise LinlabError(f"{file} is a pipe, not a file.")
        start = _start(file)
    except FileNotFoundError:
        raise LinlabError(f"There is no file {file}.") from None
    except IsADirectoryError:
        if any(file.glob("*/*.txt")):
            return folder_of_texts(file)
        raise LinlabError(
            f"{file} is a folder, not a file; a folder of texts has a subfolder for each class, with "
            ".txt files in it."
        ) from None
    except PermissionError:
        raise LinlabError(f"You are not allowed to read {file}.") from None
    except LinlabError:
        raise
    except (OSError, ValueError) as error:
        raise LinlabError(f"{file} cannot be read ({error}).") from None
    if b'"linlab-weights"' in start:
        raise LinlabError(
            f"{file.name} contains trained weights, not a document or points: read it with linlab.load_weights or “linlab predict”."
        )
    if file.suffix.lower() == ".linlab":
        return Document.load(file)
    if _page(file, start):
        return document_in_page(file)
    if file.suffix.lower() in _TABLES or not start.removeprefix(
        b"\xef\xbb\xbf"
    ).lstrip().startswith(b"{"):
        from linlab.engine.data.csvfile import read_csv

        return read_csv(file)
    return Document.load(file)


def is_web_page(file: Path) -> bool:
    """Whether a file that can be read is a web page."""
    return _page(file, _start(file))


def _page(file: Path, start: bytes) -> bool:
    return file.suffix.lower() in SUFFIXES or is_page(start)


def _start(file: Path) -> bytes:
    with open(file, "rb") as opened:
        return opened.read(1000)
