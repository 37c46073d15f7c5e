"""A run as a web page: what is in the file, read back by a reader of the test's own."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import linlab
from linlab.engine.document.document import Document
from linlab.engine.document.in_page import safe_json
from linlab.engine.document.loading import load
from linlab.engine.export.web.images import Images, borders
from linlab.engine.export.web.page import (
    PageOptions,
    figure_for,
    make_page,
    page_of,
    size_of_page,
    write_page,
)
from linlab.engine.export.web.pairing import paired, splices
from linlab.engine.export.web.steps import MOST_FRAMES, steps_of
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import DARK, PALETTES
from linlab.engine.picture.shapes import Label, Marks, Shading
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.shots import Shots
from linlab.engine.views.views import VIEWS
from tests.engine.export.page_book import block, data_of, image_of, images_of, items_at, places
from tests.hostile import NAMES


def trained(model="svm", data="blobs", n=40, steps=30, **settings):
    return linlab.train(model, linlab.make_points(data, n=n), steps=steps, **settings)


@pytest.fixture(scope="module")
def run():
    return trained()


@pytest.fixture(scope="module")
def written(run):
    return page_of(run)


# The frames


def test_that_every_step_has_a_frame_with_its_own_sentence(run, written):
    data = data_of(written)
    assert data["steps"] == list(range(31))
    assert data["sentences"][0].startswith("Nothing has been learnt yet")
    for t in (1, 7, 30):
        assert data["sentences"][t] == run.at(t).explain()


@pytest.mark.parametrize("t", [0, 3, 30])
def test_that_marks_and_texts_stand_where_the_picture_has_them(run, written, t):
    data = data_of(written)
    picture, _ = Shots(run.trace, figure_for("plane"), range(31)).at(t, DARK)
    (panel,) = picture.panels
    own = [
        (each.symbol, panel.to_page(each.places))
        for group in panel.items
        if getattr(group, "name", "") == "points"
        for each in group.items
        if isinstance(each, Marks) and each.ids is not None
    ]
    found = [(item[1], places(item[5])) for item in items_at(data, 0, t) if item[0] == "m"]
    assert own
    for symbol, expected in own:
        assert any(
            name == symbol and len(at) == len(expected) and np.abs(at - expected).max() <= 0.125
            for name, at in found
        )


def test_that_boundary_and_curve_are_within_a_quarter_of_a_pixel(run, written):
    data = data_of(written)
    picture, _ = Shots(run.trace, figure_for("plane"), range(31)).at(30, DARK)
    (panel,) = picture.panels
    (boundary,) = panel.named("boundary")
    ends = panel.to_page(boundary.lines[0])[[0, -1]]
    lines = [places(line) for item in items_at(data, 0, 30) if item[0] == "l" for line in item[2]]
    near = [np.abs(line[[0, -1]] - ends).max() for line in lines]
    assert min(near) <= 0.25


@pytest.mark.parametrize("t", [1, 12, 30])
def test_that_the_shading_has_the_winner_and_the_band_of_every_cell(run, written, t):
    data = data_of(written)
    picture, _ = Shots(run.trace, figure_for("plane"), range(31)).at(t, DARK)
    (shading,) = picture.panels[0].named("regions")
    assert isinstance(shading, Shading)
    (image,) = [item for item in items_at(data, 0, t) if item[0] == "i"]
    cells = images_of(written, data)[image[5]][::-1]
    assert cells.shape == shading.strength.shape
    assert (cells // 7 == shading.winner).all()
    edges = [(band - 0.035) / 6 for band in range(1, 7)]  # in the middle of the soft edges
    assert (cells % 7 == np.digitize(shading.strength, edges)).mean() > 0.9999  # one may round
    colour = data["colours"][data["palettes"][image[6]][int(cells[0, 0])]]
    pixel = int(shading.pixels[-1, 0]) & 0xFFFFFF
    near = [abs((pixel >> k & 255) - (int(colour[0][1:], 16) >> k & 255)) for k in (16, 8, 0)]
    assert max(near) <= 24  # the picture blends one band into the next, over a few levels
    assert data["names"][image[8]] == [7, "A", "B"]


def test_that_every_colour_is_that_of_the_light_and_of_the_dark_picture(run, written):
    data = data_of(written)
    shots = Shots(run.trace, figure_for("plane"), range(31))
    light, dark = shots.at(30, DARK)
    for k, picture in enumerate((light, dark)):
        inks = {
            label.colour
            for panel in picture.panels
            for label in panel.items
            if isinstance(label, Label)
        }
        page = {pair[k] for pair in data["colours"]}
        assert inks and inks <= page
        assert PALETTES[("light", "dark")[k]].plane in page


def test_that_an_item_of_one_palette_alone_has_no_colour_in_the_other():
    a, b, c = (Label(name, (0, 0), 9, "#000000", name=name) for name in "abc")
    assert paired((a, b, c), (a, c)) == [(a, a), (b, None), (c, c)]
    assert paired((a,), (b, a)) == [(None, b), (a, a)]


def test_that_a_frame_says_only_what_changed():
    lists = [[1, 2, 3, 4], [1, 9, 3, 4], [1, 9, 3, 4], [], [5]]
    rebuilt = []
    before = []
    for head, foot, *between in splices(lists):
        before = before[:head] + between + before[len(before) - foot :]
        rebuilt.append(before)
    assert rebuilt == lists
    assert splices(lists)[1] == [1, 2, 9]


@pytest.mark.parametrize("width", [1, 40, 255, 256, 700])
@pytest.mark.parametrize("kind", ["blank", "line", "disc", "noise", "stripes"])
def test_that_an_image_comes_back_from_its_borders(kind, width):
    y, x = np.mgrid[0:60, 0:width]
    rng = np.random.default_rng(3)
    cells = {
        "blank": x * 0,
        "line": (3 * x + 5 * y > 2 * width) * 7 + (x > y) * 1,
        "disc": np.hypot(x - width / 2, y - 30) // 9,
        "noise": rng.integers(0, 256, x.shape),
        "stripes": x % 2 * 200,
    }[kind].astype(np.uint8)
    assert (image_of(width, 60, borders(cells)) == cells).all()
    images = Images()
    assert (images.of(cells), images.of(cells.copy()), len(images.records)) == (0, 0, 1)
    assert (image_of(width, 60, images.content[0]) == cells).all()


def test_that_margins_and_answers_are_those_of_the_model(run, written):
    data = data_of(written)
    for t in (1, 30):
        ids, answers, margins = data["answers"][t]
        then = run.at(t)
        points = then.trace.document.points
        scores = then.scores(points.x)[:, 0]
        sign = np.where(points.label == 1, 1, -1)
        assert ids == points.ids.tolist()
        assert [data["classes"][k] for k in answers] == then.predict(points.x).tolist()
        assert margins == pytest.approx((sign * scores).tolist(), rel=0.006)


@pytest.mark.parametrize("view", VIEWS)
def test_that_every_view_can_be_in_a_page(view):
    data = data_of(page_of(trained(steps=3, n=12), views=("plane", view)))
    assert len(data["views"]) == 2
    assert all(len(items_at(data, 1, k)) > 1 for k in range(4))


# The size


def test_that_three_hundred_frames_of_a_linear_model_have_at_most_300_kb():
    written = page_of(trained(n=60, steps=299))
    assert len(data_of(written)["steps"]) == 300
    assert len(written.encode()) <= 300_000


def test_that_an_rbf_kernel_with_90_points_has_at_most_2_and_a_half_mb():
    written = page_of(trained(data="moons", n=90, steps=299, space="rbf"))
    assert len(data_of(written)["steps"]) == 300
    assert len(written.encode()) <= 2_500_000


@pytest.mark.parametrize(
    ("settings", "steps"), [({}, 60), ({"space": "rbf", "data": "moons"}, 120), ({}, 4)]
)
def test_that_the_size_is_known_before_the_page_is_made(settings, steps):
    run = trained(steps=steps, **settings)
    options = PageOptions((figure_for("plane"), figure_for("curves")), 0, steps)
    about, frames = size_of_page(run, options)
    exact = len(make_page(run, options).encode())
    assert frames == steps + 1
    assert 0.7 * exact <= about <= 1.4 * exact


# Which steps


def test_that_a_short_run_shows_every_step():
    trace = Trace(trained("perceptron", steps=1).trace.document)
    assert steps_of(trace, 2, 9).times == tuple(range(2, 10))
    assert steps_of(trace, 2, 9).note == ""


def test_that_a_long_run_shows_the_steps_that_changed_something_and_says_so():
    trace = trained("perceptron", "moons", steps=1).trace
    chosen = steps_of(trace, 0, 400)
    updated = [
        t for t in range(1, 401) if not np.array_equal(_theta(trace, t - 1), _theta(trace, t))
    ]
    assert len(updated) < 300
    assert set(chosen.times) == {0, *updated, 400}
    assert chosen.note == (
        f"This page shows {len(chosen.times)} of 401 steps: those that changed something."
    )


def _theta(trace, t):
    return trace.at(t).theta


def test_that_a_run_that_always_changes_is_thinned_evenly():
    chosen = steps_of(trained(steps=1).trace, 0, 2000)
    assert len(chosen.times) == MOST_FRAMES
    assert (chosen.times[0], chosen.times[-1]) == (0, 2000)
    assert max(np.diff(chosen.times)) <= 8
    assert "300 of" in chosen.note and "evenly" in chosen.note


def test_that_every_so_many_steps_can_be_asked_for(run):
    data = data_of(page_of(run, from_=5, to=29, every=10))
    assert data["steps"] == [5, 15, 25, 29]


def test_that_a_page_ends_where_the_run_ends():
    run = trained("naive-bayes", n=20, steps=5)
    assert data_of(page_of(run, to=500))["steps"][-1] == 20


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"from_": 9, "to": 3}, "cannot go from step 9 to step 3"),
        ({"every": 0}, "give 1 or more"),
        ({"views": ["plan"]}, "There is no view “plan”"),
    ],
)
def test_that_nonsense_is_refused_in_a_sentence(run, arguments, sentence):
    with pytest.raises(LinlabError, match=re.escape(sentence)):
        page_of(run, **arguments)


def test_that_a_cancelled_page_is_not_written(run, tmp_path):
    path = tmp_path / "run.html"
    path.write_text("before", encoding="utf-8")
    said = []

    def say(done, total):
        said.append((done, total))
        return done < 3

    options = PageOptions((figure_for("plane"),), 0, 30)
    with pytest.raises(Cancelled):
        write_page(run, options, path, say=say)
    assert path.read_text(encoding="utf-8") == "before"
    assert said[-1] == (3, 31)


# The file


def test_that_the_policy_allows_this_script_and_this_style_alone(written):
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', written)
    (script,) = re.findall(r"<script>(.*?)</script>", written, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", written, re.DOTALL)

    def digest(text):
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    assert policy == (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; "
        f"style-src 'sha256-{digest(style)}'; base-uri 'none'; form-action 'none'"
    )


def test_that_the_page_refers_to_nothing_outside(written):
    assert not re.search(r"(?:https?:)?//[a-z]", written.split("</style>")[0])
    assert not re.search(r'\b(src|href|action)="', written)


def test_that_the_page_opens_as_its_document(run, written, tmp_path):
    path = tmp_path / "run.html"
    path.write_text(written, encoding="utf-8")
    assert load(path) == run.trace.document
    other = tmp_path / "renamed"
    other.write_text(written, encoding="utf-8")
    assert load(other) == run.trace.document


class Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []
        self.words = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data):
        self.words.append(data)


def named(name):
    """A page of a document with this title and a class of this name."""
    points = linlab.Points.of([(0, 1), (2, 3), (0, 2), (3, 3)], [name, "B"] * 2)
    document = Document(points, (Learner.of("perceptron"),), title=name)
    return document, page_of(Moment(Trace(document), 2))


@pytest.fixture(scope="module")
def tags_of_a_harmless_page():
    elements = Elements()
    elements.feed(named("A")[1])
    return elements.tags


@pytest.mark.parametrize("name", NAMES)
def test_that_a_hostile_name_breaks_nothing_and_comes_back(name, tmp_path, tags_of_a_harmless_page):
    document, made = named(name)
    elements = Elements()
    elements.feed(made)
    assert elements.tags == tags_of_a_harmless_page
    path = tmp_path / "page.html"
    path.write_text(made, encoding="utf-8")
    assert load(path) == document


@pytest.mark.parametrize("text", [*NAMES, "</script><script>alert(1)</script>", "<!--<script>"])
def test_that_json_in_a_page_has_no_markup_and_means_the_same(text):
    assert not set("<>&\u2028\u2029") & set(safe_json(text))
    assert json.loads(safe_json({"a": text})) == {"a": text}


# Opening what is no page of ours


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("<!doctype html><p>hello", "is a web page, but not one that linlab wrote"),
        ("", "page.html is empty."),
        ("BEGIN{", "ends in the middle"),
        ("BEGIN{}END", "page.html: "),
        ('BEGIN{"format": 3END', "broken in line 1"),
        ('BEGIN{"format": NaN}END', "NaN"),
        ("BEGIN" + "[" * 100_000 + "END", "page.html: "),
    ],
)
def test_that_a_broken_page_is_refused_in_one_sentence(content, sentence, tmp_path):
    marks = {
        "BEGIN": '<!doctype html>\n<script type="application/json" id="linlab-document">',
        "END": "</script>",
    }
    for mark, text in marks.items():
        content = content.replace(mark, text)
    path = tmp_path / "page.html"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(LinlabError, match=re.escape(sentence)) as error:
        load(path)
    assert "\n" not in str(error.value)


def test_that_a_changed_document_in_a_page_is_checked_like_any_other(written, tmp_path):
    document = json.loads(block(written, "linlab-document"))
    document["points"]["x"] = "many"
    path = tmp_path / "page.html"
    changed = written.replace(block(written, "linlab-document"), json.dumps(document))
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(LinlabError, match=r"page\.html: "):
        load(path)
