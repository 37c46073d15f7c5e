"""A lecturer in the hall: what was prepared is gone through with a clicker, and what is shown says
what it is."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QTextLayout, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from linlab import Document, Learner, make_points
from linlab.app.present import knob as knobs
from linlab.app.present.audience_text import mistakes
from linlab.app.present.overlays import breakable, font_of, tied
from linlab.engine.document.first import first_document
from linlab.engine.document.look import Look
from linlab.engine.optimum import theory
from linlab.engine.picture.palette import DARK
from linlab.engine.picture.shapes import View

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
SEPARABLE = replace(
    make_points("blobs", seed=3, n=30, classes=2),
    x=make_points("blobs", seed=3, n=30, classes=2).x + 4,
)
MOONS = make_points("moons", seed=1, n=40)


@pytest.fixture(autouse=True)
def _active(request):
    if "window" in request.fixturenames:
        request.getfixturevalue("qtbot").waitUntil(request.getfixturevalue("window").isActiveWindow)


@pytest.fixture
def press(window, hand, qtbot):
    """A key of the clicker, and the time that the search takes which it may begin."""

    def press(key, keys=Qt.KeyboardModifier.NoModifier):
        hand.key(key, keys)
        qtbot.waitUntil(lambda: not window.player.seeking)

    return press


@pytest.fixture
def documents(tmp_path):
    """Three that were prepared: a perceptron that comes to rest, an SVM that never does, with its
    curves, and another."""
    made = {
        "a": Document(
            SEPARABLE,
            (Learner.of("perceptron", order="cyclic"),),
            title="First mistakes",
            look=Look(0),
        ),
        "b": Document(
            MOONS,
            (Learner.of("svm", space="rbf"),),
            title="A kernel",
            notes="ask first",
            look=Look(
                30,
                ("boundary", "axes"),
                "error",
                None,
                (False, False),
                (-1.0, -1.0, 1.0, 1.0),
                (0, 330),
                "losses",
                "curves",
            ),
        ),
        "c": Document(MOONS, (Learner.of("logistic"),), look=Look(12)),
    }
    for name, document in made.items():
        document.save(tmp_path / f"{name}.linlab")
    return made


@pytest.fixture
def stage(window, documents, tmp_path):
    assert window.documents.programme.begin(tmp_path / f"{name}.linlab" for name in documents)
    window.present()
    return window.presenter.stage


def changes_of(document, up_to):
    """The updates of a perceptron at which θ changes, by a loop from the lecture."""
    x = np.hstack([document.points.x, np.ones((len(document.points), 1))])
    y = np.where(document.points.label == 1, 1.0, -1.0)
    theta, out = np.zeros(3), []
    for t in range(1, up_to + 1):
        i = (t - 1) % len(x)
        if y[i] * (theta @ x[i]) <= 0:
            theta = theta + y[i] * x[i]
            out.append(t)
    return out


def test_that_three_documents_are_gone_through_with_a_clicker_alone(
    window, hand, stage, documents, monkeypatch, press
):
    """Page Down, Page Up and the key for a black screen are all that a clicker has."""
    asked = []
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: asked.append(a))
    session, programme = window.session, window.documents.programme
    seen = [session.t]
    for _ in range(60):
        press(Key.Key_PageDown)
        if programme.at:
            break
        seen.append(session.t)
    steps = sorted(set(seen))
    assert steps == [0, *changes_of(documents["a"], steps[-1])]  # each press shows θ change
    assert seen[-2] == seen[-1]  # the last but one says that it is over, and what comes next
    assert (session.document.title, session.t, stage.header.place) == ("A kernel", 30, "2 of 3")
    assert stage.beside.name == "curves"
    assert window.plane.shown == {"boundary"}  # the axes come back in the window
    for t in (31, 32, 33):  # an SVM moves at every update
        press(Key.Key_PageDown)
        assert session.t == t
    press(Key.Key_PageUp)
    assert session.t == 32
    hand.key(Key.Key_Period)  # it would go on for ever: the curtain, and the next
    assert stage.blanked
    press(Key.Key_PageDown)
    assert not stage.blanked
    assert (session.document, session.t, stage.header.place) == (documents["c"], 12, "3 of 3")
    assert stage.beside.name == ""
    hand.click(hand.free())  # in front of the class
    hand.key(Key.Key_Period)
    press(Key.Key_PageUp)
    assert (session.document.title, session.t, stage.header.place) == ("A kernel", 30, "2 of 3")
    hand.key(Key.Key_Escape)
    assert not window.presenter.active
    assert session.document.title == "A kernel"
    assert (window.column.isHidden(), window.right.isHidden()) == (True, False)
    assert window.plane.shown == {"boundary", "axes"}
    assert window.plane.sight.wanted == View(-1.0, -1.0, 1.0, 1.0)
    assert not asked


def test_that_page_up_goes_back_to_the_start_and_then_to_the_document_before(
    window, hand, stage, press
):
    hand.key(Key.Key_PageDown, CTRL)
    hand.key(Key.Key_Home)
    assert window.session.t == 0
    press(Key.Key_PageUp)
    assert stage.header.place == "1 of 3"
    press(Key.Key_PageDown)
    press(Key.Key_PageDown)
    press(Key.Key_PageUp)
    press(Key.Key_PageUp)
    assert window.session.t == 0
    press(Key.Key_PageUp)  # there is none before it
    assert (window.session.t, stage.header.place) == (0, "1 of 3")


def test_that_the_end_is_told_before_it_is_left_and_a_step_on_the_way_is_no_end(
    window, hand, stage, press
):
    for _ in range(40):
        before = window.session.t
        press(Key.Key_PageDown)
        if window.session.t == before:
            break
    assert "Page Down again: the next document." in window.banner.text()
    hand.key(Key.Key_Right)
    press(Key.Key_PageDown)
    assert stage.header.place == "1 of 3"
    press(Key.Key_PageDown)
    assert stage.header.place == "2 of 3"


def test_that_without_a_programme_the_end_stays_the_end(window, hand, press):
    window.session.open(Document(SEPARABLE, (Learner.of("perceptron"),)))
    hand.key(Key.Key_F5)
    for _ in range(40):
        press(Key.Key_PageDown)
    t = window.session.t
    press(Key.Key_PageDown)
    assert window.session.t == t
    hand.key(Key.Key_PageDown, CTRL)
    assert "There is no other document" in window.banner.text()


def test_that_page_down_changes_theta_in_the_window_too(window, hand, documents, press):
    window.session.open(documents["a"])
    for t in changes_of(documents["a"], 60):
        press(Key.Key_PageDown)
        assert window.session.t == t


def test_that_the_next_mistake_has_a_key(window, hand, stage, documents, press):
    first, second = changes_of(documents["a"], 60)[:2]
    press(Key.Key_N)
    press(Key.Key_N)
    assert window.session.t == second
    press(Key.Key_N, SHIFT)
    assert window.session.t == first


def test_that_the_stage_says_model_space_settings_and_title(window, hand, stage):
    assert stage.header.title == "First mistakes"
    assert stage.header.words.replace("\u00a0", " ") == "Perceptron · Linear · α = 1 · order cyclic"
    hand.key(Key.Key_PageDown, CTRL)
    assert stage.header.title == "A kernel"
    assert (
        stage.header.words.replace("\u00a0", " ") == "SVM · RBF kernel, γ = 1 · λ = 0.01 · α = 0.1"
    )
    hand.key(Key.Key_K)
    assert "RBF" not in stage.header.words
    hand.key(Key.Key_Z, CTRL)
    assert "RBF" in stage.header.words


def test_that_the_mistakes_of_a_perceptron_stand_beside_their_bound(
    window, hand, stage, qtbot, press
):
    press(Key.Key_PageDown)
    qtbot.waitUntil(lambda: "≤" in stage.strip.where)
    bound = theory.mistake_bound(window.session.trace.problem(1)).limit
    told = float("".join(stage.strip.where.split("R²/γ*² = ")[1].split()))
    assert told == pytest.approx(bound, rel=0.01)
    assert f"{window.session.trace.mistakes(1)} mistake ≤ R²/γ*²" in stage.strip.where
    hand.key(Key.Key_PageDown, CTRL)
    assert mistakes(window.session) == ""  # an SVM has no such bound
    assert "mistake" not in stage.strip.where


class TestKnob:
    def test_that_a_slider_comes_by_a_key_and_turns_what_the_learner_has(self, window, hand, stage):
        hand.key(Key.Key_PageDown, CTRL)
        assert not stage.knob.isVisible()
        seen = []
        for _ in range(4):
            hand.key(Key.Key_S)
            seen.append(stage.knob.name)
        assert seen == ["lam", "gamma", "alpha", "lam"]
        assert stage.knob.isVisible()
        before = window.session.learner["lam"]
        hand.key(Key.Key_BracketRight)
        hand.key(Key.Key_BracketRight)
        assert window.session.learner["lam"] > before
        assert f"λ\u00a0=\u00a0{window.session.learner['lam']:g}" in stage.header.words
        stage.knob.finish()  # as when the keys rest
        assert window.session.undo_stack.undo_name == "change λ"
        hand.key(Key.Key_Z, CTRL)
        assert window.session.learner["lam"] == before
        assert stage.knob.row.value == before
        hand.key(Key.Key_BracketLeft)
        assert window.session.learner["lam"] < before

    @pytest.mark.parametrize("larger", [0, 3])
    def test_that_each_of_its_settings_is_told_and_has_a_slider_in_sight(
        self, window, hand, stage, qtbot, larger
    ):
        hand.key(Key.Key_PageDown, CTRL)
        for _ in range(larger):
            hand.key(Key.Key_Plus)
        for symbol in ("λ", "γ", "α", "λ"):
            hand.key(Key.Key_S)
            knob = stage.knob
            qtbot.waitUntil(lambda knob=knob: knob.row.isVisible())
            assert knob.value.text() == f"{symbol} = {window.session.learner[knob.name]:g}"
            for part in (knob.value, knob.meaning, knob.row.slider):
                place = QRect(part.mapTo(knob, QPoint(0, 0)), part.size())
                assert part.isVisible()
                assert knob.rect().contains(place), (symbol, part.objectName(), place, knob.rect())
                assert place.height() >= part.minimumSizeHint().height() > 0
            assert window.plane.rect().contains(knob.geometry())

    def test_that_its_value_and_what_that_means_are_two_texts_of_two_sizes(
        self, window, hand, stage
    ):
        hand.key(Key.Key_PageDown, CTRL)
        hand.key(Key.Key_S)
        knob = stage.knob
        assert (knob.value.text(), knob.meaning.text()) == ("λ = 0.01", "C = 1/λ = 100")
        assert knob.value.fontInfo().pixelSize() > 1.5 * knob.meaning.fontInfo().pixelSize()
        assert knob.value.geometry().bottom() < knob.meaning.geometry().bottom()

    def test_that_a_press_turns_lambda_by_a_quarter_of_a_decade(self, window, hand, stage):
        hand.key(Key.Key_PageDown, CTRL)
        hand.key(Key.Key_S)
        for k in range(1, 5):
            hand.key(Key.Key_BracketRight)
            lam = 0.01 * 10 ** (k / 4)
            assert window.session.learner["lam"] == pytest.approx(lam, rel=0.03)
            assert stage.knob.value.text() == f"λ = {window.session.learner['lam']:g}"
            told = float(stage.knob.meaning.text().removeprefix("C = 1/λ = "))
            assert told == pytest.approx(1 / window.session.learner["lam"], rel=0.005)
        for _ in range(4):
            hand.key(Key.Key_BracketLeft)
        assert window.session.learner["lam"] == 0.01

    def test_that_what_was_said_makes_room_for_it(self, hand, stage):
        stage.help()
        assert stage.note.isVisible()
        hand.key(Key.Key_S)
        assert not stage.note.isVisible()

    def test_that_brackets_alone_bring_it(self, window, hand, stage):
        hand.key(Key.Key_BracketRight)
        assert (stage.knob.name, stage.knob.isVisible()) == ("alpha", True)
        assert window.session.learner["alpha"] > 1

    def test_that_the_mouse_drags_it_and_the_keys_stay_the_stages(self, window, hand, stage):
        hand.key(Key.Key_PageDown, CTRL)
        hand.key(Key.Key_S)
        slider = stage.knob.row.slider
        QTest.mouseClick(
            slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 5, slider.height() // 2)
        )
        assert window.session.undo_stack.undo_name == "change λ"
        t = window.session.t
        hand.key(Key.Key_Right)
        assert window.session.t == t + 1

    def test_that_it_fades_when_nobody_touches_it(self, window, hand, stage, qtbot, monkeypatch):
        stage.knob._stays.setInterval(20)
        stage.knob._fading.setDuration(20)
        hand.key(Key.Key_S)
        qtbot.waitUntil(lambda: not stage.knob.isVisible())
        name = stage.knob.name
        hand.key(Key.Key_S)  # it comes back with the same setting
        assert (stage.knob.name, stage.knob.isVisible()) == (name, True)

    def test_that_another_document_takes_a_slider_away_that_it_has_not(self, window, hand, stage):
        hand.key(Key.Key_PageDown, CTRL)
        hand.key(Key.Key_S)
        hand.key(Key.Key_S)
        assert stage.knob.name == "gamma"
        hand.key(Key.Key_PageDown, CTRL)
        assert not stage.knob.isVisible()

    def test_that_a_learner_without_any_says_so(self, window, hand, stage):
        window.session.edit(
            "bayes", window.session.with_learner(Learner.of("gaussian-naive-bayes"))
        )
        hand.key(Key.Key_S)
        assert "has no setting with a slider" in window.banner.text()
        assert not stage.knob.isVisible()

    def test_that_what_is_being_turned_is_kept_when_presenting_ends(self, window, hand, stage):
        hand.key(Key.Key_BracketRight)
        alpha = window.session.learner["alpha"]
        hand.key(Key.Key_Escape)
        assert window.session.settled.learners[0]["alpha"] == alpha
        assert window.session.undo_stack.undo_name == "change α"

    def test_that_it_is_as_large_as_the_stage(self, hand, stage):
        hand.key(Key.Key_S)
        small = stage.knob.height()
        for _ in range(4):
            hand.key(Key.Key_Plus)
        assert stage.knob.height() > 1.3 * small
        assert knobs.WIDTH_IN_LETTERS


class TestBeside:
    def test_that_the_curves_come_beside_the_plane_and_go(self, window, hand, stage, qtbot, press):
        wide = window.plane.width()
        press(Key.Key_PageDown)
        hand.key(Key.Key_G)
        qtbot.waitUntil(lambda: bool(stage.beside.picture.panels))
        assert stage.beside.name == "curves"
        assert window.plane.width() + stage.beside.width() <= wide
        assert stage.beside.width() == pytest.approx(0.4 * wide, abs=3)
        assert stage.beside.figure.curves == "loss"
        hand.key(Key.Key_E, Qt.KeyboardModifier.AltModifier)  # the window's own key
        assert stage.beside.figure.curves == "error"
        while stage.beside.name:
            hand.key(Key.Key_G)
        qtbot.waitUntil(lambda: window.plane.width() == wide)

    def test_that_it_has_the_colour_of_the_stage_before_it_has_a_picture(self, stage):
        assert not stage.beside.picture.panels
        stage.beside.apply_theme(DARK)
        assert stage.beside.backgroundBrush().color() == QColor(DARK.card)

    def test_that_it_is_of_the_moment_and_above_the_words(self, window, hand, stage, qtbot):
        hand.key(Key.Key_G)
        for _ in range(5):
            hand.key(Key.Key_Right)
        stage.beside.refresh.now()
        (panel,) = stage.beside.picture.panels
        (cursor,) = [item for item in panel.items if getattr(item, "name", "") == "cursor"]
        share = (cursor.places[0][0, 0] if hasattr(cursor, "places") else 5.0) / 5.0
        assert share == pytest.approx(1.0, abs=0.05)
        bottom = panel.frame.y + panel.frame.height
        assert bottom < stage.beside.height() - stage.strip.usual_height()

    def test_that_a_document_keeps_it(self, window, hand, stage, tmp_path):
        hand.key(Key.Key_G)
        hand.key(Key.Key_Escape)
        window.files.save(tmp_path / "kept.linlab")
        assert Document.load(tmp_path / "kept.linlab").look.beside == "curves"
        hand.key(Key.Key_N, CTRL)
        hand.key(Key.Key_F5)
        assert window.presenter.stage.beside.name == ""
        hand.key(Key.Key_Escape)
        window.documents.open_path(tmp_path / "kept.linlab")
        hand.key(Key.Key_F5)
        assert window.presenter.stage.beside.name == "curves"


class TestSize:
    def test_that_menus_and_the_page_of_keys_are_as_large_as_the_stage(self, window, hand, stage):
        hand.click(hand.point(3), Qt.MouseButton.RightButton)
        assert f"font-size: {round(window.plane.font_size)}px" in window.menu.styleSheet()
        assert window.menu.fontMetrics().height() > 20
        window.menu.close()
        hand.key(Key.Key_F1)
        assert f"font-size: {round(window.plane.font_size)}px" in window.help.styleSheet()
        window.help.close()
        window.activateWindow()
        window.present()
        window.show_help()
        assert window.findChild(QDialog, "help-page").styleSheet() == ""
        window.help.close()

    def test_that_the_stage_is_never_larger_than_its_screen(self, window, hand):
        least = window.minimumSize()
        hand.key(Key.Key_F5)
        assert window.minimumSize().height() < 500
        hand.key(Key.Key_Escape)
        assert window.minimumSize() == least


@pytest.mark.parametrize("width", [160, 220, 300, 420])
def test_that_no_line_of_the_stage_ends_inside_a_formula(qapp, width):
    texts = (
        "Example 109 of class “virginica” is on the wrong side: margin over “versicolor” −1.24, P(y|x) = 0.221, loss 1.5.",
        "With α = 0.1, θ moves by ηp = 0.1 · (−0.5) = −0.05 times φ(x₃).",
        "margin 1.18 ≥ 1, no loss.",
    )
    for shown in (*map(breakable, texts), tied("step 3 · 2 mistakes ≤ R²/γ*² = 8.2")):
        layout, option = QTextLayout(shown, font_of(16)), QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        layout.beginLayout()
        lines = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            lines.append(shown[line.textStart() : line.textStart() + line.textLength()].strip())
        layout.endLayout()
        for line in lines:
            assert line.strip("\u2060")[-1] not in "=≥≤|/(", lines
            assert not line.startswith(("=", "≥", "≤", "/", ")")) or "=" in shown.split(line)[0], (
                lines
            )


def test_that_several_can_be_chosen_in_the_window(window, hand, documents, tmp_path, monkeypatch):
    names = [str(tmp_path / f"{name}.linlab") for name in documents]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *a, **k: (names, ""))
    hand.key(Key.Key_O, CTRL | SHIFT)
    assert window.documents.programme.where == "1 of 3"
    hand.key(Key.Key_PageDown, CTRL)
    hand.key(Key.Key_PageDown, CTRL)
    assert window.documents.programme.where == "3 of 3"
    hand.key(Key.Key_PageDown, CTRL)
    assert "This is the last document of 3." in window.banner.text()
    hand.key(Key.Key_N, CTRL)  # something else: the programme is over
    assert window.documents.programme.where == ""


def test_that_a_document_of_long_titles_and_names_does_no_harm(window, hand, tmp_path):
    replace(first_document(), title="<b>" + 60 * "x " + "\u202e").save(tmp_path / "a.linlab")
    window.documents.programme.begin([tmp_path / "a.linlab"])
    hand.key(Key.Key_F5)
    header = window.presenter.stage.header
    assert "\u202e" not in header.title
    assert header.height() > 2 * header.fontMetrics().height()
    assert window.plane.height() > 300
    header.grab()


def test_that_f9_on_stage_goes_back_to_what_was_prepared(window, hand, stage, documents):
    hand.key(Key.Key_PageDown, CTRL)
    prepared = window.session.settled
    hand.click(hand.free())
    hand.key(Key.Key_Right)
    hand.key(Key.Key_F9)
    assert window.session.settled == prepared
    assert window.session.t == 30
    assert window.plane.sight.wanted == View(-1.0, -1.0, 1.0, 1.0)
    assert stage.beside.name == "curves"
    hand.key(Key.Key_Z, CTRL)
    assert len(window.session.points) == len(prepared.points) + 1
