"""A web page from the export dialog: its options, its size beforehand, progress and cancel."""

import json
import re
import threading
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.export.dialog import export_jobs
from linlab.app.export.dialog.export_options import ExportOptions
from linlab.engine.document.loading import load
from linlab.engine.ground.errors import Cancelled
from linlab.engine.learner.learner import Learner
from tests.app.export.test_export_dialog import Export
from tests.engine.export.page_book import data_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def export(window, qtbot, tmp_path, monkeypatch):
    folder = tmp_path / "out"
    folder.mkdir()
    window.session.edit("svm", window.session.with_learner(Learner.of("svm")))
    window.session.go(25)
    yield Export(window, qtbot, folder, monkeypatch)
    if window.exporter is not None:
        window.exporter.close()
        assert not window.exporter.job.busy


def note(dialog):
    return dialog.live.value.text()


def size_in(text):
    """Bytes, from “ABOUT 68 KB”."""
    number, unit = re.search(r"ABOUT ([\d.]+) (KB|MB)", text).groups()
    return float(number) * {"KB": 1e3, "MB": 1e6}[unit]


def saved(export, qtbot):
    dialog = export.dialog
    QTest.mouseClick(dialog.save_button, LEFT)
    qtbot.waitUntil(lambda: not dialog.job.busy, timeout=60_000)
    (path,) = export.folder.iterdir()
    return path


def test_that_the_size_is_told_before_the_page_is_written(export, window, qtbot):
    dialog = export.open("web")
    qtbot.waitUntil(lambda: "ABOUT" in note(dialog), timeout=60_000)
    assert note(dialog).startswith("26 STEPS")
    assert dialog.live.preview.image is not None
    assert list(export.folder.iterdir()) == []
    about = size_in(note(dialog))
    path = saved(export, qtbot)
    assert path.name == "blobs.html"
    assert 0.6 < about / path.stat().st_size < 1.6
    assert export.words.startswith("Saved blobs.html")
    data = data_of(path.read_text(encoding="utf-8"))
    assert data["steps"] == list(range(26))
    assert [view["title"] for view in data["views"]] == ["Plane", "Curves"]
    document = load(path)
    assert document == window.session.settled
    assert document.look.t == 25


def test_that_views_and_steps_are_chosen_with_the_mouse(export, window, qtbot):
    dialog = export.open("web")
    sheet = dialog.options.web
    QTest.mouseClick(sheet.views["losses"], LEFT)
    QTest.mouseClick(sheet.views["curves"], LEFT)
    sheet.controls["begin"].setFocus()
    sheet.controls["begin"].selectAll()
    QTest.keyClicks(sheet.controls["begin"], "5")
    dialog.want({"spaced": "10"})
    data = data_of(saved(export, qtbot).read_text(encoding="utf-8"))
    assert [view["title"] for view in data["views"]] == ["Plane", "Losses"]
    assert data["steps"] == [5, 15, 25]


def test_that_a_view_that_refuses_the_run_is_off_and_says_why(export):
    dialog = export.open("web")
    words = dialog.options.web.views["words"]
    assert not words.isEnabled()
    assert "word counts" in words.toolTip()
    assert dialog.options.web.views["losses"].isEnabled()


def test_that_a_page_can_be_cancelled(export, qtbot, monkeypatch):
    at = threading.Event()

    def write(moment, options, path, optimum, progress):
        progress(1, 100)
        at.set()
        while progress(2, 100):
            time.sleep(0.005)
        raise Cancelled

    monkeypatch.setattr(export_jobs, "write_page", write)
    dialog = export.open("web")
    QTest.mouseClick(dialog.save_button, LEFT)
    assert at.wait(60)
    qtbot.waitUntil(lambda: export.words.startswith("Step "), timeout=5000)
    assert dialog.foot.bar.isVisible()
    QTest.mouseClick(dialog.foot.cancel, LEFT)
    qtbot.waitUntil(lambda: not dialog.job.busy, timeout=5000)
    assert export.words == "Cancelled; no file was written."
    assert list(export.folder.iterdir()) == []


def test_that_a_page_that_ends_before_it_begins_is_refused(export, qtbot):
    dialog = export.open("web")
    dialog.want({"begin": 60})
    export.settle()
    assert not dialog.save_button.isEnabled()
    assert "A web page cannot go from step 60 to step 25." in dialog.live.preview.text
    assert not dialog.copy_button.isEnabled()
    assert (
        "cannot be copied" in dialog.copy_button.toolTip() or "60" in dialog.copy_button.toolTip()
    )


def test_that_the_options_of_a_page_are_remembered_and_nonsense_is_not():
    own = ExportOptions(views=("losses", "kernel"), spaced="10")
    for kept in (own.to_json(), json.loads(json.dumps(own.to_json()))):
        again = ExportOptions.from_json(kept)
        assert (again.views, again.spaced) == (("losses", "kernel"), "10")
    for wrong in (["window"], "losses", [3], None):
        assert ExportOptions.from_json({"views": wrong}).views == ("curves",)
