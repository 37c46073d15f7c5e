"""The options of the export dialog: the kind and the format, then sheets for the page, its look,
its content, the table and the film. What does not apply is disabled, with the reason in its
tooltip."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.controls.widgets import allow
from linlab.app.export.figures import FIGURE_FORMATS
from linlab.engine.export.tables.table_formats import TABLE_FORMATS
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.curves import MODES, mode_of
from linlab.engine.picture.layers import LAYERS, switches
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.showing.choice import is_on, switched
from linlab.engine.views.views import VIEWS

from .export_options import (
    EXPORT_KINDS,
    FORMAT_OF,
    OWN,
    RANGES,
    SCREEN,
    SIZES,
    UNITS,
    WIDGETS,
    ExportOptions,
    has_curves,
    page,
    view_of,
    window_only,
)
from .fields import Sheet, Toggle, grid, line
from .web_sheet import WebSheet

NO_TIKZ = "TikZ draws only the plane and the curves: choose PDF or SVG for this view."
AS_IT_LOOKS = "This view is drawn as it looks in the window."
LOOKS = ("palette", "font", "scale", "title", "legend", "axes", "caption")


def idle(export_options: ExportOptions, field: str) -> str:
    """Why an option does nothing now, in words; empty if it does something."""
    if export_options.what == "homework":
        return ""
    widget = export_options.view in WIDGETS and export_options.what == "figure"
    if field == "dpi":
        if export_options.what == "film":
            return "The page size sets the pixels of a film."
        return (
            ""
            if FIGURE_FORMATS[export_options.format].pixels
            else f"{FIGURE_FORMATS[export_options.format].title} is sharp at any size."
        )
    if widget and field in ("size", "width", "height", "unit"):
        return "This view has its size in the window; PDF and SVG can be scaled."
    if widget and (field in LOOKS or field in ("layers", "region", "curves", "log_t", "log_y")):
        return AS_IT_LOOKS
    if field in ("layers", "region") and not view_of(export_options).plane:
        return "The plane is not in this view."
    if field in ("curves", "log_t", "log_y") and not has_curves(export_options):
        return "There are no curves in this view."
    if field == "log_y" and export_options.curves == "gap":
        return "J − J* is always on a logarithmic axis."
    if (
        field == "digits"
        and export_options.what == "table"
        and TABLE_FORMATS[export_options.table].every_digit
    ):
        return f"{TABLE_FORMATS[export_options.table].title} has every digit."
    return ""


class Choose(Sheet):
    """The kind, the format, and what it is good for."""

    def __init__(self) -> None:
        super().__init__("Export")
        titles, tips = (
            {key: getattr(kind, of) for key, kind in EXPORT_KINDS.items()}
            for of in ("short", "tip")
        )
        kinds = self.segments("what", tuple(titles.items()), tips)
        self.body.addWidget(kinds)
        self.formats = {
            key: self.segments(
                FORMAT_OF[key], tuple((each.key, each.title) for each in kind.formats.values())
            )
            for key, kind in EXPORT_KINDS.items()
        }
        self.body.addSpacing(2)
        for each in self.formats.values():
            self.body.addWidget(each)
        self.use = QLabel()
        self.use.setProperty("role", "quiet")
        self.use.setWordWrap(True)
        follow(self.use, lambda own: own.setMinimumHeight(px(28)))
        self.use.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(self.use)

    def read(self, export_options: ExportOptions) -> None:
        super().read(export_options)
        for kind, each in self.formats.items():
            each.setVisible(kind == export_options.what)
        self.use.setText(export_options.chosen.use)

    def allow(self, export_options: ExportOptions, refused: dict[str, str]) -> None:
        """Disable the formats that are not available, each with its reason."""
        for key, button in self.formats[export_options.what].buttons.items():
            reason = (
                NO_TIKZ
                if export_options.what == "figure"
                and window_only(replace(export_options, format=key))
                else refused.get(key, "")
            )
            allow(button, reason, export_options.kind.formats[key].use)


class Page(Sheet):
    """The view, and its size."""

    def __init__(self) -> None:
        super().__init__("Page")
        self.view = self.choice(
            "view",
            "Show",
            (*((view.name, view.title) for view in VIEWS.values()), *WIDGETS.items()),
        )
        sizes = tuple((key, size.title) for key, size in SIZES.items())
        self.size_row = self.choice(
            "size", "Size", (*sizes, (SCREEN, "As on screen"), (OWN, "Custom size"))
        )
        self.side = {name: self.number(name, 1) for name in ("width", "height")}
        self.unit = self.segments("unit", tuple((key, key) for key in UNITS))
        follow(self.unit, lambda own: own.setFixedWidth(px(108)))
        for name, side in self.side.items():
            side.typed.disconnect()
            side.typed.connect(lambda value, name=name: self._typed(name, value))
            side.setAccessibleName(name.capitalize())
        self.dpi = self.number("dpi")
        self.dpi.setAccessibleName("Resolution in dots per inch")
        for row in (
            self.view,
            self.size_row,
            line(self.side["width"], "×", self.side["height"], 1, self.unit),
            line("Resolution", 1, self.dpi, "dpi"),
        ):
            self.body.addWidget(row)
        self._factor = 1.0

    def read_page(self, export_options: ExportOptions, screen: tuple[float, float]) -> None:
        self._factor = UNITS[export_options.unit]
        for (name, side), value in zip(
            self.side.items(), page(export_options, screen), strict=True
        ):
            low, high = RANGES[name]
            side.bound(
                low / self._factor,
                high / self._factor,
                {"px": 0, "mm": 1, "cm": 2}[export_options.unit],
            )
            side.set_value(value / self._factor)

    def read(self, export_options: ExportOptions) -> None:
        for name in ("view", "size", "unit", "dpi"):
            self._showing[name](getattr(export_options, name))
        for key in WIDGETS:
            self.view.allow_item(
                key,
                "A film shows the plane and the curves." if export_options.what == "film" else "",
            )

    def _typed(self, name: str, value: float) -> None:
        other = "height" if name == "width" else "width"
        self.wanted.emit(
            {
                "size": OWN,
                name: value * self._factor,
                other: self.side[other].value() * self._factor,
            }
        )


class Look(Sheet):
    """Colours, font, lines, and what frames the picture."""

    def __init__(self) -> None:
        super().__init__("Look")
        self.body.addWidget(
            self.choice(
                "palette", "Colours", tuple((name, each.title) for name, each in PALETTES.items())
            )
        )
        font = self.slider("font", "Text", "px", ends=(6.0, 36.0))
        scale = self.slider("scale", "Lines", "×", log=True, ends=(0.5, 3.0))
        self.body.addWidget(grid([font, scale], 2, 18))
        self.body.addWidget(self.text("title", "Title"))
        self.body.addWidget(
            grid(
                [
                    self.toggle("legend", "Legend", "Add a legend for marks and lines"),
                    self.toggle("axes", "Axes", "Draw axes with numbers"),
                    self.toggle(
                        "caption", "Caption", "Add a caption: which step this is, and what it did"
                    ),
                ],
                3,
            )
        )


class Shown(Sheet):
    """The layers, the part of the plane, and the curves."""

    def __init__(self) -> None:
        super().__init__("Shown")
        self._shown: frozenset[str] = frozenset()
        self.layers = {layer.name: Toggle(layer.title, layer.tip) for layer in switches()}
        for name, toggle in self.layers.items():
            toggle.setObjectName(f"show-{name}")
            toggle.clicked.connect(lambda on, name=name: self._switch(name, on))
        self.body.addWidget(grid(list(self.layers.values()), 3))
        self.body.addWidget(
            self.segments("region", (("all", "All points"), (SCREEN, "As on screen")))
        )
        curves = self.segments("curves", tuple((mode.key, mode.title) for mode in MODES))
        logs = [
            self.toggle("log_t", "log t", "A logarithmic axis for the steps"),
            self.toggle("log_y", "log y", "A logarithmic axis for the values"),
        ]
        self.body.addWidget(line(curves, *logs))

    def read_layers(
        self, shown: frozenset[str], learner: Learner, missing: Mapping[str, str]
    ) -> None:
        """Show which layers are on; one with nothing to show is off, and says why."""
        self._shown = shown
        for name, toggle in self.layers.items():
            why = missing.get(name, "")
            toggle.setChecked(is_on(LAYERS[name], shown, learner) and not why)
            allow(toggle, why, LAYERS[name].means(learner) or toggle.tip)

    def _switch(self, name: str, on: bool) -> None:
        self.wanted.emit({"layers": switched(self._shown, name, on)})


class WeightsSheet(Sheet):
    """Which models."""

    def __init__(self) -> None:
        super().__init__("Models")
        self.body.addWidget(
            self.toggle(
                "every",
                "All models, one file each",
                "Write the weights of all models in the document, not only of the current one",
            )
        )


class TableSheet(Sheet):
    """Which steps, and how many digits."""

    def __init__(self) -> None:
        super().__init__("Steps")
        first, last = self.number("first", width=88), self.number("last", width=88)
        first.setAccessibleName("From step")
        last.setAccessibleName("To step")
        self.body.addWidget(line("From", first, "to", last, 1))
        self.body.addWidget(self.slider("digits", "Digits", "significant", integer=True))
        self.body.addWidget(
            self.toggle(
                "blank",
                "Leave the answers blank (homework)",
                "List only the example of each step; the rest is filled in by hand",
            )
        )


class HomeworkSheet(Sheet):
    """How many steps, how many digits, and the title."""

    def __init__(self) -> None:
        super().__init__("Homework")
        updates = self.number("updates")
        updates.setAccessibleName("How many steps")
        self.body.addWidget(line("The first", updates, "steps, by hand", 1))
        self.body.addWidget(self.slider("digits", "Digits", "significant", integer=True))
        self.body.addWidget(self.text("title", "Title"))


class FilmSheet(Sheet):
    """The range, the length and the frame rate."""

    def __init__(self) -> None:
        super().__init__("Film")
        begin, end = self.number("begin", width=88), self.number("end", width=88)
        begin.setAccessibleName("From step")
        end.setAccessibleName("To step")
        self.body.addWidget(line("From step", begin, "to", end, 1))
        self.body.addWidget(
            grid(
                [
                    self.slider("seconds", "Length", "s", ends=(1.0, 60.0), log=True),
                    self.slider("fps", "Frames", "per s", integer=True),
                ],
                2,
                18,
            )
        )


class Options(QScrollArea):
    """All sheets; those of the chosen kind are shown."""

    wanted = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.choose, self.page, self.look, self.shown = Choose(), Page(), Look(), Shown()
        self.web = WebSheet()
        self.sheets: dict[str, Any] = {
            "weights": WeightsSheet(),
            "film": FilmSheet(),
            "web": self.web,
            "page": self.page,
            "look": self.look,
            "shown": self.shown,
            "table": TableSheet(),
            "homework": HomeworkSheet(),
        }
        column = QWidget()
        place = QVBoxLayout(column)
        place.setContentsMargins(0, 0, 4, 0)
        place.setSpacing(8)
        for sheet in (self.choose, *self.sheets.values()):
            place.addWidget(sheet)
            sheet.wanted.connect(self.wanted)
        place.addStretch(1)
        self.setWidget(column)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def read(
        self,
        export_options: ExportOptions,
        screen: tuple[float, float],
        layers: frozenset[str],
        learner: Learner,
        missing: dict[str, str],
    ) -> None:
        """Show the options; `layers` are those of the plane, which shows that learner; `missing`
        says which curves and layers are not available, and why."""
        for name, sheet in self.sheets.items():
            sheet.setVisible(name in export_options.kind.sheets)
        for each in (self.choose, *self.sheets.values()):
            each.read(export_options)
            for field, control in each.controls.items():
                reason = idle(export_options, field) or (
                    missing.get(field, "") if field == "every" else ""
                )
                if isinstance(control, Toggle):
                    allow(control, reason, control.tip)
                elif field not in ("what", *FORMAT_OF.values()):
                    allow(control, reason)
        self.page.read_page(export_options, screen)
        self.web.allow_views(missing)
        none = idle(export_options, "layers")
        self.shown.read_layers(
            layers if export_options.layers is None else export_options.layers,
            learner,
            dict.fromkeys(self.shown.layers, none) if none else missing,
        )
        for key, button in self.shown.controls["curves"].buttons.items():
            allow(button, idle(export_options, "curves") or missing.get(key, ""), mode_of(key).help)
