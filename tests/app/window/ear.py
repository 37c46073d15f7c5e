"""A listener that knows the window by its accessibility tree alone: names, roles, values, actions."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

Text, Role = QAccessible.Text, QAccessible.Role


def children(interface):
    return [
        each
        for each in (interface.child(k) for k in range(interface.childCount()))
        if each is not None and each.isValid()
    ]


def everything(interface=None):
    """All that can be reached from here by asking for children; from nowhere in particular, what the
    focus is in, such as a list that has just opened, and then the whole application."""
    if interface is not None:
        yield interface
        for child in children(interface):
            yield from everything(child)
        return
    application = QAccessible.queryAccessibleInterface(QApplication.instance())
    focus = application.focusChild()
    if focus is not None and focus.isValid():
        yield from everything(around(focus))
    yield from everything(application)


def around(interface):
    """The window, dialog or list that it is in."""
    above = interface.parent()
    while above is not None and above.isValid() and above.role() != Role.Application:
        window = interface.object() is not None and interface.object().isWindow()
        if window:
            break
        interface, above = above, above.parent()
    return interface


def name_of(interface):
    """Its own name; of a list, on Unix, that of the label that stands before it."""
    labels = [
        other.text(Text.Name)
        for other, relation in interface.relations()
        if relation == QAccessible.RelationFlag.Label
    ]
    own = interface.text(Text.Name)
    return " ".join([*labels, own]).strip() if interface.role() == Role.ComboBox else own


def heard(interface):
    """What a screen reader would say of it."""
    state = interface.state()
    parts = [name_of(interface), interface.role().name]
    parts += [interface.text(Text.Value)] if interface.role() != Role.ComboBox else []
    parts += ["checked"] if state.checked else []
    parts += ["not available"] if state.disabled else []
    parts += [interface.text(Text.Description)]
    return ", ".join(part for part in dict.fromkeys(parts) if part)


def find(name, role=None, inside=None, seen=True):
    """The one that has this name and, unless it is in a menu that is closed, is in sight."""
    for each in everything(inside):
        fits = role is None or each.role() == role
        if fits and name_of(each) == name and not (seen and each.state().invisible):
            return each
    raise AssertionError(f"there is nothing called {name}")


def act(interface, action="Press"):
    actions = interface.actionInterface()
    assert action in actions.actionNames(), (name_of(interface), actions.actionNames())
    assert not interface.state().disabled, name_of(interface)
    actions.doAction(action)
