"""A handout as PDF, read back by pypdf; pages break where a reader would break them."""

from pathlib import Path

import pypdf
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from linlab.app.export.figures import ready
from linlab.app.export.handout.formats import HANDOUT_FORMATS, write_handout
from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.progress import watched
from linlab.lessons.handout.handout import handout_of
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import lesson_of, read_lesson
from tests.lessons.good_lesson import with_its_files

TEXT = """## Step {k}

Words of step {k}, **bold**, *slanted*, `code`, a formula $w_1$ and a number {{{{examples}}}}.

1. an item that is so long that it needs more than one line, since it goes on and on and on and on and on until it is over
   - within it another
2. the second

> quoted

| head | other |
|---|---|
| $x$ | a cell that is so long that it needs more than one line, since it goes on and on and on and on and on until it is over |

```python
x = 1
    indented
```

$$ \\frac{{1}}{{2}} $$

***

### Deeper

a line\\
another
"""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return read_lesson(with_its_files(tmp_path_factory.mktemp("lesson")))


@pytest.fixture(scope="module")
def long() -> Lesson:
    return lesson_of(
        "# Title\n\n```lesson\nformat = 1\n```\n\n"
        + "".join(TEXT.format(k=k) + "\n" for k in range(1, 5))
    )


def pages_of(path: Path) -> list[str]:
    reader = pypdf.PdfReader(path, strict=True)
    assert all(
        (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
        for page in reader.pages
    )
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_that_the_steps_come_first_and_the_answers_on_pages_of_their_own(
    good: Lesson, tmp_path: Path
) -> None:
    write_handout(good, tmp_path / "a.pdf")
    pages = pages_of(tmp_path / "a.pdf")
    begin = next(k for k, words in enumerate(pages) if words.startswith("The perceptron: answers"))
    steps, answers = " ".join(pages[:begin]), " ".join(pages[begin:])
    assert pages[0].startswith(
        "The perceptron Riezler · 8 minutes · by Somebody Why a line turns. Words before"
    )
    for part in (
        "1 · A mistake",
        "4 · Guesses",
        "Will it change",
        "yes no never",
        "How many mistakes? mistakes",
    ):
        assert part in steps
    assert "A mistake yes Its margin is 0." in answers and "Its margin is 0." not in steps
    assert "The 2 examples are #1, #2." in answers


def test_that_blanks_have_no_answers(good: Lesson, tmp_path: Path) -> None:
    write_handout(good, tmp_path / "a.pdf", blanks=True)
    words = " ".join(pages_of(tmp_path / "a.pdf"))
    assert "answers" not in words and "It is" not in words and "Will it change" in words


def test_that_all_of_markdown_is_set(long: Lesson, tmp_path: Path) -> None:
    write_handout(long, tmp_path / "a.pdf")
    words = " ".join(pages_of(tmp_path / "a.pdf"))
    for part in (
        "Words of step 1, bold, slanted, code, a formula",
        "a number 60.",
        "1. an item",
        "until it is over",
        "• within it another",
        "2. the second",
        "quoted",
        "head other",
        "x = 1 indented",
        "Deeper a line another",
    ):
        assert part in words, part


def test_that_no_heading_ends_a_page_and_nothing_leaves_it(long: Lesson) -> None:
    ready()
    from linlab.app.export.handout.handout_pdf import pages
    from linlab.app.export.paper.page import HEIGHT, MARGIN, WIDTH, painted

    made = pages(handout_of(long))
    assert len(made) > 2
    for number, page in enumerate(made, 1):
        assert all(top + block.height <= HEIGHT - 2 * MARGIN + 0.1 for top, block in page)
        assert (
            not page[0][1].blank
            and not [block for _, block in page if not block.blank][-1].with_next
        )
        image = QImage(round(WIDTH), round(HEIGHT), QImage.Format.Format_RGB32)
        image.fill(QColor("#FFFFFF"))
        with QPainter(image) as to:
            painted(page, number)(to)
        for x in (int(MARGIN) - 3, image.width() - int(MARGIN) + 3):
            assert all(image.pixelColor(x, y).lightness() > 250 for y in range(image.height()))


def test_that_a_chain_that_fits_on_no_page_flows_and_space_begins_none() -> None:
    ready()
    from linlab.app.export.paper.flow import Block, kept, pages_of, space

    row = Block(40, lambda to, top: None)
    assert [len(page) for page in pages_of(kept([row] * 6), 100)] == [2, 2, 2]
    assert [[top for top, _ in page] for page in pages_of([row, row, space(30), row], 100)] == [
        [0, 40],
        [0],
    ]
    heading = Block(10, lambda to, top: None, with_next=True)
    assert [len(page) for page in pages_of([row, row, heading, space(5), row], 100)] == [2, 3]
    answers = [heading, *kept([row, space(5)]), heading, *kept([row, row, space(5)])]
    assert [len(page) for page in pages_of([row, *answers], 160)] == [4, 4]  # not all together


def test_that_a_file_is_whole_or_is_not_written(good: Lesson, tmp_path: Path) -> None:
    for suffix in (each.suffix for each in HANDOUT_FORMATS.values()):
        path = tmp_path / f"a{suffix}"
        with pytest.raises(Cancelled):
            write_handout(good, path, progress=lambda done, total: done < 1)
        assert not path.exists()
    with pytest.raises(
        LinlabError, match=r"A handout cannot be written as \.txt: .* \.pdf or \.html"
    ):
        write_handout(good, tmp_path / "a.txt")
    with pytest.raises(LinlabError):
        write_handout(good, tmp_path / "no folder" / "a.html")
    said: list[str] = []
    with watched(said.append):
        write_handout(good, tmp_path / "a.html")
    assert "page 4 of 4" in said and said[-1] == "Writing the handout"


def test_that_the_same_lesson_gives_the_same_bytes(good: Lesson, tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        write_handout(good, tmp_path / name, blanks=True)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize("lesson", ["a-linear-model", "the-perceptron", "mira", "naive-bayes"])
def test_that_no_page_of_a_handout_is_half_empty(lesson: str) -> None:
    ready()
    from linlab.app.export.handout.handout_pdf import pages
    from linlab.app.export.paper.page import HEIGHT, MARGIN

    *full, _ = pages(handout_of(read_lesson(asset("lessons") / lesson), blanks=True))
    assert len(full) >= 3
    for page in full:
        end = max(top + block.height for top, block in page if not block.blank)
        assert end > 0.55 * (HEIGHT - 2 * MARGIN)
