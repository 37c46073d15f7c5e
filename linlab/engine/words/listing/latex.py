r"""A listing as LaTeX, for the package algorithmic."""

from collections.abc import Sequence

from .line import Line, Listing


def document(listing: Listing) -> str:
    """A file that compiles with pdflatex."""
    return "\n".join(
        [
            "% Compile it with pdflatex; or copy the algorithm into your paper, and put into your preamble",
            r"% \usepackage{algorithm,algorithmic}",
            r"\documentclass{article}",
            r"\usepackage{algorithm,algorithmic}",
            r"\pagestyle{empty}",
            r"\begin{document}",
            algorithmic(listing),
            r"\end{document}",
            "",
        ]
    )


def algorithmic(listing: Listing) -> str:
    r"""An environment `algorithmic`, to be put into a document that uses algorithm and algorithmic."""
    body = [*_block(listing.before), *_block(listing.step), *_block(listing.answer)]
    return "\n".join(
        [
            r"\begin{algorithm}",
            rf"\caption{{{listing.title}}}",
            r"\begin{algorithmic}[1]",
            *body,
            r"\end{algorithmic}",
            r"\end{algorithm}",
            "",
        ]
    )


def _block(lines: Sequence[Line]) -> list[str]:
    out: list[str] = []
    k = 0
    while k < len(lines):
        line = lines[k]
        end = k + 1
        while end < len(lines) and lines[end].indent > line.indent:
            end += 1
        out += _statement(line, _block(lines[k + 1 : end]))
        k = end
    return out


def _statement(line: Line, inner: list[str]) -> list[str]:
    """A line with those below it: \\IF, \\FOR, \\REPEAT, \\UNTIL or \\STATE."""
    first, _, rest = line.latex.partition(" ")
    if first == "if":
        return [rf"\IF{{{rest.removesuffix(' then')}}}", *inner, r"\ENDIF"]
    if first == "repeat":
        return [r"\REPEAT", *inner]
    if first == "until":
        return [rf"\UNTIL{{{rest}}}"]
    if inner:
        return [rf"\FOR{{{line.latex.removeprefix('for ')}}}", *inner, r"\ENDFOR"]
    return [rf"\STATE {line.latex}"]
