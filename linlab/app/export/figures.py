"""Figures as files: PNG and PDF drawn by Qt, SVG and TeX written by the engine, all from the same
picture.

Nothing here needs a screen, and Qt is imported only when it is needed. The same picture always
gives the same bytes.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5
from xml.sax.saxutils import escape

from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.export.format import by_suffix, table
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.ground.version import __version__
from linlab.engine.ground.writing import PathLike, writing_bytes
from linlab.engine.picture.shapes import Picture

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

DPI = 150.0  # of an image
MOST_SIDE, MOST_PIXELS = 10_000, 60_000_000  # of an image
MOST_PAGE = 10_000  # pixels of 1/96 inch, of a page without pixels
_SHARP = 1200  # dots per inch to which the places in a PDF are rounded
_NAMES = UUID(
    "6b1d0f0e-7c39-5c57-9f0b-6c696e6c6162"
)  # namespace of the ids, which are derived from the files' contents

_kept: list[Any] = []  # the application, which must outlive everything that is drawn


@dataclass(frozen=True)
class FigureFormat:
    """A file format; `make(picture, dpi)` returns the bytes of the file."""

    key: str
    title: str
    suffix: str
    use: str
    make: Callable[[Picture, float], bytes]
    text: bool = False
    pixels: bool = False  # whether it is a raster image with a resolution
    window: bool = True  # whether it can show the window's own widgets


def ready() -> None:
    """Prepare Qt for drawing, without a screen if there is no application yet; call it from the
    main thread."""
    from linlab.app.canvas.screens import qt_trouble

    trouble = qt_trouble("Drawing them needs", "SVG and TeX work without Qt")
    if trouble:
        raise LinlabError(f"PNG, PDF and films are drawn by Qt. {trouble}")
    from PySide6.QtWidgets import QApplication

    from linlab.app.controls.theme import load_fonts

    if QApplication.instance() is None:
        _kept.append(QApplication(["linlab", "-platform", "offscreen"]))
    load_fonts()


def image(picture: Picture, dpi: float = DPI) -> "QImage":
    """The picture as an image; in any thread once Qt is ready."""
    from PySide6.QtGui import QImage, QPainter

    from linlab.app.canvas.painter import Painter

    width, height = pixels_of(picture.width, picture.height, dpi)
    made = QImage(width, height, QImage.Format.Format_RGB32)
    if made.isNull():
        raise LinlabError(f"There is not enough memory for an image of {width} × {height} pixels.")
    to = QPainter(made)
    to.scale(width / picture.width, height / picture.height)
    Painter().paint(to, picture)
    to.end()
    made.setDotsPerMeterX(round(dpi / 0.0254))
    made.setDotsPerMeterY(round(dpi / 0.0254))
    return made


def png(picture: Picture, dpi: float = DPI) -> bytes:
    """The picture as a PNG file with its resolution."""
    ready()
    return png_file(image(picture, dpi), title_of(picture))


def png_file(made: "QImage", title: str) -> bytes:
    """An image as a PNG file with a title."""
    from PySide6.QtCore import QBuffer, QIODevice

    made.setText("Title", title)
    made.setText("Software", f"linlab {__version__}")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


_METADATA = """<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<rdf:RDF>
<rdf:Description rdf:about="">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{about}</rdf:li></rdf:Alt></dc:description>
</rdf:Description>
<rdf:Description rdf:about="" xmp:CreatorTool="{creator}"/>
<rdf:Description rdf:about="" xmpMM:DocumentID="uuid:{id}"/>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end='w'?>"""


def pdf(picture: Picture) -> bytes:
    """The picture as a one-page PDF of its size: paths and text, and an image only for the shading."""
    check_page(picture.width, picture.height)
    ready()
    from linlab.app.canvas.painter import Painter

    return pdf_page(
        picture.width,
        picture.height,
        title_of(picture),
        lambda to: Painter().paint(to, picture),
        sanitise(picture.in_words),
    )


def pdf_page(
    width: float,
    height: float,
    title: str,
    paint: "Callable[[QPainter], object]",
    about: str = "",
) -> bytes:
    """A one-page file, in pixels of 1/96 inch, with this painted on it."""
    return pdf_pages(width, height, title, [paint], about)


def pdf_pages(
    width: float,
    height: float,
    title: str,
    paints: "Sequence[Callable[[QPainter], object]]",
    about: str = "",
) -> bytes:
    """A file with one page per painter. The description is in its metadata, because Qt writes no
    tagged PDF."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
    from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    size = QSizeF(0.75 * width, 0.75 * height)
    writer.setPageSize(
        QPageSize(size, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch)
    )
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(_SHARP)
    writer.setTitle(title)
    writer.setCreator(f"linlab {__version__}")
    if about:
        xmp = _METADATA.format(
            title=escape(title),
            about=escape(about),
            creator=escape(f"linlab {__version__}"),
            id=writer.documentId().toString().strip("{}"),
        )
        writer.setDocumentXmpMetadata(QByteArray(xmp.encode("utf-8", "replace")))
    to = QPainter(writer)
    to.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    to.scale(_SHARP / 96, _SHARP / 96)
    for k, paint in enumerate(paints):
        if k:
            writer.newPage()
        paint(to)
    to.end()
    return _timeless(bytes(buffer.data().data()))


def title_of(picture: Picture) -> str:
    """The title in a file's metadata."""
    return sanitise(" · ".join(panel.title for panel in picture.panels if panel.title)) or "linlab"


FIGURE_FORMATS = table(
    FigureFormat(
        "pdf",
        "PDF",
        ".pdf",
        "For papers and printing: sharp at any size, fonts included.",
        lambda picture, dpi: pdf(picture),
    ),
    FigureFormat(
        "svg",
        "SVG",
        ".svg",
        "For web pages, and to edit in a drawing program: each layer is a group.",
        lambda picture, dpi: _vector(picture, svg),
    ),
    FigureFormat(
        "png",
        "PNG",
        ".png",
        "For slides, web pages and emails: pixels, as many as you ask for.",
        png,
        pixels=True,
    ),
    FigureFormat(
        "tex",
        "TikZ",
        ".tex",
        "For LaTeX papers: text in the paper's fonts, numbers you can edit.",
        lambda picture, dpi: _vector(picture, tikz),
        text=True,
        window=False,
    ),
)


def figure_format(path: PathLike) -> FigureFormat:
    """The format for a file's suffix.

    >>> figure_format("moons.PDF").key
    'pdf'
    """
    return by_suffix(FIGURE_FORMATS, path, "A figure")


def write_figure(picture: Picture, path: PathLike, dpi: float = DPI) -> None:
    """Write the picture in the format of the suffix; on failure nothing is written."""
    made = figure_format(path).make(picture, dpi)
    tell("Writing the figure")
    with writing_bytes(path) as file:
        file.write(made)


def pixels_of(width: float, height: float, dpi: float) -> tuple[int, int]:
    """The size in pixels of a page given in 1/96 inch; sizes too large are refused.

    >>> pixels_of(640, 480, 150)
    (1000, 750)
    """
    check_page(width, height)
    across, up = round(width * dpi / 96), round(height * dpi / 96)
    if max(across, up) > MOST_SIDE or across * up > MOST_PIXELS:
        raise LinlabError(
            f"An image of {across} × {up} pixels is too large: at most {MOST_SIDE} a side and "
            f"{MOST_PIXELS // 10**6} million in all; make the figure smaller or lower its dpi."
        )
    if min(across, up) < 1:
        raise LinlabError(
            f"An image of {across} × {up} pixels shows nothing: make the figure larger or raise its dpi."
        )
    return across, up


def check_page(width: float, height: float) -> None:
    if not (1 <= width <= MOST_PAGE and 1 <= height <= MOST_PAGE):
        raise LinlabError(
            f"A figure of {width:g} × {height:g} cannot be drawn: each side must have 1 to {MOST_PAGE} pixels."
        )


def _vector(picture: Picture, make: Callable[[Picture], str]) -> bytes:
    check_page(picture.width, picture.height)
    return make(picture).encode("utf-8", "replace")


def _timeless(made: bytes) -> bytes:
    """The file without its creation time and with an id made from its contents; no offset changes."""

    def blank(found: re.Match[bytes]) -> bytes:
        return b" " * len(found.group())

    made = re.sub(rb"/(Creation|Mod)Date \(D:[^)]*\)", blank, made)
    made = re.sub(rb'xmp:(Create|Modify|Metadata)Date="[^"]*"', blank, made)
    found = re.search(rb'xmpMM:DocumentID="uuid:([^"]*)"', made)
    if found is not None:
        old = found.group(1)
        drawn = made.replace(old, b"").replace(old.hex().encode(), b"")
        new = str(uuid5(_NAMES, drawn.decode("latin-1"))).encode()
        made = made.replace(old, new).replace(old.hex().encode(), new.hex().encode())
    return made
