"""The widths of the panels beside the plane: a share of the window, until the user chooses. The
chosen width is remembered while a panel is hidden, and between starts.
"""

from collections.abc import Mapping

from PySide6.QtWidgets import QSplitter

from linlab.app.controls.accessibility import text_size

LEFT, MIDDLE, RIGHT = range(3)  # in the splitter
SHARES = {
    LEFT: (252, 0.205, 300),
    RIGHT: (290, 0.267, 420),
}  # share of the window; least and greatest width in pixels
SCREEN = {LEFT: 0.27, RIGHT: 0.31}  # greatest share of the screen, however large the font is
SIDES = {LEFT: "left", RIGHT: "right"}
LEAST_MIDDLE = 380  # pixels, of the middle


class PanelWidths:
    """The widths of a splitter's panels; `chosen` are the user's."""

    def __init__(self, splitter: QSplitter) -> None:
        self._splitter = splitter
        self.chosen: dict[int, int] = {}
        splitter.splitterMoved.connect(lambda *_: self.measure())

    def measure(self) -> None:
        """Take the current widths as chosen; a hidden panel keeps its width."""
        sizes = self._splitter.sizes()
        self.choose({which: sizes[which] for which in SIDES})

    def choose(self, widths: Mapping[int, int | None]) -> None:
        self.chosen |= {which: width for which, width in widths.items() if width}

    def of(self, which: int) -> int:
        """The width of a panel, or the one it will have when it is shown."""
        least, share, most = SHARES[which]
        least, most = text_size.least(self._splitter, least, SCREEN[which]), text_size.px(most)
        return self.chosen.get(which) or round(
            min(max(least, share * self._splitter.window().width()), most)
        )

    def sizes(self) -> list[int]:
        """The widths of all widgets in the splitter."""
        left, right = self.of(LEFT), self.of(RIGHT)
        return [left, max(LEAST_MIDDLE, self._splitter.window().width() - left - right - 40), right]

    def kept(self, left: int, right: int) -> dict[str, int]:
        """What is remembered about panels of these widths; 0: hidden, with its last width."""
        if not self.chosen and left and right:
            return {}
        hidden = [which for which, width in ((LEFT, left), (RIGHT, right)) if not width]
        return {"left": left, "right": right} | {
            f"{SIDES[which]}-seen": self.of(which) for which in hidden
        }

    def recall(self, kept: Mapping[str, int]) -> None:
        for key in ("-seen", ""):
            self.choose({which: kept.get(side + key) for which, side in SIDES.items()})
