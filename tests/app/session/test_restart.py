"""A second start: the window comes back as it was left, whatever became of its settings
meanwhile."""

import base64
import json
import struct
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from linlab import Learner
from linlab.app.controls.questions import LATER
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window import document_commands
from linlab.app.window.window import Window
from linlab.engine.document.first import first_document
from linlab.engine.document.look import Look
from tests.app.conftest import clear_theme

KEYS = {"left": Qt.Key.Key_F2, "right": Qt.Key.Key_F3}
WHICH = {"left": 0, "right": 2}  # in the splitter
DAMAGED = (
    "zzz",
    "AAAA",
    "\ud800",
    "\0",
    "x" * 100_000,
    None,
    True,
    -1,
    0,
    10**9,
    10**400,
    0.5,
    [[]],
    {"": {}},
)
ENTRIES = ("theme", "recent", "geometry", "panels", "layers", "hall_scale", "hall_scales", "export")


@pytest.fixture
def start(qtbot, qapp, tmp_path, monkeypatch):
    """Starts the lab on what it remembers: a new window each time."""
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Discard)
    made = []

    def begin(file=None, present=False):
        end()
        clear_theme(qapp)
        session, settings = Session(), Settings()
        files = DocumentFiles(session, settings)
        window = Window(session, files, settings)
        made.append(window)
        if file is not None:
            files.open(file)
        window.show()
        if present:
            window.present()
            qtbot.waitExposed(window)
            return window
        qtbot.waitExposed(window)
        window.resize(1280, 800)  # larger than the screen of the tests
        window.activateWindow()
        QCoreApplication.processEvents()  # or its keys would not be heard yet
        return window

    def end():
        """Nothing is left of a window that was closed, as after its program; nothing else has to be
        dressed with the next."""
        while made:
            window = made.pop()
            window.session.replay.stay()
            window.files.close()
            window.close()
            window.deleteLater()
            window.session.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    yield begin
    end()


def width(window, side):
    QCoreApplication.processEvents()
    return window.splitter.sizes()[WHICH[side]]


def drag_away(window, side):
    """The handle of a panel pulled to the edge of the window, until nothing of it is left."""
    window.splitter.moveSplitter(
        0 if side == "left" else window.splitter.width(), 1 if side == "left" else 2
    )


class TestPanels:
    @pytest.mark.parametrize("view", ["", "losses", "weights", "features"])
    def test_that_a_document_with_a_view_in_the_column_fits_it_at_once(self, start, view, tmp_path):
        replace(
            first_document(), learners=(Learner.of("svm", space="rbf"),), look=Look(view=view)
        ).save(tmp_path / "a.linlab")
        right = start(tmp_path / "a.linlab").right
        QCoreApplication.processEvents()
        assert right.views.current == (view or "curves")
        assert right.area.widget().width() == right.area.viewport().width()

    @pytest.mark.parametrize("side", KEYS)
    @pytest.mark.parametrize("hide", ["key", "drag"])
    def test_that_a_panel_that_was_hidden_is_hidden_and_comes_back_with_its_key(
        self, start, side, hide
    ):
        first = start()
        before = width(first, side)
        if hide == "key":
            QTest.keyClick(first, KEYS[side])
        else:
            drag_away(first, side)
        assert width(first, side) == 0
        first.close()
        for _ in range(2):  # to close it without a change changes nothing
            window = start()
            assert width(window, side) == 0
            window.close()
        window = start()
        QTest.keyClick(window, KEYS[side])
        assert width(window, side) == before
        QTest.keyClick(window, KEYS[side])
        assert width(window, side) == 0
        QTest.keyClick(window, KEYS[side])
        assert width(window, side) == before
        window.close()
        assert width(start(), side) == before

    @pytest.mark.parametrize("side", KEYS)
    def test_that_a_panel_dragged_to_nothing_comes_back_at_the_first_key(self, start, side):
        window = start()
        before = width(window, side)
        drag_away(window, side)
        assert width(window, side) == 0
        QTest.keyClick(window, KEYS[side])
        assert width(window, side) == before

    @pytest.mark.parametrize("side", KEYS)
    def test_that_a_panel_made_wider_comes_back_as_wide(self, start, side):
        window = start()
        window.resize(1400, 800)
        window.splitter.moveSplitter(
            330 if side == "left" else window.splitter.width() - 400, 1 if side == "left" else 2
        )
        before = width(window, side)
        QTest.keyClick(window, KEYS[side])
        assert width(window, side) == 0
        QTest.keyClick(window, KEYS[side])
        assert width(window, side) == before

    def test_that_both_can_be_away(self, start):
        window = start()
        for key in KEYS.values():
            QTest.keyClick(window, key)
        window.close()
        window = start()
        assert (width(window, "left"), width(window, "right")) == (0, 0)
        for key in KEYS.values():
            QTest.keyClick(window, key)
        assert min(width(window, "left"), width(window, "right")) > 200


class TestDamage:
    def remember(self, tmp_path, entries):
        (tmp_path / "settings.json").write_text(json.dumps(entries), encoding="utf-8")

    def check(self, window):
        """The window is to be seen, all of its parts are, and it can be closed."""
        QCoreApplication.processEvents()
        assert any(
            screen.availableGeometry().intersects(window.geometry())
            for screen in QGuiApplication.screens()
        )
        assert window.theme.name in ("light", "dark")
        for side, key in KEYS.items():
            if not width(window, side):
                QTest.keyClick(window, key)
            assert 200 < width(window, side) < 800
        assert window.splitter.sizes()[1] > 300
        window.bar.recent.aboutToShow.emit()
        assert window.close()

    @pytest.mark.parametrize("value", DAMAGED, ids=range(len(DAMAGED)))
    def test_that_the_window_opens_whatever_an_entry_holds(self, start, tmp_path, value):
        self.remember(tmp_path, dict.fromkeys(ENTRIES, value))
        self.check(start())
        self.remember(
            tmp_path,
            {
                "recent": [value],
                "geometry": value,
                **{
                    name: {
                        "left": value,
                        "right": value,
                        "points": value,
                        "dpi": value,
                        "folder": value,
                    }
                    for name in ("panels", "layers", "export")
                },
            },
        )
        self.check(start())

    def test_that_what_is_kept_beside_damage_can_be_read_again(self, start, tmp_path):
        deep = []
        for _ in range(400):
            deep = [deep]
        (tmp_path / "settings.json").write_text(
            '{"export": {"dpi": 1e999, "unit": ' + json.dumps(deep) + "}}"
        )
        window = start()
        window.switch_theme("dark")
        assert window.close()
        assert Settings().now.theme == "dark"

    @pytest.mark.parametrize(
        ("frame", "usual", "place"),
        [
            ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
            ((5000, 25, 5900, 700), (5000, 25, 5900, 700), (5000, 25, 5900, 700)),
            ((-5000, 25, -5000, -5000), (800, 10**6, 0, 10**9), (5000, -(10**9), -5000, 800)),
            ((10**9, -5000, 5, 25), (-5000, 10**6, 5000, 10**9), (0, 10**9, 0, 1280)),
        ],
    )
    def test_that_a_place_far_off_is_not_where_the_window_opens(
        self, start, tmp_path, frame, usual, place
    ):
        """As Qt writes it: a magic number, its version, the frame, the usual place, screen,
        maximised, full, width, place."""
        whole = struct.pack(">IHH4i4iiBBi4i", 0x1D9D0CB, 3, 0, *frame, *usual, 0, 0, 0, 0, *place)
        self.remember(tmp_path, {"geometry": base64.b64encode(whole).decode()})
        self.check(start())


def test_that_what_a_crash_left_behind_is_offered_when_presenting_has_ended(
    start, qtbot, tmp_path, monkeypatch
):
    asked = []
    monkeypatch.setattr(document_commands, "recovery", lambda *a: asked.append(a) or LATER)
    (tmp_path / "autosave").mkdir()
    first_document().save(tmp_path / "autosave" / "left.linlab")
    window = start(present=True)
    qtbot.waitUntil(lambda: window.presenter.active and window.isActiveWindow())
    QCoreApplication.processEvents()
    assert asked == []
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(asked) == 1)
    for _ in range(2):  # once is enough
        QTest.keyClick(window, Qt.Key.Key_F5)
        QTest.keyClick(window, Qt.Key.Key_Escape)
        QCoreApplication.processEvents()
    assert len(asked) == 1


def test_that_a_window_closed_on_stage_asks_nothing(start, qtbot, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(document_commands, "recovery", lambda *a: asked.append(a) or LATER)
    (tmp_path / "autosave").mkdir()
    first_document().save(tmp_path / "autosave" / "left.linlab")
    window = start(present=True)
    window.close()
    QCoreApplication.processEvents()
    assert asked == []
