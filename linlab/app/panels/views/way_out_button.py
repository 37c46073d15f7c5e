"""The way out of a view that does not apply: a button below the sentence that says why."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QPushButton

from linlab.app.session.views.adopting import adopt
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.view import WayOut

from .view_canvas import ViewCanvas

BELOW = 14  # pixels from the sentence to the button


class WayOutButton(QPushButton):
    """A button in the picture of a view, visible only while the view does not apply."""

    def __init__(self, canvas: ViewCanvas) -> None:
        super().__init__(canvas)
        self.setObjectName("way-out")
        self._canvas = canvas
        self._way: WayOut | None = None
        self.clicked.connect(self._go)
        canvas.drawn.connect(self._refresh)
        canvas.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _refresh(self) -> None:
        canvas = self._canvas
        refusal = canvas.view.why_not(canvas.figure, canvas.moment)
        shown = refusal is not None and not refusal.in_plane
        self._way = refusal.way_out if refusal is not None and shown else None
        if self._way is not None:
            self.setText(self._way.title)
            self.setAccessibleName(self._way.title)
            self._place()
        self.setVisible(self._way is not None)

    def _place(self) -> None:
        """Put it in the middle, below the last line."""
        canvas = self._canvas
        notes = canvas.picture.notes
        foot = max((note.place[1] + note.size for note in notes), default=canvas.height() / 2)
        self.adjustSize()
        top = min(round(foot) + BELOW, canvas.height() - self.height() - 4)
        self.move(max(0, (canvas.width() - self.width()) // 2), top)

    def _go(self) -> None:
        """Apply it as one undo step; a refusal is reported."""
        session = self._canvas.session
        if self._way is None:
            return
        try:
            adopt(session, self._way.adopts(session.snapshot))
        except LinlabError as error:
            session.note(str(error))
        self._canvas.refresh.soon()
