"""The transport: rewind, back, play, step, epoch, run until converged; a scrubber over the history; speed; replay or
continue."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QSlider, QToolButton, QVBoxLayout, QWidget

from .player import FASTEST, Player
from .session import Session
from .theme import Theme
from .widgets import grouped


class Scrubber(QWidget):
    """The whole history as a line: drag it to any update; ticks are epochs."""

    scrubbed = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("scrubber")
        self.theme = theme
        self.t, self.most, self.epoch = 0, 1, 0
        self.setFixedHeight(22)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Drag to any update of the history")
        self.setAccessibleName("History")

    def show_time(self, t: int, most: int, epoch: int) -> None:
        self.t, self.most, self.epoch = t, max(1, most), epoch
        self.update()

    def at(self, x: float) -> int:
        return round(min(1.0, max(0.0, (x - 7) / max(1, self.width() - 14))) * self.most)

    def x_of(self, t: float) -> float:
        return 7 + (self.width() - 14) * t / self.most

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(Qt.PenStyle.NoPen)
        middle, here = self.height() / 2, self.x_of(self.t)
        p.setBrush(QColor(self.theme.groove))
        p.drawRoundedRect(QRectF(5, middle - 2, self.width() - 10, 4), 2, 2)
        p.setBrush(QColor(self.theme.accent))
        p.drawRoundedRect(QRectF(5, middle - 2, here - 5, 4), 2, 2)
        stride = self.epoch
        while stride and self.most / stride > 40:
            stride *= 10 if self.most / stride > 400 else 2
        if stride:
            p.setBrush(QColor(self.theme.quiet))
            for k in range(1, self.most // stride + 1):
                p.drawRect(QRectF(self.x_of(k * stride) - 0.5, middle + 4, 1, 4))
        p.setBrush(QColor(self.theme.card))
        p.setPen(QColor(self.theme.accent))
        pen = p.pen()
        pen.setWidthF(2.4 if self.hasFocus() else 2.0)
        p.setPen(pen)
        p.drawEllipse(QPointF(here, middle), 6, 6)
        p.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.scrubbed.emit(self.at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.scrubbed.emit(self.at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the window's keys step


class PlayButton(QToolButton):
    """A round button with its sign drawn by hand."""

    def __init__(self, sign: str, theme: Theme, primary: bool = False) -> None:
        super().__init__()
        self.sign, self.theme, self.primary = sign, theme, primary
        self.setFixedSize(QSize(42, 42) if primary else QSize(30, 30))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(Qt.PenStyle.NoPen)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.primary:
            p.setBrush(QColor(self.theme.accent).lighter(112 if self.underMouse() else 100))
            p.drawEllipse(box)
        elif self.underMouse() or self.hasFocus():
            p.setBrush(QColor(self.theme.soft))
            p.drawRoundedRect(box, 7, 7)
        ink = QColor("#FFFFFF" if self.primary else self.theme.text)
        if not self.isEnabled():
            ink.setAlpha(90)
        p.setBrush(ink)
        p.translate(box.center())
        size = 7.5 if self.primary else 5.5
        for kind, at in SIGNS[self.sign]:
            if kind == "bar":
                p.drawRoundedRect(QRectF(at * size - 1.2, -size, 2.4, 2 * size), 1, 1)
            else:
                way = 1 if kind == "right" else -1
                x = at * size
                p.drawPolygon(QPolygonF([QPointF(x - way * size * 0.8, -size), QPointF(x - way * size * 0.8, size),
                                         QPointF(x + way * size * 0.8, 0)]))  # fmt: skip
        p.end()


SIGNS: dict[str, list[tuple[str, float]]] = {
    "rewind": [("bar", -1.3), ("left", -0.4), ("left", 0.8)],
    "back": [("left", 0.0)],
    "play": [("right", 0.15)],
    "pause": [("bar", -0.5), ("bar", 0.5)],
    "step": [("right", -0.2), ("bar", 0.9)],
    "epoch": [("right", -0.8), ("right", 0.4)],
    "end": [("right", -0.8), ("right", 0.4), ("bar", 1.3)],
}


class Transport(QFrame):
    """The bar under the plane."""

    def __init__(self, session: Session, player: Player, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.session, self.player = session, player
        self.most = 0  # the furthest update seen of this history
        self.words = ""  # where the run is, all of it; the caption shows what there is room for
        buttons = (
            ("rewind", "Rewind to update 0 (Home)", player.rewind),
            ("back", "One update back (←)", lambda: player.step(-1)),
            ("play", "Play or pause (Space)", player.toggle),
            ("step", "One update (→)", lambda: player.step(1)),
            ("epoch", "To the end of the epoch (Shift+→)", player.epoch),
            ("end", "Run until converged (End)", self._end),
        )
        rows = QVBoxLayout(self)
        rows.setContentsMargins(14, 7, 14, 6)
        rows.setSpacing(0)
        row = QHBoxLayout()
        row.setSpacing(4)
        rows.addLayout(row)
        self.buttons: dict[str, PlayButton] = {}
        for name, tip, action in buttons:
            button = PlayButton(name, theme, name == "play")
            button.setObjectName(name)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.clicked.connect(action)
            row.addWidget(button)
            self.buttons[name] = button
        self.scrubber = Scrubber(theme)
        self.scrubber.setMinimumWidth(90)
        self.scrubber.scrubbed.connect(self._scrub)
        self.caption = QLabel()
        self.caption.setObjectName("caption")
        self.caption.setProperty("role", "quiet")
        self.caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addSpacing(8)
        row.addWidget(self.scrubber, 1)
        row.addSpacing(12)
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setObjectName("speed")
        self.speed.setRange(0, 100)
        self.speed.setFixedWidth(112)
        self.speed.setValue(_slider_of(player.speed))
        self.speed.setToolTip("Speed: from 1 update a second to as fast as the machine goes")
        self.speed.setAccessibleName("Speed")
        self.speed.valueChanged.connect(self._set_speed)
        self.speed_text = QLabel()
        self.speed_text.setProperty("role", "value")
        self.speed_text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.speed_text.setMinimumWidth(62)
        self.speed_title = QLabel("Speed")
        row.addWidget(self.speed_title)
        row.addWidget(self.speed)
        row.addWidget(self.speed_text)
        below = QHBoxLayout()
        below.addSpacing(6)
        below.addWidget(self.caption, 1)
        rows.addLayout(below)
        self.mode = QToolButton()
        self.mode.setObjectName("mode")
        self.mode.setCheckable(True)
        self.mode.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.mode.setStyleSheet("QToolButton { font-size: 12px; padding: 2px 8px; }")
        self.mode.toggled.connect(self._set_mode)
        below.addWidget(self.mode)
        self._set_mode(False)
        self._set_speed(self.speed.value())
        session.changed.connect(self._another)
        session.moved.connect(self.refresh)
        player.state_changed.connect(self.refresh)
        self.refresh()

    def dress(self, theme: Theme) -> None:
        self.scrubber.theme = theme
        self.scrubber.update()
        for button in self.buttons.values():
            button.theme = theme
            button.update()

    def refresh(self) -> None:
        session, player = self.session, self.player
        trace = session.trace
        end = trace.end if trace is not None else None
        self.most = max(self.most, session.t, session.wanted if session.catching_up else 0)
        most = self.most if end is None else min(self.most, end)
        epoch = trace.problem(session.t).updates_per_epoch if trace is not None else 0
        self.scrubber.show_time(session.t, most, epoch)
        button = self.buttons["play"]
        sign = "pause" if player.playing else "play"
        if button.sign != sign:
            button.sign = sign
            button.update()
        self.buttons["end"].setToolTip("Stop (End)" if player.converging else "Run until converged (End)")
        for name in self.buttons:
            self.buttons[name].setEnabled(trace is not None)
        self.words = self._caption(epoch)
        self.caption.setToolTip(self.words)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow, tiny = self.width() < 560, self.width() < 480
        self.speed_title.setVisible(not narrow)
        self.speed.setVisible(not tiny)  # the keys + and − are still there
        self.speed.setFixedWidth(60 if narrow else 112)
        self.speed_text.setMinimumWidth(40 if tiny else 62)
        self._set_mode(self.mode.isChecked())
        self._fit()

    def _fit(self) -> None:
        """As many of the words as there is room for."""
        room = max(40, self.caption.width() - 4)
        text = self.caption.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, room)
        if text != self.caption.text():
            self.caption.setText(text)

    def _caption(self, epoch: int) -> str:
        session = self.session
        if session.trace is None:
            return session.trouble
        if session.t == 0 and not self.player.playing and not session.finished:
            return "update 0 · press Space to play, → for one update"
        parts = [f"update {grouped(session.t)}"]
        why = session.finished or self.player.note
        if why:
            return f"{parts[0]} · {why}"
        if epoch:
            parts.append(f"epoch {session.t / epoch:.1f}")
        step = session.step
        if step is not None and step.jump is None:
            n = session.trace.problem(session.t).n
            several = len(step.examples) > 1
            parts.append(f"{len(step.examples)} examples of {n}" if several else f"example {step.example + 1} of {n}")
        if session.catching_up:
            parts.append(f"replaying to {grouped(session.wanted)} …")
        if self.player.converging:
            parts.append("running until converged, End stops")
        return " · ".join(parts)

    def _another(self) -> None:
        self.most = max(self.session.t, self.session.wanted)
        self.refresh()

    def _scrub(self, t: int) -> None:
        if self.player.playing:
            self.player.pause()
        self.player.note = ""
        self.session.go(t)

    def _end(self) -> None:
        if self.player.converging:
            self.player.pause()
        else:
            self.player.play(converging=True)

    def _set_speed(self, value: int) -> None:
        self.player.speed = _speed_of(value)
        full = self.player.speed >= FASTEST
        self.speed_text.setText("full" if full else f"{grouped(round(self.player.speed))} / s")

    def _set_mode(self, continuing: bool) -> None:
        self.session.continuing = continuing
        short = self.width() < 760  # the words beside it matter more
        where = "" if short else " from here" if continuing else " from the start"
        self.mode.setText(f"Changes {'continue' if continuing else 'replay'}{where}")
        self.mode.setToolTip(
            "Continue: a change counts from this update on.\nClick to replay changes from the start instead." if continuing else
            "Replay: a change counts as if it had been so from the start.\nClick to continue from here instead."
        )  # fmt: skip


def _speed_of(slider: int) -> float:
    """1 … 100,000 updates a second, and at the end as fast as it goes."""
    return FASTEST if slider >= 100 else round(10 ** (5 * slider / 99), 1 if slider < 10 else 0)


def _slider_of(speed: float) -> int:
    return 100 if speed >= FASTEST else round(99 * math.log10(max(1.0, speed)) / 5)
