"""Symbols are linked: the mouse at one in the listing or in the arithmetic highlights it everywhere,
and its place in the plane; and the other way round."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from linlab.app.panels.views.view_canvas import ViewCanvas
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.inside.arrows import arrows_of, factor_of
from linlab.engine.views.views import VIEWS

NONE = Qt.MouseButton.NoButton


@pytest.fixture
def lab(window, qtbot):
    """An SVM after 41 steps, with its listing in a card of its own."""
    session = window.session
    session.edit("svm", session.with_learner(Learner.of("svm")))
    window.player.step(41)
    window.plane.switch("weights", True)
    window.listing = ViewCanvas(session)
    window.listing.apply_theme(window.plane.theme)
    window.listing.resize(310, 200)
    window.listing.show_view(VIEWS["algorithm"])
    window.listing.show()
    qtbot.addWidget(window.listing)
    qtbot.waitUntil(lambda: bool(window.listing.picture.panels))
    return window


def at(widget, place, kind=QEvent.Type.MouseMove):
    none = Qt.KeyboardModifier.NoModifier
    target = widget.viewport() if hasattr(widget, "viewport") else widget
    QApplication.sendEvent(target, QMouseEvent(kind, place, place, NONE, NONE, none))


def box_of(listing, symbol):
    """The middle of the first such symbol of the listing, on the page."""
    panel = listing.picture.panels[0]
    box = next(each for each in panel.symbols if each.symbol == symbol)
    middle = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    return QPointF(*panel.to_page([middle])[0])


def lit(window, symbol, qtbot):
    """Wait until the listing shows it, and return what the plane highlights."""
    panel = lambda: window.listing.picture.panels[0]  # noqa: E731
    many = sum(box.symbol == symbol for box in panel().symbols)
    qtbot.waitUntil(lambda: sum(len(a.rings) for a in panel().named("pointed symbol")) == many > 0)
    return window.plane.panel.named("pointed symbol")


def test_that_w_in_the_listing_is_the_arrow(lab, qtbot):
    at(lab.listing, box_of(lab.listing, "w"))
    assert lab.session.pointing.symbol == "w"
    (item,) = lit(lab, "w", qtbot)
    scene = lab.plane.scene_now()
    (arrow,) = [each for each in arrows_of(scene) if each.kind == "weights"]
    ends = np.stack([arrow.start, arrow.end]) * factor_of(scene, arrows_of(scene))
    assert item.lines[0] == pytest.approx(ends)


def test_that_b_in_the_listing_is_the_distance_of_the_line_from_the_origin(lab, qtbot):
    at(lab.listing, box_of(lab.listing, "b"))
    (item,) = lit(lab, "b", qtbot)
    w, b = (part[0] for part in lab.session.run.model.parts())
    assert item.lines[0][0] == pytest.approx((0, 0))
    assert w @ item.lines[0][1] + b == pytest.approx(0, abs=1e-9)
    (words,) = lab.plane.panel.named("pointed symbol label")
    assert words.text == number(abs(b) / np.linalg.norm(w))


@pytest.mark.parametrize("symbol", ["x", "s"])
def test_that_x_and_s_in_the_listing_are_the_example(lab, qtbot, symbol):
    at(lab.listing, box_of(lab.listing, symbol))
    (item,) = lit(lab, symbol, qtbot)
    step = lab.session.run.step
    assert item.places[0] == pytest.approx(step.x[0])
    assert bool(lab.plane.panel.named("distance label")) == (symbol == "s")


def test_that_the_mouse_away_from_symbols_highlights_nothing(lab, qtbot):
    at(lab.listing, box_of(lab.listing, "w"))
    lit(lab, "w", qtbot)
    QApplication.sendEvent(lab.listing, QEvent(QEvent.Type.Leave))
    assert lab.session.pointing.symbol == "" and not lab.plane.panel.named("pointed symbol")


def test_that_the_arrow_the_line_and_the_example_are_symbols_of_the_listing(lab, hand, qtbot):
    session, plane = lab.session, lab.plane
    scene = plane.scene_now()
    (arrow,) = [each for each in arrows_of(scene) if each.kind == "weights"]
    shaft = factor_of(scene, arrows_of(scene)) * arrow.end
    free = [
        share * shaft
        for share in np.linspace(0.1, 0.95, 60)
        if plane.hand.hit(*(share * shaft)) is None
    ]
    hand.move(free[0], button=NONE)
    assert session.pointing.symbol == "w"
    lit(lab, "w", qtbot)
    w, b = (part[0] for part in session.run.model.parts())
    foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    places = [foot + k * along for k in np.linspace(-4, 4, 200) if abs(k) > 0.6]
    hand.move(next(p for p in places if plane.hand.hit(*p) is None), button=NONE)
    assert session.pointing.symbol == "b"
    lit(lab, "b", qtbot)
    hand.move(tuple(session.run.step.x[0]), button=NONE)
    assert session.pointing.symbol == "x"
    lit(lab, "x", qtbot)
    hand.move(hand.free(), button=NONE)
    assert session.pointing.symbol in ("", "b")


def test_that_lines_of_the_arithmetic_are_linked_too(lab, qtbot):
    card = lab.findChild(type(lab.right.step)) if hasattr(lab.right, "step") else None
    card = card or lab.findChild(object, "step-card")
    sums = card.sums
    qtbot.waitUntil(lambda: "\t" in sums.text())
    found = {}
    for y in range(0, sums.height(), 3):
        place = QPointF(4.0, float(y))
        at(sums, place)
        found.setdefault(lab.session.pointing.symbol, place)
    assert {"x", "s", "m"} <= set(found)
    at(sums, found["s"])
    assert lab.session.pointing.symbol == "s"
    lit(lab, "s", qtbot)
    before = sums.grab().toImage()
    QApplication.sendEvent(sums, QEvent(QEvent.Type.Leave))
    assert lab.session.pointing.symbol == ""
    assert sums.grab().toImage() != before  # it was highlighted


def test_that_a_figure_is_the_same_whatever_the_mouse_is_at(lab):
    from linlab.engine.export.figures.svg import svg
    from linlab.engine.views.figure import Figure
    from linlab.engine.views.snapshot import Snapshot
    from linlab.engine.views.views import draw

    def drawn():
        figure = Figure("algorithm", 310, 200, "light")
        return svg(draw(figure, Snapshot.of(lab.session.trace, lab.session.t)))

    plain = drawn()
    lab.session.pointing.name("w")
    assert drawn() == plain


def test_that_the_rule_is_linked_too(lab, qtbot):
    card = lab.findChild(object, "step-card")
    card.settle()
    found = dict(reversed(card.formula.symbols()))
    assert {"w", "b", "x", "y"} <= set(found)
    for name in ("w", "b", "x"):
        at(card.formula, found[name].center())
        assert lab.session.pointing.symbol == name
        lit(lab, name, qtbot)
