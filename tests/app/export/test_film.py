"""Films of a run, read back by Pillow and ffmpeg."""

import errno
import io
import os
import re
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from linlab.app.export import film as films
from linlab.app.export.figures import image as made
from linlab.app.export.figures import png
from linlab.app.export.film import FILM_FORMATS, Film, times, write_film
from linlab.app.export.film_colours import Colours
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import CLASS_COLOURS, PRINT, rgb
from linlab.engine.picture.plane_panel import around
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import MOST_LINES, completed, draw
from tests.app.figure_book import CASES, document, on_page

SMALL = Figure(width=241.0, height=181.0, legend=False, layers=frozenset({"regions", "boundary"}))
BRIEF = Film(0, 40, seconds=1.0, fps=10, hold=0.5)


def frames(path: Path) -> tuple[list[Any], list[int]]:
    """The pixels of each frame of a GIF, and how long it is shown."""
    shown, lasting = [], []
    with Image.open(path) as image:
        for k in range(getattr(image, "n_frames", 1)):
            image.seek(k)
            shown.append(np.asarray(image.convert("RGB")).astype(int))
            lasting.append(image.info["duration"])
    return shown, lasting


def colour_tables(data: bytes) -> tuple[bool, int]:
    """Whether a GIF has a colour table for all frames, and how many frames have one of their own,
    read from its blocks."""

    def size(flags: int) -> int:
        return 3 << (flags & 7) + 1 if flags & 0x80 else 0

    at = 13 + size(data[10])
    own = 0
    while data[at] != 0x3B:  # the trailer
        if data[at] == 0x21:  # an extension
            at += 2
        else:
            own += bool(data[at + 9] & 0x80)
            at += 11 + size(data[at + 9])
        while data[at]:
            at += data[at] + 1
        at += 1
    return bool(data[10] & 0x80), own


def still(document: Document, t: int, figure: Figure = SMALL, last: int = 40) -> Any:
    """The same moment as a figure."""
    figure = replace(figure, region=around(document.points.x))
    drawn = draw(figure, Snapshot.of(Trace(document), t, lines=MOST_LINES))
    return np.asarray(Image.open(io.BytesIO(png(drawn, 96))).convert("RGB")).astype(int)


@pytest.mark.parametrize(
    ("film", "shown"),
    [
        (Film(0, 5), [0, 1, 2, 3, 4, 5]),
        (Film(3, 3), [3]),
        (Film(0, 1000, seconds=1, fps=5), [0, 250, 500, 750, 1000]),
        (Film(10, 20, seconds=0.1, fps=1), [10, 20]),
    ],
)
def test_that_updates_are_shown_evenly_and_once(film: Film, shown: list[int]) -> None:
    assert times(film, Trace(document("svm"))) == shown


def test_that_a_caption_is_read_from_afar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """At least a thirtieth of the height, and three lines of it fit under the picture."""
    drawn = []
    monkeypatch.setattr(
        films, "image", lambda picture, dpi: drawn.append(picture) or made(picture, dpi)
    )
    write_film(document("kernel"), 0, Figure(caption=True), Film(0, 3), tmp_path / "a.gif")
    assert drawn
    for picture in drawn:
        foot = max(panel.frame.y + panel.frame.height for panel in picture.panels)
        for note in picture.notes:
            assert note.size >= picture.height / 30 and foot < note.place[1] - note.size / 2
            assert note.place[1] + note.size / 2 <= picture.height
            assert text_width(note.text, note.size) <= picture.width - note.place[0]


def test_that_a_film_ends_where_the_run_ends() -> None:
    bayes = document("naive-bayes")
    assert times(Film(0, 10_000, seconds=1, fps=4), Trace(bayes))[-1] == 60
    assert times(Film(900, 10_000), Trace(bayes)) == [60]


@pytest.mark.parametrize("case", CASES)
def test_that_a_gif_shows_each_learner_from_the_first_to_the_last_update(
    case: str, tmp_path: Path
) -> None:
    write_film(document(case), 0, SMALL, BRIEF, tmp_path / "a.gif")
    shown, lasting = frames(tmp_path / "a.gif")
    assert sum(lasting) == 2000  # 1 second, and half a second of rest at both ends
    assert lasting[0] >= 600
    assert lasting[-1] >= 600
    assert 2 <= len(shown) <= 10
    for pixels, t in ((shown[0], 0), (shown[-1], 40)):
        wanted = still(document(case), t)
        assert pixels.shape == wanted.shape == (181, 241, 3)
        assert np.abs(pixels - wanted).max() < 60
        assert np.abs(pixels - wanted).mean() < 1.0
    assert np.abs(shown[0] - shown[-1]).mean() > 1.0


def test_that_a_gif_keeps_the_colours_of_the_classes_and_plays_for_ever(tmp_path: Path) -> None:
    four = document("four")
    write_film(four, 0, SMALL, BRIEF, tmp_path / "a.gif")
    with Image.open(tmp_path / "a.gif") as image:
        assert image.info["loop"] == 0
    shown, _ = frames(tmp_path / "a.gif")
    panel = draw(replace(SMALL, region=around(four.points.x)), Snapshot.of(Trace(four), 0)).panels[
        0
    ]
    parts = four.parts_of(four.points)
    page = on_page(panel, four.points.x)
    for pixels in (shown[0], shown[-1]):
        for k, colour in enumerate(CLASS_COLOURS[:4]):
            own = page[(four.points.label == k) & (parts == 0)].astype(int)
            assert any(tuple(pixels[y, x]) == rgb(colour) for x, y in own)


def test_that_nothing_flickers_where_nothing_changes(tmp_path: Path) -> None:
    write_film(
        document("svm"),
        0,
        replace(SMALL, layers=frozenset({"boundary"})),
        BRIEF,
        tmp_path / "a.gif",
    )
    shown, _ = frames(tmp_path / "a.gif")
    margin = [pixels[:, :45] for pixels in shown]  # the axis
    assert len(shown) > 2
    assert all(np.array_equal(margin[0], each) for each in margin)


def test_that_a_gif_rests_at_both_ends_and_has_one_palette(tmp_path: Path) -> None:
    figure = replace(SMALL, palette="light", view="both", width=480.0)
    write_film(document("svm"), 0, figure, Film(0, 40, seconds=1.0, fps=10), tmp_path / "a.gif")
    lasting = frames(tmp_path / "a.gif")[1]
    assert lasting[0] >= 1000
    assert lasting[-1] >= 1000
    assert max(lasting[1:-1]) <= 200
    assert colour_tables((tmp_path / "a.gif").read_bytes()) == (True, 0)


def test_that_a_class_that_no_sampled_frame_shows_keeps_its_colour() -> None:
    grey = np.arange(256, dtype=np.uint32) * 0x010101
    mixed = np.arange(0, 1 << 24, 4099, dtype=np.uint32)
    colours = Colours([np.concatenate([grey, mixed])])
    classes = np.array(
        [r << 16 | g << 8 | b for r, g, b in map(rgb, CLASS_COLOURS)], dtype=np.uint32
    )
    kept = colours.table[colours.indices(classes)]
    assert [tuple(each) for each in kept] == [rgb(colour) for colour in CLASS_COLOURS]
    assert len(colours.table) <= 255


def test_that_frames_last_longer_where_there_are_few(tmp_path: Path) -> None:
    write_film(
        document("perceptron"),
        0,
        SMALL,
        Film(0, 2, seconds=1.0, fps=30, hold=0.0),
        tmp_path / "a.gif",
    )
    assert sum(frames(tmp_path / "a.gif")[1]) == 1000


def test_that_curves_grow_while_their_axes_stay(tmp_path: Path) -> None:
    figure = replace(SMALL, view="curves", width=300.0)
    write_film(document("logistic"), 0, figure, BRIEF, tmp_path / "a.gif")
    shown, _ = frames(tmp_path / "a.gif")
    loss = [
        (np.abs(pixels[:, 60:] - rgb(PRINT.on_card("#E69F00"))).sum(axis=2) < 40).any(axis=0)
        for pixels in shown
    ]
    reach = [int(np.flatnonzero(columns).max(initial=0)) for columns in loss]
    assert reach == sorted(reach) and reach[-1] > reach[1] + 100
    assert all(np.array_equal(shown[0][:, :50], pixels[:, :50]) for pixels in shown)


def test_that_a_view_with_long_work_is_filmed_with_what_it_finds_and_the_work_can_be_cancelled(
    tmp_path: Path,
) -> None:
    two = replace(document("svm"), learners=(Learner.of("perceptron"), Learner.of("svm")))
    figure = replace(SMALL, view="models", width=300.0)
    told: list[int] = []
    write_film(
        two,
        0,
        figure,
        BRIEF,
        tmp_path / "a.gif",
        lambda done, total: bool(told.append(done)) or True,
    )
    shown, _ = frames(tmp_path / "a.gif")
    moment = Snapshot.of(Trace(two), 40, lines=MOST_LINES)
    asked = replace(figure, caption_font=figure.height / films._LEGIBLE)
    drawn = draw(asked, completed(asked, moment))
    assert (
        np.abs(
            shown[-1]
            - np.asarray(Image.open(io.BytesIO(png(drawn, 96))).convert("RGB")).astype(int)
        ).mean()
        < 1.0
    )
    assert told.count(0) > 10 and not np.array_equal(shown[3], shown[-1])
    told.clear()

    def no_longer(done: int, total: int) -> bool:
        told.append(total)
        return (
            total == 1 or len([each for each in told if each > 1]) < 5
        )  # in the midst of the work for the first frame

    with pytest.raises(Cancelled):
        write_film(replace(two, seed=9), 0, figure, BRIEF, tmp_path / "b.gif", no_longer)


def test_that_the_plane_holds_all_points_of_the_whole_film(tmp_path: Path) -> None:
    points = document("perceptron").points
    far = Points.of(
        np.vstack([points.x, [[40.0, 40.0]]]),
        [*(points.classes[k] for k in points.label), points.classes[0]],
    )
    grown = document("perceptron").after(Change(20, points=far))
    write_film(grown, 0, SMALL, BRIEF, tmp_path / "a.gif")
    shown, _ = frames(tmp_path / "a.gif")
    x, y = on_page(
        draw(replace(SMALL, region=around(far.x)), Snapshot.of(Trace(grown), 40)).panels[0],
        [[40.0, 40.0]],
    )[0]
    assert tuple(shown[-1][int(y), int(x)]) == rgb(CLASS_COLOURS[0])
    assert tuple(shown[0][int(y), int(x)]) != rgb(CLASS_COLOURS[0])
    assert all(
        np.array_equal(shown[0][:, :45], pixels[:, :45]) for pixels in shown
    )  # the numbers at the axis stay


def test_that_a_film_shows_the_learner_that_was_asked_for(tmp_path: Path) -> None:
    two = replace(document("svm"), learners=(Learner.of("perceptron"), Learner.of("svm", lam=1.0)))
    for which in (0, 1):
        write_film(two, which, SMALL, BRIEF, tmp_path / f"{which}.gif")
    last = [frames(tmp_path / f"{which}.gif")[0][-1] for which in (0, 1)]
    alone = still(replace(two, learners=two.learners[1:]), 40)
    assert np.abs(last[1] - alone).mean() < 1.0 < np.abs(last[0] - alone).mean()


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # the reader leaves its pipes to the collector
@pytest.mark.parametrize("case", CASES)
def test_that_an_mp4_has_even_sides_its_length_and_the_right_colours(
    case: str, tmp_path: Path
) -> None:
    write_film(document(case), 0, SMALL, BRIEF, tmp_path / "a.mp4")
    reader = imageio_ffmpeg.read_frames(str(tmp_path / "a.mp4"))
    about = next(reader)
    assert about["size"] == (242, 182)
    assert about["fps"] == 10
    assert about["pix_fmt"].startswith("yuv420p")
    assert about["codec"] == "h264"
    shown = [np.frombuffer(each, np.uint8).reshape(182, 242, 3).astype(int) for each in reader]
    assert len(shown) == 20  # 1 second, and half a second of rest at both ends
    for pixels, t in ((shown[0], 0), (shown[-1], 40)):
        assert np.abs(pixels[:181, :241] - still(document(case), t)).mean() < 4
    assert (
        np.array_equal(shown[-1], shown[-2]) or np.abs(shown[-1] - shown[-2]).mean() < 0.5
    )  # held


@pytest.mark.parametrize("key", FILM_FORMATS)
def test_that_a_change_of_mind_leaves_the_old_file(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "scratch"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    file = tmp_path / f"a.{key}"
    file.write_text("old")
    seen: list[tuple[int, int]] = []

    def until_the_fourth(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 4

    with pytest.raises(Cancelled):
        write_film(document("svm"), 0, SMALL, BRIEF, file, until_the_fourth)
    assert seen[-1] == (4, 10)
    assert file.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [file, elsewhere]
    assert not list(elsewhere.iterdir())
    with pytest.raises(Cancelled):  # while it is training
        write_film(document("svm"), 0, SMALL, BRIEF, file, lambda done, total: False)


def test_that_progress_counts_every_frame(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    write_film(
        document("svm"),
        0,
        SMALL,
        BRIEF,
        tmp_path / "a.gif",
        lambda *now: bool(seen.append(now)) or True,
    )
    assert seen[-1] == (10, 10)
    assert [done for done, total in seen if total == 10] == list(range(11))


@pytest.mark.parametrize("key", FILM_FORMATS)
def test_that_a_full_disk_leaves_the_old_file_and_says_so(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"a.{key}"
    file.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LinlabError, match=r"cannot be written \(No space left on device\)"):
        write_film(document("svm"), 0, SMALL, BRIEF, file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script plays ffmpeg")
def test_that_an_ffmpeg_in_trouble_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "ffmpeg"
    script.write_text("#!/bin/sh\necho trouble >&2\necho 'No space left on device.' >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", lambda: str(script))
    with pytest.raises(
        LinlabError, match=r"^The film cannot be made: ffmpeg says “No space left on device”\.$"
    ):
        write_film(document("svm"), 0, SMALL, BRIEF, tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == [script]


def test_that_without_ffmpeg_there_is_a_word_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LinlabError, match=re.escape('“pip install "linlab[film]"”, or choose GIF')):
        write_film(document("svm"), 0, SMALL, BRIEF, tmp_path / "a.mp4")
    assert not list(tmp_path.iterdir())
    write_film(document("svm"), 0, SMALL, BRIEF, tmp_path / "a.gif")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script plays ffmpeg")
def test_that_the_ffmpeg_of_the_machine_is_used_where_none_was_installed_with_linlab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = imageio_ffmpeg.get_ffmpeg_exe()
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "ffmpeg"
    script.write_text(f"#!/bin/sh\necho asked > '{tmp_path}/asked'\nexec '{real}' \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setattr(films, "find_spec", lambda name: None)
    assert films.FILM_FORMATS["mp4"].trouble() == ""
    write_film(document("svm"), 0, SMALL, BRIEF, tmp_path / "a.mp4")
    assert (tmp_path / "asked").read_text() == "asked\n"
    assert b"ftyp" in (tmp_path / "a.mp4").read_bytes()[:16]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "An MP4 needs ffmpeg" in films.FILM_FORMATS["mp4"].trouble()


def test_that_a_gif_too_large_for_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(films, "MOST_GIF", 9 * 241 * 181)
    with pytest.raises(
        LinlabError, match=r"A GIF of 10 frames of 241 × 181 pixels is too large: .* or choose MP4"
    ):
        write_film(document("svm"), 0, SMALL, BRIEF, tmp_path / "a.gif")
    assert not list(tmp_path.iterdir())
    write_film(document("svm"), 0, SMALL, replace(BRIEF, fps=9), tmp_path / "a.gif")


@pytest.mark.parametrize(
    ("name", "told"), [("a.avi", "as .avi"), ("a", "without a suffix"), ("no/a.gif", "no folder")]
)
def test_that_a_strange_name_is_refused(name: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(LinlabError, match=told):
        write_film(document("svm"), 0, SMALL, BRIEF, tmp_path / name)


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": 50},
        {"first": -1},
        {"seconds": 0.0},
        {"fps": 100},
        {"fps": float("nan")},
        {"hold": -1.0},
        {"seconds": float("inf")},
    ],
)
def test_that_a_film_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(LinlabError):
        replace(BRIEF, **wrong)


def test_that_a_film_is_made_in_a_thread_while_the_window_goes_on(
    qapp: Any, tmp_path: Path
) -> None:
    errors: list[BaseException] = []

    def work() -> None:
        try:
            write_film(
                document("kernel"),
                0,
                replace(SMALL, view="both", caption=True),
                BRIEF,
                tmp_path / "a.gif",
            )
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        qapp.processEvents()
        thread.join(0.01)
    assert not errors
    elsewhere = frames(tmp_path / "a.gif")[0]
    write_film(
        document("kernel"), 0, replace(SMALL, view="both", caption=True), BRIEF, tmp_path / "b.gif"
    )
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()
    assert len(elsewhere) == 10
