"""The PGFPlots code is read back with regular expressions; where there is a pdflatex it is compiled
as well."""

import re
import shutil
import subprocess

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.export.figures.tikz import tikz
from linlab.engine.picture.palette import DARK
from linlab.engine.picture.shapes import (
    BANDS,
    Axis,
    Entry,
    Frame,
    Group,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    View,
)
from tests.engine.picture_book import FRAME, PLACES, VIEW, everything, page, panel, shading


def plots(code):
    """(options, places) of each plot."""
    found = re.findall(r"\\addplot\[(.*)\] coordinates \{(.*)\};", code)
    return [(options, places(coordinates)) for options, coordinates in found]


def places(text):
    return np.array(
        [
            [float(x), float(y)]
            for x, y in re.findall(r"\((?:axis cs:)?(-?[\d.]+),(-?[\d.]+)\)", text)
        ]
    )


def balanced(code):
    assert code.isascii()
    lines = [line for line in code.splitlines() if not line.startswith("%")]
    bare = re.sub(r"\\[^A-Za-z]", "", "\n".join(lines))
    assert "\n\n" not in bare  # a paragraph would end the axis
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0 and "#" not in bare and "%" not in bare and "&" not in bare
    stack = []
    for what, name in re.findall(r"\\(begin|end)\{(\w+)\}", bare):
        if what == "begin":
            stack.append(name)
        else:
            assert stack.pop() == name
    assert not stack


def test_that_a_picture_with_everything_is_balanced_and_defines_what_it_uses():
    code = tikz(everything())
    balanced(code)
    assert "nan" not in code
    assert {"D55E00", "123456", "FFFFFF"} <= set(
        re.findall(r"\\definecolor\{c\w+\}\{HTML\}\{(\w{6})\}", code)
    )
    used = set(re.findall(r"(?:fill|draw|text)=c(\w{6})", code))
    assert used <= set(re.findall(r"\\definecolor\{c(\w{6})\}", code))
    assert set(re.findall(r"mark=(linlab[\w*-]+)", code)) == set(
        re.findall(r"declareplotmark\{([^}]+)\}", code)
    )
    assert code.count(r"\begin{axis}") == 2


def test_that_the_tikzpicture_alone_is_the_same():
    alone = tikz(everything(), standalone=False)
    balanced(alone)
    whole = tikz(everything())
    assert (
        whole[whole.index(r"\begin{tikz") : whole.index(r"\vss}")]
        == alone[alone.index(r"\begin{tikz") :]
    )
    for need in (
        r"\usepackage{pgfplots}",
        r"\pgfplotsset{compat=1.16}",
        r"\usetikzlibrary{arrows.meta}",
    ):
        assert need in alone.splitlines()[0]


def test_that_an_axis_is_where_its_frame_is_and_shows_its_view():
    code = tikz(page(panel()))
    assert r"at={(37.5bp,-22.5bp)}, anchor=north west" in code
    assert "scale only axis, width=300bp, height=150bp" in code
    assert "xmin=-2, xmax=2" in code and "ymin=-1, ymax=1" in code
    assert r"xtick=\empty" in code and r"ytick=\empty" in code and r"xlabel" not in code


def test_that_ticks_in_sight_have_their_words():
    ticks = ((-7.0, "far"), (-1.0, "−1"), (0.5, "a, b"))
    code = tikz(page(Panel(FRAME, VIEW, (), across=Axis(ticks, "x₁", grid=True))))
    assert "xtick={-1,0.5}, xticklabels={{$-$1},{a, b}}, xlabel={x$_{1}$}, xmajorgrids" in code


def test_that_a_line_is_in_the_panels_units_with_its_pen():
    line = np.array([(-1.0, -0.5), (0.1234, 0.3), (1.5, 0.9)])
    ((options, found),) = plots(
        tikz(page(panel(Lines("margins", (line,), Pen("#ABCDEF", 2.0, (6.0, 4.0), 0.5)))))
    )
    np.testing.assert_allclose(found, line, atol=0.0002)
    for part in (
        "mark=none",
        "draw=cABCDEF",
        "line width=1.5bp",
        "dash pattern=on 4.5bp off 3bp",
        "draw opacity=0.5",
    ):
        assert part in options


def test_that_a_line_is_cut_near_the_frame_so_that_tex_can_count_so_far():
    ((_, found),) = plots(
        tikz(
            page(
                panel(
                    Lines("boundary", (np.array([(-1e9, 0.0), (1e9, 0.0)]),), Pen("#000000", 2.0))
                )
            )
        )
    )
    np.testing.assert_allclose(found, [(-2.02, 0), (2.02, 0)], atol=0.001)


def test_that_a_long_line_is_thinned():
    turn = np.linspace(0, 60, 20_000)
    spiral = np.column_stack([turn / 60 * np.cos(turn), turn / 60 * np.sin(turn)])
    noise = np.column_stack(
        [np.linspace(-2, 2, 9000), np.random.default_rng(0).normal(0, 0.001, 9000)]
    )
    (_, a), (_, b) = plots(tikz(page(panel(Lines("long", (spiral, noise), Pen("#000000"))))))
    assert len(a) <= 300 and len(b) <= 300
    gaps = np.linalg.norm(a[:, None] - spiral[None], axis=2).min(axis=1)
    assert gaps.max() < 0.003  # a third of a pixel


def test_that_an_arrow_points_only_where_its_end_is_in_sight():
    inside, outside = np.array([(0.0, 0.0), (1.0, 0.0)]), np.array([(0.0, 0.0), (9.0, 0.0)])
    (a, _), (b, _) = plots(
        tikz(page(panel(Lines("w", (inside, outside), Pen("#000000"), True), scale=2.0)))
    )
    assert "-{Triangle[length=18bp, width=12.96bp]}" in a and "Triangle" not in b


MARKS = {
    "disc": "*",
    "square": "square*",
    "up": "triangle*",
    "down": "triangle*",
    "diamond": "diamond*",
    "pentagon": "pentagon*",
    "star": "linlab-star*",
    "hexagon": "linlab-hexagon*",
    "cross": "linlab-cross*",
}


@pytest.mark.parametrize("symbol", MARKS)
def test_that_marks_have_their_places_shape_and_colours(symbol):
    full = Marks(
        "class", symbol, np.vstack([PLACES, [(30.0, 0.0)]]), 12.0, "#D55E00", Pen("#FFFFFF", 1.0)
    )
    ring = Marks("ring", symbol, PLACES, 12.0, None, Pen("#2F6FDE", 2.0))
    (a, found), (b, _) = plots(tikz(page(panel(full, ring))))
    np.testing.assert_allclose(found, PLACES)
    assert (
        f"only marks, mark={MARKS[symbol]}, mark size=" in a
        and "fill=cD55E00" in a
        and "draw=cFFFFFF" in a
    )
    hollow = "o" if symbol == "disc" else MARKS[symbol][:-1]
    assert f"mark={hollow}, " in b and "fill=" not in b and "draw=c2F6FDE, line width=1.5bp" in b
    assert ("rotate=180" in a) == (symbol == "down")


def test_that_the_areas_of_the_shading_are_of_the_class_that_wins_there():
    field = shading()
    classes = {
        f"c{field.ink(k, (band + 0.5) / BANDS)[1:]}": k for k in range(3) for band in range(BANDS)
    }
    code = tikz(page(panel(field)))
    areas = re.findall(r"\\path\[fill=(c\w{6}),.*even odd rule\] (.*);", code)
    assert len(areas) > 6
    rings = [
        (classes[ink], [places(ring) for ring in text.split("-- cycle") if ring.strip()])
        for ink, text in areas
    ]
    assert any(len(each) > 1 for _, each in rings)  # some have holes
    rows, columns = np.random.default_rng(3).integers(0, [41, 81], (400, 2)).T
    checked = 0
    for row, column in zip(rows, columns, strict=True):
        if field.strength[row, column] < 0.1 or row in (0, 40) or column in (0, 80):
            continue
        place = (-2 + column * 0.05 + 1e-4, -1 + row * 0.05 + 1e-4)
        owners = {k for k, each in rings if sum(inside(place, ring) for ring in each) % 2}
        assert owners == {field.winner[row, column]}
        checked += 1
    assert checked > 200


def inside(place, ring):
    """Whether a ray to the right crosses the ring an odd number of times."""
    x, y = place
    odd = False
    for (xa, ya), (xb, yb) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if (ya > y) != (yb > y) and x < xa + (y - ya) / (yb - ya) * (xb - xa):
            odd = not odd
    return odd


def test_that_words_stand_at_their_place_moved_on_the_page():
    item = Label("β", (0.5, 0.25), 10.0, "#111111", "end", dx=-4.0, dy=2.0)
    code = tikz(
        page(
            panel(item),
            notes=(Label("note", (100.0, 200.0), 16.0, "#222222", bold=True, turned=True),),
        )
    )
    assert re.search(
        r"\\node\[anchor=base east, xshift=-3bp, yshift=-4\.2bp,.*at \(axis cs:0\.5,0\.25\) \{\$\\beta\$\};",
        code,
    )
    assert re.search(
        r"\\node\[anchor=base west, xshift=4\.32bp, yshift=0bp,.*rotate=90\] at \(75bp,-150bp\) \{note\};",
        code,
    )
    assert r"\fontsize{12bp}{14.4bp}\selectfont\bfseries" in code


@pytest.mark.parametrize(
    ("side", "corner"),
    [("left", "{(0,1)}, anchor=north west"), ("right", "{(1,1)}, anchor=north east")],
)
def test_that_the_legend_is_native(side, corner):
    entries = (
        Entry("A_1", "disc", "#D55E00"),
        Entry("margin", pen=Pen("#000000", 1.0, (6.0, 4.0))),
    )
    code = tikz(page(Panel(FRAME, VIEW, (), legend=entries, legend_at=f"top {side}")))
    assert f"legend style={{at={corner}" in code and "legend columns=2" in code
    assert re.findall(r"\\addlegendentry\{(.*)\}", code) == [r"A\_1", "margin"]
    one, two = re.findall(r"\\addlegendimage\{(.*)\}", code)
    assert one.startswith("only marks, mark=*") and "dash pattern" in two


@settings(max_examples=60, deadline=None)
@given(st.text(st.one_of(st.characters(), st.sampled_from("\\{}$&#^_%~\n,[]=")), max_size=20))
def test_that_any_text_gives_balanced_code(text):
    items = (
        Group(text, (Marks(text, "disc", PLACES, 9.0, "#000000"),)),
        Label(text, (0.0, 0.0), 9.0, "#000000"),
    )
    axis = Axis(((0.0, text), (1.0, text)), text)
    balanced(
        tikz(
            page(
                Panel(
                    FRAME,
                    VIEW,
                    items,
                    across=axis,
                    up=axis,
                    title=text,
                    legend=(Entry(text, "disc", "#000000"),),
                )
            )
        )
    )


HEAD = r"\documentclass{article}\usepackage{fix-cm}\usepackage{pgfplots}\pgfplotsset{compat=1.16}\usetikzlibrary{arrows.meta}"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
@pytest.mark.parametrize("which", ["everything", "words", "far", "small", "empty"])
def test_that_pdflatex_compiles_it(which, tmp_path):
    from linlab.engine.words.listing import tex

    if subprocess.run(["kpsewhich", "pgfplots.sty"], capture_output=True).returncode:
        pytest.skip("no pgfplots")
    picture = everything()
    if which == "words":
        odd = [
            *tex._SPECIAL,
            *tex._MATHS,
            "x₁²₃ⁿ",
            "ŷ",
            "ế",
            "日本",
            "a,b]=c",
            "?`",
            "α\x00β",
            *map(chr, range(33, 0x250)),
        ]
        notes = tuple(Label(text, (250.0, 5.0), 9.0, "#000000") for text in odd)
        axis = Axis(((0.0, "a,b]=#%"), (1.0, "{$_^\\}")), "x]=,")
        legend = (Entry(",]%", "disc", "#000000"),)
        picture = page(
            Panel(FRAME, VIEW, (), DARK, across=axis, up=axis, title="&~[", legend=legend),
            notes=notes,
        )
    elif which in ("far", "small"):
        view = View(1e5, -1e6, 1e5 + 3e4, 2e6) if which == "far" else View(-1e-7, 0.0, 1e-7, 1e-5)
        line = np.array([(view.left, view.bottom), (view.right, view.top)])
        items = (
            Lines("line", (line,), Pen("#000000")),
            Marks("disc", "disc", line, 9.0, "#000000"),
        )
        picture = page(Panel(FRAME, view, items))
    elif which == "empty":
        picture = Picture(100, 50, "#FFFFFF", (Panel(Frame(10, 10, 80, 30), VIEW, ()),))
    inside = HEAD + "\\begin{document}\n" + tikz(picture, standalone=False) + "\\end{document}\n"
    (tmp_path / "figure.tex").write_text(inside if which == "small" else tikz(picture))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "figure.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Missing character" not in (tmp_path / "figure.log").read_text(errors="replace")
    if which != "small":  # a page of its own, as large as the picture
        pypdf = pytest.importorskip("pypdf")
        pages = pypdf.PdfReader(tmp_path / "figure.pdf").pages
        assert len(pages) == 1
        assert tuple(map(float, pages[0].mediabox[2:])) == pytest.approx(
            (0.75 * picture.width, 0.75 * picture.height), abs=0.1
        )


def test_that_a_title_is_plain_text_and_no_mathematics() -> None:
    code = tikz(page(Panel(FRAME, VIEW, (), title="$x^2$ & 50 %")))
    assert r"{\$x\textasciicircum{}2\$ \& 50 \%}" in code
