"""Figures, films and web pages of hostile texts: whole files that show letters and run nothing."""

import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from linlab import Document, Learner, Trace
from linlab.app.export.figures import pdf, png
from linlab.app.export.film import Film, write_film
from linlab.engine.data.texts.tables import text_points
from linlab.engine.document.in_page import document_in_page
from linlab.engine.export.web.page import page_of
from linlab.engine.train.moment import Moment
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.hostile import NAMES

TEXTS = [f"Good {name} not bad{name}film {name}" for name in NAMES if len(name) < 300]
PLAIN = ["Good film", "not bad at all"] * (len(TEXTS) // 2)
LEARNER = Learner.of("logistic", space="words")


def document(texts):
    return Document(
        text_points(texts, ["<i>" if k % 2 else "=1" for k in range(len(texts))]), (LEARNER,)
    )


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found, self.handlers = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


@pytest.mark.parametrize("view", ["plane", "words", "examples", "features", "losses"])
def test_that_pdf_and_png_are_whole_and_show_letters(qapp, view):
    moment = Snapshot.of(Trace(document(TEXTS)), 7)
    figure = Figure(view, width=500, height=420, title=TEXTS[3], caption=True)
    assert view in VIEWS
    picture = draw(figure, completed(figure, moment))
    read = pypdf.PdfReader(io.BytesIO(pdf(picture)))
    words = read.pages[0].extract_text()
    assert len(read.pages) == 1 and not re.search("[\x00-\x08\x0e-\x1f]", words)
    raw = read.trailer["/Root"]
    assert not {"/OpenAction", "/AA", "/AcroForm"} & set(raw)
    assert set(raw["/Names"].get_object()) <= {"/Dests"}  # and no script
    assert Image.open(io.BytesIO(png(picture, 96))).size == (500, 420)


def test_that_a_film_of_them_is_whole(qapp, tmp_path: Path):
    path = tmp_path / "a.gif"
    write_film(
        document(TEXTS), 0, Figure("plane", width=240, height=200), Film(0, 4, 0.5, 5, 0.2), path
    )
    with Image.open(path) as film:
        assert film.n_frames >= 2


def test_that_a_web_page_of_them_has_the_tags_of_a_harmless_one_and_keeps_every_text(tmp_path):
    views = ("plane", "words")
    hostile = page_of(Moment.of(Trace(document(TEXTS)), 5), views, title=TEXTS[2])
    harmless = page_of(Moment.of(Trace(document(PLAIN)), 5), views, title="Films")
    found, wanted = Tags(hostile), Tags(harmless)
    assert sorted(found.found) == sorted(wanted.found) and found.found.count("script") >= 1
    assert found.handlers == wanted.handlers == []
    assert hostile.count("script-src") == 1
    path = tmp_path / "a.html"
    path.write_text(hostile, encoding="utf-8")
    assert document_in_page(path).points.texts == document(TEXTS).points.texts
