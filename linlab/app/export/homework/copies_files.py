"""Homework in many copies as files: one PDF of all, a folder with one PDF each, or a quiz for
Moodle; beside it the key. Files appear whole or not at all."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from linlab.app.export.figures import png, ready
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import check_writable, writing_bytes
from linlab.lessons.homework.copies import Copy, Homework
from linlab.lessons.homework.key import key_csv
from linlab.lessons.homework.moodle import moodle_xml

Say = Callable[[int, int], object]
PDF, XML = ".pdf", ".xml"
LONGEST_NAME = 60  # characters of a student's name in the name of a file
MOODLE_DPI = 110.0
WHICH = "Homework is a .pdf file, an .xml file for Moodle, or a folder for one PDF each: name one of them."


def check_target(path: Path) -> None:
    """Refuse a place where nothing can be written, before any work is done."""
    if path.suffix.lower() in (PDF, XML):
        check_writable(path)
        check_writable(key_path(path))
        return
    if path.suffix and not path.is_dir():
        raise LinlabError(f"{path.name} is not a format for homework. {WHICH}")
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise LinlabError(f"{path} is there already: name a new folder for the copies.")
    if not path.absolute().parent.is_dir():
        raise LinlabError(f"There is no folder {path.absolute().parent} to make {path.name} in.")


def key_path(path: Path) -> Path:
    """Where the key is written."""
    if path.suffix.lower() in (PDF, XML):
        return path.with_name(f"{path.stem}-key.csv")
    return path / "key.csv"


def write_copies(homework: Homework, path: Path, say: Say = lambda done, total: None) -> None:
    """Write the files; after an interruption none of them is there."""
    check_target(path)
    key = b"\xef\xbb\xbf" + key_csv(homework).encode()  # the mark tells spreadsheets its encoding
    suffix = path.suffix.lower()
    if suffix not in (PDF, XML):
        _write_folder(homework, path, key, say)
        return
    if suffix == XML:
        ready()
        made = moodle_xml(homework, lambda picture: png(picture, MOODLE_DPI), say)
    else:
        made = _one_pdf(homework, say)
    with writing_bytes(path) as file, writing_bytes(key_path(path)) as answers:
        file.write(made)
        answers.write(key)


def _one_pdf(homework: Homework, say: Say) -> bytes:
    ready()
    from linlab.app.export.figures import pdf_pages
    from linlab.app.export.handout.handout_pdf import pages
    from linlab.app.export.paper.page import HEIGHT, WIDTH, painted

    sheets = []
    for done, copy in enumerate(homework.copies):
        say(done, len(homework.copies))
        made = pages(copy.handout(homework.title))
        sheets += [painted(page, k) for k, page in enumerate(made, 1)]
    return pdf_pages(WIDTH, HEIGHT, homework.title, sheets)


def _write_folder(homework: Homework, path: Path, key: bytes, say: Say) -> None:
    """Write one PDF for each copy into a folder that appears when all are there."""
    ready()
    from linlab.app.export.handout.handout_pdf import handout_pdf

    scratch = Path(tempfile.mkdtemp(prefix=".linlab-", dir=path.absolute().parent))
    try:
        for done, copy in enumerate(homework.copies):
            say(done, len(homework.copies))
            made = handout_pdf(copy.handout(homework.title))
            (scratch / file_name(copy)).write_bytes(made)
        (scratch / "key.csv").write_bytes(key)
        os.chmod(scratch, 0o755)
        if path.exists():
            path.rmdir()
        os.replace(scratch, path)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def file_name(copy: Copy) -> str:
    """The name of a copy's file.

    >>> file_name(Copy(7, "Ada King/Lovelace", ()))
    '007-Ada-King-Lovelace.pdf'
    """
    words = re.sub(r"\W+", "-", copy.name).strip("-")[:LONGEST_NAME]
    return f"{copy.number:03}{'-' if words else ''}{words}.pdf"
