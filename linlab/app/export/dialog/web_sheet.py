"""The options of a web page: its steps, its title and the views beside the plane."""

from collections.abc import Mapping
from typing import Any

from linlab.app.controls.widgets import allow
from linlab.engine.views.views import VIEWS

from .export_options import PAGE_VIEWS, SPACED, ExportOptions, page_view
from .fields import Sheet, Toggle, grid, line


class WebSheet(Sheet):
    """Which steps, and which views."""

    def __init__(self) -> None:
        super().__init__("Web page")
        begin, end = self.number("begin", width=88), self.number("end", width=88)
        begin.setAccessibleName("From step")
        end.setAccessibleName("To step")
        self.body.addWidget(line("From step", begin, "to", end, 1))
        self.body.addWidget(self.choice("spaced", "Steps", tuple(SPACED.items())))
        self.body.addWidget(self.text("title", "Title"))
        self.body.addWidget(
            grid(
                [
                    self.toggle("legend", "Legend", "Add a legend for marks and lines"),
                    self.toggle("axes", "Axes", "Draw axes with numbers"),
                ],
                2,
            )
        )
        self._chosen: tuple[str, ...] = ()
        self.views = {name: Toggle(VIEWS[name].short, VIEWS[name].help) for name in PAGE_VIEWS}
        for name, toggle in self.views.items():
            toggle.setObjectName(page_view(name))
            toggle.clicked.connect(lambda on, name=name: self._switch(name, on))
        self.body.addWidget(grid(list(self.views.values()), 3))

    def read(self, export_options: ExportOptions) -> None:
        super().read(export_options)
        self._chosen = export_options.views
        for name, toggle in self.views.items():
            toggle.setChecked(name in export_options.views)

    def allow_views(self, missing: Mapping[str, str]) -> None:
        """Disable the views that refuse this run, each with its reason."""
        for name, toggle in self.views.items():
            allow(toggle, missing.get(page_view(name), ""), toggle.tip)

    def _switch(self, name: str, on: bool) -> None:
        rest = tuple(each for each in self._chosen if each != name)
        wanted: dict[str, Any] = {"views": (*rest, name) if on else rest}
        self.wanted.emit(wanted)
