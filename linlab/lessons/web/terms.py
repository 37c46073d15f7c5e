"""Terms in a web page: a word with a dotted underline, whose entry appears under the mouse or when it
has the focus. It needs no script."""

import re

from linlab.engine.export.web.html import text
from linlab.lessons.glossary.marking import SCHEME
from linlab.lessons.glossary.table import GLOSSARY

_LINK = re.compile(rf'<a href="{SCHEME}([^"]*)"[^>]*>(.*?)</a>')


def explained(html: str) -> str:
    """The links to the glossary, each with its entry.

    >>> explained('the <a href="glossary:update" class="term">update</a>')[:47]
    'the <span class="term" tabindex="0">update<span'
    """
    return _LINK.sub(_with_entry, html)


def _with_entry(found: re.Match[str]) -> str:
    entry = GLOSSARY.get(found[1])
    if entry is None:
        return found[2]
    says = f"<b>{text(entry.heading)}</b> {text(entry.means)}"
    return (
        f'<span class="term" tabindex="0">{found[2]}'
        f'<span class="entry" role="tooltip">{says}</span></span>'
    )
