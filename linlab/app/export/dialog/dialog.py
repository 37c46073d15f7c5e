"""The export dialog: what to take away on the left, how it will look on the right, and a button to
save it.

It stays open beside the window and follows it. The options are one value, the wish; a control asks
for another wish, and what is shown follows from it.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPushButton, QVBoxLayout

from linlab.app.controls.widgets import allow, theme_in_force
from linlab.app.session.background import Pace
from linlab.engine.ground.errors import Cancelled, LinlabError

from . import kinds
from .copying import copy_reason, put_on_clipboard
from .foot import Foot
from .job import Job
from .live import Live
from .options import Options
from .subject import Subject
from .taking import Taken
from .where import ask_where
from .wish import OWN, SCREEN, SIZES, WIDGETS, Wish, page, window_only


class ExportDialog(QDialog):
    """Takes something of a window away."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject.window)
        self.setObjectName("export")
        self.setWindowTitle("Export")
        self.subject, self.wish = subject, Wish.from_json(dict(subject.settings.now.export))
        self._layers, self._title = subject.layers, subject.session.document.title
        self._drawing = False
        self._path = Path()  # what the job writes
        self.options, self.live, self.foot, self.job = Options(), Live(subject), Foot(), Job(self)
        self.refresh = Pace(self, self._refresh)
        self._lay_out()
        self.options.wanted.connect(self.want)
        self.job.advanced.connect(self.foot.advance)
        self.job.ended.connect(self._ended)
        self.foot.cancelled.connect(self.job.cancel)
        subject.session.changed.connect(self._follow)
        subject.session.moved.connect(self._follow)
        subject.session.measured.connect(self._follow)
        subject.session.choices.changed.connect(self._follow)

    def _lay_out(self) -> None:
        self.options.setFixedWidth(344)
        top, buttons, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
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
            button.setMinimumSize(84, 30)
            buttons.addWidget(button)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        column.addLayout(top, 1)
        column.addLayout(buttons)
        for keys, action in (("Ctrl+C", self.copy), ("Ctrl+S", self.save)):
            QShortcut(QKeySequence(keys), self).activated.connect(action)
        self.resize(1100, 760)
        self.setMinimumSize(760, 480)
        self._dress()

    def _button(self, name: str, text: str, tip: str, action: Any) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: action())
        return button

    # Coming and going

    def open_at(self, what: str) -> None:
        """Show the dialog with this kind of thing chosen."""
        room = self.screen().availableGeometry()
        self.resize(min(self.width(), room.width() - 20), min(self.height(), room.height() - 60))
        if not self.isVisible():
            self.foot.say("")
            self.subject.plane.viewport().installEventFilter(self)
            self.wish = replace(self.wish, end=None)
        self.show()
        self.raise_()
        self.activateWindow()
        self.want({"what": what})
        self.save_button.setFocus()

    def done(self, result: int) -> None:
        """Closed: what is being written is cancelled, and the options are kept."""
        self.subject.plane.viewport().removeEventFilter(self)
        self.refresh.stop()
        self.live.forget()
        if self.job.busy:
            self.job.end()
            self.foot.rest()
        self._remember()
        super().done(result)

    def _remember(self) -> None:
        self.subject.settings.keep(export=self.wish.to_json())

    # Options

    def want(self, fields: dict[str, Any]) -> None:
        """Wish for something else."""
        before, wish = self.wish, replace(self.wish, **fields)
        if wish.what != before.what and not self.job.busy:
            self.foot.say("")
        size = fields.get("size")
        if size in SIZES:
            named = SIZES[size]
            wish = replace(
                wish, width=named.width, height=named.height, font=named.font, scale=named.scale
            )
        elif size == SCREEN:
            wish = replace(wish, font=12.0, scale=1.0)
        elif size == OWN and "width" not in fields:
            width, height = page(before, self.subject.screen)
            wish = replace(wish, width=width, height=height)
        if wish.what == "film" and wish.view in WIDGETS:
            wish = replace(wish, view="plane")
        if window_only(replace(wish, what="figure")):
            wish = replace(wish, format="pdf")
        self.wish = wish
        self._look()
        self._show_options()
        self.refresh.soon()

    def _look(self) -> None:
        """Take what there is: an optimum and a bound are of one problem, and go with it."""
        run = self.subject.session.run
        waits = {"proof": run.look_for_bound().looking, "gap": run.exact.busy}.get(
            self.wish.curves, False
        )
        if kinds.missing_curves(self.subject).get(self.wish.curves) and not waits:
            self.wish = replace(self.wish, curves="loss")

    def _show_options(self) -> None:
        subject = self.subject
        wish = replace(self.wish, end=subject.end(self.wish), title=subject.title(self.wish))
        missing = (
            kinds.missing_curves(subject)
            | kinds.missing_layers(subject)
            | kinds.missing_models(subject)
        )
        self.options.read(wish, subject.screen, self._layers, subject.session.learner, missing)
        self._allow()

    def _allow(self) -> None:
        """Switch off what cannot be had."""
        wish, trouble = self.wish, kinds.trouble_of(self.subject, self.wish)
        self.options.choose.allow(wish, kinds.refused(self.subject, wish))
        busy = self._busy() if self.job.busy and wish.kind.slow else ""
        tip = f"Save the {wish.kind.title.lower()} as {wish.chosen.title} (Enter)"
        allow(self.save_button, trouble or busy, tip)
        allow(
            self.copy_button,
            trouble or copy_reason(wish, self.subject.several),
            "Copy to the clipboard (Ctrl+C)",
        )

    # The preview

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Paint and not self._drawing
        ):  # the plane shows something else
            self.refresh()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "refresh"):
            self.live.preview.dress()
            self.foot.dress()
            self._dress()
            self.refresh()

    def _dress(self) -> None:
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
        layers = self.subject.layers
        if layers != self._layers:  # switched in the window: the dialog begins with those again
            self._layers, self.wish = layers, replace(self.wish, layers=None)
        if (
            self.subject.session.document.title != self._title
        ):  # so it does with a document of another name
            self._title, self.wish = (
                self.subject.session.document.title,
                replace(self.wish, title=None),
            )
        self._look()
        self._show_options()
        self._drawing = True
        try:
            if not self.live.show_wish(self.wish):
                self.refresh()
        finally:
            self._drawing = False

    # Saving

    def save(self) -> None:
        """Ask where, and write it there."""
        self._allow()
        if not self.save_button.isEnabled():
            return
        wish = self.wish
        taken = self._taken(wish)
        path = ask_where(self, self.subject, wish, taken.files) if taken is not None else None
        if taken is None or path is None:
            return
        if taken.slow:
            self._begin(taken, wish, path)
        else:
            self._write(taken, path)

    def _taken(self, wish: Wish) -> Taken | None:
        """What the file will hold, of this moment; None, and a sentence, if there is no such
        thing."""
        self._drawing = True
        try:
            return self.live.take(wish)
        except LinlabError as error:
            self.foot.say(str(error), wrong=True)
        finally:
            self._drawing = False
        return None

    def _write(self, taken: Taken, path: Path) -> None:
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            taken.write(path, lambda done, total: True)
        except LinlabError as error:
            self.foot.say(str(error), wrong=True)
        else:
            self._saved(path, taken.files(path))
        finally:
            QApplication.restoreOverrideCursor()

    def _begin(self, taken: Taken, wish: Wish, path: Path) -> None:
        if self.job.busy:
            self.foot.say(self._busy(), wrong=True)
            return
        self._path = path
        self.foot.begin(path.name, {"film": "Frame", "table": "Row"}.get(wish.what, ""))
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
        self.wish = replace(self.wish, folder=str(path.parent))
        self._remember()

    def copy(self) -> None:
        """Put it on the clipboard."""
        self._allow()
        if self.copy_button.isEnabled():
            self._drawing = True
            try:
                self.foot.say(put_on_clipboard(self.subject, self.wish, self.live))
            except LinlabError as error:
                self.foot.say(str(error), wrong=True)
            finally:
                self._drawing = False
