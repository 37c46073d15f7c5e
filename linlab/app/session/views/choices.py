"""The options of views, shared by the column, the card beside the plane, the stage and exported
files. A scene that was rotated is rotated in all of them.
"""

from PySide6.QtCore import QObject, Signal


class ViewChoices(QObject):
    """The values of options, by view and option; `changed` names the view."""

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_view: dict[str, dict[str, str | float]] = {}

    def of(self, view: str) -> tuple[tuple[str, str | float], ...]:
        """The options of a view, as a figure stores them."""
        return tuple(sorted(self.by_view.get(view, {}).items()))

    @property
    def all(self) -> tuple[tuple[str, str, str | float], ...]:
        """All views, options and values, as a document stores them."""
        return tuple((view, *each) for view in sorted(self.by_view) for each in self.of(view))

    def show(self, choices: tuple[tuple[str, str, str | float], ...]) -> None:
        """Set these options and no others."""
        before = {view for view, own in self.by_view.items() if own}
        self.by_view.clear()
        for view, option, value in choices:
            self.by_view.setdefault(view, {})[option] = value
        for view in before | set(self.by_view):
            self.changed.emit(view)

    def choose(self, view: str, option: str, value: str | float) -> None:
        own = self.by_view.setdefault(view, {})
        if own.get(option) != value:
            own[option] = value
            self.changed.emit(view)
