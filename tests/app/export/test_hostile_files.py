"""Hostile names in files that Qt writes: read back by pypdf and Pillow they are letters on a page,
and nothing else."""

import os
import re
import threading

import pypdf
import pytest
from PIL import Image
from PySide6.QtCore import Qt

from linlab.app.export.figures import write_figure
from linlab.app.export.film import Film, write_film
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.loading import load
from linlab.engine.export.weights.weights_json import load_weights
from linlab.engine.ground import jsonfile
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from tests.hostile import LONG, NAMES

X = [(0.0, 0.0), (1.0, 0.2), (0.1, 1.0), (1.2, 1.1), (2.0, 0.0), (2.0, 1.0)]
ACTIONS = (b"/JavaScript", b"/JS", b"/URI", b"/Launch", b"/OpenAction", b"/EmbeddedFile", b"/GoToR")


def recover(_):
    """What the next start says of the work that was left behind."""
    said, session = [], Session()
    session.said.connect(said.append, Qt.ConnectionType.DirectConnection)
    assert DocumentFiles(session).recoverable() == ()
    return said[0]


def document(names):
    return Document(
        Points.of(X, [names[k % len(names)] for k in range(len(X))]), (Learner.of("perceptron"),)
    )


@pytest.mark.parametrize("names", [NAMES[k : k + 6] for k in range(0, len(NAMES), 6)])
def test_that_a_pdf_and_a_png_show_names_as_letters(names, tmp_path, qapp):
    picture = draw(
        Figure(width=2600.0, title=names[0], caption=True), Snapshot.of(Trace(document(names)), 3)
    )
    write_figure(picture, tmp_path / "a.pdf")
    reader = pypdf.PdfReader(tmp_path / "a.pdf")
    words = "".join(reader.pages[0].extract_text().split())
    letters = [
        part for name in names for part in re.findall("[A-Za-z]+", name)
    ]  # the typeface has other signs for -->
    assert letters and all(part in words for part in letters)
    assert reader.metadata.title == sanitise(names[0])
    assert not [action for action in ACTIONS if action in (tmp_path / "a.pdf").read_bytes()]
    write_figure(picture, tmp_path / "a.png", dpi=48)
    with Image.open(tmp_path / "a.png") as image:
        image.load()
        assert image.text["Title"] == sanitise(names[0])


def test_that_an_endless_title_is_cut_on_the_page(tmp_path, qapp):
    picture = draw(Figure(title=LONG), Snapshot.of(Trace(document(("a", "b"))), 3))
    write_figure(picture, tmp_path / "a.pdf")
    words = pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    assert 10 < words.count("x") < 200 and "…" in words


def test_that_a_film_has_its_frames_whatever_the_caption_says(tmp_path, qapp):
    figure = Figure(width=200.0, height=160.0, caption=True, title=NAMES[0])
    write_film(
        document(NAMES[:6]),
        0,
        figure,
        Film(0, 3, seconds=0.4, fps=10.0, hold=0.1),
        tmp_path / "a.gif",
    )
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames >= 2 and film.size == (200, 160)
        film.seek(film.n_frames - 1)
        film.load()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize(("name", "reader", "told"), [
    ("points.csv", load, "{pipe} is a pipe, not a file."), ("a.linlab", load, "{pipe} is a pipe, not a file."),
    ("w.json", load_weights, "w.json: This is a pipe, not a file."),
    ("settings.json", lambda _: Settings().now.theme, "system"),
    ("autosave/a.linlab", recover, "{pipe} cannot be recovered (This is a pipe, not a file.)."),
])  # fmt: skip
def test_that_a_pipe_is_not_waited_for(name, reader, told, qapp, tmp_path, monkeypatch):
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    pipe, said = tmp_path / name, []
    pipe.parent.mkdir(exist_ok=True)
    os.mkfifo(pipe)

    def open_it():
        try:
            said.append(reader(pipe))
        except LinlabError as error:
            said.append(str(error))

    thread = threading.Thread(target=open_it, daemon=True)
    thread.start()
    thread.join(60)
    assert said and said[0].endswith(told.format(pipe=pipe))


def test_that_an_endless_document_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(jsonfile, "LONGEST_FILE", 1000)
    (tmp_path / "a.linlab").write_text(" " * 1001)
    with pytest.raises(LinlabError, match="too large"):
        load(tmp_path / "a.linlab")
    (tmp_path / "zero.linlab").symlink_to("/dev/zero")
    with pytest.raises(LinlabError, match="too large"):
        load(tmp_path / "zero.linlab")
