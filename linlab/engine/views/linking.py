"""Which points a place of a picture stands for: marks near it, areas around it, the row and the
column of a cell.

So pointing at an example in one view can light it in all of them.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from linlab.engine.picture.shapes import Areas, Cells, Group, Handle, Item, Marks, Panel, Picture

MARK_REACH_PX = 9.0  # on the page, from the middle of a mark


def points_at(picture: Picture, x: float, y: float) -> tuple[int, ...]:
    """The ids of the points at a place on the page: what lies on top comes first."""
    panel = panel_at(picture, x, y)
    return () if panel is None else _within(panel, panel.items, np.array([x, y]))


def symbol_at(picture: Picture, x: float, y: float) -> str:
    """The symbol of a formula at a place on the page; empty if there is none."""
    panel = panel_at(picture, x, y)
    if panel is None or not panel.symbols:
        return ""
    across, up = to_panel(panel, x, y)
    for box in panel.symbols:
        if box.left <= across <= box.right and box.bottom <= up <= box.top:
            return box.symbol
    return ""


def handle_at(panel: Panel, x: float, y: float) -> Handle | None:
    """The nearest handle of a panel within reach of a place on the page."""
    if not panel.handles:
        return None
    places = panel.to_page([handle.place for handle in panel.handles])
    away = np.hypot(*(places - (x, y)).T)
    nearest = int(away.argmin())
    return panel.handles[nearest] if away[nearest] <= MARK_REACH_PX else None


def panel_at(picture: Picture, x: float, y: float) -> Panel | None:
    """The panel whose frame holds a place on the page."""
    for panel in picture.panels:
        frame = panel.frame
        if frame.x <= x <= frame.x + frame.width and frame.y <= y <= frame.y + frame.height:
            return panel
    return None


def to_panel(panel: Panel, x: float, y: float) -> tuple[float, float]:
    """A place on the page in the panel's own units."""
    frame, view = panel.frame, panel.view
    across = (x - frame.x) / frame.width
    up = 1 - (y - frame.y) / frame.height
    return view.left + across * (view.right - view.left), view.bottom + up * (
        view.top - view.bottom
    )


def _within(panel: Panel, items: tuple[Item, ...], at: Any) -> tuple[int, ...]:
    for item in reversed(items):
        match item:
            case Group():
                found = _nearest(panel, item, at) or _within(panel, item.items, at)
            case Marks(ids=ids) if ids is not None and len(ids):
                away = np.hypot(*(panel.to_page(item.places) - at).T)
                k = int(np.argmin(away))
                found = (int(ids[k]),) if away[k] <= max(MARK_REACH_PX, item.size / 2) else ()
            case Areas(ids=ids) if ids:
                k = next(
                    (k for k, ring in enumerate(item.rings) if _inside(panel.to_page(ring), at)), -1
                )
                found = ids[k] if k >= 0 else ()
            case Cells(ids=(rows, columns)):
                found = _cell(item, panel, at, rows, columns)
            case _:
                found = ()
        if found:
            return found
    return ()


def _nearest(panel: Panel, group: Group, at: Any) -> tuple[int, ...]:
    """Of marks that belong together, the nearest; of those on one place, what lies on top."""
    marks = [item for item in _marks(group) if item.ids is not None and len(item.ids)]
    if not marks:
        return ()
    away = np.hypot(*(panel.to_page(np.concatenate([item.places for item in marks])) - at).T)
    reach = np.concatenate(
        [np.full(len(item.ids), max(MARK_REACH_PX, item.size / 2)) for item in marks]
    )
    k = len(away) - 1 - int(np.argmin(away[::-1]))
    return (int(np.concatenate([item.ids for item in marks])[k]),) if away[k] <= reach[k] else ()


def _marks(group: Group) -> Iterator[Marks]:
    """Those of a group, and of groups in it, in the order in which they are painted."""
    for item in group.items:
        if isinstance(item, Marks):
            yield item
        elif isinstance(item, Group):
            yield from _marks(item)


def _cell(item: Cells, panel: Panel, at: Any, rows: Any, columns: Any) -> tuple[int, ...]:
    """The points of its row and of its column."""
    left, right, bottom, top = item.extent
    x, y = to_panel(panel, *at)
    if not (left <= x < right and bottom < y <= top):
        return ()
    ny, nx = item.pixels.shape
    row, column = int((top - y) / (top - bottom) * ny), int((x - left) / (right - left) * nx)
    return tuple(dict.fromkeys((int(rows[min(row, ny - 1)]), int(columns[min(column, nx - 1)]))))


def _inside(ring: Any, at: Any) -> bool:
    """Whether a place is inside a polygon: a ray from it crosses its edges an odd number of
    times."""
    a = ring
    b = np.roll(ring, -1, axis=0)
    crosses = (a[:, 1] > at[1]) != (b[:, 1] > at[1])
    if not crosses.any():
        return False
    a, b = a[crosses], b[crosses]
    return bool(
        (a[:, 0] + (at[1] - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1]) > at[0]).sum() % 2
    )
