"""The live preview: what the options would give now."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from linlab.app.controls.widgets import Card
from linlab.app.export import figures
from linlab.app.export import widgets as export_widgets
from linlab.app.export.figures import FIGURE_FORMATS
from linlab.app.panels.step_card import StepCard
from linlab.app.session.background import Background
from linlab.engine.export.web.page import PLANE_SIZE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.curves import gap

from . import kinds
from .export_jobs import ExportJob, take
from .export_options import WIDGETS, ExportOptions, page, view_of
from .export_source import ExportSource
from .preview import Preview
from .web_page import PagePreview, page_preview, page_source

A4 = 210 * 96 / 25.4, 297 * 96 / 25.4  # pixels of 1/96 inch
MEASURING_SECONDS = 0.008  # seconds of measuring curves for each preview


class Live(Card):
    """The preview of the options, under a heading with its size."""

    def __init__(self, export_source: ExportSource) -> None:
        super().__init__("Preview")
        self.title.removeEventFilter(self)  # folding it would be useless
        self.title.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title.unsetCursor()
        self.title.setToolTip("")
        self.value.setObjectName("preview-note")
        self.export_source = export_source
        self.preview = Preview()
        self.body.addWidget(self.preview)
        self._whole = True  # whether nothing is left to measure
        self._card: StepCard | None = None
        self._asked: Any = None  # the table or sheet
        self._made: object = ""  # its text or pages, or why there is none
        self._background = Background(self)
        self._background.answered.connect(self._arrived)

    def show_export_options(self, export_options: ExportOptions) -> bool:
        """Show the result; False if there will be more to see soon."""
        self._whole = True
        if self._asked is not None and self._asked[0] != export_options.what:
            self.forget()
        trouble = kinds.trouble_of(self.export_source, export_options)
        self.value.setText("" if trouble else self._note(export_options))
        try:
            if trouble:
                self.preview.say(trouble)
            elif export_options.what == "table":
                self._show_table(export_options)
            elif export_options.what == "homework":
                self._show_homework(export_options)
            elif export_options.what == "web":
                self._show_web(export_options)
            elif export_options.what in ("weights", "points") or (
                export_options.what == "figure" and export_options.chosen.text
            ):
                self.preview.show_text(
                    kinds.text_of(
                        self.export_source,
                        export_options,
                        self.values(export_options) if export_options.what == "figure" else None,
                    )
                )
            else:
                self.preview.show_image(
                    self._image(export_options), edge=export_options.view != "step"
                )
        except LinlabError as error:
            self.preview.say(str(error))
        return self._whole

    def forget(self) -> None:
        """The dialog is closed."""
        self._background.forget()
        self._asked = None

    def widget_of(self, view: str) -> QWidget:
        """The widget of a view of the window itself, up to date."""
        if view == "window":
            return self.export_source.window
        if self._card is None:
            self._card = StepCard(self.export_source.session)
            self._card.setParent(self.window())
            self._card.move(-10_000, 0)  # it is there to be drawn, not to be seen
            self._card.show()
        return export_widgets.unfolded(self._card)

    def _image(self, export_options: ExportOptions) -> QImage:
        ratio = self.devicePixelRatioF()
        if export_options.view in WIDGETS:
            widget = self.widget_of(export_options.view)
            image = export_widgets.image(
                widget, self.preview.fit(widget.width(), widget.height()) * ratio
            )
        else:
            factor = self.preview.fit(*page(export_options, self.export_source.screen))
            image = figures.image(
                kinds.picture_of(
                    self.export_source, export_options, factor, self.values(export_options)
                ),
                96.0 * ratio * factor,
            )
        image.setDevicePixelRatio(ratio)
        return image

    def take(self, export_options: ExportOptions) -> ExportJob:
        """The export job for the options as they are now."""
        self._whole = True
        values = self.values(export_options) if export_options.what == "figure" else None
        return take(self.export_source, export_options, values, self._whole, self.widget_of)

    def values(self, export_options: ExportOptions) -> Any:
        """The curves as far as they are measured; a preview does not wait for all of them."""
        run = self.export_source.session.run
        if not view_of(export_options).curves or run.history is None:
            return None
        trace = run.history.trace
        t = run.t
        optimum = run.optimum
        self._whole = run.history.fill(t, MEASURING_SECONDS)
        values = run.history.curves()
        if optimum is not None:
            values["gap"] = gap(trace, values["t"], values["objective"], optimum)
        seen = values["t"] <= t
        return values["t"][seen], {name: each[seen] for name, each in values.items()}

    def _show_table(self, export_options: ExportOptions) -> None:
        document, which = self.export_source.session.document, self.export_source.session.focus
        asked = (
            "table",
            document,
            which,
            export_options.table,
            export_options.first,
            export_options.last,
            export_options.blank,
            export_options.digits,
        )
        self._show_later(
            asked,
            lambda: kinds.table_text(document, which, export_options, lambda: self._asked is asked),
        )

    def _show_homework(self, export_options: ExportOptions) -> None:
        document = self.export_source.session.document
        which = self.export_source.session.focus
        title = self.export_source.title(export_options)
        ratio = self.devicePixelRatioF() * self.preview.fit(2 * A4[0], A4[1])
        asked = (
            "homework",
            document,
            which,
            title,
            export_options.homework,
            export_options.updates,
            export_options.digits,
            ratio,
        )
        self._show_later(
            asked, lambda: kinds.sheet_preview(document, which, export_options, title, ratio)
        )

    def _show_web(self, export_options: ExportOptions) -> None:
        source = page_source(self.export_source, export_options)
        ratio = self.devicePixelRatioF() * self.preview.fit(*PLANE_SIZE)
        asked = ("web", source.document, source.which, source.options, id(source.optimum), ratio)
        self._show_later(asked, lambda: page_preview(source, lambda: self._asked is asked, ratio))

    def _show_later(self, asked: Any, make: Callable[[], object]) -> None:
        """It may need steps that have not been made yet, so it is computed in the background, and
        only if it has changed."""
        if self._asked != asked:
            if self._asked is None or self._asked[0] != asked[0]:
                self.preview.say("A moment …")
            self._asked = asked
            self._made = ""
            self._background.ask(make)
        elif not self._background.busy:
            self._arrived(self._made)

    def _arrived(self, answer: object) -> None:
        self._made = answer
        if isinstance(answer, LinlabError):
            self.preview.say(str(answer))
        elif isinstance(answer, PagePreview):
            self.value.setText(answer.note)
            self._show(answer.image)
        elif isinstance(answer, QImage):
            self._show(answer)
        else:
            self.preview.show_text(str(answer))

    def _show(self, image: QImage) -> None:
        image.setDevicePixelRatio(self.devicePixelRatioF())
        self.preview.show_image(image)

    def _note(self, export_options: ExportOptions) -> str:
        """The size of the export, in words."""
        if export_options.what == "weights":
            return f"STEP {self.export_source.session.t}"
        if export_options.what == "points":
            return f"{len(self.export_source.session.points)} POINTS"
        if export_options.what == "table":
            return f"STEPS {export_options.first} TO {export_options.last}"
        if export_options.what == "web":
            return "A MOMENT …"  # until its size is known
        if export_options.what == "homework":
            return f"STEPS 1 TO {export_options.updates} · A4"
        width, height = page(export_options, self.export_source.screen)
        if export_options.view in WIDGETS:
            widget = self.widget_of(export_options.view)
            width, height = widget.width(), widget.height()
        if export_options.what == "film" or FIGURE_FORMATS[export_options.format].pixels:
            scale = 1.0 if export_options.what == "film" else export_options.dpi / 96
            return f"{width * scale:.0f} × {height * scale:.0f} PIXELS"
        return f"{width * 25.4 / 96:.0f} × {height * 25.4 / 96:.0f} MM"
