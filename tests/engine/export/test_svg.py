"""The SVG is read back with the standard library's parser, and its places are computed here by
hand."""

import base64
import io
import re
import unicodedata
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.export.figures.svg import svg
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import Group, Label, Lines, Marks, Pen
from tests.engine.picture_book import FRAME, PLACES, everything, page, panel, shading

S = "{http://www.w3.org/2000/svg}"


def read(picture):
    return ElementTree.fromstring(svg(picture).encode())


def found(root, name):
    return next(e for e in root.iter() if e.get("id") == name)


def corners(path):
    return np.array(
        [
            [float(v) for v in pair.split(",")]
            for pair in re.findall(r"[-.\d]+,[-.\d]+", path.get("d"))
        ]
    )


def on_page(places):
    """A unit is 100 pixels; (0, 0) is the middle of the frame, y upwards."""
    return np.array([250.0, 130.0]) + np.asarray(places) * (100.0, -100.0)


def test_that_a_picture_with_everything_is_well_formed_and_no_id_comes_twice():
    root = read(everything())
    assert root.tag == S + "svg"
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "500px",
        "300px",
        "0 0 500 300",
    )
    assert root.find(S + "title").text == "Perceptron"
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert {"boundary", "boundary-2", "margins", "still", "shading", "shape-disc"} <= set(ids)
    assert "nan" not in svg(everything())


def test_that_numbers_have_at_most_two_decimals():
    assert not re.search(r"\d\.\d{3}", re.sub('base64,[^"]*', "", svg(everything())))


def test_that_a_line_is_where_the_panel_has_it_with_its_pen():
    line = np.array([(-1.0, -0.5), (0.123, 0.3), (1.5, 0.9)])
    root = read(page(panel(Lines("margins", (line,), Pen("#ABCDEF", 1.5, (6.0, 4.0), 0.5)))))
    layer = found(root, "margins")
    looks = {
        "stroke": "#ABCDEF",
        "stroke-width": "1.5",
        "stroke-dasharray": "6,4",
        "stroke-opacity": "0.5",
        "fill": "none",
        "stroke-linejoin": "round",
    }
    assert {name: layer.get(name) for name in looks} == looks
    np.testing.assert_allclose(corners(layer.find(S + "path")), on_page(line), atol=0.006)


def test_that_a_line_is_cut_where_it_leaves_the_frame_and_items_are_clipped():
    root = read(
        page(
            panel(Lines("boundary", (np.array([(-50.0, 0.0), (50.0, 0.0)]),), Pen("#000000", 2.0)))
        )
    )
    (a, b) = corners(found(root, "boundary").find(S + "path"))
    np.testing.assert_allclose([a, b], [(FRAME.x - 2, 130), (FRAME.x + FRAME.width + 2, 130)])
    assert found(root, "items").get("clip-path") == "url(#clip)"
    rect = found(root, "clip").find(S + "rect")
    assert [float(rect.get(k)) for k in ("x", "y", "width", "height")] == [50, 30, 400, 200]


def test_that_a_line_that_ends_where_it_began_is_closed():
    turn = np.linspace(0, 2 * np.pi, 50)
    ring = np.column_stack([np.cos(turn), np.sin(turn)]) / 2
    path = found(read(page(panel(Lines("ring", (ring,), Pen("#000000"))))), "ring").find(S + "path")
    assert path.get("d").endswith("Z")


@pytest.mark.parametrize(
    "symbol", ["square", "up", "down", "diamond", "star", "pentagon", "hexagon", "cross"]
)
def test_that_a_mark_is_a_path_around_its_place(symbol):
    root = read(page(panel(Marks("class", symbol, PLACES, 12.0, "#D55E00"))))
    paths = found(root, "class").findall(S + "path")
    assert len(paths) == len(PLACES) and found(root, "class").get("fill") == "#D55E00"
    for path, place in zip(paths, on_page(PLACES), strict=True):
        outline = corners(path)
        assert path.get("d").endswith("Z")
        assert (np.abs(outline - place) <= 7.3).all() and (np.ptp(outline, axis=0) > 9).all()
    head = corners(paths[0])[0] - on_page(PLACES)[0]
    if symbol in ("up", "star", "pentagon", "diamond", "hexagon"):
        assert head[0] == pytest.approx(0, abs=0.02) and head[1] < -5  # points upwards


def test_that_discs_are_circles_and_those_out_of_sight_are_left_out():
    places = np.vstack([PLACES, [(40.0, 0.0)]])
    layer = found(
        read(page(panel(Marks("ring", "disc", places, 12.0, None, Pen("#2F6FDE", 2.0))))), "ring"
    )
    circles = layer.findall(S + "circle")
    np.testing.assert_allclose(
        [(float(c.get("cx")), float(c.get("cy"))) for c in circles], on_page(PLACES)
    )
    assert (
        {c.get("r") for c in circles} == {"6"}
        and layer.get("fill") == "none"
        and layer.get("stroke") == "#2F6FDE"
    )


def test_that_an_arrow_has_its_tip_at_the_end_and_a_shaft_that_stops_before_it():
    line = np.array([(0.0, 0.0), (1.0, 0.0)])
    shaft, head = found(
        read(page(panel(Lines("w", (line,), Pen("#123456", 2.0), True), scale=2.0))), "w"
    )
    np.testing.assert_allclose(corners(shaft), [(250, 130), (326, 130)])
    tip = corners(head)
    np.testing.assert_allclose(tip[0], (350, 130))
    a, b = tip[1] - tip[0], tip[2] - tip[0]
    angle = np.degrees(np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b)))
    assert (
        angle == pytest.approx(40, abs=1)
        and head.get("fill") == "#123456"
        and head.get("stroke") == "none"
    )


def test_that_a_label_is_centred_by_its_baseline_with_its_veil_behind():
    item = Label(
        "class A", (0.0, 0.5), 10.0, "#111111", "end", dx=-4.0, dy=2.0, bold=True, veil="#FFFFFF"
    )
    items = found(read(page(panel(item))), "items")
    veil, text = items
    assert (text.get("x"), text.get("y"), text.get("text-anchor")) == ("246", "85.6", "end")
    assert (text.text, text.get("font-size"), text.get("font-weight"), text.get("fill")) == (
        "class A",
        "10",
        "bold",
        "#111111",
    )
    left, width = float(veil.get("x")), float(veil.get("width"))
    assert width == pytest.approx(text_width("class A", 10.0, True) + 6, abs=0.01)
    assert left + width == pytest.approx(249, abs=0.02)
    assert float(veil.get("y")) + float(veil.get("height")) / 2 == 82


def test_that_a_turned_label_reads_upwards_about_its_place():
    text = found(
        read(page(panel(Label("x", (1.0, 0.0), 10.0, "#111111", "middle", turned=True)))), "items"
    )[0]
    assert text.get("transform") == "rotate(-90 350 130)"


def test_that_shading_is_an_image_of_its_pixels_over_its_extent():
    image = found(read(page(panel(shading()))), "shading")
    assert [float(image.get(k)) for k in ("x", "y", "width", "height")] == [47.5, 27.5, 405, 205]
    assert image.get("preserveAspectRatio") == "none"
    data = image.get("{http://www.w3.org/1999/xlink}href").removeprefix("data:image/png;base64,")
    np.testing.assert_array_equal(pillow(base64.b64decode(data)), shading().pixels)


def pillow(data):
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(data))
    r, g, b, a = np.moveaxis(np.asarray(image.convert("RGBA")).astype(np.uint32), -1, 0)
    return a << 24 | r << 16 | g << 8 | b


def test_that_what_lies_beneath_comes_first_and_notes_last():
    root = read(everything())
    order = [e.get("id") or e.tag.removeprefix(S) for e in root]
    assert order == ["title", "rect", "panel", "panel-2", "text"]
    assert [e.get("id") for e in root[2] if e.tag == S + "g"] == ["beneath", "items", "above"]


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(), max_size=20))
def test_that_any_text_gives_a_file_that_can_be_read(text):
    item = Group(
        text,
        (
            Marks(text, "disc", PLACES, 9.0, "#000000"),
            Label(text, (0.0, 0.0), 9.0, "#000000", veil="#FFFFFF"),
        ),
    )
    root = read(page(panel(item, title=text), notes=(Label(text, (9.0, 9.0), 9.0, "#000000"),)))
    shown = list(zip(text, root[-1].text or "", strict=True))
    assert all(seen == c for c, seen in shown if c.isprintable())
    assert not [seen for _, seen in shown if unicodedata.category(seen) == "Cc"]


def test_that_what_is_no_character_is_seen_to_be_none():
    assert (
        read(page(notes=(Label("a\ud800\x00\x1b\ufffeb\n", (9.0, 9.0), 9.0, "#000000"),)))[-1].text
        == "a�␀␛�b "
    )
