"""Pictures of the window itself, or of a card: what its widgets paint, as paths and text in PDF, as
paths alone in SVG.

While they paint for a file, what a screen keeps as little images is drawn anew: the marks and
curves, and formulas. A browser has not our typeface, and what Qt has placed word by word would
overlap in another: letters are outlines there.
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

CARD_WIDTH = 400  # pixels, of the card of an update


def write_widget(widget: QWidget, path: PathLike, dpi: float = 150.0) -> None:
    """The widget in the format that the suffix asks for, as a whole file or none."""
    content = made(widget, figure_format(path), dpi)
    with writing_bytes(path) as file:
        file.write(content)


def made(widget: QWidget, chosen: FigureFormat, dpi: float) -> bytes:
    """What a file of the widget as it is now would hold."""
    make = {"pdf": pdf, "svg": svg}.get(chosen.key)
    return make(widget) if make is not None else png(widget, dpi)


def image(widget: QWidget, ratio: float = 1.0) -> QImage:
    """In pixels, `ratio` to one of the screen."""
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
    """A page of the widget's size."""
    return pdf_page(widget.width(), widget.height(), "linlab", lambda to: draw(widget, to))


def svg(widget: QWidget) -> bytes:
    """Paths, cut where the widgets cut them."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the other version knows no clipping
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
    """Qt writes a clip in the coordinates of the widget that set it, and uses it outside of them:
    put it in its place.

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
    """The words that Qt wrote as text, each run as the outlines of its letters; what they say is
    kept as its label.

    Qt does not write how far letters are apart: words that are `spaced` have the font given for
    them."""

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
    """A path in SVG's words; Qt counts the corners of a curve one by one."""
    sign = {
        QPainterPath.ElementType.MoveToElement: "M",
        QPainterPath.ElementType.LineToElement: "L",
        QPainterPath.ElementType.CurveToElement: "C",
        QPainterPath.ElementType.CurveToDataElement: " ",
    }
    corners = [path.elementAt(k) for k in range(path.elementCount())]
    return "".join(f"{sign[at.type]}{at.x:.2f},{at.y:.2f}" for at in corners)


def unfolded(card: StepCard) -> StepCard:
    """The card of an update, up to date and as high as its words; what could be clicked is not for
    a page."""
    card.help.hide()
    layout = card.layout()
    assert layout is not None
    card.resize(CARD_WIDTH, card.height())
    for _ in range(3):  # its width decides how its words are laid out, and they decide its height
        card.settle()
        for each in (card.body, layout):
            each.invalidate()
            each.activate()
        card.resize(CARD_WIDTH, layout.totalSizeHint().height())
    return card


def draw(widget: QWidget, to: QPainter) -> None:
    """What the widget and all in it paint."""
    with _for_a_file(widget):
        QWidget.render(widget, to, QPoint())  # of a canvas, too


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
    """Draws the formula of a label as curves in place of its image."""

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
