"""A run in a notebook is a player if that is small, else a figure."""

import html
import io
import re
import time

import numpy as np
import pytest
from PIL import Image

import linlab
from linlab.notebook import display
from tests.browser import Browser

TITLE = (60.0, 35.0)  # where the page in the frame has its title, in pixels
EVIL = '"><script>document.title = "broken"</script>'


@pytest.fixture(scope="module")
def run():
    x = linlab.make_points("moons", n=20).x
    return linlab.train("perceptron", x, ["a", EVIL] * 10, epochs=2)


def page_in(shown):
    return html.unescape(re.search(r'srcdoc="([^"]*)"', shown)[1])


def test_that_the_frame_holds_the_page_and_nothing_of_it_gets_out(run):
    shown = run._repr_mimebundle_()
    assert set(shown) == {"text/plain", "text/html"}
    page = page_in(shown["text/html"])
    assert page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
    outside = shown["text/html"].replace(re.search(r'srcdoc="[^"]*"', shown["text/html"])[0], "")
    assert "script>" not in outside and 'sandbox="allow-scripts"' in outside


def test_that_a_large_run_is_a_figure(run, monkeypatch):
    monkeypatch.setattr(display, "MOST_BYTES", 1000)
    assert set(run._repr_mimebundle_()) == {"text/plain", "image/svg+xml"}
    monkeypatch.setattr(display, "MOST_POINTS", 5)
    assert run._repr_mimebundle_()["image/svg+xml"].startswith("<?xml")


def test_that_a_long_run_has_few_frames_and_its_last_step(run):
    long = run.at(20 * 1000)
    page = page_in(long._repr_mimebundle_()["text/html"])
    assert f"{long.t:,}".replace(",", " ") in page or str(long.t) in page
    assert len(page) < 200_000


def test_that_a_model_of_texts_shows_itself_too():
    run = linlab.train("perceptron", ["good", "bad"] * 3, ["+", "-"] * 3, space="words", epochs=2)
    assert "text/html" in run._repr_mimebundle_()


def test_that_the_page_is_saved_and_opens_again_as_a_document(run, tmp_path):
    run.save(tmp_path / "a.html")
    run.to_html(tmp_path / "b.html", ("plane", "losses"), every=10)
    for name in ("a.html", "b.html"):
        assert linlab.load(tmp_path / name).points == run.trace.document.points
    with pytest.raises(linlab.LinlabError, match=r"did you mean plane\?"):
        run.to_html(tmp_path / "c.html", ("plan",))


def still(browser):
    """The picture, when it does not change any more."""
    seen = browser.screenshot()
    for _ in range(100):
        time.sleep(0.3)
        before, seen = seen, browser.screenshot()
        if seen == before and len(np.unique(Image.open(io.BytesIO(seen)).convert("L"))) > 20:
            return seen
    pytest.fail("the page stays blank, or never rests")


def close(one, other):
    """Whether two pictures of the plane are the same, but for a few pixels."""
    a, b = (np.asarray(Image.open(io.BytesIO(each)).convert("L"), int) for each in (one, other))
    return (np.abs(a - b)[130:600, 40:600] > 20).sum() < 50


def test_that_a_browser_plays_it_in_the_frame_without_a_complaint(run, tmp_path):
    around = f"<!doctype html><meta charset=utf-8>{run._repr_mimebundle_()['text/html']}"
    (tmp_path / "notebook.html").write_text(around, encoding="utf-8")
    browser = Browser()
    try:
        browser.look(900, 900)
        browser.open(tmp_path / "notebook.html", ready="true")
        before = still(browser)
        for _ in range(60):  # a script of ours cannot look into the frame, nor know when it listens
            browser.mouse("mousePressed", *TITLE)  # which gives the frame the keyboard
            browser.mouse("mouseReleased", *TITLE)
            browser.press("End")
            time.sleep(0.5)
            if not close(browser.screenshot(), before):
                break
        else:
            pytest.fail("it stays at step 0")
        assert browser.complaints() == [] and browser.requests() == []
        assert browser.value("document.title") == ""
    finally:
        browser.close()
