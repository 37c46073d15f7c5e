"""A sheet of homework as PDF, read back by pypdf; nothing on its pages is where it cannot be
seen."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest

from linlab.app.export.figures import ready
from linlab.app.export.homework.formats import HOMEWORK_FORMATS, homework, write_homework
from linlab.commands.cli import main
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.export.homework.sheet import Sheet
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace

PDF = HOMEWORK_FORMATS["pdf"]
CASES: dict[str, tuple[str, dict[str, Any], int]] = {
    "perceptron": ("blobs", {}, 10),
    "logistic": ("iris", {}, 12),
    "svm": ("moons", {"space": "rbf", "batch": "all"}, 40),
    "naive-bayes": ("frog", {}, 8),
    "mira": ("moons", {"space": "monomial"}, 70),
}


def sheet(model: str) -> Sheet:
    data, settings, last = CASES[model]
    return homework(Trace(Document(make_points(data), (Learner.of(model, **settings),))), PDF, last)


@pytest.mark.parametrize("model", CASES)
def test_that_its_pages_are_a4_with_the_task_first_and_then_the_solution(model: str) -> None:
    made = sheet(model)
    reader = pypdf.PdfReader(io.BytesIO(PDF.make(made)), strict=True)
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    assert all(
        (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
        for page in reader.pages
    )
    begin = next(k for k, words in enumerate(pages) if words.startswith(f"{made.title}: solution"))
    task, solution = " ".join(pages[:begin]), " ".join(pages[begin:])
    assert begin >= 1 and task.startswith(made.title) and "Fill in" in task
    for section in made.sections:
        given = [column.given for column in section.stretch.columns]
        for row in section.rows:
            assert all(cell in solution for cell in row)
            assert all(cell in task for cell, known in zip(row, given, strict=True) if known)
        long = {
            cell
            for row in section.rows
            for cell, known in zip(row, given, strict=True)
            if not known and len(cell) > 5
        }
        long -= {
            cell
            for row in (section.start, *section.rows)
            for cell, known in zip(row, given, strict=False)
            if known
        }
        assert not [cell for cell in long if cell in task]  # no answer is there
    assert str(made.result[0])[:20] in solution


@pytest.mark.parametrize("model", CASES)
def test_that_nothing_leaves_the_page(model: str) -> None:
    ready()
    from linlab.app.export.homework.sheet_pdf import pages
    from linlab.app.export.homework.table import table
    from linlab.app.export.paper.page import HEIGHT, MARGIN

    made = sheet(model)
    for page in pages(made):
        tops = [top for top, _ in page]
        assert tops == sorted(tops) and tops[0] == 0
        assert all(top + block.height <= HEIGHT - 2 * MARGIN + 0.1 for top, block in page)
        assert not page[-1][1].with_next
    assert table(made.sections[0], 640.0, blank=True)


def test_that_what_is_painted_lies_within_the_margins() -> None:
    from PySide6.QtGui import QColor, QImage, QPainter

    ready()
    from linlab.app.export.homework.sheet_pdf import pages
    from linlab.app.export.paper.page import HEIGHT, MARGIN, WIDTH, painted

    points = Points.of(
        np.random.default_rng(0).normal(size=(40, 2)) * 1e4,
        [f"a long name, number {k % 6}" for k in range(40)],
    )
    trace = Trace(Document(points, (Learner.of("svm", space="rbf", penalty="none"),)))
    made = homework(
        trace,
        PDF,
        12,
        digits=8,
        title="A title that is so long that it has to be set in more than a line " * 2,
    )
    for number, page in enumerate(pages(made), 1):
        image = QImage(round(WIDTH), round(HEIGHT), QImage.Format.Format_RGB32)
        image.fill(QColor("#FFFFFF"))
        with QPainter(image) as to:
            painted(page, number)(to)
        memory: Any = image.constBits()
        pixels = (
            np.frombuffer(memory, np.uint32).reshape(image.height(), -1)[:, : image.width()]
            & 0xFFFFFF
        )
        rows, columns = np.nonzero(pixels != 0xFFFFFF)
        assert columns.min() >= MARGIN - 3 and columns.max() <= WIDTH - MARGIN + 3
        assert rows.min() >= MARGIN - 3


def test_that_names_of_classes_are_plain_text(tmp_path: Path) -> None:
    names = ["<b>50 %</b> & $x_1$", "猫 \\text{", "−}"]
    points = Points.of(
        np.random.default_rng(0).normal(size=(12, 2)), [names[k % 3] for k in range(12)]
    )
    write_homework(Trace(Document(points, (Learner.of("perceptron"),))), tmp_path / "a.pdf", 4)
    words = "".join(pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text().split())
    assert "<b>50%</b>&$x_1$" in words and "猫\\text{" in words


def test_that_the_same_sheet_is_the_same_file() -> None:
    assert PDF.make(sheet("perceptron")) == PDF.make(sheet("perceptron"))


def test_that_too_much_for_a_hand_is_refused_and_a_job_can_be_ended(tmp_path: Path) -> None:
    trace = Trace(Document(make_points("blobs"), (Learner.of("perceptron"),)))
    for last in (0, 201):
        with pytest.raises(LinlabError, match=f"has 1 to 200 steps, not {last}"):
            write_homework(trace, tmp_path / "a.pdf", last)

    def stop(doing: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), watched(stop):
        write_homework(trace, tmp_path / "a.pdf", 5)
    with pytest.raises(LinlabError, match="no folder"):
        write_homework(trace, tmp_path / "nowhere" / "a.pdf", 5)
    assert list(tmp_path.iterdir()) == []


def test_that_one_command_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    line = [
        "render",
        "frog",
        "a.pdf",
        "a.tex",
        "--as",
        "homework",
        "--model",
        "perceptron",
        "--set",
        "order=cyclic",
    ]
    assert main([*line, "--rows", "7", "--title", "The frog"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"a.{key}: homework on steps 1 to 7" for key in ("pdf", "tex")
    ]
    assert pypdf.PdfReader("a.pdf").pages[0].extract_text().split()[:2] == ["The", "frog"]
    assert r"\bfseries The frog" in Path("a.tex").read_text()
    assert (
        main(["render", "frog", "b.pdf", "--as", "homework", "--model", "perceptron", "--blank"])
        == 2
    )
