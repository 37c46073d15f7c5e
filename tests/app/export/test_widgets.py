"""Pictures of widgets: what a file shows is what the screen does."""

from xml.etree import ElementTree

from PySide6.QtWidgets import QScrollArea

from linlab.app.controls.live_text import LiveText
from linlab.app.export import widgets


def test_that_what_is_scrolled_out_of_sight_is_cut_in_a_file(qtbot):
    area, text = QScrollArea(), LiveText()
    qtbot.addWidget(area)
    text.resize(180, 400)
    text.set_text((), tuple((f"line {k}", str(k)) for k in range(20)))
    area.setWidget(text)
    area.resize(200, 100)
    area.show()
    root = ElementTree.fromstring(widgets.svg(area))
    parents = {child: parent for parent in root.iter() for child in parent}
    line = next(each for each in root.iter() if each.get("aria-label") == "line 3")
    groups = [line]
    while groups[-1] in parents:
        groups.append(parents[groups[-1]])
    assert [group for group in groups if group.get("clip-path")]
