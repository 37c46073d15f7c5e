r"""A derivation as LaTeX: a numbered list of formulas, each with its reason and its values."""

from collections.abc import Sequence

from linlab.engine.words.listing.tex import tex

from .line import RELATIONS, Line


def document(title: str, lines: Sequence[Line], says: str, data: str, premise: str = "") -> str:
    """A file that compiles with pdflatex; `data` says where the values are from."""
    return "\n".join(
        [
            "% Compile it with pdflatex, or copy the list into your paper. It needs no package.",
            r"\documentclass{article}",
            r"\pagestyle{empty}",
            r"\begin{document}",
            rf"\noindent \textbf{{{tex(title)}}} {tex(data)}",
            *([rf"\par\noindent {tex(premise)}"] if premise else []),
            *enumerated(lines),
            *([rf"\noindent {tex(says)}"] if says else []),
            r"\end{document}",
            "",
        ]
    )


def enumerated(lines: Sequence[Line]) -> list[str]:
    r"""An environment `enumerate`; nothing without lines."""
    if not lines:
        return [r"\par"]
    return [r"\begin{enumerate}", *map(_item, lines), r"\end{enumerate}"]


def _item(line: Line) -> str:
    return rf"\item $\displaystyle {line.latex}$ \hfill {_values(line)} \\ {_prose(line.reason)}"


def _values(line: Line) -> str:
    first, *others = line.values
    pairs = zip(line.relations, others, strict=True)
    return tex(first) + "".join(f" ${RELATIONS[sign]}$ {tex(value)}" for sign, value in pairs)


def _prose(words: str) -> str:
    """Words outside the dollar signs are no LaTeX."""
    parts = words.split("$")
    return "".join(f"${part}$" if k % 2 else tex(part) for k, part in enumerate(parts))
