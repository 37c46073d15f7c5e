"""Handles of a view: marks of its picture that are dragged to choose its options."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF

from linlab.engine.picture.shapes import Handle, Panel, Picture, View
from linlab.engine.views.linking import handle_at, panel_at, to_panel


@dataclass(frozen=True, eq=False)
class Grabbed:
    """A handle that is dragged, in the panel where it was at first."""

    handle: Handle
    panel: Panel

    @property
    def held(self) -> View | None:
        """What the panel goes on showing meanwhile."""
        return self.panel.view if self.handle.holds else None

    def chosen(self, at: QPointF) -> dict[str, str | float]:
        """The options of a place on the page, within the panel."""
        frame = self.panel.frame
        x = min(max(at.x(), frame.x), frame.x + frame.width)
        y = min(max(at.y(), frame.y), frame.y + frame.height)
        return dict(self.handle.choose(*to_panel(self.panel, x, y)))


def grab(picture: Picture, at: QPointF) -> Grabbed | None:
    """The nearest handle within reach."""
    panel = panel_at(picture, at.x(), at.y())
    handle = None if panel is None else handle_at(panel, at.x(), at.y())
    return None if panel is None or handle is None else Grabbed(handle, panel)
