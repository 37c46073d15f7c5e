"""A picture as PGFPlots code: an axis for each panel, with its own ticks, titles and legend, and
data in its units.

The file is plain ASCII, needs no other file, and compiles with pdflatex. A pixel of the page is ¾
bp.
"""

import re

from linlab.engine.picture.axes_and_legend import GRID, title
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.shapes import ABOVE, CORE, Axis, Entry, Label, Panel, Pen, Picture
from linlab.engine.words.listing.tex import tex

from .tikz_items import (
    colour,
    decimals,
    declared,
    font,
    item_code,
    length,
    mark_code,
    node,
    number,
    pen_code,
)

NEEDS = (
    r"\usepackage{pgfplots}",
    r"\pgfplotsset{compat=1.16}",
    r"\usetikzlibrary{arrows.meta}",
)


def tikz(picture: Picture, standalone: bool = True) -> str:
    """The picture as a document, or only its tikzpicture.

    >>> print(tikz(Picture(40, 30, "#FFFFFF", ()), standalone=False).splitlines()[-3])
    \\fill[cFFFFFF] (0bp,0bp) rectangle (30bp,-22.5bp);
    """
    if picture.latex is not None and standalone:
        return picture.latex()
    width = length(picture.width)
    height = length(-picture.height)
    high = length(picture.height)
    body = [f"\\fill[{colour(picture.background)}] (0bp,0bp) rectangle ({width},{height});"]
    for panel in picture.panels:
        body += _axis(panel)
    body += [_note(words) for words in picture.notes]
    # Only now, because an axis is measured by the box.
    body.append(f"\\pgfresetboundingbox\\useasboundingbox (0bp,0bp) rectangle ({width},{height});")
    drawn = ["\\begin{tikzpicture}", *_definitions("\n".join(body)), *body, "\\end{tikzpicture}"]
    if not standalone:
        return "\n".join(["% In the preamble: " + "".join(NEEDS), *drawn]) + "\n"
    head = [
        "% Compile with pdflatex, or copy the tikzpicture into its own file, \\input it, and put this into your preamble",
        "% " + "".join(NEEDS),
        r"\documentclass{article}",
        r"\usepackage{fix-cm}",
        *NEEDS,
        # A page as large as the picture.
        f"\\paperwidth={width}\\paperheight={high}\\pdfpagewidth={width}\\pdfpageheight={high}\\textwidth={width}\\textheight={high}",
        r"\hoffset=-1in\voffset=-1in\oddsidemargin=0pt\topmargin=0pt\headheight=0pt\headsep=0pt\topskip=0pt\maxdepth=0pt",
        r"\parindent=0pt\pagestyle{empty}",
        r"\begin{document}",
        r"\vbox to\textheight{",
    ]
    return "\n".join([*head, *drawn, r"\vss}", r"\end{document}"]) + "\n"


def _definitions(body: str) -> list[str]:
    """The colours and marks that the code uses."""
    colours = sorted(set(re.findall(r"\bc([0-9A-F]{6})\b", body)))
    marks = sorted(set(re.findall(r"mark=linlab-([a-z]+)(\*?)", body)))
    return [
        *(f"\\definecolor{{c{each}}}{{HTML}}{{{each}}}" for each in colours),
        *(declared(symbol, hollow=not star) for symbol, star in marks),
    ]


def _axis(panel: Panel) -> list[str]:
    frame, palette = panel.frame, panel.palette
    view, size = panel.view, panel.font
    dx = decimals((view.right - view.left) / frame.width)
    dy = decimals((view.top - view.bottom) / frame.height)
    options = [
        f"at={{({length(frame.x)},{length(-frame.y)})}}, anchor=north west",
        f"scale only axis, width={length(frame.width)}, height={length(frame.height)}",
        f"xmin={number(view.left, dx)}, xmax={number(view.right, dx)}",
        f"ymin={number(view.bottom, dy)}, ymax={number(view.top, dy)}",
        "clip marker paths=true, scaled ticks=false, tick style={draw=none}",
        f"axis background/.style={{fill={colour(palette.plane)}}}, axis line style={{draw=none}}",
        f"tick label style={{text={colour(palette.quiet)}, font={{{font(0.85 * size)}}}}}",
        f"label style={{text={colour(palette.text)}, font={{{font(size)}}}}}",
        f"major grid style={{{pen_code(Pen(palette.grid, 1.0, opacity=GRID))}}}",
        _ticks("x", panel.across, view.left, view.right, dx),
        _ticks("y", panel.up, view.bottom, view.top, dy),
    ]
    if frame.pen is not None:  # above the items
        border = f"\\draw[{pen_code(frame.pen)}] (rel axis cs:0,0) rectangle (rel axis cs:1,1);"
        options.append(f"after end axis/.code={{{border}}}")
    if panel.legend:
        options.append(_legend(panel))
    return [
        "\\begin{axis}[",
        *(f"  {option}," for option in options),
        "]",
        *(line for entry in panel.legend for line in _entry(entry, panel)),
        *(line for item in panel.items for line in item_code(item, panel)),
        "\\end{axis}",
        *(_note(line) for line in title(panel)),
    ]


def _note(words: Label) -> str:
    """A text at a place of the page."""
    return node(words, f"{length(words.place[0])},{length(-words.place[1])}")


def _ticks(letter: str, axis: Axis | None, low: float, high: float, digits: int) -> str:
    shown = [(at, text) for at, text in axis.ticks if low <= at <= high] if axis is not None else []
    out = f"{letter}tick=\\empty"
    if shown:
        places = ",".join(number(at, digits) for at, _ in shown)
        out = f"{letter}tick={{{places}}}, {letter}ticklabels={{{','.join('{' + tex(text) + '}' for _, text in shown)}}}"
    if axis is not None and axis.title:
        out += f", {letter}label={{{tex(axis.title)}}}"
    return out + (f", {letter}majorgrids" if axis is not None and axis.grid else "")


def _legend(panel: Panel) -> str:
    size, palette = panel.font, panel.palette
    right = panel.legend_at.endswith("right")
    top = panel.legend_at.startswith("top")
    above = panel.legend_at == ABOVE
    corner = f"{{({int(right)},{int(top or above)})}}"
    side = f"{'north' if top else 'south'} {'east' if right else 'west'}"
    across, up = (0.0, 0.0) if above else (-size if right else size, -size if top else size)
    return (
        f"legend columns={_columns(panel)}, legend cell align=left, legend style={{at={corner}, anchor={side}, "
        f"xshift={length(across)}, yshift={length(up)}, "
        f"fill={'none' if above else colour(palette.card)}, draw={'none' if above else colour(palette.border)}, "
        f"line width={length(1)}, rounded corners={length(0.5 * size)}, text={colour(palette.text)}, font={{{font(size)}}}, "
        f"/tikz/every odd column/.append style={{column sep={length(0.25 * size)}}}, "
        f"/tikz/every even column/.append style={{column sep={length(0.7 * size)}}}}}"
    )


def _columns(panel: Panel) -> int:
    """As many columns as fit."""
    widths = [3.0 * panel.font + text_width(entry.text, panel.font) for entry in panel.legend]
    room = panel.frame.width - 3.2 * panel.font
    fitting = [
        k
        for k in range(1, len(widths) + 1)
        if sum(max(widths[column::k]) for column in range(k)) <= room
    ]
    return max(fitting, default=1)


def _entry(entry: Entry, panel: Panel) -> list[str]:
    if entry.symbol is not None:
        width = (0.95 if entry.fill is not None else 1.15) * panel.font
        image = "only marks, " + mark_code(entry.symbol, width, entry.fill, entry.pen)
        if entry.core is not None:
            marks = (image, "only marks, " + mark_code("disc", CORE * width, entry.core, None))
            drawn = "".join(f"\\draw[{mark}] plot coordinates {{(0.3cm,0cm)}};" for mark in marks)
            image = f"legend image code/.code={{{drawn}}}"
    else:
        assert entry.pen is not None
        image = "mark=none, " + pen_code(entry.pen)
    words = shortened(entry.text, panel.frame.width - 6.2 * panel.font, panel.font)
    return [f"\\addlegendimage{{{image}}}", f"\\addlegendentry{{{tex(words)}}}"]
