"""The document inside a web page: a block of JSON that no browser runs. A page that linlab wrote is
opened like the document itself."""

import json
import re
from pathlib import Path
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.jsonfile import parse_json, read_text

from .document import Document

_BEGIN = '<script type="application/json" id="linlab-document">'
_END = "</script>"
_SPECIAL = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}
_IN_HTML = re.compile("[<>&\u2028\u2029]")
SUFFIXES = (".html", ".htm")


def safe_json(content: Any) -> str:
    """JSON without a character that means something in HTML.

    >>> safe_json("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    return _IN_HTML.sub(lambda found: _SPECIAL[found[0]], json.dumps(content, allow_nan=False))


def block_of(document: Document) -> str:
    """The document as a part of a page."""
    return f"{_BEGIN}{safe_json(document.to_json())}{_END}"


def is_page(start: bytes) -> bool:
    """Whether a file with this beginning is a web page."""
    head = start.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return head.startswith((b"<!doctype html", b"<html"))


def document_in_page(path: Path) -> Document:
    """The document in a page; nothing else in it is looked at."""
    text = read_text(path)
    if not text.strip():
        raise LinlabError(f"{path.name} is empty.")
    begin = text.find(_BEGIN)
    if begin < 0:
        raise LinlabError(
            f"{path.name} is a web page, but not one that linlab wrote: there is no document in it."
        )
    begin += len(_BEGIN)
    end = text.find(_END, begin)
    if end < 0:
        raise LinlabError(
            f"{path.name}: the document in this page ends in the middle; the rest is missing."
        )
    try:
        return Document.from_json(parse_json(text[begin:end]))
    except LinlabError as error:
        raise LinlabError(f"{path.name}: {error}") from None
