"""A figure asked for by names: of a view, of layers, of colours. A wrong name is refused with the
similar ones."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from linlab.engine.ground.errors import LinlabError, perhaps, unknown
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.layers import switches
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.showing.choice import names as layer_names

from .figure import Figure
from .snapshot import Snapshot
from .views import VIEWS, completed, draw


def check_view(name: str, more: Iterable[str] = ()) -> None:
    """Refuse a view that there is not; `more` are views that somebody else draws."""
    if name not in (*VIEWS, *more):
        raise unknown("view", name, (*VIEWS, *more))


def layers_named(names: Iterable[str]) -> frozenset[str]:
    """The layers of these names."""
    chosen = frozenset(names)
    stranger = next((name for name in sorted(chosen) if name not in layer_names()), None)
    if stranger is not None:
        known = [layer.name for layer in switches()]
        raise unknown("layer", stranger, known, ", or none")
    return chosen


def figure_named(
    view: str,
    layers: Iterable[str] | str | None = None,
    options: Mapping[str, Any] | None = None,
    palette: str = "light",
    title: str = "",
    size: tuple[float, float] = (640.0, 480.0),
) -> Figure:
    """The figure of a view, with these layers, options of the view, and look."""
    check_view(view)
    if palette not in PALETTES:
        raise unknown("palette", palette, tuple(PALETTES))
    own = {each.name for each in VIEWS[view].options}
    for name in options or {}:
        if name not in own:
            raise unknown("option", name, sorted(own), f" of the view “{view}”")
    chosen = tuple((name, _plain(value)) for name, value in (options or {}).items())
    width, height = size
    figure = Figure(view, width, height, palette, title=title, options=chosen)
    if layers is None:
        return replace(figure, layers=figure.layers - {"optimum"})  # it takes long: only if asked
    listed = layers.split(",") if isinstance(layers, str) else layers
    names = [name.strip() for name in listed if name.strip() not in ("", "none")]
    return replace(figure, layers=layers_named(names))


def drawn(figure: Figure, moment: Snapshot) -> Any:
    """The picture of a moment; what the view has to work out first is worked out."""
    for name, value in figure.options:
        option = VIEWS[figure.view].option(name)
        keys = [key for key, _ in option.choices(moment)]
        if keys and option.span is None and not option.longest and value not in keys:
            raise LinlabError(
                f"“{shorten(str(value))}” is not a value of {name} here{perhaps(str(value), keys)}: use one of {', '.join(keys)}."
            )
    return draw(figure, completed(figure, moment))


def _plain(value: Any) -> str | float:
    return value if isinstance(value, str) else float(value)
