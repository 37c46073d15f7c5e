"""`linlab render` shows a document as it was seen when it was saved, unless an option says
otherwise."""

import os
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from linlab.commands.cli import main
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.document.look import Look
from linlab.engine.learner.learner import Learner

PLAIN = Document(make_points("moons", n=40), (Learner.of("svm"),), title="Two moons")
LOOK = Look(
    37, ("boundary", "axes", "example"), "error", None, (False, False), (-0.5, -0.25, 0.75, 0.5)
)


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    replace(PLAIN, look=LOOK).save("seen.linlab")
    PLAIN.save("plain.linlab")


def drawn(*options: str) -> str:
    assert main(["render", *options, "--size", "600x450"]) == 0
    return Path(options[1]).read_text()


def words(svg: str) -> set[str]:
    return {
        "".join(each.itertext()).strip()
        for each in ElementTree.fromstring(svg).iter()
        if each.tag.endswith("text")
    }


def reach(svg: str) -> tuple[float, float]:
    """The numbers at the axes, from the least to the greatest."""
    told = [
        float(word.replace("−", "-"))
        for word in words(svg)
        if re.fullmatch(r"[−-]?\d+(\.\d+)?", word)
    ]
    return min(told), max(told)


def test_that_a_figure_is_of_the_moment_that_was_saved(capsys: pytest.CaptureFixture[str]) -> None:
    svg = drawn("seen.linlab", "a.svg")
    assert "after step 37" in capsys.readouterr().out
    assert "Two moons" in words(svg)
    assert reach(svg)[0] > -0.75
    assert reach(svg)[1] < 1.0
    assert not {"support vector", "margin"} & words(svg)  # neither the layers nor the legend
    assert "errors in percent" in words(drawn("seen.linlab", "b.svg", "--view", "curves"))


def test_that_each_option_says_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    svg = drawn(
        "seen.linlab",
        "a.svg",
        "--at",
        "5",
        "--title",
        "",
        "--region",
        "all",
        "--legend",
        "--layers",
        "margins",
    )
    assert "after step 5" in capsys.readouterr().out
    assert "Two moons" not in words(svg)
    assert reach(svg)[1] > 1.5
    assert {"A  y = −1", "B  y = +1"} <= words(svg)
    near = drawn("seen.linlab", "b.svg", "--region=-3,-3,-2,-2", "--epochs", "2")
    assert "after step 80" in capsys.readouterr().out
    assert reach(near)[1] < -1.5
    assert "loss" in words(drawn("seen.linlab", "c.svg", "--view", "curves", "--curves", "loss"))


def test_that_a_document_that_says_nothing_is_trained_as_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    svg = drawn("plain.linlab", "a.svg")
    assert "after step 2000" in capsys.readouterr().out
    assert "Two moons" in words(svg)


def test_that_a_run_that_had_not_begun_is_drawn_so_but_trained_for_its_weights(
    capsys: pytest.CaptureFixture[str],
) -> None:
    replace(PLAIN, look=Look(0)).save("begun.linlab")
    drawn("begun.linlab", "a.svg")
    assert "after step 0" in capsys.readouterr().out
    assert main(["render", "begun.linlab", "w.json"]) == 0
    assert "after step 2000" in capsys.readouterr().out


def test_that_the_exact_optimum_is_drawn_if_it_was_switched_on_and_can_be_had() -> None:
    on = replace(LOOK, layers=("boundary", "optimum", "legend"), exact=True)
    for name, look in (("on", on), ("off", replace(on, exact=False))):
        replace(PLAIN, look=look).save(f"{name}.linlab")
    assert "exact optimum" in words(drawn("on.linlab", "a.svg", "--region", "all"))
    assert "exact optimum" not in words(drawn("off.linlab", "b.svg", "--region", "all"))
    points = make_points(
        "blobs", n=30, classes=2
    )  # which can be separated: without a penalty J has no minimum
    Document(points, (Learner.of("logistic", penalty="none"),), look=replace(on, region=None)).save(
        "hard.linlab"
    )
    assert "exact optimum" not in words(drawn("hard.linlab", "c.svg"))
    assert main(["render", "hard.linlab", "d.svg", "--layers", "optimum"]) == 2


def test_that_curves_of_another_linlab_are_no_trouble() -> None:
    replace(PLAIN, look=replace(LOOK, curves="quantum", layers=("hologram", "axes"))).save(
        "new.linlab"
    )
    assert "loss" in words(drawn("new.linlab", "a.svg", "--view", "both"))


@pytest.mark.parametrize(
    "text", ["1,2,3", "1,2,1,4", "a,b,c,d", "1,2,3,4,5", "", "nan,0,1,1", "0,0,inf,1", "1,,2,3"]
)
def test_that_a_part_of_the_plane_that_is_none_is_refused(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", "seen.linlab", "a.svg", f"--region={text}"]) == 2
    assert "left,bottom,right,top" in capsys.readouterr().err
    assert not os.path.exists("a.svg")


def test_that_the_whole_window_is_drawn_as_it_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from linlab.app.window import offscreen

    seen = {}

    def note(window, path, dpi):  # type: ignore[no-untyped-def]
        seen.update(
            left=window.column.isHidden(),
            right=window.right.isHidden(),
            shown=set(window.plane.shown),
            t=window.session.t,
            region=tuple(window.plane.sight.wanted),
            mode=window.right.curves.mode,
        )

    monkeypatch.setattr(offscreen, "write_widget", note)
    replace(PLAIN, look=replace(LOOK, panels=(0, 340))).save("bare.linlab")
    assert main(["render", "bare.linlab", "a.png", "--view", "window"]) == 0
    assert seen == {
        "left": True,
        "right": False,
        "shown": {"boundary", "axes", "example"},
        "t": 37,
        "region": LOOK.region,
        "mode": "error",
    }


def test_that_a_scene_is_turned_as_it_was_seen_unless_an_option_says_otherwise() -> None:
    circles = Document(
        make_points("circles", n=40), (Learner.of("svm", space="polynomial", degree=2, coef0=0),)
    )
    circles.save("circles.linlab")
    seen = (
        ("features", "azimuth", 30.0),
        ("features", "elevation", 50.0),
        ("features", "first", "of another linlab"),
        ("kernel", "show", "gram"),
        ("features", "colour", "red"),
    )
    replace(circles, look=Look(options=seen)).save("turned.linlab")
    scene = ("--view", "features", "--at", "40")
    turned = drawn("turned.linlab", "a.svg", *scene)
    assert turned == drawn(
        "circles.linlab", "b.svg", *scene, "--option", "azimuth=30", "--option", "elevation=50"
    )
    assert turned != drawn("circles.linlab", "b.svg", *scene)
    both = ("--option", "azimuth=-60", "--option", "elevation=24")
    assert drawn("turned.linlab", "a.svg", *scene, *both) == drawn(
        "circles.linlab", "b.svg", *scene
    )
