"""The preview, alive: what a wish would give if it were granted now."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from linlab.app.controls.widgets import Card
from linlab.app.export import figures
from linlab.app.export import widgets as export_widgets
from linlab.app.export.figures import FIGURE_FORMATS
from linlab.app.panels.update_card import UpdateCard
from linlab.app.session.background import Background
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.curves import gap

from . import kinds
from .preview import Preview
from .subject import Subject
from .taking import Taken, take
from .wish import WIDGETS, Wish, page, view_of

A4 = 210 * 96 / 25.4, 297 * 96 / 25.4  # pixels of 1/96 inch
BUDGET = 0.008  # seconds of measuring curves for each preview


class Live(Card):
    """The preview of a window's wish, under a heading that says how large it is."""

    def __init__(self, subject: Subject) -> None:
        super().__init__("Preview")
        self.title.removeEventFilter(self)  # there is no use in folding it
        self.title.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title.unsetCursor()
        self.title.setToolTip("")
        self.value.setObjectName("preview-note")
        self.subject, self.preview = subject, Preview()
        self.body.addWidget(self.preview)
        self._whole = True  # whether there is nothing left to measure
        self._card: UpdateCard | None = None
        self._asked: Any = None  # for which table or sheet
        self._made: object = ""  # its text or its pages, or why there is none
        self._background = Background(self)
        self._background.answered.connect(self._arrived)

    def show_wish(self, wish: Wish) -> bool:
        """Show what it gives now; False if there will be more to see soon."""
        self._whole = True
        if self._asked is not None and self._asked[0] != wish.what:
            self.forget()
        trouble = kinds.trouble_of(self.subject, wish)
        self.value.setText("" if trouble else self._note(wish))
        try:
            if trouble:
                self.preview.say(trouble)
            elif wish.what == "table":
                self._show_table(wish)
            elif wish.what == "homework":
                self._show_homework(wish)
            elif wish.what in ("weights", "points") or (wish.what == "figure" and wish.chosen.text):
                self.preview.show_text(
                    kinds.text_of(
                        self.subject, wish, self.values(wish) if wish.what == "figure" else None
                    )
                )
            else:
                self.preview.show_image(self._image(wish), edge=wish.view != "step")
        except LinlabError as error:
            self.preview.say(str(error))
        return self._whole

    def forget(self) -> None:
        """Nobody is looking any more."""
        self._background.forget()
        self._asked = None

    def widget_of(self, view: str) -> QWidget:
        """What a view of the window itself shows, up to date."""
        if view == "window":
            return self.subject.window
        if self._card is None:
            self._card = UpdateCard(self.subject.session)
            self._card.setParent(self.window())
            self._card.move(-10_000, 0)  # it is there to be drawn, not to be seen
            self._card.show()
        return export_widgets.unfolded(self._card)

    def _image(self, wish: Wish) -> QImage:
        ratio = self.devicePixelRatioF()
        if wish.view in WIDGETS:
            widget = self.widget_of(wish.view)
            image = export_widgets.image(
                widget, self.preview.fit(widget.width(), widget.height()) * ratio
            )
        else:
            factor = self.preview.fit(*page(wish, self.subject.screen))
            image = figures.image(
                kinds.picture_of(self.subject, wish, factor, self.values(wish)),
                96.0 * ratio * factor,
            )
        image.setDevicePixelRatio(ratio)
        return image

    def take(self, wish: Wish) -> Taken:
        """What it gives, as it is now."""
        self._whole = True
        values = self.values(wish) if wish.what == "figure" else None
        return take(self.subject, wish, values, self._whole, self.widget_of)

    def values(self, wish: Wish) -> Any:
        """The curves as far as they are measured; a preview does not wait for all of them."""
        run = self.subject.session.run
        if not view_of(wish).curves or run.history is None:
            return None
        trace, t, optimum = run.history.trace, run.t, run.optimum
        self._whole = run.history.fill(t, BUDGET)
        values = run.history.curves()
        if optimum is not None:
            values["gap"] = gap(trace, values["t"], values["objective"], optimum)
        seen = values["t"] <= t
        return values["t"][seen], {name: each[seen] for name, each in values.items()}

    def _show_table(self, wish: Wish) -> None:
        document, which = self.subject.session.document, self.subject.session.focus
        asked = (
            "table",
            document,
            which,
            wish.table,
            wish.first,
            wish.last,
            wish.blank,
            wish.digits,
        )
        self._show_later(
            asked, lambda: kinds.table_text(document, which, wish, lambda: self._asked is asked)
        )

    def _show_homework(self, wish: Wish) -> None:
        document, which, title = (
            self.subject.session.document,
            self.subject.session.focus,
            self.subject.title(wish),
        )
        ratio = self.devicePixelRatioF() * self.preview.fit(2 * A4[0], A4[1])
        asked = (
            "homework",
            document,
            which,
            title,
            wish.homework,
            wish.updates,
            wish.digits,
            ratio,
        )
        self._show_later(asked, lambda: kinds.sheet_preview(document, which, wish, title, ratio))

    def _show_later(self, asked: Any, make: Callable[[], object]) -> None:
        """It may need updates that nobody has seen yet, so it is made elsewhere, and only if it is
        another."""
        if self._asked != asked:
            if self._asked is None or self._asked[0] != asked[0]:
                self.preview.say("A moment …")
            self._asked, self._made = asked, ""
            self._background.ask(make)
        elif not self._background.busy:
            self._arrived(self._made)

    def _arrived(self, answer: object) -> None:
        self._made = answer
        if isinstance(answer, LinlabError):
            self.preview.say(str(answer))
        elif isinstance(answer, QImage):
            answer.setDevicePixelRatio(self.devicePixelRatioF())
            self.preview.show_image(answer)
        else:
            self.preview.show_text(str(answer))

    def _note(self, wish: Wish) -> str:
        """How large it is."""
        if wish.what == "weights":
            return f"UPDATE {self.subject.session.t}"
        if wish.what == "points":
            return f"{len(self.subject.session.points)} POINTS"
        if wish.what == "table":
            return f"UPDATES {wish.first} TO {wish.last}"
        if wish.what == "homework":
            return f"UPDATES 1 TO {wish.updates} · A4"
        width, height = page(wish, self.subject.screen)
        if wish.view in WIDGETS:
            widget = self.widget_of(wish.view)
            width, height = widget.width(), widget.height()
        if wish.what == "film" or FIGURE_FORMATS[wish.format].pixels:
            scale = 1.0 if wish.what == "film" else wish.dpi / 96
            return f"{width * scale:.0f} × {height * scale:.0f} PIXELS"
        return f"{width * 25.4 / 96:.0f} × {height * 25.4 / 96:.0f} MM"
