"""The export dialog: what to export on the left, a preview on the right, and a button to save it.

It stays open beside the window and follows it. The options are one value; a control changes the
options, and everything shown follows from them.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPushButton, QVBoxLayout

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.controls.widgets import allow, theme_in_force
from linlab.app.session.background import Pace
from linlab.engine.ground.errors import Cancelled, LinlabError

from . import kinds
from .copying import copy_reason, put_on_clipboard
from .export_jobs import ExportJob
from .export_options import OWN, SCREEN, SIZES, WIDGETS, ExportOptions, page, window_only
from .export_source import ExportSource
from .file_choice import ask_where
from .foot import Foot
from .job import Job
from .live import Live
from .options import Options


class ExportDialog(QDialog):
    """Exports parts of a window."""

    def __init__(self, export_source: ExportSource) -> None:
        super().__init__(export_source.window)
        self.setObjectName("export")
        self.setWindowTitle("Export")
        self.export_source = export_source
        self.export_options = ExportOptions.from_json(dict(export_source.settings.now.export))
        self._layers = export_source.layers
        self._title = export_source.session.document.title
        self._drawing = False
        self._path = Path()  # what the job writes
        self.options, self.live, self.foot, self.job = (
            Options(),
            Live(export_source),
            Foot(),
            Job(self),
        )
        self.refresh = Pace(self, self._refresh)
        self._lay_out()
        self.options.wanted.connect(self.want)
        self.job.advanced.connect(self.foot.advance)
        self.job.ended.connect(self._ended)
        self.foot.cancelled.connect(self.job.cancel)
        export_source.session.changed.connect(self._follow)
        export_source.session.moved.connect(self._follow)
        export_source.session.measured.connect(self._follow)
        export_source.session.choices.changed.connect(self._follow)

    def _lay_out(self) -> None:
        follow(self.options, lambda options: options.setFixedWidth(px(360)))
        top = QHBoxLayout()
        buttons = QHBoxLayout()
        column = QVBoxLayout(self)
        top.setSpacing(10)
        top.addWidget(self.options)
        top.addWidget(self.live, 1)
        self.copy_button = self._button(
            "export-copy", "&Copy", "Copy to the clipboard (Ctrl+C)", self.copy
        )
        self.close_button = self._button("export-close", "C&lose", "Close (Esc)", self.close)
        self.save_button = self._button("export-save", "&Save…", "", self.save)
        self.save_button.setProperty("role", "primary")
        self.save_button.setDefault(True)
        buttons.setSpacing(8)
        buttons.addWidget(self.foot, 1)
        for button in (self.copy_button, self.close_button, self.save_button):
            follow(button, lambda own: own.setMinimumSize(px(84), px(30)))
            buttons.addWidget(button)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        column.addLayout(top, 1)
        column.addLayout(buttons)
        for keys, action in (("Ctrl+C", self.copy), ("Ctrl+S", self.save)):
            QShortcut(QKeySequence(keys), self).activated.connect(action)
        self.resize(1100, 760)
        self.setMinimumSize(760, 480)
        self._apply_style()

    def _button(self, name: str, text: str, tip: str, action: Any) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: action())
        return button

    # Coming and going

    def open_at(self, what: str) -> None:
        """Show the dialog with this kind chosen."""
        room = self.screen().availableGeometry()
        self.resize(min(self.width(), room.width() - 20), min(self.height(), room.height() - 60))
        if not self.isVisible():
            self.foot.say("")
            self.export_source.plane.viewport().installEventFilter(self)
            self.export_options = replace(self.export_options, end=None)
        self.show()
        self.raise_()
        self.activateWindow()
        self.want({"what": what})
        self.save_button.setFocus()

    def done(self, result: int) -> None:
        """Close: cancel what is being written, and keep the options."""
        self.export_source.plane.viewport().removeEventFilter(self)
        self.refresh.stop()
        self.live.forget()
        if self.job.busy:
            self.job.end()
            self.foot.rest()
        self._remember()
        super().done(result)

    def _remember(self) -> None:
        self.export_source.settings.keep(export=self.export_options.to_json())

    # Options

    def want(self, fields: dict[str, Any]) -> None:
        """Change options."""
        before = self.export_options
        export_options = replace(self.export_options, **fields)
        if export_options.what != before.what and not self.job.busy:
            self.foot.say("")
        size = fields.get("size")
        if size in SIZES:
            named = SIZES[size]
            export_options = replace(
                export_options,
                width=named.width,
                height=named.height,
                font=named.font,
                scale=named.scale,
            )
        elif size == SCREEN:
            export_options = replace(export_options, font=12.0, scale=1.0)
        elif size == OWN and "width" not in fields:
            width, height = page(before, self.export_source.screen)
            export_options = replace(export_options, width=width, height=height)
        if export_options.what == "film" and export_options.view in WIDGETS:
            export_options = replace(export_options, view="plane")
        if window_only(replace(export_options, what="figure")):
            export_options = replace(export_options, format="pdf")
        self.export_options = export_options
        self._update_options()
        self._show_options()
        self.refresh.soon()

    def _update_options(self) -> None:
        """Use the current optimum and bound: they belong to one problem."""
        run = self.export_source.session.run
        waits = {"proof": run.look_for_bound().looking, "gap": run.exact.busy}.get(
            self.export_options.curves, False
        )
        if kinds.missing_curves(self.export_source).get(self.export_options.curves) and not waits:
            self.export_options = replace(self.export_options, curves="loss")

    def _show_options(self) -> None:
        export_source = self.export_source
        export_options = replace(
            self.export_options,
            end=export_source.end(self.export_options),
            title=export_source.title(self.export_options),
        )
        missing = (
            kinds.missing_curves(export_source)
            | kinds.missing_layers(export_source)
            | kinds.missing_models(export_source)
            | kinds.missing_views(export_source, export_options)
        )
        self.options.read(
            export_options,
            export_source.screen,
            export_source.layers_of(export_options.what),
            export_source.session.learner,
            missing,
        )
        self._allow()

    def _allow(self) -> None:
        """Disable what is not available."""
        export_options = self.export_options
        trouble = kinds.trouble_of(self.export_source, self.export_options)
        self.options.choose.allow(export_options, kinds.refused(self.export_source, export_options))
        busy = self._busy() if self.job.busy and export_options.kind.slow else ""
        tip = (
            f"Save the {export_options.kind.title.lower()} as {export_options.chosen.title} (Enter)"
        )
        allow(self.save_button, trouble or busy, tip)
        allow(
            self.copy_button,
            trouble or copy_reason(export_options, self.export_source.several),
            "Copy to the clipboard (Ctrl+C)",
        )

    # The preview

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._drawing:  # the plane shows other layers
            self.refresh()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "refresh"):
            self.live.preview.apply_theme()
            self.foot.apply_theme()
            self._apply_style()
            self.refresh()

    def _apply_style(self) -> None:
        theme = theme_in_force()
        sheet = f"QPushButton:disabled {{ background: {theme.groove}; color: {theme.quiet}; }}"
        if sheet != self.save_button.styleSheet():
            self.save_button.setStyleSheet(sheet)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def _follow(self) -> None:
        if self.isVisible():
            self.refresh()

    def _refresh(self) -> None:
        """Show what would be saved now."""
        if not self.isVisible():
            return
        layers = self.export_source.layers
        if layers != self._layers:  # changed in the window: the dialog follows
            self._layers, self.export_options = layers, replace(self.export_options, layers=None)
        if (
            self.export_source.session.document.title != self._title
        ):  # likewise for a document with another name
            self._title, self.export_options = (
                self.export_source.session.document.title,
                replace(self.export_options, title=None),
            )
        self._update_options()
        self._show_options()
        self._drawing = True
        try:
            if not self.live.show_export_options(self.export_options):
                self.refresh()
        finally:
            self._drawing = False

    # Saving

    def save(self) -> None:
        """Ask for a file, and write it."""
        self._allow()
        if not self.save_button.isEnabled():
            return
        export_options = self.export_options
        taken = self._taken(export_options)
        path = (
            ask_where(self, self.export_source, export_options, taken.files)
            if taken is not None
            else None
        )
        if taken is None or path is None:
            return
        if taken.slow:
            self._begin(taken, export_options, path)
        else:
            self._write(taken, path)

    def _taken(self, export_options: ExportOptions) -> ExportJob | None:
        """The content of the file at this moment; None, with a message, if there is none."""
        self._drawing = True
        try:
            return self.live.take(export_options)
        except LinlabError as error:
            self.foot.say(str(error), wrong=True)
        finally:
            self._drawing = False
        return None

    def _write(self, taken: ExportJob, path: Path) -> None:
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            taken.write(path, lambda done, total: True)
        except LinlabError as error:
            self.foot.say(str(error), wrong=True)
        else:
            self._saved(path, taken.files(path))
        finally:
            QApplication.restoreOverrideCursor()

    def _begin(self, taken: ExportJob, export_options: ExportOptions, path: Path) -> None:
        if self.job.busy:
            self.foot.say(self._busy(), wrong=True)
            return
        self._path = path
        self.foot.begin(
            path.name, {"film": "Frame", "web": "Step", "table": "Row"}.get(export_options.what, "")
        )
        self.job.start(lambda report: taken.write(path, report))
        self._allow()

    def _busy(self) -> str:
        return f"{self._path.name} is still being written."

    def _ended(self, trouble: object) -> None:
        self.foot.rest()
        if isinstance(trouble, LinlabError):
            self.foot.say(str(trouble), wrong=not isinstance(trouble, Cancelled))
        else:
            self._saved(self._path)
        self._allow()

    def _saved(self, path: Path, files: tuple[Path, ...] = ()) -> None:
        self.foot.saved(*(files or (path,)))
        self.export_options = replace(self.export_options, folder=str(path.parent))
        self._remember()

    def copy(self) -> None:
        """Put it on the clipboard."""
        self._allow()
        if self.copy_button.isEnabled():
            self._drawing = True
            try:
                self.foot.say(put_on_clipboard(self.export_source, self.export_options, self.live))
            except LinlabError as error:
                self.foot.say(str(error), wrong=True)
            finally:
                self._drawing = False
