"""Figures carry what they show in words: as title and description of an SVG and of a drawing in an
HTML handout, as metadata of a PDF. Read back by an XML parser and by pypdf."""

import io
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pypdf
import pytest

from linlab import Document, Learner, Points
from linlab.app.export.figures import FIGURE_FORMATS, pdf
from linlab.engine.document.document import Source
from linlab.engine.export.figures.svg import svg
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from linlab.lessons.handout.handout import handout_of
from linlab.lessons.handout.html import handout_html
from linlab.lessons.shipped import find
from linlab.lessons.written.reading import read_lesson

S = "{http://www.w3.org/2000/svg}"
HOSTILE = '<img src=x onerror="alert(1)"> & ]]> </desc>'


def moment(data="blobs", t=5, model="perceptron", **settings):
    source = Source(data, 0)
    trace = Trace(Document(source.draw(), (Learner.of(model, **settings),), source=source))
    return Snapshot.of(trace, t)


def described_by_hand(now):
    """The same facts, counted here."""
    points, (w,), (b,) = now.points, *now.model.parts()
    wrong = sum(
        (1 if w @ x + b > 0 else 0) != label
        for x, label in zip(points.x, points.label, strict=True)
    )
    return len(points), [int((points.label == k).sum()) for k in range(2)], wrong


def test_that_the_words_of_a_plane_are_true():
    now = moment()
    many, (first, second), wrong = described_by_hand(now)
    words = draw(Figure(), now).in_words
    assert words.startswith(f"The plane. {many} points (blobs): {first} of A, {second} of B. ")
    assert "Perceptron in the linear space, after 5 steps: the boundary is the line" in words
    assert words.endswith(f"{wrong} of {many} wrong now.")


@pytest.mark.parametrize("view", VIEWS)
def test_that_every_view_says_what_it_is_of(view):
    words = draw(Figure(view), moment()).in_words
    assert ("The plane." if VIEWS[view].plane else VIEWS[view].title) in words


def test_that_what_is_not_there_is_not_spoken_of():
    assert "there is no boundary yet" in draw(Figure(), moment(t=0)).in_words
    assert (
        "the boundary is a curve" in draw(Figure(), moment("moons", 9, "svm", space="rbf")).in_words
    )
    bare = Snapshot.of_points(Points.of(np.zeros((2, 2)), ["A", "B"]))
    assert "No model is trained." in draw(Figure(), bare).in_words


def test_that_an_svg_is_an_image_with_a_title_and_a_description():
    picture = draw(Figure(title="First"), moment())
    root = ElementTree.fromstring(svg(picture, "p1-"))
    title, desc = root.find(S + "title"), root.find(S + "desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby").split() == [title.get("id"), desc.get("id")]
    assert desc.text == picture.in_words and title.text == "First"


def test_that_a_picture_without_words_has_only_a_title():
    root = ElementTree.fromstring(svg(Picture(40, 30, "#FFFFFF", ())))
    assert root.find(S + "desc") is None
    assert root.get("aria-labelledby") == root.find(S + "title").get("id")


def test_that_a_pdf_tells_it_in_its_metadata_and_stays_the_same_from_run_to_run():
    picture = draw(Figure(title="Fi<r>st & last"), moment())
    made = pdf(picture)
    reader = pypdf.PdfReader(io.BytesIO(made))
    assert reader.metadata.title == "Fi<r>st & last"
    assert reader.xmp_metadata.dc_title["x-default"] == "Fi<r>st & last"
    assert reader.xmp_metadata.dc_description["x-default"] == picture.in_words
    assert made == pdf(picture)


@pytest.mark.parametrize("key", ["svg", "pdf"])
def test_that_hostile_names_of_classes_are_words_and_nothing_else(key):
    points = Points.of([(0, 1), (2, 3), (1, 0)], [HOSTILE, "B", "B"])
    now = Snapshot.of(Trace(Document(points, (Learner.of("perceptron"),))), 2)
    picture = draw(Figure(title=HOSTILE), now)
    made = FIGURE_FORMATS[key].make(picture, 96.0)
    if key == "svg":
        root = ElementTree.fromstring(made)
        assert root.find(S + "desc").text == picture.in_words
        assert not [e for e in root.iter() if e.tag.endswith("img")]
    else:
        told = pypdf.PdfReader(io.BytesIO(made)).xmp_metadata.dc_description["x-default"]
        assert told == picture.in_words and "onerror" in told


class Figures(HTMLParser):
    """The drawings of a page, each with what it says of itself, and images without a word."""

    def __init__(self):
        super().__init__()
        self.drawings, self.told, self.silent, self._inside = 0, [], [], False

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "svg" and given.get("role") == "img":
            self.drawings += 1
        if tag == "img" and not given.get("alt"):
            self.silent.append(given)
        self._inside = tag == "desc"

    def handle_data(self, data):
        if self._inside:
            self.told.append(data)
            self._inside = False


def test_that_the_drawings_of_a_handout_say_what_they_show():
    page = Figures()
    page.feed(handout_html(handout_of(read_lesson(find("1")))))
    assert page.drawings >= len(page.told) > 3 and not page.silent
    assert all("points" in words for words in page.told)
