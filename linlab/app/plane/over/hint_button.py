"""A button in the hint of a plane in which nothing can be trained: it fixes what the hint says."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from linlab.app.session.session import Session
from linlab.app.session.views.adopting import adopt
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.kit.trouble import way_out_of
from linlab.engine.views.view import WayOut

AROUND = 8  # pixels above it and below it


class HintButton(QPushButton):
    """A button at the bottom of the hint, visible with it."""

    def __init__(self, plane: QWidget, hint: QLabel, session: Session) -> None:
        super().__init__(plane)
        self.setObjectName("hint-way-out")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._hint, self._session = hint, session
        self._way: WayOut | None = None
        self.clicked.connect(self._go)
        self.hide()

    def show_way_out(self, wanted: bool) -> None:
        """Show the way out of the hint's problem, and make room for the button below the text."""
        self._way = way_out_of(self._session.snapshot) if wanted else None
        if self._way is not None:
            self.setText(self._way.title)
            self.setAccessibleName(self._way.title)
            self.adjustSize()
            self._hint.resize(self._hint.width(), self._hint.height() + self.height() + AROUND)

    def follow(self) -> None:
        """Move to where the hint is."""
        place = self._hint.geometry()
        self.move(place.center().x() - self.width() // 2, place.bottom() - self.height() - AROUND)
        self.setVisible(self._way is not None)
        self.raise_()

    def _go(self) -> None:
        """Apply it as one undo step; a refusal is reported."""
        if self._way is not None:
            try:
                adopt(self._session, self._way.adopts(self._session.snapshot))
            except LinlabError as error:
                self._session.note(str(error))
