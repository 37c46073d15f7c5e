"""The way out of a plane in which nothing can be trained: a button in the hint that says why."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from linlab.app.session.session import Session
from linlab.app.session.views.adopting import adopt
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.kit.trouble import way_out_of
from linlab.engine.views.view import WayOut

AROUND = 8  # pixels above it, and to the hint's lower edge


class HintButton(QPushButton):
    """It stands at the foot of the hint, and is seen with it."""

    def __init__(self, plane: QWidget, hint: QLabel, session: Session) -> None:
        super().__init__(plane)
        self.setObjectName("hint-way-out")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._hint, self._session = hint, session
        self._way: WayOut | None = None
        self.clicked.connect(self._go)
        self.hide()

    def look(self, wanted: bool) -> None:
        """The way out of what the hint says, and room for it below the words."""
        self._way = way_out_of(self._session.snapshot) if wanted else None
        if self._way is not None:
            self.setText(self._way.title)
            self.setAccessibleName(self._way.title)
            self.adjustSize()
            self._hint.resize(self._hint.width(), self._hint.height() + self.height() + AROUND)

    def follow(self) -> None:
        """To where the hint is now."""
        place = self._hint.geometry()
        self.move(place.center().x() - self.width() // 2, place.bottom() - self.height() - AROUND)
        self.setVisible(self._way is not None)
        self.raise_()

    def _go(self) -> None:
        """As one step of undo; what is refused is said."""
        if self._way is not None:
            try:
                adopt(self._session, self._way.adopts(self._session.snapshot))
            except LinlabError as error:
                self._session.note(str(error))
