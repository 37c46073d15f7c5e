"""A hint in the plane instead of an empty picture: what to do, or why nothing can be trained."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from linlab.app.controls.theme import Theme
from linlab.app.plane.parts import POINT_REACH_PX, PlaneWidget
from linlab.app.session.session import Session
from linlab.app.session.texts import takes_texts

from .hint_button import HintButton

SHARES = (0.75, 0.96, 0.5, 0.25, 0.1, 0.85, 0.62, 0.38, 0.0, 0.17, 1.0)
# possible heights as shares of the free height, the best first
WIDEST_EM = 35  # width in letters, at most
SIZE = 1.17  # of its words, compared with the plane's


class Hint(QLabel):
    """The sentence, and below it a button with the way out."""

    def __init__(self, plane: PlaneWidget, widget: QWidget) -> None:
        """`widget` is the same plane, as a parent."""
        super().__init__(widget)
        self.setObjectName("hint")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._plane = plane
        self.button = HintButton(widget, self, plane.session)

    def apply_theme(self, theme: Theme) -> None:
        """Use these colours and the font size of the plane."""
        self.setStyleSheet(
            f"QLabel {{ background: {theme.card}; color: {theme.text}; border: 1px solid {theme.border}; "
            "border-radius: 6px; padding: 12px 18px; "
            f"font-size: {round(SIZE * self._plane.font_size)}px; }}"
        )

    def refresh(self) -> None:
        """Show the hint, where it hides few points."""
        frame = self._plane.sight.frame
        sentence = self._sentence()
        if sentence != self.text():
            self.setText(sentence)
        self.setVisible(bool(sentence))
        if sentence:
            wide = round(WIDEST_EM * self._plane.font_size)
            self.setFixedWidth(min(wide, round(frame.width) - 20))
            self.adjustSize()
        self.button.show_way_out(bool(sentence))
        if sentence:
            beside = round(frame.width) - self.width()
            self.move(round(frame.x) + beside // 2, self._out_of_the_way())
        self.button.follow()

    def _out_of_the_way(self) -> int:
        """How far down it may stand so that it hides few points, or none."""
        plane = self._plane
        geometry = plane.sight.geometry
        frame = plane.sight.frame
        free = round(frame.height) - self.height() - geometry.covered[1]
        x = plane.session.points.x
        if not len(x):
            return round(0.5 * free)
        air = POINT_REACH_PX * plane.scale_by
        across = frame.x + (x[:, 0] - geometry.view.left) / geometry.unit
        down = (geometry.view.top - x[:, 1]) / geometry.unit
        centre = frame.x + frame.width / 2
        near = down[abs(across - centre) < self.width() / 2 + air]

        def hidden(top: int) -> int:
            return int(((near > top - air) & (near < top + self.height() + air)).sum())

        return min((round(share * free) for share in SHARES), key=hidden)

    def _sentence(self) -> str:
        session = self._plane.session
        if takes_texts(session):
            return _of_texts(session)
        if not len(session.points):
            left = self.window().findChild(QWidget, "left-panel")
            data = isinstance(left, QWidget) and left.isVisibleTo(self.window())
            more = "; or pick a data set on the left." if data else "."
            first = _class_name(session, 0)
            second = _class_name(session, 1)
            return f"Click to add points of {first}, right-click for {second}{more}"
        trouble = session.run.trouble
        if not trouble:
            return ""
        examples = session.points.label[session.snapshot.parts == 0]
        if len(np.unique(examples[examples >= 0])) >= 2:
            return trouble
        if len(session.points.classes) < 2:
            return (
                f"{trouble}\nA right click adds a point of a new class; or take “+ Class” "
                "(Ctrl+Shift+N) and click."
            )
        keys = f"keys 1 to {len(session.points.classes)}"
        return f"{trouble}\nPick another class ({keys}) and click."


def _of_texts(session: Session) -> str:
    """What texts need before a model can learn from them; nothing, if it can."""
    trouble = session.run.trouble
    if not len(session.points):
        return "Type a text in Examples (Alt+8), or paste lines of texts (Ctrl+V)."
    examples = session.points.label[session.snapshot.parts == 0]
    if not trouble or len(np.unique(examples[examples >= 0])) >= 2:
        return trouble
    return f"{trouble}\nExamples (Alt+8) adds and relabels texts."


def _class_name(session: Session, following: int) -> str:
    """The name of the current class, or of one that follows; A and B where there are none yet."""
    known = session.points.classes
    usual = (each for each in "AB" if each not in known)
    classes = known if len(known) > 1 else (*known, *usual)
    return str(classes[(max(session.label, 0) + following) % len(classes)])
