"""The largest lessons that are allowed are shown without a wait worth mentioning, and large
pictures are scaled while they are read."""

import time
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QImage, QImageReader
from pytestqt.qtbot import QtBot

from linlab.app.lessons import rich_text
from linlab.app.lessons.rich_text import WIDEST, RichText
from linlab.engine.picture.palette import LIGHT
from linlab.lessons.written import limits
from linlab.lessons.written.reading import lesson_of
from linlab.lessons.written.tags import formula_tag, picture_tag
from linlab.lessons.written.text import as_html

HEAD = "# Title\n\n```lesson\nformat = 1\n```\n\n## A step\n\n"
WORD = "a" * limits.LONGEST_WORD
LARGEST = {
    "rows": "|a|b|c|\n|-|-|-|\n" + "|1|2|3|\n" * (limits.MOST_ROWS - 1),
    "words": f"{WORD} {WORD}\n\n" * 48,
    "lines": "- a\n" * (limits.MOST_LINES - 20),
}


@pytest.mark.parametrize("name", LARGEST)
def test_that_the_largest_lesson_is_shown_in_two_seconds(name: str, qtbot: QtBot) -> None:
    (step,) = lesson_of(HEAD + LARGEST[name]).steps
    shown = RichText(14)
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    before = time.process_time()
    shown.show_html(as_html(step.text, formula_tag, picture_tag), LIGHT)
    shown.show()
    shown.resize(340, 400)
    assert time.process_time() - before < 2.0


@pytest.mark.parametrize(("kind", "size"), [("png", (3000, 1500)), ("jpg", (3000, 1500))])
def test_that_a_large_picture_is_scaled_while_it_is_read(
    kind: str, size: tuple[int, int], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.linear_gradient("L").resize(size).convert("RGB").save(tmp_path / f"a.{kind}")
    read: list[tuple[int, int]] = []

    class Reader(QImageReader):
        def read(self) -> QImage:
            found = super().read()
            read.append((found.width(), found.height()))
            return found

    monkeypatch.setattr(rich_text, "QImageReader", Reader)
    shown = RichText(14)
    qtbot.addWidget(shown)
    shown.picture = lambda name: tmp_path / name
    shown.resize(320, 400)
    shown.show()
    shown.show_html(f'<p><img src="a.{kind}"></p>', LIGHT)
    room = round(WIDEST * shown.room)
    assert read == [(room, round(room / 2))]
    image = shown.loadResource(2, f"a.{kind}")
    top, bottom = (image.pixelColor(room // 2, y).lightness() for y in (1, room // 2 - 2))
    assert top < 15 and bottom > 240  # the whole picture, not a part of it


def test_that_a_small_picture_keeps_its_size(qtbot: QtBot, tmp_path: Path) -> None:
    Image.new("RGB", (40, 30), "red").save(tmp_path / "a.png")
    shown = RichText(14)
    qtbot.addWidget(shown)
    shown.picture = lambda name: tmp_path / name
    shown.resize(320, 400)
    image = shown.loadResource(2, "a.png")
    assert (image.width(), image.height()) == (40, 30)
