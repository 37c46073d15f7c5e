"""What the hand is at: the point, the place and the symbol that the mouse points at, in whatever
view, and the points that are selected."""

from PySide6.QtCore import QObject, Signal


class Pointing(QObject):
    """`changed` says that another point or symbol is pointed at or selected, or another place of
    the plane."""

    changed = Signal()
    reached = Signal()  # another point, or none any more
    chosen = Signal()  # other points are selected

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pointed: int | None = None  # the id of the point that the mouse is at
        self.cursor: tuple[float, float] | None = None  # the place of the plane that it is at
        self.selection: frozenset[int] = frozenset()  # ids
        self.symbol = ""  # the symbol of a formula that it is at, or that stands for what it is at

    def point_at(self, id: int | None, cursor: tuple[float, float] | None = None) -> None:
        """This point is pointed at; the plane says at which place, too."""
        if (id, cursor) != (self.pointed, self.cursor):
            another = id != self.pointed
            self.pointed, self.cursor = id, cursor
            self.changed.emit()
            if another:
                self.reached.emit()

    def name(self, symbol: str) -> None:
        """This symbol is pointed at, or none."""
        if symbol != self.symbol:
            self.symbol = symbol
            self.changed.emit()

    def select(self, ids: frozenset[int]) -> None:
        """These points are selected, and no others."""
        if ids != self.selection:
            self.selection = ids
            self.changed.emit()
            self.chosen.emit()
