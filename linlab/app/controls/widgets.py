"""The parts of cards, and what all controls share: a card, a label, a link button, fonts and focus.
A control without effect is disabled, and its tooltip says why.
"""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.engine.ground import numerals
from linlab.engine.picture.palette import mixed

from .theme import Theme
from .theme import theme_in_force as theme_in_force  # painters import it from here

CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
FOLDS = "Click to fold this card"
SPACING = 5  # pixels between the rows of a card
ABOVE, BELOW = 9, 10  # padding of a card in pixels
PRESS = (
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
)  # keys that press the focused control


def as_of(t: int, now: int) -> str:
    """The heading of a card whose words are still of an earlier step.

    >>> as_of(17, 22), as_of(22, 22)
    ('AS OF STEP 17', '')
    """
    return "" if t == now else f"AS OF STEP {numerals.grouped(t)}"


class Card(QFrame):
    """A card with a heading, an optional value at its right, and a column `body`. A click on the
    heading, or Space or Enter on it, folds and unfolds the card."""

    def __init__(self, title: str, value: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._foldable, self._folded = True, False
        self._texts: tuple[str, ...] = ()  # what the heading says at the right, longest first
        self.setProperty("card", True)
        self.setAccessibleName(title.capitalize())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14, ABOVE, 14, BELOW)
        outer.setSpacing(SPACING)
        self.inner = QWidget()
        self.body = QVBoxLayout(self.inner)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(SPACING)
        self.value = label(value, "heading")
        self.title = label(title.upper(), "heading")
        self.title.setObjectName(f"fold-{title.lower().replace(' ', '-')}")
        self.title.setCursor(Qt.CursorShape.PointingHandCursor)
        self.title.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.title.setToolTip(FOLDS)
        self.title.installEventFilter(self)
        self.heading = QHBoxLayout()
        self.heading.addWidget(self.title)
        self.heading.addStretch()
        self.heading.addWidget(self.value)
        outer.addLayout(self.heading)
        outer.addWidget(self.inner)

    def make_room_for_scroll_bar(self, pixels: int) -> None:
        """Use this much of the right margin for the body's scroll bar."""
        outer = self.layout()
        assert outer is not None
        margins = outer.contentsMargins()
        outer.setContentsMargins(
            margins.left(), margins.top(), margins.right() - pixels, margins.bottom()
        )
        self.heading.addSpacing(pixels)

    def reduce_padding(self, by: int) -> None:
        """Reduce the padding above and below by this many pixels."""
        outer = self.layout()
        assert outer is not None
        margins = outer.contentsMargins()
        outer.setContentsMargins(margins.left(), ABOVE - by, margins.right(), BELOW - by)

    def set_foldable(self, foldable: bool) -> None:
        """Set whether the heading folds the card. A card that cannot be folded is unfolded."""
        self._foldable = foldable
        policy = Qt.FocusPolicy.TabFocus if foldable else Qt.FocusPolicy.NoFocus
        hand = Qt.CursorShape.PointingHandCursor
        self.title.setFocusPolicy(policy)
        self.title.setCursor(hand if foldable else Qt.CursorShape.ArrowCursor)
        self.title.setToolTip(FOLDS if foldable else "")
        Card.fold(self, foldable and self._folded)

    def show_value(self, *texts: str) -> None:
        """Show the first of these texts that the heading has room for, or else the last; the
        tooltip has the first. The choice follows the width."""
        self._texts = texts
        room = self.inner.width()
        for k in range(self.heading.count()):
            item = self.heading.itemAt(k)
            other = None if item is None else item.widget()
            if other is not None and other is not self.value and not other.isHidden():
                room -= other.sizeHint().width() + self.heading.spacing()
        metrics = self.value.fontMetrics()
        fitting = [text for text in texts if metrics.horizontalAdvance(text) <= room]
        shown = fitting[0] if fitting else texts[-1]
        if shown != self.value.text():
            self.value.setText(shown)
        self.value.setToolTip("" if shown == texts[0] else texts[0].capitalize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._texts and event.size().width() != event.oldSize().width():
            self.show_value(*self._texts)

    def fold(self, away: bool) -> None:
        if self._foldable:
            self._folded = away
        self.inner.setVisible(not away)
        words = self.title.text().rstrip(" ▸")
        self.title.setText(words + (" ▸" if away else ""))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in PRESS
        )
        if self._foldable and (event.type() == QEvent.Type.MouseButtonPress or pressed):
            self.fold(not self.inner.isHidden())
            return True
        return super().eventFilter(watched, event)


class LinkButton(QAbstractButton):
    """Text to click on, grey or in the accent colour."""

    def __init__(self, text: str, parent: QWidget | None = None, accent: bool = False) -> None:
        super().__init__(parent)
        self._accent = accent
        self.setText(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(sized(self, 12)).horizontalAdvance(self.text()) + 8, px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(sized(self, 12))
        painter.setPen(
            QColor(theme.accent_text if self._accent or self.underMouse() else theme.quiet)
            if self.isEnabled()
            else off(theme)
        )
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text()
        )


class Divider(QWidget):
    """A thin line between the sections of a card."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme_in_force().border))


def allow(control: QWidget, reason: str, tip: str = "") -> None:
    """Disable a control with the reason as its tooltip; without a reason enable it with the tooltip
    `tip`."""
    control.setEnabled(not reason)
    control.setToolTip(reason or tip)


def label(text: str, role: str = "quiet") -> QLabel:
    """A label with one of the style sheet's roles: quiet, heading or value."""
    made = QLabel(text)
    made.setProperty("role", role)
    return made


def reserve_bar(area: QScrollArea) -> None:
    """Reserve room for the scroll bar, so that the width stays the same when it appears."""
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    bar = area.verticalScrollBar()
    bar.rangeChanged.connect(
        lambda low, high: bar.setEnabled(high > low)
    )  # invisible while disabled


def number(value: float) -> str:
    """A number as people write it.

    >>> number(0.5), number(90), number(4350), number(0.00024), number(1e6)
    ('0.50', '90', '4 350', '0.00024', '1×10⁶')
    """
    if isinstance(value, int) and abs(value) < 1_000_000:
        return numerals.grouped(value)
    return (
        f"{value:.2f}"
        if 0.1 <= abs(value) < 10 and round(value, 2) == value
        else numerals.number(value, 4)
    )


def off(theme: Theme) -> QColor:
    return QColor(mixed(theme.quiet, theme.card, 0.55))


def sized(widget: QWidget, pixels: int, bold: bool = False) -> QFont:
    """The widget's font at this size (for a text size of 100 %)."""
    font = QFont(widget.font())
    font.setPixelSize(px(pixels))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def by_keyboard(widget: QWidget) -> bool:
    """Whether the focus came by a key. Only then is it drawn, and only then does the control handle
    its own keys."""
    return widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
