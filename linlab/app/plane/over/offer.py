"""What the first look at the lab offers in the plane: to watch it learn, and at the very first
start the course, which can be declined. It disappears once the user does anything."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.plane.parts import POINT_REACH_PX
from linlab.app.plane.plane import Plane

WORDS, KEY = "Watch it learn", "Space"
TIP = f"Play: the model goes through the points one by one ({KEY})"
COURSE, DECLINE = "New here? Take the course", "×"
COURSE_TIP = "Lessons from the first line to kernels, with questions that you answer in the lab. “×” declines; Course has it later."
CORNER = 34  # pixels at 100 %: the right end of an offer that can be declined
HEIGHT, DISC, AIR = 48, 32, 8  # pixels
DOWN = (
    0.93,
    0.86,
    0.78,
    0.7,
    0.6,
    0.5,
    0.4,
    0.3,
)  # possible places, as shares of the available room; the first are best
ACROSS = (0.5, 0.62, 0.38, 0.74, 0.26, 0.86, 0.14, 0.97, 0.03)


class Offer(QAbstractButton):
    """A pill with a play sign where it hides no point; if there is no such place, it is not shown."""

    def __init__(
        self,
        plane: Plane,
        accept: Callable[[], object],
        words: str = WORDS,
        small: str = KEY,
        tip: str = TIP,
        beside: "Offer | None" = None,
    ) -> None:
        """`beside` is another offer that it avoids and is quieter than."""
        super().__init__(plane)
        self.setObjectName("offer" if beside is None else "second-offer")
        self._plane = plane
        self._first = plane.session.document
        self._open = True
        self._beside = beside
        self._small = small
        self.setText(words)
        self.setToolTip(tip)
        self.setAccessibleName(words if small == DECLINE else f"{words} ({small})")
        self._at = QPointF()  # where the mouse was pressed
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("ring", HEIGHT / 2 + 3)
        follow(self, lambda own: own.setFixedSize(own.sizeHint()))
        self._accept = accept
        self.clicked.connect(self._clicked)
        plane.viewport().installEventFilter(self)
        plane.session.changed.connect(self._refresh)
        plane.session.moved.connect(self._refresh)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._at = event.position()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Escape decline."""
        if self._small == DECLINE and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Escape):
            self.over()
            return
        self._at = QPointF()
        super().keyPressEvent(event)

    def _clicked(self) -> None:
        declined = self._small == DECLINE and self._at.x() > self.width() - px(CORNER)
        self._at = QPointF()
        if declined:
            self.over()
        else:
            self._accept()

    def over(self) -> None:
        """The user has done something."""
        if self._open:
            self._open = False
            self._plane.viewport().removeEventFilter(self)
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel):
            self.over()
        elif event.type() == QEvent.Type.Paint and self._open:
            self._place()
        return False

    def setVisible(self, visible: bool) -> None:
        super().setVisible(visible and self._open)

    def sizeHint(self) -> QSize:
        texts = ((15, self.text()), (12, self._small))
        large, small = (QFontMetricsF(_font(size)).horizontalAdvance(text) for size, text in texts)
        return QSize(round(2 * AIR + px(DISC) + large + small + 38), px(HEIGHT))

    def _refresh(self) -> None:
        session = self._plane.session
        if session.replay.now > 0 or session.document is not self._first:
            self.over()

    def _place(self) -> None:
        """A place where it hides no point, preferably low and in the middle; None if there is
        nothing to watch."""
        plane = self._plane
        air = POINT_REACH_PX * self._plane.scale_by
        frame = plane.frame
        if plane.session.run.trouble or self.width() + 24 > frame.width:
            self.move(-self.width() - 10, 0)
            return
        x = plane.session.points.x
        view = plane.view
        unit = plane.unit()
        across = frame.x + (x[:, 0] - view.left) / unit
        down = frame.y + (view.top - x[:, 1]) / unit
        for high in DOWN:
            for far in ACROSS:
                left = round(frame.x + 12 + far * (frame.width - self.width() - 24))
                top = round(
                    frame.y + 60 + high * (frame.height - self.height() - 72)
                )  # the legend is above
                hidden = np.abs(across - left - self.width() / 2) < self.width() / 2 + air
                around = QRect(left, top, self.width(), px(HEIGHT)).adjusted(-AIR, -AIR, AIR, AIR)
                free = self._beside is None or not around.intersects(self._beside.geometry())
                if (
                    free
                    and not (
                        hidden & (np.abs(down - top - px(HEIGHT) / 2) < px(HEIGHT) / 2 + air)
                    ).any()
                ):
                    self.move(left, top)
                    return
        self.move(-self.width() - 10, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._plane.on_paper:  # a figure has no offers
            return
        theme = self._plane.theme
        hover = self.underMouse() or self.isDown()
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        p.setPen(QPen(QColor(theme.accent if hover else theme.border), 1.5))
        p.setBrush(QColor(theme.card))
        p.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        middle = QPointF(AIR + px(DISC) / 2, px(HEIGHT) / 2)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QColor(theme.accent if self._beside is None else theme.soft))
        p.drawEllipse(middle, px(DISC) / 2, px(DISC) / 2)
        if self._beside is None:
            p.setBrush(QColor(theme.on_accent))
            p.drawPolygon(
                QPolygonF(
                    [middle + QPointF(-4, -7), middle + QPointF(-4, 7), middle + QPointF(8, 0)]
                )
            )
        else:
            p.setFont(_font(17))
            p.setPen(QColor(theme.accent_text))
            p.drawText(
                QRectF(middle.x() - px(DISC) / 2, 0, px(DISC), px(HEIGHT)),
                Qt.AlignmentFlag.AlignCenter,
                "›",
            )
        p.setFont(_font(15))
        p.setPen(QColor(theme.text))
        words = QRectF(2 * AIR + px(DISC) + 2, 0, self.width(), px(HEIGHT))
        p.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        p.setFont(_font(18 if self._small == DECLINE else 12))
        p.setPen(QColor(theme.quiet))
        p.drawText(
            box.adjusted(0, 0, -18, 0),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
            self._small,
        )
        p.end()


def _font(size: int) -> QFont:
    font = QFont("Inter")
    font.setPixelSize(px(size))
    if size > 12:
        font.setWeight(QFont.Weight.DemiBold)
    return font
