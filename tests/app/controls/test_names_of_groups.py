"""Tabs in groups: the name of a group stands apart from its first tab."""

from linlab.app.controls.tabs import BEHIND, Tabs


def test_that_the_longest_name_does_not_touch_its_first_tab(qtbot):
    tabs = Tabs()
    qtbot.addWidget(tabs)
    for group, first in (("Why", "features"), ("Compare", "models")):
        tabs.add_group(group)
        tabs.add(first, first)
    tabs.resize(300, 60)
    tabs.set_current("features")
    names = [name for name, _ in tabs._rows if name is not None]
    widest = max(name.sizeHint().width() for name in names)
    assert all(button.x() >= widest + BEHIND for button in tabs.buttons.values())
