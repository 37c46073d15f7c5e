"""The text of a lesson made of what an author typed, so that it reads back as the same steps.

In a lesson each heading with ## begins a step, and whatever is left open in one step runs on into
the next. A part that would do so is written a little differently, and that is said in a sentence.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from linlab.lessons.written.blocks import BLOCKS
from linlab.lessons.written.limits import MOST_CHARACTERS
from linlab.lessons.written.reading import understood
from linlab.lessons.written.text import blocks_in

PASSES = 6  # what is mended may lay bare what was hidden before it
MOST_FORMULAS = 500  # that begin with $$: each is looked for to the end of the text
NEXT_STEP = "\n\n## Next\n\n$$\n\n```\n"  # what stands below a part, and must stay as it is
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
    """A text as a lesson can have it, and what is said about that."""

    text: str
    told: tuple[str, ...] = ()


@lru_cache(maxsize=128)  # a few more than a lesson has steps
def part_of(typed: str) -> Part:
    """A step's text, or the one before the first step.

    >>> part_of("a\\n## b")
    Part(text='a\\n### b', told=('A heading inside a page has three #, so it is saved with “###”.',))
    """
    lines = typed.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((k for k, line in enumerate(lines) if line.strip()), len(lines))
    text = "\n".join(lines[first:]).rstrip()
    told = dict[str, None]()
    if len(text) > MOST_CHARACTERS or text.count("$$") > MOST_FORMULAS:
        return Part(text)  # no lesson can be so: reading it says that
    for _ in range(PASSES):
        mended, sentences = _mended(text)
        told |= dict.fromkeys(sentences)
        if mended == text:
            break
        text = mended
    return Part(text, tuple(told))


@lru_cache(maxsize=128)  # a few more than a lesson has steps
def heading(title: str) -> str:
    """A title after its #; where Markdown would take a sign in it for its own, with backslashes.

    >>> heading(" A  mistake "), heading("w * x * y"), heading("*w*"), heading("")
    ('A mistake', 'w * x * y', '\\\\*w\\\\*', 'Untitled')
    """
    words = " ".join(title.split()) or "Untitled"
    read_back = understood(f"# {words}\n")[0].title
    return words if read_back == words else _PUNCTUATION.sub(r"\\\1", words)


def fenced(kind: str, text: str) -> str:
    """A block, in a fence that nothing in it closes; an empty one is none.

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
    """The text with everything mended that can be seen in it at once."""
    lines = text.split("\n")
    told = []
    end = len(lines)
    for token in blocks_in(text + NEXT_STEP):
        if token.map is None or token.map[0] >= end:
            continue
        first, last = token.map
        if token.type == "heading_open" and token.level == 0 and token.tag in ("h1", "h2"):
            told.append(HEADING if token.markup.startswith("#") else UNDERLINED)
            _lower(lines, first, last - 1, token.markup)
        elif token.type == "fence" and last > end:
            told.append(OPEN_CODE)
            lines.append(token.markup)
        elif token.type.startswith("math_block") and last > end:
            told.append(OPEN_FORMULA)
            for k in range(first, end):
                lines[k] = _OPEN_FORMULA.sub(r"\1\\$\\$", lines[k], count=1)
            lines[first] = re.sub(r"(?<!\\)\$\$", r"\\$\\$", lines[first], count=1)
        if token.type == "fence" and token.level == 0 and token.info.strip() in BLOCKS:
            told.append(BLOCK.format(kind=token.info.strip()))
    return "\n".join(lines), told


def _lower(lines: list[str], first: int, last: int, markup: str) -> None:
    """Make a heading one that begins no step."""
    if markup.startswith("#"):
        lines[first] = re.sub(r"^( {0,3})#{1,2}(?!#)", r"\1###", lines[first])
    elif lines[last].count("-") >= 3:
        lines[last] = f"\n{lines[last]}"  # a rule
    else:
        while last < len(lines) and _UNDERLINE.fullmatch(lines[last]):
            lines[last] = re.sub(r"^( {0,3})", r"\1\\", lines[last])
            last += 1
