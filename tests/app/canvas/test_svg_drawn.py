"""What Qt, the least of the renderers, makes of our SVG."""

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from linlab.engine.export.figures.svg import svg
from linlab.engine.picture.shapes import Label, Lines, Marks, Panel, Pen, Picture
from linlab.engine.picture.symbols import OUTLINES
from tests.engine.picture_book import FRAME, VIEW, everything, page, panel, shading

pytestmark = pytest.mark.usefixtures("qapp")


def drawn(picture: Picture, fine: int = 2) -> np.ndarray:
    """The red, green and blue of each place on the page, `fine` to a pixel. (ny, nx, 3)"""
    renderer = QSvgRenderer(QByteArray(svg(picture).encode()))
    assert renderer.isValid()
    assert (renderer.defaultSize().width(), renderer.defaultSize().height()) == (
        picture.width,
        picture.height,
    )
    image = QImage(
        int(fine * picture.width), int(fine * picture.height), QImage.Format.Format_RGB32
    )
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(
        image.height(), image.bytesPerLine() // 4, 4
    )
    return raw[:, : image.width(), 2::-1].astype(int)


def at(pixels: np.ndarray, x: float, y: float, fine: int = 2) -> str:
    return "#" + "".join(f"{v:02X}" for v in pixels[round(fine * y), round(fine * x)])


def near(pixels: np.ndarray, x: float, y: float, colour: str, by: int = 6) -> bool:
    wanted = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return bool((np.abs(pixels[round(2 * y), round(2 * x)] - wanted) <= by).all())


def test_that_a_picture_with_everything_is_drawn():
    pixels = drawn(everything())
    assert at(pixels, 2, 2) == "#FFFFFF"
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize("symbol", [name for name in OUTLINES if name != "corners"])
def test_that_each_mark_is_filled_in_its_place_and_outlined(symbol):
    marks = Marks("class", symbol, np.array([(0.0, 0.0), (1.0, 0.5)]), 40.0, "#D55E00")
    ring = Marks("ring", symbol, np.array([(-1.0, 0.0)]), 40.0, None, Pen("#0072B2", 4.0))
    pixels = drawn(page(panel(marks, ring)))
    assert at(pixels, 250, 130) == at(pixels, 350, 80) == "#D55E00"
    assert near(pixels, 150, 130, "#FBFCFD")
    row = pixels[260, 200:400]
    assert (np.abs(row - [0, 0x72, 0xB2]).max(axis=1) < 20).any()


def test_that_corners_are_filled_and_leave_the_middle_free():
    marks = Marks("next", "corners", np.array([(0.0, 0.0)]), 100.0, "#1F2933")
    pixels = drawn(page(panel(marks)))
    for x, y in ((-48, -48), (48, -48), (48, 48), (-48, 48), (-48, -30), (30, 48)):
        assert at(pixels, 250 + x, 130 + y) == "#1F2933", (x, y)
    for x, y in ((0, 0), (-48, 0), (0, 48), (-30, -30), (15, 15)):
        assert near(pixels, 250 + x, 130 + y, "#FBFCFD"), (x, y)


def test_that_lines_dashes_and_arrows_are_drawn():
    across = np.array([(-1.0, 0.0), (1.0, 0.0)])
    items = (
        Lines("boundary", (across,), Pen("#1F2933", 6.0)),
        Lines("margins", (across + (0, 0.5),), Pen("#C0392B", 6.0, (20.0, 20.0))),
        Lines("weights", (across - (0, 0.5),), Pen("#2F6FDE", 2.0), True),
    )
    pixels = drawn(page(panel(*items, scale=2.0)))
    assert at(pixels, 250, 130) == "#1F2933"
    assert at(pixels, 160, 80) == "#C0392B" and near(pixels, 180, 80, "#FBFCFD")
    assert at(pixels, 330, 184) == "#2F6FDE" and near(
        pixels, 300, 184, "#FBFCFD"
    )  # the head is wider than the shaft


def test_that_the_shading_has_its_colours_the_right_way_up():
    field = shading()
    pixels = drawn(page(panel(field)))
    for x, y in [(-1.8, 0.9), (1.8, -0.9), (0.0, 0.05), (-1.0, -0.9)]:
        row, column = round((y + 1) / 0.05), round((x + 2) / 0.05)
        wanted = f"#{int(field.pixels[::-1][row, column]) & 0xFFFFFF:06X}"
        assert near(pixels, 250 + 100 * x, 130 - 100 * y, wanted, by=12)


def test_that_words_are_about_their_middle_line_and_veils_behind_them():
    item = Label("HHHHHHHH", (0.0, 0.0), 40.0, "#FF0000", "middle", veil="#000000")
    pixels = drawn(page(panel(item)))
    red = (pixels[:, :, 0] > 240) & (pixels[:, :, 1] < 20)
    if not red.any():
        pytest.skip("no font")
    ys = np.flatnonzero(red.any(axis=1)) / 2
    assert (ys.min() + ys.max()) / 2 == pytest.approx(130, abs=2.5)
    assert near(pixels, 250, 130 - 29, "#323333", by=8)


def test_that_the_border_and_the_title_lie_outside_the_items():
    pixels = drawn(
        page(
            Panel(
                FRAME,
                VIEW,
                (Lines("b", (np.array([(-5.0, 0.0), (5.0, 0.0)]),), Pen("#FF0000", 10.0)),),
            )
        )
    )
    assert at(pixels, 50, 130) == "#123456" and at(pixels, 450, 60) == "#123456"
    assert at(pixels, 30, 130) == "#FFFFFF" and at(pixels, 475, 130) == "#FFFFFF"
