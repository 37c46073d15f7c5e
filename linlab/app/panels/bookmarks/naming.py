"""A field at the bottom of the plane for the name of a bookmark: one is proposed, Enter keeps it,
Escape does not.

It is above its place in the history; on stage, where no history is shown, in the middle. When the
focus leaves, the name counts, too.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout

from linlab.app.panels.scrubber import Scrubber
from linlab.app.plane.plane import Plane
from linlab.engine.data.checks import LONGEST_NAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

FROM_EDGE_PX = 10  # pixels from the edges of the plane
HINT = "Enter to keep, Esc to cancel"
STILL_THERE = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
)  # another window is in front


class Naming(QFrame):
    """The field; `keep` takes a step and its name, and refuses an invalid name."""

    def __init__(
        self, plane: Plane, scrubber: Scrubber, keep: Callable[[int, str], object]
    ) -> None:
        super().__init__(plane)
        self.setObjectName("bookmark-naming")
        self.setProperty("card", True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._plane, self._scrubber, self._keep = plane, scrubber, keep
        self.t = 0
        self.title, self.box, self.hint = QLabel(), QLineEdit(), QLabel()
        self.box.setObjectName("bookmark-name")
        self.box.setMaxLength(LONGEST_NAME)
        self.box.setAccessibleName("Name of the bookmark")
        self.box.setPlaceholderText("A name to find it by")
        self.box.installEventFilter(self)
        self.hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        for part in (self.title, self.box, self.hint):
            column.addWidget(part)
        self.hide()
        plane.resized.connect(self._follow)

    def ask(self, t: int, name: str) -> None:
        """Ask for a name of the bookmark at t, with this proposal."""
        self.t = t
        self.title.setText(f"Bookmark at step {grouped(t)}")
        self.box.setText(name)
        self.box.setModified(False)
        self.box.selectAll()
        self._apply_style()
        self._say(HINT)
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in (
            Qt.Key.Key_Return,
            Qt.Key.Key_Enter,
            Qt.Key.Key_Escape,
        ):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # its own, not the window's
            elif event.type() == QEvent.Type.KeyPress:
                self.leave() if event.key() == Qt.Key.Key_Escape else self._end()
            return True
        if (
            isinstance(event, QFocusEvent)
            and event.lostFocus()
            and event.reason() not in STILL_THERE
            and self.isVisible()
        ):
            self._let_go()
        return super().eventFilter(watched, event)

    def _end(self) -> None:
        """Keep it; an invalid name is reported and can be corrected."""
        try:
            self._keep(self.t, _one_line(self.box.text()))
        except LinlabError as error:
            self._say(str(error))
            return
        self.leave()

    def _let_go(self) -> None:
        """The focus has left: keep what was typed, if it is a valid name."""
        typed = _one_line(self.box.text()) if self.box.isModified() else ""
        self.box.setModified(False)
        self.hide()
        try:
            if typed:
                self._keep(self.t, typed)
        except LinlabError as error:
            self._plane.session.note(str(error))

    def leave(self) -> None:
        """Close without a name."""
        self.box.setModified(False)
        self.hide()
        self._plane.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, words: str) -> None:
        self.hint.setText(words)
        self._place()

    def _apply_style(self) -> None:
        """Use the colours and the font size of the plane."""
        theme = self._plane.theme
        size = round(self._plane.font_size)
        self.setFixedWidth(min(22 * size, self._plane.width() - 2 * FROM_EDGE_PX))
        self.setStyleSheet(
            f"Naming {{ background: {theme.card}; border: 1px solid {theme.border}; border-radius: 9px; }}"
            f"QLabel {{ color: {theme.quiet}; font-size: {round(0.9 * size)}px; }}"
            f"QLineEdit {{ color: {theme.text}; background: {theme.window}; border: 1px solid {theme.accent}; "
            f"font-size: {size}px; padding: 3px 6px; }}"
        )

    def _follow(self) -> None:
        if not self.isHidden():
            self._place()

    def _place(self) -> None:
        plane = self._plane
        wide = self.width()
        self.setFixedHeight(
            self.heightForWidth(wide) if self.hasHeightForWidth() else self.sizeHint().height()
        )
        middle = plane.width() / 2
        if self._scrubber.isVisible():
            there = self._scrubber.mapToGlobal(
                QPoint(round(self._scrubber.x_of(min(self.t, self._scrubber.most))), 0)
            )
            middle = plane.mapFromGlobal(there).x()
        left = min(max(middle - wide / 2, FROM_EDGE_PX), plane.width() - wide - FROM_EDGE_PX)
        self.move(round(left), plane.height() - plane.covered_bottom - self.height() - FROM_EDGE_PX)


def _one_line(text: str) -> str:
    return " ".join(text.split())
