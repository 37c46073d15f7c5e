"""Figures as files, read back by others: Pillow, pypdf, an XML parser and eyes for LaTeX."""

import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pypdf
import pytest
from PIL import Image
from pypdf.generic import ContentStream

from linlab.app.canvas.pens import font_of
from linlab.app.export import figures
from linlab.app.export.dialog.export_options import SIZES, Size
from linlab.app.export.figures import FIGURE_FORMATS, pdf, png, write_figure
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.axes_and_legend import axes_and_legend
from linlab.engine.picture.palette import CLASS_COLOURS, PALETTES, rgb
from linlab.engine.picture.shapes import Label, Picture
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from tests.app.figure_book import (
    CASES,
    free_points,
    in_plane,
    moment,
    off_boundary,
    on_page,
    picture,
    plane,
)

HAS_LINE = [
    case for case in CASES if "naive" not in case and "voted" not in case
]  # whose scores are smooth


@pytest.mark.parametrize("case", CASES)
def test_that_a_png_has_its_size_its_dpi_and_each_class_where_its_points_are(
    case: str, tmp_path: Path
) -> None:
    write_figure(picture(case), tmp_path / "a.png", dpi=144)
    image = Image.open(io.BytesIO((tmp_path / "a.png").read_bytes()))
    assert image.size == (750, 600)
    assert image.info["dpi"] == pytest.approx((144, 144), abs=0.1)
    assert image.info["Title"] == f"The {case}"
    pixels, now = np.asarray(image.convert("RGB")), moment(case)
    for k, free in free_points(case).items():
        assert free, "every class has a point that nothing covers"
        for i in free:
            x, y = on_page(plane(case), now.points.x[i : i + 1])[0] * 1.5
            white, own = (255, 255, 255), rgb(CLASS_COLOURS[k])
            beside = tuple(
                pixels[int(y + 1.5 * 2.9), int(x)]
            )  # between the middle and the rim, also of a triangle
            inside = {0: (own, own), 1: (white, white), 2: (own, white)}[
                int(now.parts[i])
            ]  # train, dev, test
            assert (tuple(pixels[int(y), int(x)]), beside) == inside


@pytest.mark.parametrize("case", CASES)
def test_that_a_pdf_is_a_page_of_paths_and_text_with_its_fonts(case: str, tmp_path: Path) -> None:
    write_figure(picture(case), tmp_path / "a.pdf")
    reader = pypdf.PdfReader(io.BytesIO((tmp_path / "a.pdf").read_bytes()), strict=True)
    (page,) = reader.pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == (375.0, 300.0)
    words = " ".join(page.extract_text().split())
    assert f"The {case}" in words
    assert all(name in words for name in moment(case).points.classes)
    assert reader.metadata is not None and reader.metadata.title == f"The {case}"
    assert reader.metadata.creator is not None and reader.metadata.creator.startswith("linlab")
    resources: Any = page["/Resources"].get_object()
    assert len(resources.get("/XObject", {})) <= 1  # the shading
    fonts = [font.get_object() for font in resources["/Font"].values()]
    assert fonts
    for font in fonts:
        assert "Inter" in font["/BaseFont"]
        inner = font["/DescendantFonts"][0].get_object()
        assert (
            len(inner["/FontDescriptor"].get_object()["/FontFile2"].get_object().get_data()) > 500
        )
    discs = [shape for _, shape in _paths(page, reader) if len(shape) > 4]
    assert len(discs) > len(moment(case).points) / 3


def test_that_every_character_of_a_pdf_can_be_copied() -> None:
    made = draw(Figure(caption=True, title="(1 − 2) = −1 ≤ 3 → x₁² + 4 × 5"), moment("svm"))
    words = "".join(pypdf.PdfReader(io.BytesIO(pdf(made))).pages[0].extract_text().split())
    told = [
        made.panels[0].title,
        *(note.text for note in made.notes),
        *(text for _, text in made.panels[0].across.ticks),
    ]
    assert any("−" in text for text in told[2:])
    for text in told:
        assert "".join(text.split()) in words


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda size: size.title)
@pytest.mark.parametrize("view", ["plane", "curves", "both"])
@pytest.mark.parametrize("far", [1.0, 1e6, 1e-6])
def test_that_no_word_leaves_its_page(view: str, size: Size, far: float) -> None:
    """Measured in the type that Qt draws with: long numbers, a long title and the caption."""
    figures.ready()
    points = make_points("blobs", seed=1, n=20)
    points = Points.of(points.x * far, [points.classes[k] for k in points.label])
    run = Trace(Document(points, (Learner.of("perceptron"),)))
    look = Figure(
        view=view,
        width=size.width,
        height=size.height,
        font=size.font,
        scale=size.scale,
        caption=True,
        title="What a perceptron learns of two blobs that are far away, in fifty updates",
    )
    made = draw(look, Snapshot.of(run, 50))
    pieces = [piece for panel in made.panels for side in axes_and_legend(panel) for piece in side]
    labels = [piece for piece in (*pieces, *made.notes) if isinstance(piece, Label)]
    assert len(labels) > 10
    for label in labels:
        wide = font_of(round(10 * label.size), label.bold)[1].horizontalAdvance(label.text) / 10
        begin = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * wide
        x, y = label.place
        left, right, top, bottom = (
            x - begin,
            x - begin + wide,
            y - 0.5 * label.size,
            y + 0.5 * label.size,
        )
        if label.turned:
            left, right, top, bottom = (
                x - 0.5 * label.size,
                x + 0.5 * label.size,
                y + begin - wide,
                y + begin,
            )
        assert left >= 0 and right <= size.width and top >= 0 and bottom <= size.height, label.text


@pytest.mark.parametrize("case", HAS_LINE)
def test_that_the_boundary_in_a_pdf_is_where_the_scores_tie(case: str) -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdf(picture(case))))
    lines = [line for width, line in _paths(reader.pages[0], reader) if abs(width - 2.6) < 1e-3]
    _check_boundary(case, [in_plane(plane(case), line / 0.75) for line in lines])


@pytest.mark.parametrize("case", HAS_LINE)
def test_that_the_boundary_in_an_svg_is_where_the_scores_tie(case: str, tmp_path: Path) -> None:
    write_figure(picture(case), tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("500px", "400px")
    words = {text for each in root.iter() if (text := each.text and each.text.strip())}
    said = "\n".join(words)
    assert f"The {case}" in words and all(name in said for name in moment(case).points.classes)
    (group,) = [each for each in root.iter() if each.get("id") == "boundary"]
    numbers = [re.findall(r"-?[\d.]+", path.get("d", "")) for path in group]
    pages = [np.array(list(map(float, each))).reshape(-1, 2) for each in numbers]
    _check_boundary(case, [in_plane(plane(case), page) for page in pages])


@pytest.mark.parametrize("case", HAS_LINE)
def test_that_the_boundary_in_tex_is_where_the_scores_tie(case: str, tmp_path: Path) -> None:
    write_figure(picture(case), tmp_path / "a.tex")
    text = (tmp_path / "a.tex").read_text("ascii")
    assert text.count("{") == text.count("}")
    assert f"The {case}" in text
    for kind in ("document", "tikzpicture", "axis"):
        assert text.count(f"\\begin{{{kind}}}") == text.count(f"\\end{{{kind}}}") == 1
    drawn = text.partition("% boundary\n")[2].partition("\n%")[0]
    lines = [re.findall(r"\(([^,()]+),([^,()]+)\)", line) for line in drawn.splitlines()]
    _check_boundary(case, [np.array(line, float) for line in lines if line])


def _check_boundary(case: str, lines: list[Any]) -> None:
    assert lines
    frame = plane(case).frame
    long = sum(
        np.linalg.norm(np.diff(on_page(plane(case), line), axis=0), axis=1).sum() for line in lines
    )
    assert long > 0.4 * min(frame.width, frame.height)
    away = np.concatenate([off_boundary(case, line) for line in lines])
    few = (
        0.9 if len(moment(case).points.classes) > 2 else 1.0
    )  # near a corner of three classes there is no slope
    assert np.quantile(away, few) < 1.0


def _paths(page: Any, reader: Any) -> Iterator[tuple[float, Any]]:
    """The width of each stroke (0 for an area) and its corners, in points from the top left. (k,
    2)"""
    matrix, width, stack, shape, height = np.eye(3), 0.0, [], [], float(page.mediabox.height)
    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        given = (
            [float(each) for each in operands]
            if operator in (b"cm", b"m", b"l", b"c", b"w", b"re")
            else []
        )
        if operator == b"q":
            stack.append((matrix, width))
        elif operator == b"Q":
            matrix, width = stack.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = given
            matrix = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ matrix
        elif operator == b"w":
            width = given[0]
        elif operator in (b"m", b"l", b"c"):
            shape.append((*given[-2:], 1.0))
        elif operator in (b"S", b"f", b"f*", b"B", b"B*", b"n", b"b", b"b*"):
            if shape and operator != b"n":
                places = (np.array(shape) @ matrix)[:, :2]
                yield (width if operator == b"S" else 0.0), places * (1, -1) + (0, height)
            shape = []


@pytest.mark.parametrize("key", FIGURE_FORMATS)
def test_that_the_same_picture_gives_the_same_bytes(key: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_figure(picture("svm"), tmp_path / f"{name}.{key}")
    assert (tmp_path / f"a.{key}").read_bytes() == (tmp_path / f"b.{key}").read_bytes()
    write_figure(picture("mira"), tmp_path / f"b.{key}")
    assert (tmp_path / f"a.{key}").read_bytes() != (tmp_path / f"b.{key}").read_bytes()


def test_that_a_pdf_says_no_time_and_is_named_after_its_contents() -> None:
    made, other = pdf(picture("svm")), pdf(picture("mira"))
    assert b"CreationDate" not in made and b"CreateDate" not in made
    ids = [pypdf.PdfReader(io.BytesIO(each)).trailer["/ID"] for each in (made, other)]
    assert ids[0] != ids[1]


@pytest.mark.parametrize(
    ("palette", "paper"), [("dark", "#1E242C"), ("light", "#FFFFFF"), ("print", "#FFFFFF")]
)
def test_that_curves_and_captions_are_drawn_in_every_palette(palette: str, paper: str) -> None:
    drawn = draw(Figure(view="both", width=800.0, palette=palette, caption=True), moment("four"))
    image = Image.open(io.BytesIO(png(drawn, 96))).convert("RGB")
    assert image.getpixel((2, 2)) == rgb(paper)
    words = " ".join(pypdf.PdfReader(io.BytesIO(pdf(drawn))).pages[0].extract_text().split())
    assert f"Step {moment('four').t} · epoch" in words
    assert "objective" in words and "step" in words
    curve = drawn.panels[1]
    assert curve.frame.x > drawn.panels[0].frame.x + drawn.panels[0].frame.width
    inks = {tuple(colour) for _, colour in image.crop(_box(curve)).getcolors(1 << 20)}
    loss = PALETTES[palette].on_card("#E69F00")  # as it is seen on this paper
    assert {rgb(loss), rgb("#8C6BB1")} <= inks  # the loss and the penalty


def test_that_a_caption_names_the_epoch_of_its_step() -> None:
    many, few = make_points("moons", n=40), make_points("moons", n=20)
    trace = Trace(Document(many, (Learner.of("svm"),)).after(Change(100, points=few)))
    for t, epoch in (
        (39, 1),
        (40, 1),
        (41, 2),
        (100, 3),
        (119, 4),
        (150, 5),
    ):  # 100/40 and 20 to each after that
        notes = draw(Figure(caption=True), Snapshot.of(trace, t)).notes
        assert " ".join(note.text for note in notes).startswith(f"Step {t} · epoch {epoch} ·")


def _box(panel: Any) -> tuple[int, int, int, int]:
    frame = panel.frame
    return int(frame.x), int(frame.y), int(frame.x + frame.width), int(frame.y + frame.height)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a.bmp", "as .bmp: the name of the file must end in .pdf, .svg, .png or .tex"),
        ("a", "without a suffix"),
    ],
)
def test_that_a_strange_suffix_is_refused_with_the_ones_there_are(
    name: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(LinlabError, match=re.escape(told)):
        write_figure(picture("svm"), tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("width", "height", "dpi", "told"),
    [
        (4000, 300, 300, "12500 × 938 pixels is too large: at most 10000 a side"),
        (4000, 4000, 200, "60 million in all"),
        (20000, 300, 96, "must have 1 to 10000"),
        (5, 5, 1, "shows nothing"),
        (float("nan"), 5, 96, "cannot be drawn"),
    ],
)
def test_that_an_image_no_computer_likes_is_refused(
    width: float, height: float, dpi: float, told: str
) -> None:
    with pytest.raises(LinlabError, match=re.escape(told)):
        png(Picture(width, height, "#FFFFFF", ()), dpi)


@pytest.mark.parametrize("key", FIGURE_FORMATS)
def test_that_a_full_disk_leaves_the_old_file_and_says_so(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"a.{key}"
    file.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LinlabError, match=r"cannot be written \(No space left on device\)"):
        write_figure(picture("svm"), file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)
def test_that_a_folder_that_is_read_only_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(LinlabError, match="not allowed to write"):
            write_figure(picture("svm"), tmp_path / "a.svg")
    finally:
        tmp_path.chmod(0o755)


def test_that_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(LinlabError, match="no folder"):
        write_figure(picture("svm"), tmp_path / "nowhere" / "a.pdf")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries are named on Linux")
def test_that_without_qt_svg_and_tex_still_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = [name for name in sys.modules if name.startswith("PySide6")]
    for name in hidden:
        monkeypatch.delitem(sys.modules, name)

    class Missing:
        def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
            if name.startswith("PySide6"):
                raise ImportError(
                    "libEGL.so.1: cannot open shared object file: No such file or directory"
                )

    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    for key in ("svg", "tex"):
        write_figure(picture("svm"), tmp_path / f"a.{key}")
    for key in ("png", "pdf"):
        with pytest.raises(LinlabError) as caught:
            write_figure(picture("svm"), tmp_path / f"a.{key}")
        told = str(caught.value)
        assert told.startswith("PNG, PDF and films are drawn by Qt. Qt needs ")
        assert " missing here (libEGL.so.1" in told
        assert "sudo apt install libegl1" in told
        assert told.endswith("; SVG and TeX work without Qt.")
    with pytest.raises(LinlabError):
        figures.ready()
