"""Pictures of the window itself or of a card: what its widgets paint, as paths and text in PDF and
as paths alone in SVG.

For a file, marks, curves and formulas are drawn as vectors instead of the cached images used on
screen. A browser does not have our typeface, and words placed by Qt would overlap in another one,
so SVG text is converted to outlines.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from xml.sax.saxutils import quoteattr, unescape

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QObject, QPoint
from PySide6.QtGui import QFont, QImage, QPainter, QPainterPath, QPalette
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.formulas import draw_formula
from linlab.app.controls.theme import plain_inter
from linlab.app.panels.step_card import FORMULA, StepCard
from linlab.engine.ground.version import __version__
from linlab.engine.ground.writing import PathLike, writing_bytes

from .figures import FigureFormat, figure_format, pdf_page, pixels_of, png_file

CARD_WIDTH = 400  # width in pixels of the card of a step


def write_widget(widget: QWidget, path: PathLike, dpi: float = 150.0) -> None:
    """Write the widget in the format of the suffix; on failure nothing is written."""
    content = made(widget, figure_format(path), dpi)
    with writing_bytes(path) as file:
        file.write(content)


def made(widget: QWidget, chosen: FigureFormat, dpi: float) -> bytes:
    """The bytes of a file of the widget in its current state."""
    make = {"pdf": pdf, "svg": svg}.get(chosen.key)
    return make(widget) if make is not None else png(widget, dpi)


def image(widget: QWidget, ratio: float = 1.0) -> QImage:
    """The widget as an image with `ratio` pixels per screen pixel."""
    width, height = pixels_of(widget.width(), widget.height(), 96.0 * ratio)
    made = QImage(width, height, QImage.Format.Format_RGB32)
    made.fill(QApplication.palette().color(QPalette.ColorRole.Base))
    to = QPainter(made)
    to.scale(ratio, ratio)
    draw(widget, to)
    to.end()
    return made


def png(widget: QWidget, dpi: float) -> bytes:
    made = image(widget, dpi / 96.0)
    made.setDotsPerMeterX(round(dpi / 0.0254))
    made.setDotsPerMeterY(round(dpi / 0.0254))
    return png_file(made, "linlab")


def pdf(widget: QWidget) -> bytes:
    """The widget as a page of its size."""
    return pdf_page(widget.width(), widget.height(), "linlab", lambda to: draw(widget, to))


def svg(widget: QWidget) -> bytes:
    """The widget as paths, clipped where the widgets clip them."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QSvgGenerator(
        QSvgGenerator.SvgVersion.Svg11
    )  # the other version does not support clipping
    writer.setOutputDevice(buffer)
    writer.setSize(widget.size())
    writer.setViewBox(widget.rect())
    writer.setResolution(96)
    writer.setTitle("linlab")
    writer.setDescription(f"linlab {__version__}")
    to = QPainter(writer)
    draw(widget, to)
    to.end()
    labels = [
        label for label in (widget, *widget.findChildren(QLabel)) if label.font().letterSpacing()
    ]
    spaced = {label.text(): label.font() for label in labels if isinstance(label, QLabel)}
    return outlined(placed(bytes(buffer.data().data()).decode()), spaced).encode()


def placed(svg: str) -> str:
    """Move the clips to their places: Qt writes a clip in the coordinates of the widget that set
    it, but uses it outside of them.

    >>> print(placed('<clipPath id="c1"><path d="M0,0 L9,9 Z"/></clipPath>'
    ...              '<g clip-path="url(#c1)"><g fill="none" transform="matrix(1,0,0,1,5,6)">').partition("</clip")[0])
    <clipPath id="c1"><path transform="matrix(1,0,0,1,5,6)" d="M0,0 L9,9 Z"/>
    """
    places: dict[str, str] = {}
    for name, place in re.findall(
        r'<g clip-path="url\(#(\w+)\)">\s*<g [^>]*?transform="([^"]*)"', svg
    ):
        places.setdefault(name, place)

    def moved(found: re.Match[str]) -> str:
        return f'{found[1]}transform="{places[found[2]]}" ' if found[2] in places else found[1]

    return re.sub(r'(<clipPath id="(\w+)">\s*<path )', moved, svg)


_ENTITIES = {"&quot;": '"', "&apos;": "'"}


def outlined(svg: str, spaced: Mapping[str, QFont] | None = None) -> str:
    """Convert text to the outlines of its letters; the text is kept as a label.

    Qt does not write letter spacing, so words in `spaced` use the font given for them.
    """

    def drawn(found: re.Match[str]) -> str:
        look = dict(re.findall(r'([\w:-]+)="([^"]*)"', found[1]))
        words = unescape(found[2], _ENTITIES)
        font = QFont((spaced or {}).get(words) or plain_inter())
        font.setFamily(look["font-family"].split(",")[0])
        font.setPixelSize(round(float(look["font-size"])))
        font.setWeight(QFont.Weight(int(look["font-weight"])))
        font.setItalic(look["font-style"] == "italic")
        path = QPainterPath()
        path.addText(float(look["x"]), float(look["y"]), font, words)
        kept = "".join(
            f' {name}="{look[name]}"' for name in ("fill", "fill-opacity", "stroke") if name in look
        )
        return (
            f'<path{kept} aria-label={quoteattr(words)} fill-rule="nonzero" d="{_curves(path)}"/>'
        )

    return re.sub(r"<text ([^>]*)>(.*?)</text>", drawn, svg, flags=re.DOTALL)


def _curves(path: QPainterPath) -> str:
    """A path in SVG syntax; Qt counts the control points of a curve one by one."""
    sign = {
        QPainterPath.ElementType.MoveToElement: "M",
        QPainterPath.ElementType.LineToElement: "L",
        QPainterPath.ElementType.CurveToElement: "C",
        QPainterPath.ElementType.CurveToDataElement: " ",
    }
    corners = [path.elementAt(k) for k in range(path.elementCount())]
    return "".join(f"{sign[at.type]}{at.x:.2f},{at.y:.2f}" for at in corners)


def unfolded(card: StepCard) -> StepCard:
    """The card of a step, up to date, at the height of its text and without its buttons."""
    card.help.hide()
    layout = card.layout()
    assert layout is not None
    card.resize(CARD_WIDTH, card.height())
    for _ in range(3):  # the width determines the line breaks, and these the height
        card.settle()
        for each in (card.body, layout):
            each.invalidate()
            each.activate()
        card.resize(CARD_WIDTH, layout.totalSizeHint().height())
    return card


def draw(widget: QWidget, to: QPainter) -> None:
    """Paint the widget and its children."""
    with _for_a_file(widget):
        QWidget.render(widget, to, QPoint())  # for a canvas, too


@contextmanager
def _for_a_file(widget: QWidget) -> Iterator[None]:
    everything = [widget, *widget.findChildren(QWidget)]
    canvases = [child for child in everything if isinstance(child, Canvas)]
    formulas = [
        child for child in everything if isinstance(child, QLabel) and child.objectName() == FORMULA
    ]
    typesetter = _Typesetter()
    for canvas in canvases:
        canvas.on_paper = True
    for label in formulas:
        label.installEventFilter(typesetter)
    try:
        yield
    finally:
        for canvas in canvases:
            canvas.on_paper = False
        for label in formulas:
            label.removeEventFilter(typesetter)


class _Typesetter(QObject):
    """Draws the formula of a label as curves instead of an image."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QLabel):
            return False
        latex = watched.accessibleName()
        if latex:
            colour = QApplication.palette().color(QPalette.ColorRole.WindowText).name()
            with QPainter(watched) as to:
                to.setRenderHint(QPainter.RenderHint.Antialiasing)
                draw_formula(to, 0.0, 0.0, latex, colour, watched.width(), 16)
        return True
