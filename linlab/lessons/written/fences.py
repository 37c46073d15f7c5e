"""The fenced blocks of a lesson's Markdown: those about the lab, and those that were meant to be.

A block with a misspelt name would be shown to students as it is, with its answers. So a fence is
`lesson`, `teacher`, `lab`, `question`, code in a known language, or a fault.
"""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from linlab.engine.ground.errors import perhaps
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.written.blocks import BLOCKS
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.files import TEXT

Fence = tuple[str, str, int, int]  # kind, content, first line and the line after the last
_LANGUAGES = """
    algorithm asm assembly awk bash bibtex c c# c++ clojure cmd console cpp csharp css csv cuda diff
    dockerfile elixir erlang fish fortran fsharp go haskell html http ini java javascript jl js json
    jsonl julia kotlin latex less lisp lua make makefile markdown math matlab maxima md mermaid
    nim none numpy ocaml octave output pascal perl php plain plaintext powershell prolog ps1
    pseudo pseudocode py pycon python r racket regex rs rst ruby rust sas scala scheme scss sh
    shell sml spss sql stan stata svg swift tex text tikz toml ts tsv tsx txt typescript vb
    xml yaml yml zig zsh
"""
LANGUAGES = frozenset(_LANGUAGES.split())
_MEANT = re.compile(rf"^\s*[`~]{{2,}}\s*({'|'.join(BLOCKS)})\s*$", re.MULTILINE)


def blocks_in(tokens: Sequence[Token]) -> Iterator[Fence]:
    """The blocks about the lab."""
    for token in tokens:
        if token.type == "fence" and token.level == 0 and token.map and _name(token) in BLOCKS:
            yield _name(token), token.content, token.map[0], token.map[1]


def unknown_fences(tokens: Sequence[Token]) -> Iterator[Fault]:
    """Fences that are neither about the lab nor code, and blocks that Markdown takes for text."""
    for token in tokens:
        line = token.map[0] + 1 if token.map else 1
        if token.type == "fence" and not (_name(token) in BLOCKS and token.level == 0):
            name = _name(token)
            first = name.split()[0].lower() if name else ""
            if name in BLOCKS:
                sentence = f"A block “{name}” must begin at the left edge, not inside a list or a quotation."
                yield Fault(TEXT, line, sentence)
            elif first and (first in BLOCKS or first not in LANGUAGES):
                sentence = (
                    f"There is no block “{shorten(name)}”{perhaps(first, tuple(BLOCKS))}: a block is "
                    f"{', '.join(BLOCKS)}, or code in a language such as python or text."
                )
                yield Fault(TEXT, line, sentence)
        elif token.type in ("inline", "code_block"):
            found = _MEANT.search(token.content)
            if found:
                down = token.content[: found.start(1)].count("\n")
                sentence = (
                    f"A block “{found[1]}” must begin with three backticks at the left edge: "
                    f"```{found[1]}."
                )
                yield Fault(TEXT, line + down, sentence)


def _name(token: Token) -> str:
    return str(token.info).strip()
