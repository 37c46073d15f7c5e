"""A run as a web page in a real browser: it plays, it shows what the PNG shows, it says nothing in the
console and asks nobody for anything."""

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice

import linlab
from linlab.app.export.figures import image, ready
from linlab.engine.document.document import Document
from linlab.engine.export.web.page import figure_for, page_of
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import DARK
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.shots import Shots
from tests.browser import Browser
from tests.hostile import NAMES

VIEWS = ("plane", "curves", "losses", "kernel")
LAST = 60
WRONG_BY = 2.0  # how many times as large the difference to another step's picture is, at least


@pytest.fixture(scope="module")
def browser():
    made = Browser()
    yield made
    made.close()


@pytest.fixture(scope="module")
def run():
    points = linlab.make_points("moons", n=30)
    return linlab.train("svm", points, steps=LAST, space="rbf")


@pytest.fixture(scope="module")
def file(run, tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "run.html"
    path.write_text(page_of(run, views=VIEWS), encoding="utf-8")
    return path


@pytest.fixture
def page(browser, file):
    browser.look()
    browser.open(file)
    yield browser
    assert browser.complaints() == []
    assert browser.requests() == []


def step(browser):
    return int(browser.value("document.querySelector('.number').textContent").split()[1])


def pixels(browser, view):
    """What a canvas shows, (height, width, 3)."""
    url = browser.value(f"document.querySelectorAll('canvas')[{view}].toDataURL()")
    data = base64.b64decode(url.partition(",")[2])
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), float)


def drawn(picture, width):
    """The picture as Qt draws it into a PNG of that width."""
    ready()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image(picture, 96 * width / picture.width).save(buffer, "PNG")
    return np.asarray(Image.open(io.BytesIO(bytes(buffer.data().data()))).convert("RGB"), float)


def difference(a, b):
    """The mean difference of two pictures, of 255; text is set in another typeface, so both are
    taken a little blurred."""
    high, wide = (min(x, y) // 4 * 4 for x, y in zip(a.shape[:2], b.shape[:2], strict=True))

    def coarse(pixels):
        return pixels[:high, :wide].reshape(high // 4, 4, wide // 4, 4, 3).mean(axis=(1, 3))

    return np.abs(coarse(a) - coarse(b)).mean()


# The picture


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_that_the_canvas_shows_what_the_png_shows(browser, file, run, view, scheme):
    browser.look(scheme=scheme)
    browser.open(file)
    shots = Shots(run.trace, figure_for(VIEWS[view]), range(LAST + 1))
    for t, other in ((3, 40), (LAST, 12)):
        browser.value(f"void linlab.players[0].show({t})")
        seen = pixels(browser, view)
        right, wrong = (
            difference(seen, drawn(shots.at(k, DARK)[scheme == "dark"], seen.shape[1]))
            for k in (t, other)
        )
        assert right < 2.5
        assert wrong > WRONG_BY * right
    assert browser.complaints() == []


def test_that_the_page_is_sharp_on_a_fine_screen(page):
    page.look(scale=2)
    page.wait(
        "document.querySelector('canvas').width > 1.9 * document.querySelector('canvas').clientWidth"
    )


# Moving through the steps


def test_that_keys_step_back_and_forth_and_go_to_the_ends(page, run):
    for key, expected in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", LAST),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.press(key)
        assert step(page) == expected
        assert (
            page.value("document.querySelector('.sentence').textContent")
            == run.at(expected).explain()
        )
    assert page.value("document.querySelector('.count').textContent") == f"0 / {LAST}"


def test_that_space_plays_to_the_end_and_stops_there(page):
    page.value("document.querySelector('.speed').value = '60'")
    page.press(" ")
    page.wait("linlab.players[0].k > 3")
    assert page.value("document.querySelector('.play').getAttribute('aria-label')") == "Pause"
    page.press(" ")
    rests = step(page)
    page.value("new Promise(done => setTimeout(done, 120))")
    assert step(page) == rests
    page.press(" ")
    page.wait(f"linlab.players[0].k === {LAST} && !linlab.players[0].playing")
    assert page.value("document.querySelector('.next').disabled")


def test_that_the_buttons_and_the_slider_move_it_with_the_mouse(page):
    page.click(".next")
    page.click(".next")
    page.click(".back")
    assert step(page) == 1
    page.click(".first")
    assert step(page) == 0
    left, top, width, height = page.value(
        "(b => [b.x, b.y, b.width, b.height])(document.querySelector('.slider').getBoundingClientRect())"
    )
    y = top + height / 2
    page.mouse("mousePressed", left + 10, y)
    page.mouse("mouseMoved", left + 0.5 * width, y, held=True)
    assert abs(step(page) - LAST / 2) <= 2
    page.mouse("mouseMoved", left + 0.75 * width, y, held=True)
    page.mouse("mouseReleased", left + 0.75 * width, y)
    assert abs(step(page) - 0.75 * LAST) <= 2


def test_that_the_slider_has_its_own_arrow_keys_and_space_still_plays(page):
    page.value("document.querySelector('.slider').focus()")
    page.press("ArrowRight")
    assert step(page) == 1
    page.press(" ")
    assert page.value("linlab.players[0].playing")
    page.press(" ")


# Under the pointer


def point_at(page, view, x, y):
    """Move the mouse to a place of a picture, and read what the page says there."""
    left, top, scale = page.value(
        f"((c, v) => (b => [b.x, b.y, b.width / v.record.width])(c.getBoundingClientRect()))"
        f"(document.querySelectorAll('canvas')[{view}], linlab.players[0].views[{view}])"
    )
    page.mouse("mouseMoved", left + x * scale, top + y * scale)
    tip = f"document.querySelectorAll('.tip')[{view}]"
    return page.value(f"{tip}.hidden ? [] : [...{tip}.children].map(row => row.textContent)")


def test_that_an_example_under_the_pointer_tells_its_numbers(page, run):
    page.press("End")
    panel = Shots(run.trace, figure_for("plane"), range(LAST + 1)).at(LAST)[0].panels[0]
    points = run.trace.document.points
    scores = run.scores(points.x)[:, 0]
    told = 0
    for k in (0, 5, 11):
        x, y = panel.to_page([points.x[k]])[0]
        name, where, answer, margin = point_at(page, 0, x, y)
        number = int(re.fullmatch(r"Example #(\d+) · [AB]", name)[1]) - 1
        assert number == k
        assert name.endswith(points.classes[points.label[k]])
        read = [float(each.replace("−", "-")) for each in where.strip("()").split(", ")]
        assert read == pytest.approx(points.x[k].tolist(), rel=0.01)
        assert answer == f"The model says {run.predict(points.x[k : k + 1])[0]}."
        sign = 1 if points.label[k] == 1 else -1
        shown = float(margin.removeprefix("Margin ").replace("−", "-"))
        assert shown == pytest.approx(sign * scores[k], rel=0.01)
        told += 1
    assert told == 3


def test_that_elsewhere_the_pointer_tells_the_class(page, run):
    page.press("End")
    panel = Shots(run.trace, figure_for("plane"), range(LAST + 1)).at(LAST)[0].panels[0]
    rng = np.random.default_rng(0)
    view = panel.view
    places = rng.uniform((view.left, view.bottom), (view.right, view.top), (40, 2))
    points = run.trace.document.points.x
    far = np.linalg.norm(places[:, None] - points[None], axis=2).min(axis=1) > 0.4
    sure = np.abs(run.scores(places)[:, 0]) > 0.08
    chosen = places[far & sure][:8]
    answers = run.predict(chosen)
    assert len(set(answers)) == 2
    for place, answer in zip(chosen, answers, strict=True):
        x, y = panel.to_page([place])[0]
        assert point_at(page, 0, x, y) == [answer]
    assert point_at(page, 0, 2, 2) == []  # beside the axes


def test_that_pointing_at_an_example_rings_it_in_every_view_that_shows_it(page, run):
    page.press("End")
    before = [pixels(page, view) for view in range(len(VIEWS))]
    panel = Shots(run.trace, figure_for("plane"), range(LAST + 1)).at(LAST)[0].panels[0]
    x, y = panel.to_page([run.trace.document.points.x[3]])[0]
    point_at(page, 0, x, y)
    changed = [np.abs(pixels(page, view) - then).max() > 30 for view, then in enumerate(before)]
    assert changed == [True, False, True, False]  # curves and kernel have no marks of examples


# For every reader


@pytest.mark.parametrize("width", [360, 390, 768, 1440, 2560])
def test_that_nothing_is_cut_off_at_any_width(page, width):
    page.look(width, 844)
    assert page.value("document.documentElement.scrollWidth") <= width
    boxes = page.value(
        "[...document.querySelectorAll('button, input, select, canvas')].map(e => "
        "(b => [b.left, b.right, b.width, b.height])(e.getBoundingClientRect()))"
    )
    assert all(left >= 0 and right <= width and w > 30 and h > 20 for left, right, w, h in boxes)


def test_that_the_page_has_headings_names_and_a_live_sentence(page):
    nodes = page.ask("Accessibility.getFullAXTree")["nodes"]
    found = {}
    for node in nodes:
        if not node.get("ignored"):
            role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
            found.setdefault(role, []).append(name)
    headings = [name.lower() for name in found["heading"]]
    assert headings == ["svm", "plane", "step 0", "curves", "losses", "kernel"]
    assert {"To the start", "One step back", "Play", "One step forward"} <= set(found["button"])
    assert found["slider"] == ["Step"]
    images = [name for role in ("image", "img") for name in found.get(role, [])]
    assert len(images) == len(VIEWS)
    assert all("30 points" in name for name in images)
    assert page.value("document.querySelector('.sentence').getAttribute('aria-live')") == "polite"
    for role in ("button", "slider", "combobox"):
        assert all(found[role])


def test_that_the_focus_is_seen_on_every_control(page):
    seen = set()
    for _ in range(8):
        page.press("Tab")
        name, outline = page.value(
            "(e => [e.className, getComputedStyle(e).outlineStyle])(document.activeElement)"
        )
        if name:
            assert outline == "solid"
            seen.add(name)
    assert {"play", "next", "slider", "speed"} <= seen


def test_that_a_reader_who_wants_less_motion_gets_a_slow_run(browser, file):
    browser.look(motion="reduce")
    browser.open(file)
    assert browser.value("document.querySelector('.speed').value") == "1"


def test_that_the_colours_follow_the_reader_while_the_page_is_open(page):
    light = pixels(page, 0).mean()
    page.look(scheme="dark")
    page.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert pixels(page, 0).mean() < 0.5 * light


def test_that_a_dark_page_is_printed_light(page):
    light = pixels(page, 0).mean()
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    page.ask("Emulation.setEmulatedMedia", media="print", features=dark)
    page.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.value("matchMedia('print and (prefers-color-scheme: dark)').matches")
    colours = page.value("(s => [s.color, s.colorScheme])(getComputedStyle(document.body))")
    assert max(map(int, re.findall(r"\d+", colours[0]))) < 100
    assert colours[1] == "light"
    assert abs(pixels(page, 0).mean() - light) < 10


def test_that_a_long_count_fits_beside_the_slider_of_a_phone(page):
    page.look(360, 844)
    page.value("document.querySelector('.count').textContent = '120000 / 120000'")
    lines, *boxes = page.value(
        "[document.querySelector('.count').getClientRects().length, "
        "...['.count', '.slider', '.speed'].map(name => "
        "(b => [b.left, b.top, b.right, b.bottom])(document.querySelector(name).getBoundingClientRect()))]"
    )
    count, slider, speed = boxes
    assert lines == 1
    assert count[3] - count[1] < 30  # one line of text
    assert slider[2] <= count[0]
    assert count[2] <= 360
    assert speed[3] <= count[1]


# Nothing is run


def test_that_hostile_names_are_shown_and_never_run(browser, tmp_path):
    names = [name for name in NAMES if len(name) < 40][:7]
    script = (
        "<img src=x onerror=document.title='run'></script><script>document.title='run'</script>"
    )
    x = [(k, k % 3) for k in range(16)]
    labels = [[script, *names][k % 8] for k in range(16)]
    document = Document(
        linlab.Points.of(x, labels), (Learner.of("perceptron"),), title=f"{script}{NAMES[0]}"
    )
    path = tmp_path / "hostile.html"
    path.write_text(page_of(Moment(Trace(document), 5)), encoding="utf-8")
    browser.look()
    browser.open(path)
    browser.press("End")
    assert browser.value("document.title") == f"{script}{NAMES[0]}"
    assert browser.value("document.querySelector('h1').textContent") == f"{script}{NAMES[0]}"
    assert browser.value("document.images.length") == 0
    assert browser.complaints() == []
    assert browser.requests() == []


def test_that_a_script_put_into_the_page_is_stopped_by_its_policy(browser, file, tmp_path):
    path = tmp_path / "changed.html"
    text = file.read_text(encoding="utf-8")
    path.write_text(
        text.replace("</main>", "<script>document.title = 'run'</script></main>"), encoding="utf-8"
    )
    browser.open(path)
    assert browser.value("document.title") != "run"
    assert any("Content Security Policy" in str(each) for each in browser.complaints())
