"""A web page opened in the lab: its document, and never the page itself, is what is worked on."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

import linlab
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.window.window import Window
from linlab.engine.document.document import Document
from linlab.engine.export.web.page import page_of
from linlab.engine.learner.learner import Learner
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))


@pytest.fixture
def document() -> Document:
    return Document(linlab.make_points("moons", n=12), (Learner.of("svm"),), title="Two moons")


@pytest.fixture
def page(document: Document, tmp_path: Path) -> Path:
    path = tmp_path / "moons.html"
    path.write_text(page_of(Moment(Trace(document), 3)), encoding="utf-8")
    return path


def test_that_a_page_opens_as_its_document_and_is_never_overwritten(
    qapp: object, page: Path, document: Document
) -> None:
    before = page.read_bytes()
    files = DocumentFiles(Session())
    assert files.open(page)
    assert files.session.settled == document
    assert files.path is None and not files.dirty
    assert files.proposal.suffix == ".linlab"
    assert not files.save()  # there is no file yet
    assert files.save(files.suggestion)
    assert Document.load(page.with_suffix(".linlab")) == document
    assert page.read_bytes() == before
    files.close()


def test_that_a_page_dropped_on_the_window_opens_its_document(
    window: Window, page: Path, document: Document
) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(page))])
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        dropped,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(drop)
    assert window.session.settled == document
    assert "moons.html" in window.windowTitle()


def test_that_another_web_page_is_refused_and_the_work_stays(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "news.html"
    path.write_text("<!doctype html><title>News</title>", encoding="utf-8")
    files = DocumentFiles(Session())
    before = files.session.settled
    said: list[str] = []
    files.session.said.connect(said.append)
    assert not files.open(path)
    assert files.session.settled == before
    assert said == [
        "news.html is a web page, but not one that linlab wrote: there is no document in it."
    ]
