"""More than a hundred lessons that were made to keep a program busy: each is long where a parser, a search or
a check might take its time."""

HEAD = "# Title\n\n```lesson\nformat = 1\n```\n\n## A step\n\n"
ALL = 99_000  # characters, within the limit of a lesson
LARGE = 390_000  # beyond it

_SIGNS = (
    "{{", "}}", "{{t}} ", "{{tt}} ", "[", "![", "[ ", "]", "[a](", "[]()", "![a](b.png) ", "*", "*_", "_a", "*a ",
    "**a *b ", "`", "` `` ", "$", "$a ", "$a$ ", "$$a", "\\", "<", "<a ", "<http://a>", "&", "&amp;", "|", "a|", "~", "a",
    "\u00a0a", "\0", "\t",
)  # fmt: skip

_LINES = (
    "", "- a", "1. a", "> a", ">>>>>>>>>> a", "- - - - - - a", "a", "a\nb", "# a", "## a", "### a", "---", "===", "```",
    "```lab\n```", "```question\n```", "```qestion\n```", "$$", "    a", "[a]: b", "[a]: b '", "| 1 | 2 |", "|a|\n|-|\n",
    "![a](b.png)",
)  # fmt: skip


def _block(lines: str) -> str:
    return f"{HEAD}```lab\n{lines}\n```\n"


def _blocks(lines: str) -> str:
    return (HEAD + f"## a\n```lab\n{lines}\n```\n" * 60)[:ALL]


def _paragraphs(sign: str) -> str:
    """Words and paragraphs that are just not too long."""
    words = sign * (900 // len(sign))
    return (HEAD + f"{words} {words}\n\n" * 60)[:ALL]


def _small_paragraphs(sign: str) -> str:
    """Paragraphs with as many signs as they may have, and as many paragraphs as there may be."""
    return (HEAD + (sign * (98 // len(sign)) + "\n\n") * 990)[:ALL]


HOSTILE: dict[str, str] = {
    **{f"{sign!r} again and again": HEAD + sign * (LARGE // len(sign)) for sign in _SIGNS},
    **{f"paragraphs of {sign!r}": _paragraphs(sign) for sign in _SIGNS},
    **{f"small paragraphs of {sign!r}": _small_paragraphs(sign) for sign in _SIGNS},
    **{
        f"lines {line!r}": (HEAD + f"{line}\n" * (1900 // (line.count("\n") + 1)))[:ALL]
        for line in _LINES
    },
    "90 000 headings": HEAD + "# a\n" * 90_000,
    "a long table": HEAD + "|a|b|\n|-|-|\n" + "|1|2|\n" * 1900,
    "a wide table": HEAD + "|a" * 1000 + "\n" + "|-" * 1000 + "\n" + "|1\n" * 1900,
    "a wide table in a list": HEAD + "- |" + "a|" * 99 + "\n  |" + "-|" * 99 + "\n  |1\n" * 1900,
    "quotations": HEAD + ">" * 19 + "a\n" + "a\n" * 1200,
    "an array without end": _block("a = [\n" + "1,\n" * 1900),
    "a wide array without end": _block("a = [\n" + ("1," * 400 + "\n") * 110),
    "a text without end": _block('a = """\n' + "1,\n" * 1900),
    "fields without end": _block("".join(f"a{k} = 1\n" for k in range(1900))),
    "dotted names": _block("".join("a . " * 1200 + f"b{k} = 1\n" for k in range(19))),
    "brackets in brackets": _block("a = " + "[" * 900),
    "tables in tables": _block("a = " + "{a = " * 900),
    "wrong fields in every step": _blocks("".join(f"a{k} = 1\n" for k in range(58))),
    "open arrays in every step": _blocks("a = [\n" + ("1, " * 9 + "\n") * 52),
    "wrong claims in every step": _blocks(
        f"expect = [{', '.join(f'{chr(34)}mistak > {k}{chr(34)}' for k in range(95))}]"
    ),
    "paragraphs that meet when blocks are taken out": (
        HEAD + ("a * _ " * 60 + "\n```lab\n```\n") * 250
    )[:ALL],
    "deep formulas": HEAD + "$" + r"\sqrt{" * 60 + "a" + "}" * 60 + "$",
}  # fmt: skip
