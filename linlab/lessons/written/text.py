"""The text of a page: Markdown with formulas in $…$ and facts in {{…}}, as HTML for a window and a
handout.

Raw HTML in it is shown as it is written, and does nothing.
"""

import html
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.lessons.written.expressions import Expression, Known, Value
from linlab.lessons.written.limits import check_blocks, check_words

_FACT = re.compile(r"\{\{((?:(?!\{\{|\}\}).)+)\}\}", re.DOTALL)
Formula = Callable[[str, bool], str]  # LaTeX and whether it has its own line, to HTML
Rules = dict[str, Callable[[Token], str]]
Picture = Callable[[str, str], str]  # a file name and its description, to HTML


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    plain = MarkdownIt("commonmark", {"html": False}).enable("table")
    plain.core.ruler.after("block", "limits of blocks", check_blocks)
    plain.core.ruler.push("limits of words", check_words)
    return plain.use(dollarmath_plugin, allow_space=False, double_inline=True)


def parsed(text: str) -> list[Token]:
    """A text parsed as Markdown; raises `TooMuch` if it is beyond a limit."""
    return _markdown().parse(text)


def blocks_in(text: str) -> list[Token]:
    """The blocks of a text without parsing their words, which could take long."""
    markdown = _markdown()
    tokens = list[Token]()
    markdown.block.parse(text.replace("\0", "\ufffd"), markdown, {}, tokens)
    return tokens


def value_text(value: Value) -> str:
    """A value as a text shows it: numbers to three digits.

    >>> value_text(0.12345), value_text(7), value_text(True)
    ('0.123', '7', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else number(value, 3)


def facts_in(text: str) -> Iterator[tuple[int, str]]:
    """The expressions in double braces among words, not in formulas, each with its line, from 0.
    Empty braces are an empty expression.

    >>> list(facts_in("a\\nb {{t}} $x_{{1}}$ {{ t"))
    [(1, 't'), (1, '')]
    """
    yield from _facts_in(text)


@lru_cache(maxsize=256)
def _facts_in(text: str) -> tuple[tuple[int, str], ...]:
    found: list[tuple[int, str]] = []
    for token in parsed(text):
        line = token.map[0] if token.map else 0
        for child in token.children or ():
            line += child.type in ("softbreak", "hardbreak")
            if child.type == "text":
                found += [(line, fact.strip()) for fact in _FACT.findall(child.content)]
                rest = _FACT.sub("", child.content)
                if "{{" in rest or "}}" in rest:
                    found.append((line, ""))
    return tuple(found)


def read_fact(asked: str) -> Expression:
    """The expression in double braces, or a sentence about its fault."""
    if not asked:
        raise LinlabError(
            "A fact goes in double braces, such as {{mistakes}}; put spaces around a * in it."
        )
    return Expression.read(asked)


def with_facts(text: str, known: Known | None) -> str:
    """A line of words with its facts filled in; an unknown fact is an ellipsis."""

    def fact(found: re.Match[str]) -> str:
        try:
            return (
                "…" if known is None else value_text(Expression.read(found[1].strip()).value(known))
            )
        except LinlabError:
            return "…"

    return _FACT.sub(fact, text)


def filled(text: str, known: Known | None = None) -> list[Token]:
    """A text with its facts filled in, parsed as Markdown."""
    tokens = parsed(text)
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "text":
            child.content = with_facts(child.content, known)
    return tokens


def as_html(text: str, formula: Formula, picture: Picture, known: Known | None = None) -> str:
    """A text as HTML, with these functions for formulas and pictures."""
    return html_of(filled(text, known), formula, picture)


def html_of(tokens: list[Token], formula: Formula, picture: Picture) -> str:
    rules: Rules = {
        "math_inline": lambda t: formula(t.content, False),
        "math_block": lambda t: formula(t.content.strip(), True),
        "image": lambda t: picture(str(t.attrs.get("src", "")), t.content),
    }
    rules |= {"math_inline_double": rules["math_block"], "math_block_label": rules["math_block"]}
    return "".join(_render(_markdown(), tokens, rules, {}))


def plain(text: str, known: Known | None = None) -> str:
    """A text as one line of words, formulas as written."""
    words = re.sub(
        r"<[^>]+>",
        " ",
        as_html(text, lambda latex, own: html.escape(latex), lambda name, shows: "", known),
    )
    return " ".join(html.unescape(words).split())


def _render(
    markdown: MarkdownIt, tokens: list[Token], rules: "Rules", env: dict[str, Any]
) -> Iterator[str]:
    for k, token in enumerate(tokens):
        if token.type == "inline":
            yield from _render(markdown, token.children or [], rules, env)
        elif token.type in rules:
            yield rules[token.type](token)
        else:
            renderer: Any = markdown.renderer
            rule = renderer.rules.get(token.type)
            yield (
                rule(tokens, k, markdown.options, env)
                if rule
                else renderer.renderToken(tokens, k, markdown.options, env)
            )
