"""The export dialog, driven by hand: what is saved is read back by programs that know nothing of
linlab."""

import csv
import json
import os
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QMenu, QMessageBox, QToolButton

from linlab import Learner
from linlab.app.export import film
from linlab.app.export.dialog import dialog as export_dialog
from linlab.app.export.dialog import export_jobs, kinds
from linlab.app.export.dialog.export_options import ExportOptions
from linlab.app.export.dialog.export_source import ExportSource
from linlab.app.export.dialog.options import NO_TIKZ
from linlab.app.export.figures import FIGURE_FORMATS
from linlab.app.session import background
from linlab.app.session.known.mistake_bound import LOOKING
from linlab.app.session.settings import Settings
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.export.weights.weights_json import load_weights
from linlab.engine.ground.errors import Cancelled
from linlab.engine.optimum import exact
from linlab.engine.train.trace import Trace
from tests.app.waiting import wait_for_rest

MIXED = make_points("overlapping-blobs", seed=1, n=40)
APART = make_points("blobs", seed=1, n=40, classes=2)
LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


class Export:
    """A hand in the dialog: it opens it, chooses, and saves to a file without asking."""

    def __init__(self, window, qtbot, folder, monkeypatch):
        self.window, self.qtbot, self.folder, self.proposed = window, qtbot, folder, []
        self.answer = None
        monkeypatch.setattr(QFileDialog, "getSaveFileName", self.ask)

    def ask(self, parent, title, proposed, kinds):
        self.proposed.append(Path(proposed))
        return (
            str(self.answer if self.answer is not None else self.folder / Path(proposed).name),
            "",
        )

    def open(self, what):
        self.window.commands[f"export-{what}"].trigger()
        self.settle()
        return self.dialog

    @property
    def dialog(self):
        return self.window.exporter

    def choose(self, field, key):
        control = next(
            sheet.controls[field]
            for sheet in (self.dialog.options.choose, *self.dialog.options.sheets.values())
            if field in sheet.controls
        )
        if hasattr(control, "buttons"):
            QTest.mouseClick(control.buttons[key], LEFT)
        else:
            control.combo.setCurrentIndex(control.combo.findData(key))
            control.combo.activated.emit(control.combo.currentIndex())
        self.settle()

    def type(self, field, text):
        control = next(
            sheet.controls[field]
            for sheet in self.dialog.options.sheets.values()
            if field in sheet.controls
        )
        control.setFocus()
        control.selectAll()
        QTest.keyClicks(control, text)
        self.settle()

    def settle(self):
        self.qtbot.wait(10)
        self.dialog.refresh.now()

    def save(self):
        before = set(self.folder.iterdir())
        QTest.mouseClick(self.dialog.save_button, LEFT)
        made = set(self.folder.iterdir()) - before
        return made.pop() if made else None

    @property
    def words(self):
        return self.dialog.foot.words.text()

    @property
    def pixels(self):
        image = self.dialog.live.preview.image
        return None if image is None else bytes(image.constBits())


@pytest.fixture
def export(window, qtbot, tmp_path, monkeypatch):
    folder = tmp_path / "out"
    folder.mkdir()
    window.session.edit("svm", window.session.with_learner(Learner.of("svm")))
    window.session.go(40)
    yield Export(window, qtbot, folder, monkeypatch)
    if window.exporter is not None:
        window.exporter.close()
        assert not window.exporter.job.busy
        assert not window.exporter.refresh._timer.isActive()


class TestFigures:
    def test_that_the_defaults_give_a_slide_as_a_pdf_with_text(self, export):
        import pypdf

        dialog = export.open("figure")
        export.type("title", "Two blobs")
        path = export.save()
        assert export.proposed[0].name == path.name == "blobs.pdf"
        page = pypdf.PdfReader(path).pages[0]
        assert [float(side) for side in page.mediabox[2:]] == [
            720,
            405,
        ]  # 960 × 540 pixels, in points
        assert "Two" in page.extract_text() and "blobs" in page.extract_text()
        assert export.words.startswith("Saved blobs.pdf · ")
        assert dialog.foot.folder.isVisible()

    def test_that_the_title_is_the_documents_unless_another_is_written(self, export, window):
        def named(title):
            window.session.edit("change the title", replace(window.session.settled, title=title))

        named("Two blobs")
        dialog = export.open("figure")
        field = dialog.options.look.controls["title"]
        assert field.text() == "Two blobs"
        assert dialog.export_source.figure(dialog.export_options).title == "Two blobs"
        export.type("title", "Mine")
        assert dialog.export_source.figure(dialog.export_options).title == "Mine"
        named("Three blobs")
        export.settle()
        assert (
            field.text()
            == dialog.export_source.figure(dialog.export_options).title
            == "Three blobs"
        )

    def test_that_svg_and_png_are_as_large_as_was_asked_for(self, export):
        from PIL import Image

        export.open("figure")
        export.choose("size", "square")
        export.choose("format", "svg")
        drawing = ElementTree.parse(export.save()).getroot()
        assert (drawing.get("width"), drawing.get("height")) == ("600px", "600px")
        export.choose("format", "png")
        export.type("dpi", "192")
        with Image.open(export.save()) as image:
            assert image.size == (1200, 1200)

    def test_that_a_size_can_be_typed_in_millimetres(self, export):
        dialog = export.open("figure")
        export.choose("unit", "mm")
        export.type("width", "100")
        assert dialog.export_options.size == "own"
        assert dialog.export_options.width == pytest.approx(100 / 25.4 * 96)
        assert dialog.export_options.height == pytest.approx(540, abs=1)
        assert dialog.live.value.text().startswith("100 × ")

    def test_that_tikz_is_shown_and_saved_as_its_source(self, export):
        dialog = export.open("figure")
        export.choose("format", "tex")
        text = export.save().read_text()
        assert "\\begin{axis}" in text
        assert dialog.live.preview.text.splitlines()[:30] == text.splitlines()[:30]

    @pytest.mark.parametrize("view", ["step", "window"])
    def test_that_the_window_itself_is_drawn_as_text_and_paths(self, export, view):
        import pypdf
        from PIL import Image

        dialog, plane = export.open("figure"), export.window.plane
        export.choose("view", view)
        assert export.pixels
        export.qtbot.waitUntil(
            lambda: plane.drawing.fine and not plane.late
        )  # on the grid that it has when all is still
        page = pypdf.PdfReader(export.save()).pages[0]
        words = page.extract_text().replace("\t", " ")
        assert "THIS STEP" in words and "Example" in words
        sizes = sorted((each.image.size for each in page.images), key=max)
        assert all(max(size) < 50 for size in sizes[:-1])  # icons and the shading, no screenshot
        assert not sizes or (
            sizes[-1][0] <= plane.width() + 4 and sizes[-1][1] <= plane.height() + 4
        )
        export.choose("format", "svg")
        drawing = ElementTree.parse(export.save())
        assert not [
            each for each in drawing.iter() if each.tag.endswith("text")
        ]  # a browser has not our typeface
        letters = {
            each.get("aria-label"): each.get("d")
            for each in drawing.iter()
            if each.get("aria-label")
        }
        assert (
            "THIS STEP" in letters and letters["THIS STEP"].count("M") >= 8
        )  # a contour for each letter at least
        heading = next(
            each
            for each in dialog.live.widget_of(view).findChildren(QLabel)
            if each.text() == "THIS STEP"
        )
        across = [float(x) for x in re.findall(r"([-\d.]+),", letters["THIS STEP"])]
        wide = QFontMetricsF(heading.font()).horizontalAdvance("THIS STEP")
        assert max(across) - min(across) == pytest.approx(
            wide, abs=2.0
        )  # with the space between its letters
        cuts = [
            path.get("transform")
            for each in drawing.iter()
            if each.tag.endswith("clipPath")
            for path in each
        ]
        plane = export.window.plane.mapTo(export.window, QPoint())
        assert (
            view == "step" or f"matrix(1,0,0,1,{plane.x()},{plane.y()})" in cuts
        )  # the plane is cut where it is
        export.choose("format", "png")
        export.type("dpi", "192")
        widget = dialog.live.widget_of(view)
        with Image.open(export.save()) as image:
            assert image.size == (2 * widget.width(), 2 * widget.height())

    def test_that_tikz_is_refused_for_the_window_with_the_reason(self, export):
        dialog = export.open("figure")
        export.choose("format", "tex")
        export.choose("view", "window")
        button = dialog.options.choose.formats["figure"].buttons["tex"]
        assert not button.isEnabled()
        assert button.toolTip() == NO_TIKZ
        assert dialog.export_options.format == "pdf"
        assert not dialog.options.look.controls["palette"].isEnabled()

    def test_that_what_does_not_apply_says_why(self, export):
        dialog = export.open("figure")
        dpi = dialog.options.page.controls["dpi"]
        assert not dpi.isEnabled() and dpi.toolTip() == "PDF is sharp at any size."
        export.choose("format", "png")
        assert dpi.isEnabled()
        gap = dialog.options.shown.controls["curves"].buttons["gap"]
        export.choose("view", "both")
        assert not gap.isEnabled() and "exact optimum" in gap.toolTip()

    def test_that_a_gap_to_an_optimum_of_another_problem_is_not_drawn(self, export, window, qtbot):
        window.session.edit("svm", window.session.with_learner(Learner.of("svm")))
        window.session.go(20)
        window.session.run.exact.switch(True)
        qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=60_000)
        dialog = export.open("figure")
        export.choose("view", "curves")
        dialog.want({"curves": "gap"})
        assert dialog.export_options.curves == "gap"
        window.session.edit("λ", window.session.with_learner(Learner.of("svm", lam=0.2)))
        qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=60_000)
        qtbot.waitUntil(lambda: dialog.live._whole)
        t, values = dialog.live.values(dialog.export_options)
        trace = Trace(window.session.document)
        j = (
            np.array([trace.sample(int(each)).objective for each in t])
            - exact.optimum(trace.problem(20)).objective
        )
        assert dialog.export_options.curves == "gap" and values["gap"] == pytest.approx(j)
        window.session.run.exact.switch(False)
        qtbot.waitUntil(lambda: dialog.export_options.curves == "loss")

    def test_that_j_star_is_not_compared_with_updates_of_another_problem(
        self, export, window, qtbot
    ):
        document = Document(MIXED, (Learner.of("svm", lam=0.001),)).after(
            Change(100, learners=(Learner.of("svm", lam=1.0),))
        )
        window.session.edit("document", document)
        window.session.go(200)
        qtbot.waitUntil(lambda: window.session.t == 200)
        window.session.run.exact.switch(True)
        qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=60_000)
        dialog = export.open("figure")
        export.choose("view", "curves")
        export.choose("curves", "gap")
        qtbot.waitUntil(lambda: dialog.live._whole)
        t, values = dialog.live.values(dialog.export_options)
        gap = values["gap"]
        assert np.isnan(gap[t < 100]).all() and np.isfinite(gap[t >= 100]).all()
        theta, y = Trace(document).at(200).theta[0], np.where(MIXED.label == 1, 1.0, -1.0)
        j = (
            np.maximum(0, 1 - y * (MIXED.x @ theta[:2] + theta[2])).mean()
            + 0.5 * theta[:2] @ theta[:2]
        )
        assert gap[-1] == pytest.approx(j - window.session.run.optimum.objective)

    def test_that_a_layer_with_nothing_to_show_of_the_learner_is_off_and_says_why(
        self, export, window, qtbot
    ):
        dialog = export.open("figure")
        layers = dialog.options.shown.layers
        assert layers["weights"].isEnabled() and layers["slack"].isEnabled()
        window.session.edit("rbf", window.session.with_learner(Learner.of("logistic", space="rbf")))
        qtbot.waitUntil(lambda: not layers["weights"].isEnabled())
        assert "linear space" in layers["weights"].toolTip()
        assert not layers["slack"].isEnabled() and "hinge" in layers["slack"].toolTip()
        assert layers["boundary"].isEnabled()

    def test_that_the_label_of_the_example_is_off_and_an_optimum_that_is_not_there_cannot_be_drawn(
        self, export, window, qtbot
    ):
        dialog = export.open("figure")
        layers = dialog.options.shown.layers
        assert "example" in window.plane.shown and not layers["example"].isChecked()
        assert not layers["optimum"].isEnabled() and not layers["optimum"].isChecked()
        assert layers["optimum"].toolTip() == kinds.NO_OPTIMUM
        QTest.mouseClick(layers["example"], LEFT)
        assert dialog.export_options.layers == dialog.export_source.layers | {
            "example"
        }  # nothing else is lost
        window.session.run.exact.switch(True)
        qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=60_000)
        qtbot.waitUntil(layers["optimum"].isEnabled, timeout=5000)
        assert layers["optimum"].isChecked()

    def test_that_the_proof_is_there_as_long_as_there_is_a_bound(self, export, window, qtbot):
        window.right.hide()  # where the bound would be looked for anyway
        dialog = export.open("figure")
        proof = dialog.options.shown.controls["curves"].buttons["proof"]
        export.choose("format", "svg")
        assert proof.toolTip() == "There are no curves in this view."
        export.choose("view", "curves")
        assert (
            not proof.isEnabled() and proof.toolTip() == "The bound holds only for the perceptron."
        )
        window.session.edit("document", Document(APART, (Learner.of("perceptron"),)))
        window.session.go(60)
        qtbot.waitUntil(proof.isEnabled, timeout=60_000)
        assert "α·Mγ* ≤ u·θ" in proof.toolTip()
        export.choose("curves", "proof")
        qtbot.waitUntil(lambda: dialog.live._whole)
        assert {"lower", "projection", "length", "upper"} <= set(
            dialog.live.values(dialog.export_options)[1]
        )
        ids = {each.get("id") for each in ElementTree.parse(export.save()).getroot().iter()}
        assert {"lower", "projection", "length", "upper"} <= ids
        window.session.edit("document", Document(MIXED, (Learner.of("perceptron"),)))
        export.settle()
        assert dialog.export_options.curves == "proof"  # there may be one soon
        assert not dialog.save_button.isEnabled() and not proof.isEnabled()
        assert (
            dialog.save_button.toolTip() == proof.toolTip() == dialog.live.preview.text == LOOKING
        )
        qtbot.waitUntil(lambda: dialog.export_options.curves == "loss", timeout=60_000)
        assert dialog.save_button.isEnabled()
        assert not proof.isEnabled() and "No weights get every example right" in proof.toolTip()

    def test_that_a_film_of_the_proof_ends_before_a_change(self, export, window, qtbot):
        document = Document(APART, (Learner.of("perceptron"),)).after(Change(50, points=MIXED))
        window.session.edit("document", document)
        window.session.go(49)
        dialog = export.open("film")
        export.choose("view", "curves")
        proof = dialog.options.shown.controls["curves"].buttons["proof"]
        qtbot.waitUntil(proof.isEnabled, timeout=60_000)
        export.choose("curves", "proof")
        assert dialog.save_button.isEnabled()
        export.type("end", "80")
        assert (
            not dialog.save_button.isEnabled()
            and "changed along the way" in dialog.save_button.toolTip()
        )
        export.choose("curves", "error")
        assert dialog.save_button.isEnabled()

    def test_that_every_kind_of_curves_is_remembered(self):
        for key in ("loss", "error", "proof", "gap"):
            assert ExportOptions.from_json(ExportOptions(curves=key).to_json()).curves == key

    def test_that_it_works_with_points_alone(self, export, window):
        window.session.edit(
            "one", window.session.with_points(Points.of([(0, 0), (1, 1)], ["A", "A"]))
        )
        assert window.session.run.trouble
        dialog = export.open("figure")
        assert dialog.save_button.isEnabled()
        assert export.save().stat().st_size > 1000
        for what in ("weights", "table", "film"):
            export.open(what)
            assert not dialog.save_button.isEnabled()
            assert (
                dialog.save_button.toolTip()
                == dialog.live.preview.text
                == window.session.run.trouble
            )


class TestThePreview:
    def test_that_it_follows_the_scrubber_the_points_and_the_plane(self, export, window, qtbot):
        dialog = export.open("figure")
        before = export.pixels
        window.session.go(1)
        qtbot.waitUntil(lambda: export.pixels != before, timeout=2000)
        before = export.pixels
        points = window.session.points
        window.session.edit(
            "move", window.session.with_points(points.shift(points.ids[:3].tolist(), (1.0, 0.5)))
        )
        qtbot.waitUntil(lambda: export.pixels != before, timeout=2000)
        before = export.pixels
        window.switch("regions", False)
        qtbot.waitUntil(lambda: export.pixels != before, timeout=2000)
        assert not dialog.options.shown.layers["regions"].isChecked()

    def test_that_it_follows_the_options(self, export, window):
        window.plane.sight.zoom(0.5)
        dialog = export.open("figure")
        seen = {export.pixels}
        for field, key in (
            ("palette", "dark"),
            ("view", "both"),
            ("region", "screen"),
            ("size", "column"),
        ):
            export.choose(field, key)
            seen.add(export.pixels)
        QTest.mouseClick(dialog.options.look.controls["legend"], LEFT)
        export.settle()
        seen.add(export.pixels)
        QTest.mouseClick(dialog.options.shown.layers["boundary"], LEFT)
        export.settle()
        seen.add(export.pixels)
        assert len(seen) == 7

    def test_that_a_slow_preview_is_rare(self, export, window, monkeypatch):
        dialog = export.open("figure")
        calls, clock = [], [100.0]  # a clock that goes on when we say so

        def slow(export_options):
            calls.append(export_options)
            clock[0] += 0.1
            return True

        monkeypatch.setattr(background, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
        monkeypatch.setattr(dialog.live, "show_export_options", slow)
        dialog.refresh.now()
        assert dialog.refresh.cost == pytest.approx(0.1)
        for _ in range(3):
            window.session.go(window.session.t + 1)
        assert len(calls) == 1
        assert dialog.refresh._timer.interval() == pytest.approx(
            1000 * background.SHARE * 0.1, abs=1
        )

    def test_that_a_view_of_the_window_does_not_follow_itself(self, export, qtbot):
        dialog = export.open("figure")
        export.choose("view", "window")
        wait_for_rest(qtbot, lambda: not dialog.refresh._timer.isActive())
        dialog.refresh.now()
        wait_for_rest(qtbot, lambda: not dialog.refresh._timer.isActive())

    def test_that_a_closed_dialog_follows_nothing(self, export, window, qtbot):
        dialog = export.open("figure")
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()
        before = dialog.live.preview.desk.image
        window.session.go(3)
        qtbot.wait(100)
        assert dialog.live.preview.desk.image is before
        assert not dialog.refresh._timer.isActive()


class TestTexts:
    def test_that_weights_are_read_back(self, export, window):
        dialog = export.open("weights")
        theta = np.append(
            *(
                part.ravel()
                for part in window.session.trace.problem(40).split(window.session.run.model.theta)
            )
        )
        made = json.loads(export.save().read_text())
        assert np.append(np.ravel(made["weights"]), made["bias"]) == pytest.approx(theta)
        assert json.loads(dialog.live.preview.text) == made
        export.choose("weights", "csv")
        rows = list(csv.reader(export.save().read_text().splitlines()))
        assert len(rows) > 2
        export.choose("weights", "npz")
        with np.load(export.save()) as arrays:
            assert np.append(arrays["weights"].ravel(), arrays["bias"]) == pytest.approx(theta)
        assert "weights 1 × 2 float64" in [
            " ".join(line.split()) for line in dialog.live.preview.text.splitlines()
        ]

    def test_that_the_weights_of_all_models_are_written_in_one_go(
        self, export, window, qtbot, monkeypatch
    ):
        session, asked = window.session, []
        monkeypatch.setattr(
            QMessageBox,
            "question",
            lambda parent, title, words: asked.append(words) or QMessageBox.StandardButton.No,
        )
        toggle = export.open("weights").options.sheets["weights"].controls["every"]
        assert not toggle.isEnabled() and "only one model" in toggle.toolTip()
        learners = (Learner.of("svm"), Learner.of("naive-bayes"), Learner.of("stacking"))
        session.edit("three", replace(session.document, learners=learners))
        qtbot.waitUntil(lambda: all(run.t for run in session.runs))
        export.settle()
        assert toggle.isEnabled()
        QTest.mouseClick(toggle, LEFT)
        export.settle()
        assert (
            not export.dialog.copy_button.isEnabled()
            and "blobs-weights-2.json" in export.dialog.live.preview.text
        )
        export.save()
        names = [f"blobs-weights-{k}.json" for k in (1, 2, 3)]
        assert sorted(path.name for path in export.folder.iterdir()) == names
        assert export.words.startswith(f"Saved {names[0]} … {names[2]} · ")
        for name, run in zip(names, session.runs, strict=True):
            loaded = load_weights(export.folder / name)
            assert loaded.learner.model == session.document.learners[run.which].model
            np.testing.assert_allclose(
                loaded.scores(MIXED.x), run.model.scores(MIXED.x), rtol=1e-12, equal_nan=True
            )
        before = (export.folder / names[0]).read_bytes()
        session.go(55)
        export.save()
        assert (
            asked == [f"{names[0]} already exists. Replace it?"]
            and (export.folder / names[0]).read_bytes() == before
        )
        formats = export.dialog.options.choose.formats["weights"].buttons
        assert (
            not formats["csv"].isEnabled()
            and "Stacking consists of several models" in formats["csv"].toolTip()
        )
        QTest.mouseClick(toggle, LEFT)
        export.settle()
        assert formats["csv"].isEnabled() and not export.dialog.export_options.every

    def test_that_the_python_file_predicts_in_a_python_of_its_own(self, export, window):
        export.open("weights")
        export.choose("weights", "py")
        path = export.save()
        assert path.name == "blobs_weights.py"
        points = window.session.points
        code = f"import {path.stem} as m; print(*m.predict({points.x.tolist()}))"
        said = subprocess.run(
            [sys.executable, "-c", code],
            cwd=path.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        from linlab.engine.train.models import winners

        classes = window.session.trace.problem(40).classes
        expected = [classes[k] for k in winners(window.session.run.model.scores(points.x))]
        assert said.stdout.split() == expected

    def test_that_points_are_read_back(self, export, window):
        dialog = export.open("points")
        rows = list(csv.reader(export.save().read_text().splitlines()))
        assert np.array([row[:2] for row in rows[1:]], float) == pytest.approx(
            window.session.points.x
        )
        assert dialog.live.preview.text.startswith("x1,x2,label\n")
        assert export.proposed[-1].name == "blobs-points.csv"

    def test_that_a_table_is_read_back_and_can_be_left_blank(self, export, qtbot):
        dialog = export.open("table")
        qtbot.waitUntil(lambda: dialog.live.preview.text.startswith("t,example"), timeout=5000)
        export.type("last", "7")
        QTest.mouseClick(dialog.save_button, LEFT)
        qtbot.waitUntil(lambda: not dialog.job.busy, timeout=5000)
        rows = list(csv.DictReader((export.folder / "blobs-steps.csv").read_text().splitlines()))
        assert [row["t"] for row in rows] == [str(t) for t in range(1, 8)]
        assert all(row["loss"] for row in rows)
        QTest.mouseClick(dialog.options.sheets["table"].controls["blank"], LEFT)
        export.choose("table", "tex")
        QTest.mouseClick(dialog.save_button, LEFT)
        qtbot.waitUntil(lambda: not dialog.job.busy, timeout=5000)
        assert "tabular" in (export.folder / "blobs-steps.tex").read_text()

    def test_that_a_long_table_can_be_cancelled(self, export, qtbot):
        dialog = export.open("table")
        export.type("last", "900000")
        QTest.mouseClick(dialog.save_button, LEFT)
        qtbot.waitUntil(lambda: "of 900000" in export.words, timeout=10000)
        QTest.mouseClick(dialog.foot.cancel, LEFT)
        qtbot.waitUntil(lambda: not dialog.job.busy, timeout=10000)
        assert export.words == str(Cancelled())
        assert list(export.folder.iterdir()) == []


class TestFilms:
    def small(self, export, last="12"):
        dialog = export.open("film")
        export.type("width", "120")
        export.type("height", "90")
        export.type("end", last)
        dialog.want({"seconds": 1.0, "fps": 10})
        return dialog

    def test_that_a_film_is_written_while_the_window_goes_on(self, export, window, qtbot):
        from PIL import Image

        dialog, told = self.small(export), []
        dialog.job.advanced.connect(lambda done, total, left: told.append((done, total)))
        QTest.mouseClick(dialog.save_button, LEFT)
        assert dialog.job.busy and not dialog.save_button.isEnabled()
        assert "still being written" in dialog.save_button.toolTip()
        window.session.edit("another", window.session.with_learner(Learner.of("perceptron")))
        qtbot.waitUntil(lambda: not dialog.job.busy, timeout=20000)
        assert told[-1] == (10, 10)
        assert export.words.startswith("Saved blobs.gif")
        with Image.open(export.folder / "blobs.gif") as image:
            assert image.n_frames > 2 and image.size == (120, 90)
        assert dialog.save_button.isEnabled() and dialog.foot.bar.isHidden()

    @pytest.mark.parametrize("how", ["button", "dialog", "window"])
    def test_that_a_film_is_cancelled_by_its_button_or_by_closing(
        self, export, window, qtbot, how, monkeypatch
    ):
        at, go = threading.Event(), threading.Event()

        def write(document, which, figure, film, path, progress, optimum):
            from linlab.engine.ground.writing import writing_bytes

            with writing_bytes(path) as file:
                file.write(b"begun")
                progress(1, 100)
                at.set()
                while progress(2, 100):
                    time.sleep(0.005)
                go.set()
                raise Cancelled

        monkeypatch.setattr(export_jobs, "write_film", write)
        dialog = self.small(export)
        QTest.mouseClick(dialog.save_button, LEFT)
        assert at.wait(60)
        qtbot.waitUntil(lambda: export.words.startswith("Frame "), timeout=5000)
        assert dialog.foot.bar.isVisible() and dialog.foot.bar.maximum() == 100
        if how == "button":
            QTest.mouseClick(dialog.foot.cancel, LEFT)
            qtbot.waitUntil(lambda: not dialog.job.busy, timeout=5000)
            assert export.words == "Cancelled; no file was written."
        else:
            (dialog if how == "dialog" else window).close()
        assert go.is_set() and not dialog.job.busy
        assert list(export.folder.iterdir()) == []
        qtbot.waitUntil(lambda: not [t for t in threading.enumerate() if t.name == "linlab task"])

    def test_that_mp4_says_what_it_needs(self, export, monkeypatch, tmp_path):
        monkeypatch.setattr(film, "find_spec", lambda name: None)
        monkeypatch.setenv("PATH", str(tmp_path))  # there may be an ffmpeg of the machine
        dialog = export.open("film")
        button = dialog.options.choose.formats["film"].buttons["mp4"]
        assert not button.isEnabled() and "linlab[film]" in button.toolTip()

    def test_that_a_film_ends_where_the_run_stands_unless_told_otherwise(self, export, window):
        dialog = export.open("film")
        end = dialog.options.sheets["film"].controls["end"]
        assert end.text() == "40"
        window.session.go(55)
        export.settle()
        assert end.text() == "55"
        export.type("begin", "60")
        assert not dialog.save_button.isEnabled() and "from step 60" in dialog.live.preview.text
        assert film.Film(0, 1)  # the writer's own checks are tested there


class TestHomework:
    def test_that_it_is_seen_and_saved_by_one_click(self, export, qtbot):
        import pypdf

        dialog = export.open("homework")
        qtbot.waitUntil(lambda: dialog.live.preview.image is not None, timeout=20_000)
        assert export.pixels and dialog.live.value.text() == "STEPS 1 TO 10 · A4"
        QTest.mouseClick(dialog.save_button, LEFT)
        qtbot.waitUntil(lambda: not dialog.job.busy, timeout=20_000)
        assert export.words.startswith("Saved blobs-homework.pdf")
        pages = pypdf.PdfReader(export.folder / "blobs-homework.pdf").pages
        assert len(pages) >= 2 and pages[0].extract_text().replace("\t", " ").startswith(
            "SVM, worked out by hand"
        )

    def test_that_its_length_and_format_are_chosen(self, export, qtbot):
        dialog = export.open("homework")
        export.type("updates", "3")
        export.choose("homework", "tex")
        qtbot.waitUntil(lambda: "\\documentclass" in dialog.live.preview.text, timeout=20_000)
        QTest.mouseClick(dialog.copy_button, LEFT)
        text = QGuiApplication.clipboard().text()
        assert (
            "first 3 steps" in text
            and text.splitlines()[:20] == dialog.live.preview.text.splitlines()[:20]
        )
        assert ExportOptions.from_json(dialog.export_options.to_json()).updates == 3

    def test_that_a_preview_that_comes_late_does_not_stand_in_for_another(
        self, export, qtbot, monkeypatch
    ):
        at, go = threading.Event(), threading.Event()

        def slow(*_):
            at.set()
            go.wait(60)
            return "late"

        monkeypatch.setattr(kinds, "sheet_preview", slow)
        dialog = export.open("homework")
        assert at.wait(60) and dialog.live.preview.text == "A moment …"
        export.open("points")
        go.set()
        qtbot.wait(100)
        assert dialog.live.preview.text.startswith("x1,x2,label")


class TestTheMoment:
    """What is saved is of the moment when Save was pressed: the run goes on while one looks for a
    folder."""

    @pytest.fixture
    def late(self, export, window, monkeypatch):
        def ask(parent, title, proposed, kinds):
            window.session.go(window.session.t + 30)
            window.switch("regions", False)
            return export.ask(parent, title, proposed, kinds)

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
        return export

    def test_that_weights_and_points_are_those_of_the_press(self, late, window):
        late.open("weights")
        assert json.loads(late.save().read_text())["t"] == 40 and window.session.t == 70

    @pytest.mark.parametrize("view", ["plane", "both", "step"])
    def test_that_a_figure_is_that_of_the_press(self, late, window, view, qtbot):
        late.open("figure")
        late.choose("view", view)
        late.dialog.want({"format": "svg", "caption": True})
        late.save()
        qtbot.waitUntil(lambda: not late.dialog.job.busy, timeout=20000)
        root = ElementTree.parse(late.folder / "blobs.svg").getroot()
        if view == "step":
            assert {"THIS STEP", "STEP 40"} <= {each.get("aria-label") for each in root.iter()}
        else:
            words = "".join(root.itertext())
            assert "Step 40 ·" in words and "Step 70" not in words
            assert [
                each for each in root.iter() if each.get("id") == "shading"
            ]  # which has been switched off since

    def test_that_a_film_ends_at_the_update_of_the_press(self, late, qtbot, monkeypatch):
        told = []
        monkeypatch.setattr(
            export_jobs,
            "write_film",
            lambda document, which, figure, film, *more: told.append(film.last),
        )
        late.open("film")
        late.save()
        qtbot.waitUntil(lambda: bool(told), timeout=5000)
        assert told == [40]


class TestTrouble:
    def test_that_a_figure_that_takes_long_shows_that_it_is_written_and_can_be_cancelled(
        self, export, qtbot, monkeypatch
    ):
        at, go = threading.Event(), threading.Event()

        def slow(picture, dpi):
            at.set()
            assert go.wait(60)
            return b"made"

        png = replace(FIGURE_FORMATS["png"], make=slow)
        monkeypatch.setitem(FIGURE_FORMATS, "png", png)
        dialog = export.open("figure")
        export.choose("format", "png")
        export.type("dpi", "600")
        QTest.mouseClick(dialog.save_button, LEFT)
        assert at.wait(60)
        assert dialog.foot.bar.isVisible() and export.words == "blobs.png …"
        export.choose("format", "svg")
        assert export.save().name == "blobs.svg"  # a quick one meanwhile
        QTest.mouseClick(dialog.foot.cancel, LEFT)
        go.set()
        qtbot.waitUntil(lambda: not dialog.job.busy, timeout=5000)
        assert export.words == str(Cancelled()) and not (export.folder / "blobs.png").exists()

    def test_that_a_read_only_folder_is_said_in_the_dialog(self, export, monkeypatch):
        export.open("figure")
        path = export.save()
        old = path.read_bytes()
        monkeypatch.setattr(os, "access", lambda *a, **k: False)  # root may write everywhere
        assert export.save() is None
        assert export.words == f"You are not allowed to write {path}."
        assert path.read_bytes() == old

    def test_that_a_folder_that_is_gone_is_said_and_the_options_stay(self, export):
        dialog = export.open("figure")
        export.choose("palette", "print")
        export.answer = export.folder / "gone" / "x.pdf"
        assert export.save() is None
        assert "There is no folder" in export.words
        assert dialog.isVisible() and dialog.export_options.palette == "print"
        assert dialog.foot.folder.isHidden()

    def test_that_a_full_disk_leaves_the_old_file(self, export, monkeypatch):
        export.open("figure")
        path = export.save()
        old = path.read_bytes()

        def full(descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        assert export.save() is None
        assert "No space left on device" in export.words
        assert path.read_bytes() == old and list(export.folder.iterdir()) == [path]

    def test_that_a_name_without_a_suffix_gets_one(self, export):
        export.open("figure")
        export.answer = export.folder / "mine"
        assert export.save().name == "mine.pdf"
        export.answer = export.folder / "mine.svg"  # what is typed counts
        assert export.save().read_text().startswith("<?xml")


class TestTheDialog:
    def test_that_from_an_empty_window_to_a_pdf_takes_less_than_five_clicks(
        self, export, window, qtbot
    ):
        window.files.new()
        window.session.edit(
            "nothing", window.session.with_points(window.session.points.take(np.zeros(0, int)))
        )
        assert len(window.session.points) == 0
        clicks = 0

        def click(widget, place=None):
            nonlocal clicks
            clicks += 1
            QTest.mouseClick(widget, LEFT, pos=place or QPoint(8, widget.height() // 2))

        click(window.left.data.thumbnails["moons"])
        click(window.transport.buttons["play"])
        qtbot.wait(200)
        click(window.bar.findChild(QToolButton, "export-menu"))
        click(window.exporter.save_button)
        assert clicks < 5
        assert (export.folder / "moons.pdf").read_bytes().startswith(b"%PDF")
        window.player.pause()

    def test_that_its_menu_lists_everything(self, window, export):
        menu = window.bar.findChild(QMenu, "export-list")
        assert [action.text() for action in menu.actions()] == [
            "Figure…",
            "Weights…",
            "Points…",
            "Table of steps…",
            "Film…",
            "Web page…",
            "Homework…",
            "Copy picture",
        ]
        menu.actions()[3].trigger()
        assert window.exporter.isVisible() and window.exporter.export_options.what == "table"

    def test_that_ctrl_e_opens_it_and_escape_closes_it(self, window, export):
        QTest.keyClick(window, Qt.Key.Key_E, CTRL)
        assert isinstance(window.exporter, QDialog) and window.exporter.isVisible()
        assert window.exporter.export_options.what == "figure"
        export.settle()
        QTest.keyClick(window.exporter, Qt.Key.Key_Escape)
        assert not window.exporter.isVisible()

    def test_that_enter_saves_and_tab_reaches_every_control(self, export):
        dialog = export.open("figure")
        assert dialog.focusWidget() is dialog.save_button
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        assert (export.folder / "blobs.pdf").exists()
        reached = set()
        for _ in range(80):
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
            reached.add(dialog.focusWidget())
        controls = [
            dialog.options.page.view.combo,
            dialog.options.look.controls["title"],
            dialog.copy_button,
            dialog.options.look.controls["caption"],
            dialog.options.choose.controls["what"].buttons["figure"],
        ]
        assert set(controls) <= reached

    def test_that_copy_takes_a_picture_or_a_text(self, export):
        dialog = export.open("figure")
        QTest.mouseClick(dialog.copy_button, LEFT)
        assert QGuiApplication.clipboard().image().size().toTuple() == (1920, 1080)
        export.open("points")
        QTest.keyClick(dialog, Qt.Key.Key_C, CTRL)
        assert QGuiApplication.clipboard().text().startswith("x1,x2,label")
        export.open("film")
        assert not dialog.copy_button.isEnabled() and "only saved" in dialog.copy_button.toolTip()

    def test_that_ctrl_c_in_the_window_copies_the_plane_at_twice_its_size(self, window):
        QTest.keyClick(window, Qt.Key.Key_C, CTRL)
        image = QGuiApplication.clipboard().image()
        assert image.width() == 2 * window.plane.width()

    def test_that_the_options_and_the_folder_are_remembered(self, export, window):
        dialog = export.open("figure")
        export.choose("palette", "dark")
        export.choose("format", "svg")
        export.type("title", "only here")
        export.save()
        QTest.mouseClick(dialog.close_button, LEFT)
        export.open("figure")
        assert (
            dialog.export_options.palette == "dark" and dialog.export_options.title == "only here"
        )
        again = ExportOptions.from_json(dict(Settings().now.export))
        assert (again.palette, again.format, again.title) == ("dark", "svg", None)
        assert again.folder == str(export.folder)
        export.save()
        assert export.proposed[-1].parent == export.folder

    def test_that_broken_settings_break_nothing(self, export, window):
        for kept in (
            {"what": 3},
            {"width": -1, "dpi": True, "font": "x"},
            {"format": "exe", "folder": 5},
            {"?": 1},
        ):
            window.settings.keep(export=kept)
            dialog = export_dialog.ExportDialog(
                ExportSource(window.session, window.files, window.settings, window.plane, window)
            )
            assert dialog.export_options == ExportOptions()
            dialog.deleteLater()

    def test_that_it_fits_its_screen_and_wears_the_dark_theme(self, export, window):
        dialog = export.open("figure")
        assert dialog.width() <= dialog.screen().size().width() and dialog.height() <= 800
        window.switch_theme("dark", keep=False)
        export.settle()
        ground = dialog.grab().toImage().pixelColor(4, 4)
        assert ground.lightness() < 60
        window.switch_theme("light", keep=False)
