"""What lies on the plane while presenting: a pointer that changes no colour, and lines that end
where they may."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFont, QTextLayout
from PySide6.QtWidgets import QWidget

from linlab.app.present.overlays import Spot, breakable
from linlab.engine.picture.palette import CLASS_COLOURS, HALL_DARK, HALL_LIGHT


@pytest.mark.parametrize("palette", [HALL_LIGHT, HALL_DARK], ids=lambda palette: palette.name)
def test_that_the_pointer_leaves_a_colour_what_it_is(qtbot, palette):
    for ink in CLASS_COLOURS[:5]:
        ground = QWidget()
        qtbot.addWidget(ground)
        ground.setStyleSheet(f"background: {ink}")
        ground.resize(100, 100)
        spot = Spot(ground)
        spot.apply_theme(80, palette.text)
        spot.follow(QPoint(50, 50))
        spot.show()
        image, wanted = ground.grab().toImage(), QColor(ink)
        for x in range(12, 90, 6):
            seen = image.pixelColor(x, 50)
            if seen.hsvSaturation() > 20:
                turned = abs(seen.hsvHue() - wanted.hsvHue())
                assert min(turned, 360 - turned) <= 4, (ink, x)
        assert image.pixelColor(50, 50) != wanted  # though it is seen
        assert abs(image.pixelColor(50, 50).lightness() - wanted.lightness()) < 30


@pytest.mark.parametrize("width", range(300, 900, 37))
def test_that_no_line_ends_inside_a_formula(qtbot, width):
    sentence = "Example 109 of class “virginica” is on the wrong side: margin −1.24 < 1, P(y|x) = 0.221, loss 1 − m = 2.24."
    layout = QTextLayout(breakable(sentence), QFont("Inter"))
    layout.beginLayout()
    ends = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        ends.append(line.textStart() + line.textLength())
    layout.endLayout()
    text = layout.text()
    for formula in ("−1.24 < 1", "P(y|x) = 0.221", "1 − m = 2.24"):
        start = text.replace("\u00a0", " ").replace("\u2060", "").index(formula)
        start += text[: start + 1].count("\u2060")
        end = start + len(formula) + formula.count("|")
        assert not [at for at in ends if start < at < end], formula
