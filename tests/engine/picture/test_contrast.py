"""Contrast by the rule of the WCAG 2, written here anew: 4.5:1 for words, 3:1 for marks and lines.

A mark with a rim counts by the rim: its fill touches nothing else, so the two have to differ. A ring
with an edge counts by both, the edge to the ground and the ring to the edge. Everything else counts
by what it is drawn on: the card, or in the plane each class's region where it is darkest. Grids and
what is switched off are exempt.
"""

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.picture.curves import LINES
from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.palette import (
    CLASS_COLOURS,
    HALL_DARK,
    HALL_LIGHT,
    HIGH_CONTRAST,
    HIGH_CONTRAST_DARK,
    PALETTES,
    THEMES,
    mixed,
)
from linlab.engine.picture.plane_panel import around, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, Group, Lines, Marks
from linlab.engine.train.trace import Trace

EVERY = (*PALETTES.values(), HALL_LIGHT, HALL_DARK)
every_palette = pytest.mark.parametrize("palette", EVERY, ids=lambda palette: palette.name)
MARK, WORD = 3.0, 4.5


def luminance(colour):
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(a, b):
    a, b = luminance(a), luminance(b)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def regions(palette):
    """The plane, and what it is where a class is surest."""
    tints = [palette.tint_of(c) for c in range(len(CLASS_COLOURS))]
    return [palette.plane, *(mixed(tint, palette.plane, palette.shade) for tint in tints)]


def test_that_the_formula_knows_black_white_and_a_published_grey():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)


@every_palette
def test_that_words_are_read_on_every_ground(palette):
    grounds = (palette.card, palette.window, palette.plane, palette.soft, palette.highlight)
    for ink in (palette.text, palette.quiet):
        assert all(contrast(ink, ground) >= WORD for ground in grounds), ink
    for ground in (palette.card, palette.window, palette.soft):
        assert contrast(palette.accent_text, ground) >= WORD
    assert contrast(palette.on_accent, palette.accent) >= WORD
    assert contrast(palette.wrong, palette.card) >= WORD  # warnings
    for verdict in (palette.right, palette.wrong):
        assert contrast(verdict, palette.soft) >= WORD  # on the card of a question
    assert contrast(palette.card, palette.text) >= WORD  # the banner


@every_palette
def test_that_words_in_the_plane_are_read_in_every_region(palette):
    assert all(contrast(palette.text, ground) >= WORD for ground in regions(palette))


@every_palette
def test_that_a_boundary_and_the_lines_of_all_models_are_seen_in_every_region(palette):
    for which in range(6):
        ink = style_of(palette, which).colour
        assert all(contrast(ink, ground) >= MARK for ground in regions(palette)), which


@every_palette
def test_that_any_ink_made_for_the_plane_or_a_card_is_seen_there(palette):
    own = ("accent", "halo", "wrong", "best", "dev", "test")
    for ink in (*CLASS_COLOURS, *(getattr(palette, name) for name in own)):
        assert all(contrast(palette.in_plane(ink), ground) >= MARK for ground in regions(palette))
        assert contrast(palette.on_card(ink), palette.card) >= MARK


@every_palette
def test_that_every_curve_is_seen_on_its_card(palette):
    for curve in LINES:
        assert contrast(curve.colour(palette), palette.card) >= MARK, curve.key


@every_palette
def test_that_controls_in_the_accent_are_seen(palette):
    for ground in (palette.card, palette.window, palette.soft):
        assert contrast(palette.accent, ground) >= MARK


@pytest.mark.parametrize("palette", [HIGH_CONTRAST, HIGH_CONTRAST_DARK], ids=lambda p: p.name)
def test_that_high_contrast_is_seven_to_one_with_borders_that_are_seen(palette):
    for ground in (palette.card, palette.window, palette.plane, palette.soft):
        assert contrast(palette.text, ground) >= 7 and contrast(palette.quiet, ground) >= 7
    for line in (palette.border, palette.groove):
        assert contrast(line, palette.card) >= MARK
    assert {palette.dark for palette in THEMES if "high" in palette.name} == {True, False}


def drawn(palette, classes, learner):
    """All marks and lines of a plane with points of all classes, some of no class, and some of them
    for dev and test, at a step that has just been made."""
    x = np.random.default_rng(0).normal(size=(80, 2))
    label = np.arange(80) % (classes + 1) - 1
    names = tuple("ABCDEFGH"[:classes])
    document = Document(Points(x, label, names, np.arange(80)), (learner,))
    trace = Trace(document)
    step = trace.at(9).t
    sides = around(x)
    view = fitted((sides[0], sides[1]), (sides[2], sides[3]), 400, 300)
    parts = np.arange(80) % 3
    scene = Scene(
        palette, document.points, parts, trace.model(step), trace.step(step), view, (400, 300)
    )
    shown = {"regions", "margins", "example", "arrows", "wrong", "supports", "slack"}
    return flat(plane_panel(scene, shown, Frame(0, 0, 400, 300)).items)


def flat(items):
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


@every_palette
@pytest.mark.parametrize("classes", [2, 8])
@pytest.mark.parametrize("model", ["perceptron", "svm"])
def test_that_every_mark_and_line_in_a_drawn_plane_is_seen(palette, classes, model):
    marks = lines = 0
    for item in drawn(palette, classes, Learner.of(model)):
        if isinstance(item, Lines) and item.name != "grid":
            lines += 1
            for ground in regions(palette):
                ink = mixed(item.pen.colour, ground, item.pen.opacity)
                assert contrast(ink, ground) >= MARK, item.name
        elif isinstance(item, Marks) and item.name == "example" and not palette.dark:
            assert contrast(item.pen.colour, palette.text) >= MARK  # its edge
            marks += 1
        elif isinstance(item, Marks) and item.fill and item.pen and item.fill != item.pen.colour:
            assert contrast(item.fill, item.pen.colour) >= MARK, item.name
            marks += 1
        elif isinstance(item, Marks) and item.name != "test":  # a dot in a ring of its colour
            ink = item.pen.colour if item.pen else item.fill
            assert all(contrast(ink, ground) >= MARK for ground in regions(palette)), item.name
            marks += 1
    assert marks > classes and lines
