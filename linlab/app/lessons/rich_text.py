"""Text with bold words, lists, tables, formulas and pictures, as high as it needs to be: what
lessons are made of.

It is HTML of our own making. A formula comes as an image whose source begins with `formula:`; it
becomes an object of the text that is drawn as curves on the ground line of its words.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from PySide6.QtCore import QBuffer, QIODevice, QRect, QRectF, QSize, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QImage,
    QImageReader,
    QKeyEvent,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPyTextObject,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QTextEdit, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.formulas import formula_outline
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import theme_in_force
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import writing_bytes
from linlab.engine.picture.palette import LIGHT
from linlab.lessons.glossary.marking import key_of
from linlab.lessons.written.tags import FORMULA

WIDEST = 0.98  # share of the width, for formulas and pictures
JOINER = "\u2060"  # lines are not broken there
SPACED = re.compile("[:?!]$")  # at the end of a formula; as operators they would have space around
LARGER = 1.12  # scale of a formula's letters, so that they look as large as the others
KIND = int(QTextFormat.ObjectTypes.UserObject.value) + 1
LATEX, ALONE = (
    int(QTextFormat.Property.UserProperty.value) + 1,
    int(QTextFormat.Property.UserProperty.value) + 2,
)


KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
)  # of a text with terms


@dataclass(frozen=True)
class Term:
    """A word that is explained: its entry, and from where to where it is in the text."""

    key: str
    start: int
    end: int


class Formulas(QPyTextObject):
    """Draws the formulas of a text. Within a line, what is below the baseline takes no extra room,
    so that lines stay evenly spaced; a displayed formula has all its room."""

    def __init__(self, text: "RichText") -> None:
        super().__init__(text)
        self._text = text

    def _outline(self, form: QTextFormat) -> tuple[Any, QRectF, float, bool]:
        latex = SPACED.sub(r"\\text{\g<0>}", str(form.property(LATEX)))
        path, box = formula_outline(latex, LARGER * px(self._text.letters))
        fit = min(1.0, WIDEST * self._text.room / max(1.0, box.width()))
        return path, box, fit, bool(form.property(ALONE))

    def intrinsicSize(self, document: QTextDocument, place: int, form: QTextFormat) -> QSizeF:
        _, box, fit, alone = self._outline(form)
        return QSizeF(box.width() * fit, (box.height() if alone else max(1.0, -box.top())) * fit)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | Any,
        document: QTextDocument,
        place: int,
        form: QTextFormat,
    ) -> None:
        path, box, fit, alone = self._outline(form)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.left(), rect.bottom() - (box.bottom() * fit if alone else 0.0))
        painter.scale(fit, fit)
        painter.translate(-box.left(), 0.0)
        painter.fillPath(path, QColor(self._text.ink))
        painter.restore()


class RichText(QTextBrowser):
    """Shows HTML; it never scrolls, and leaves the keys to the window. With `terms`, links to the
    glossary have a dotted underline: a click opens one, and so does Enter after the arrows have
    chosen it; otherwise they are plain words."""

    term_wanted = Signal(str, QRect)  # the key of an entry, and where its word is on the screen

    def __init__(self, size: int = 13, parent: QWidget | None = None, terms: bool = False) -> None:
        super().__init__(parent)
        self.letters = size
        self._with_terms = terms
        self._terms: list[Term] = []
        self._chosen = 0  # the term that Enter opens
        self.own_keys: tuple[Qt.Key, ...] = KEYS if terms else ()
        self.anchorClicked.connect(self._clicked)
        self._html = ""
        self.ink = ""
        self.picture: Callable[[str], Path] | None = None  # the folder of the pictures
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self._formulas = Formulas(self)
        self.document().documentLayout().registerHandler(KIND, self._formulas)
        self.setStyleSheet("QTextBrowser { background: transparent; border: none; }")
        self.viewport().setAutoFillBackground(False)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda low, high: bar.setRange(0, 0)
        )  # it is as high as its text, so nothing scrolls

    @property
    def room(self) -> int:
        """The width of a line in pixels."""
        return max(40, self.viewport().width())

    def show_html(self, text: str, theme: Theme | None = None, size: int | None = None) -> None:
        theme = theme or theme_in_force()
        self.letters = size or self.letters
        self.ink, self._html, size = theme.text, text, px(self.letters)
        font = QFont("Inter")
        font.setPixelSize(size)
        self.document().setDefaultFont(font)
        self.document().setDefaultStyleSheet(
            f"body {{ color: {theme.text}; line-height: 135%; }} p {{ margin: 0 0 {round(0.6 * size)}px 0; }} "
            f"ul, ol {{ margin-left: {-size}px; }} li {{ margin: 0 0 {round(0.25 * size)}px 0; }} "
            f"code {{ color: {theme.text}; background: {theme.soft}; }} a {{ color: {theme.accent_text}; }} "
            f"td, th {{ padding: 1px 8px 1px 0; }} h3 {{ font-size: {size + 1}px; }}"
        )
        self.setHtml(f"<body>{_together(text)}</body>")
        self._take_formulas()
        self._take_terms(theme)
        cursor = QTextCursor(self.document().lastBlock())
        last = cursor.blockFormat()
        last.setBottomMargin(0.0)  # what is below has its own spacing
        cursor.setBlockFormat(last)
        self._fit()

    def apply_theme(self, theme: Theme) -> None:
        """Use other colours."""
        if self.ink != theme.text:
            self.show_html(self._html, theme)

    def plain(self) -> str:
        """Its text, formulas as they are written."""
        text = self.toPlainText().replace(JOINER, "")
        for latex in self.latex:
            text = text.replace("\ufffc", latex, 1)
        return text

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def wheelEvent(self, event: Any) -> None:
        event.ignore()  # the widget around it scrolls

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture of the lesson, no wider than a line."""
        text = unquote(name.toString() if isinstance(name, QUrl) else name)
        if text.startswith(FORMULA) or self.picture is None:
            return QImage()
        try:
            reader = QImageReader(str(self.picture(text)))
        except LinlabError:  # it was there when the lesson was read, and has been removed since
            return QImage()
        size = reader.size()
        room = round(WIDEST * self.room)
        if (
            size.width() > room
        ):  # scaled while it is read, so that a large one is never held in full
            reader.setScaledSize(QSize(room, max(1, round(size.height() * room / size.width()))))
        return reader.read()

    @property
    def latex(self) -> list[str]:
        """Its formulas, in order."""
        return [
            str(form.property(LATEX)) for _, _, form in self._objects() if form.objectType() == KIND
        ]

    def _objects(self) -> Iterator[tuple[int, bool, QTextCharFormat]]:
        """The objects in the text: position, whether alone in its line, and what it is."""
        block = self.document().begin()
        while block.isValid():
            part = block.begin()
            while not part.atEnd():
                fragment = part.fragment()
                form = fragment.charFormat()
                if form.objectType() == KIND or form.isImageFormat():
                    for k in range(fragment.length()):
                        yield fragment.position() + k, len(block.text()) == 1, form
                part += 1
            block = block.next()

    def _take_formulas(self) -> None:
        """Turn images that are formulas into objects that are drawn."""
        for place, alone, form in list(self._objects()):
            name = form.toImageFormat().name()
            if not name.startswith(FORMULA):
                continue
            drawn = QTextCharFormat()
            drawn.setObjectType(KIND)
            drawn.setProperty(LATEX, unquote(name.removeprefix(FORMULA)))
            drawn.setProperty(ALONE, alone)
            cursor = QTextCursor(self.document())
            cursor.setPosition(place)
            cursor.setPosition(place + 1, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(drawn)

    def _take_terms(self, theme: Theme) -> None:
        """Underline the links to the glossary, or make them plain words."""
        self._terms = []
        self._chosen = 0
        for position, length, form in list(self._anchors()):
            key = key_of(form.anchorHref())
            if not key:
                continue
            cursor = QTextCursor(self.document())
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            form.setForeground(QColor(theme.text))
            form.setFontUnderline(False)
            if self._with_terms:
                form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                form.setUnderlineColor(QColor(theme.accent))
                self._terms.append(Term(key, position, position + length))
            else:
                form.setAnchor(False)
                form.setAnchorHref("")
            cursor.setCharFormat(form)
        policy = Qt.FocusPolicy.TabFocus if self._terms else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        words = ", ".join(dict.fromkeys(term.key.replace("-", " ") for term in self._terms))
        self.setAccessibleName(f"Words that are explained: {words}" if words else "")

    def _anchors(self) -> Iterator[tuple[int, int, QTextCharFormat]]:
        block = self.document().begin()
        while block.isValid():
            part = block.begin()
            while not part.atEnd():
                fragment = part.fragment()
                if fragment.charFormat().isAnchor():
                    yield fragment.position(), fragment.length(), fragment.charFormat()
                part += 1
            block = block.next()

    @property
    def terms(self) -> tuple[str, ...]:
        """The keys of its terms, in order."""
        return tuple(term.key for term in self._terms)

    def place_of_term(self, k: int) -> QRect:
        """Where a term is, in the coordinates of the viewport."""
        term = self._terms[k]
        cursor = QTextCursor(self.document())
        cursor.setPosition(term.start)
        first = self.cursorRect(cursor)
        cursor.setPosition(term.end)
        last = self.cursorRect(cursor)
        return first.united(last) if last.top() == first.top() else first

    def _clicked(self, link: QUrl) -> None:
        key = key_of(link.toString())
        for k, term in enumerate(self._terms):
            if term.key == key:
                self._chosen = k
                self._open_term()
                return

    def _open_term(self) -> None:
        place = self.place_of_term(self._chosen)
        corner = self.viewport().mapToGlobal(place.topLeft())
        self.term_wanted.emit(self._terms[self._chosen].key, QRect(corner, place.size()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows choose a term, and Enter opens it."""
        if not self._terms or event.key() not in KEYS:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_term()
        else:
            back = event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Up)
            self._chosen = (self._chosen + (-1 if back else 1)) % len(self._terms)
            self._show_chosen()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_chosen()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setExtraSelections([])

    def _show_chosen(self) -> None:
        """Highlight the term that Enter would open."""
        if not self._terms:
            return
        term = self._terms[self._chosen]
        selection = QTextEdit.ExtraSelection()
        marks: Any = selection  # its fields are not in the type stubs
        marks.cursor = QTextCursor(self.document())
        marks.cursor.setPosition(term.start)
        marks.cursor.setPosition(term.end, QTextCursor.MoveMode.KeepAnchor)
        marks.format.setBackground(QColor(theme_in_force().accent))
        marks.format.setForeground(QColor(theme_in_force().card))
        self.setExtraSelections([selection])

    def _fit(self) -> None:
        """Fit the height to the text, which depends on the width."""
        self.document().setTextWidth(self.room)
        self.setFixedHeight(math.ceil(self.document().size().height()) if self._html else 0)


def _together(text: str) -> str:
    """A comma after a formula stands in the same line, and so do a bracket before it, a number's %
    and its thousands, and the two numbers of a place. A mark of punctuation is set with the
    formula: Qt would break the line there."""
    formula = f'<img[^>]*"{FORMULA}[^>]*>'
    text = re.sub(
        rf'("{FORMULA}[^"]*)("[^>]*>)([,.;:?!])',
        lambda found: f"{found[1]}{quote(found[3])}{found[2]}",
        text,
    )
    text = re.sub(rf"({formula})(?=[,.;:!?)%”’])", rf"\1{JOINER}", text)
    text = re.sub(rf"(?<=[(“‘])({formula})", rf"{JOINER}\1", text)
    return re.sub(r"(?<=\d) (?=%|\d{3}\b)|(?<=\d,) (?=[−\d.]+\))", "\u00a0", text)


def save_page(text: str, path: str) -> None:
    """Write HTML as an A4 page, whole or not at all."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setResolution(96)  # a pixel as in a style sheet
    page = RichText(15)
    page.resize(writer.width(), writer.height())
    page.show_html(text, LIGHT)
    page.document().print_(writer)
    del writer  # closes the file
    with writing_bytes(path) as file:
        file.write(bytes(buffer.data().data()))
