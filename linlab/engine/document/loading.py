"""Opening a file: a linlab document, a web page with one in it, or points as a table of text
(CSV, LIBSVM or ARFF), recognised by name or else by content; or a folder with a subfolder of texts for each class."""

import os
from collections.abc import Sequence
from pathlib import Path

from linlab.engine.data.columns.files import SUFFIXES, read_table
from linlab.engine.data.points import Points
from linlab.engine.data.texts.tables import folder_of_texts
from linlab.engine.ground.errors import LinlabError

from .document import Document
from .in_page import SUFFIXES as PAGES
from .in_page import document_in_page, is_page


def load(
    path: str | os.PathLike[str],
    *,
    columns: Sequence[str] | str | None = None,
    standardise: bool = False,
) -> Document | Points:
    """The document or the points in a file. Of a table with more columns of numbers, `columns` are
    the two for the axes, perhaps with that of the classes; `standardise` gives each the mean 0 and
    the standard deviation 1."""
    found = _load(Path(path), columns, standardise)
    if isinstance(found, Document) and (columns is not None or standardise):
        raise LinlabError(
            f"{Path(path).name} is a document, not a table: it has no columns to choose or to standardise."
        )
    return found


def _load(file: Path, columns: Sequence[str] | str | None, standardise: bool) -> Document | Points:
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
    if file.suffix.lower() in SUFFIXES or not start.removeprefix(
        b"\xef\xbb\xbf"
    ).lstrip().startswith(b"{"):
        return read_table(file, columns=columns, standardise=standardise)
    return Document.load(file)


def is_web_page(file: Path) -> bool:
    """Whether a file that can be read is a web page."""
    return _page(file, _start(file))


def _page(file: Path, start: bytes) -> bool:
    return file.suffix.lower() in PAGES or is_page(start)


def _start(file: Path) -> bytes:
    with open(file, "rb") as opened:
        return opened.read(1000)
