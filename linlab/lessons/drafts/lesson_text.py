"""Turn what an author typed into the text of a lesson that reads back as the same pages.

In a lesson each heading with ## begins a page, and whatever is left open on one page runs on into
the next. A part that would do so is written a little differently, and a sentence says so.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from linlab.lessons.written.blocks import BLOCKS
from linlab.lessons.written.limits import MOST_CHARACTERS
from linlab.lessons.written.reading import understood
from linlab.lessons.written.text import blocks_in

PASSES = 6  # a repair may uncover something else
MOST_FORMULAS = 500  # paragraphs that begin with $$: each is searched to the end of the text
NEXT_STEP = "\n\n## Next\n\n$$\n\n```\n"  # what comes below a part, and must stay as it is
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_OPEN_FORMULA = re.compile(r"(\s*)\$\$(?!.*\$\$)")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")

HEADING = "A heading inside a page has three #, so it is saved with “###”."
UNDERLINED = "A line of - or = right below text would start a page, so it is saved separately."
OPEN_CODE = "A block of code is not closed: its last line is added."
OPEN_FORMULA = "A formula that begins with $$ is not closed: it is saved as plain text."
BLOCK = "A block “{kind}” in the text becomes the page's own when you open the lesson again."


@dataclass(frozen=True)
class Part:
    """A text that a lesson can have, and sentences about what was changed."""

    text: str
    differences: tuple[str, ...] = ()


@lru_cache(maxsize=128)  # a few more than a lesson has pages
def part_of(typed: str) -> Part:
    """The text of a page, or the one before the first page.

    >>> part_of("a\\n## b")
    Part(text='a\\n### b', differences=('A heading inside a page has three #, so it is saved with “###”.',))
    """
    lines = typed.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((k for k, line in enumerate(lines) if line.strip()), len(lines))
    text = "\n".join(lines[first:]).rstrip()
    differences = dict[str, None]()
    if len(text) > MOST_CHARACTERS or text.count("$$") > MOST_FORMULAS:
        return Part(text)  # no lesson can be so: reading it reports that
    for _ in range(PASSES):
        mended, sentences = _mended(text)
        differences |= dict.fromkeys(sentences)
        if mended == text:
            break
        text = mended
    return Part(text, tuple(differences))


@lru_cache(maxsize=128)  # a few more than a lesson has pages
def heading(title: str) -> str:
    """A title after its #, with backslashes where Markdown would interpret a character.

    >>> heading(" A  mistake "), heading("w * x * y"), heading("*w*"), heading("")
    ('A mistake', 'w * x * y', '\\\\*w\\\\*', 'Untitled')
    """
    words = " ".join(title.split()) or "Untitled"
    read_back = understood(f"# {words}\n")[0].title
    return words if read_back == words else _PUNCTUATION.sub(r"\\\1", words)


def fenced(kind: str, text: str) -> str:
    """A block in a fence that nothing inside closes; an empty block is left out.

    >>> print(fenced("lab", "t = 3"))
    ```lab
    t = 3
    ```
    """
    content = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not content:
        return ""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", content)), default=0))
    return f"{fence}{kind}\n{content}\n{fence}"


def _mended(text: str) -> tuple[str, list[str]]:
    """Repair everything that can be seen in the text at once."""
    lines = text.split("\n")
    differences = []
    end = len(lines)
    for token in blocks_in(text + NEXT_STEP):
        if token.map is None or token.map[0] >= end:
            continue
        first, last = token.map
        if token.type == "heading_open" and token.level == 0 and token.tag in ("h1", "h2"):
            differences.append(HEADING if token.markup.startswith("#") else UNDERLINED)
            _lower(lines, first, last - 1, token.markup)
        elif token.type == "fence" and last > end:
            differences.append(OPEN_CODE)
            lines.append(token.markup)
        elif token.type.startswith("math_block") and last > end:
            differences.append(OPEN_FORMULA)
            for k in range(first, end):
                lines[k] = _OPEN_FORMULA.sub(r"\1\\$\\$", lines[k], count=1)
            lines[first] = re.sub(r"(?<!\\)\$\$", r"\\$\\$", lines[first], count=1)
        if token.type == "fence" and token.level == 0 and token.info.strip() in BLOCKS:
            differences.append(BLOCK.format(kind=token.info.strip()))
    return "\n".join(lines), differences


def _lower(lines: list[str], first: int, last: int, markup: str) -> None:
    """Turn a heading into one that begins no page."""
    if markup.startswith("#"):
        lines[first] = re.sub(r"^( {0,3})#{1,2}(?!#)", r"\1###", lines[first])
    elif lines[last].count("-") >= 3:
        lines[last] = f"\n{lines[last]}"  # a rule
    else:
        while last < len(lines) and _UNDERLINE.fullmatch(lines[last]):
            lines[last] = re.sub(r"^( {0,3})", r"\1\\", lines[last])
            last += 1
