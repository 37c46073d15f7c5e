"""The window without a screen, created for one picture of it."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from linlab.app.controls import theme
from linlab.app.export.widgets import unfolded, write_widget
from linlab.app.panels.step_card import StepCard
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings, elsewhere
from linlab.engine.document.document import Document
from linlab.engine.document.look import FULL
from linlab.engine.ground.writing import PathLike

from .window import Window

WAIT_SECONDS = 20.0  # seconds to measure everything; a run is waited for, however long it takes
IDLE_SECONDS = 0.3  # seconds of idling after which periodic updates have been shown


def write_view(
    view: str,
    document: Document,
    which: int,
    t: int,
    size: tuple[float, float],
    look: str,
    path: PathLike,
    dpi: float,
) -> None:
    """Write the whole window, or the card of the step that led to t, as a figure; the user's
    settings are not used."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    with elsewhere(), _without_grumbling():
        settings = Settings()
        settings.keep(theme=look, mode=FULL, text_size=100)
        theme.apply(app, theme.chosen(look))
        session = Session(document)
        session.focus_on(which)
        files = DocumentFiles(session, settings)
        window = Window(session, files, settings)
        card = StepCard(session)
        try:
            window.resize(round(size[0]), round(size[1]))
            window.show()
            window.looking.show()
            card.setParent(window)
            card.move(-10_000, 0)  # drawn only for the file
            card.show()
            session.go(t)
            _wait(app, window)
            write_widget(window if view == "window" else unfolded(card), path, dpi)
        finally:
            files.close()
            window.hide()
            window.deleteLater()


def _wait(app: QApplication, window: Window) -> None:
    """Wait until the run is trained and everything shows it."""
    session = window.session
    latest = time.monotonic() + WAIT_SECONDS
    quiet = time.monotonic() + IDLE_SECONDS
    while time.monotonic() < quiet:
        begun = time.monotonic()
        app.processEvents()
        now = time.monotonic()
        coming = session.replay.catching_up or session.replay.loading
        if coming or (now < latest and (window.right.curves.measuring or now - begun > 0.005)):
            quiet = time.monotonic() + IDLE_SECONDS
        time.sleep(0.001)
    window.looking.show()


@contextmanager
def _without_grumbling() -> Iterator[None]:
    """The offscreen platform cannot do all that a window manager can, and warns about it
    repeatedly."""

    def hear(kind: QtMsgType, where: QMessageLogContext, words: str) -> None:
        if not words.startswith("This plugin does not support"):
            print(words, file=sys.stderr)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
