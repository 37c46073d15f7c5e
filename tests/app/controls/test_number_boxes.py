"""What the number boxes of the left panel answer to what cannot be: the name on the screen, and
what was typed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from linlab import Document, Learner
from linlab.app.controls.sliders import SliderRow
from linlab.app.panels.left_panel import LeftPanel
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.document.first import first_document
from linlab.engine.ground.sanitise import shorten

EVERYTHING = (
    Learner.of("svm", space="polynomial", rate="inverse-time", batch=10),
    Learner.of("mira"),
    Learner.of("svm", space="fourier", optimiser="momentum"),
    Learner.of("naive-bayes"),
)


@pytest.fixture
def panel(session, qtbot, dressed):
    made = dressed(LeftPanel, session)
    made.resize(262, 1400)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


@pytest.fixture
def said(session):
    heard = []
    session.said.connect(heard.append)
    return heard


def type_in(box, text):
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)
    QApplication.processEvents()


def rows(panel):
    """The number boxes that can be used now, with what stands before them."""
    found = [
        row
        for row in panel.findChildren(SliderRow)
        if row.objectName() and row.isVisibleTo(panel) and row.isEnabled()
    ]
    return {row.symbol.text(): row for row in found}


@pytest.mark.parametrize("text", ["abc", "-5", "1e300", "nan", "1_0"])
@pytest.mark.parametrize("learner", EVERYTHING, ids=lambda one: f"{one.model} {one['space']}")
def test_that_every_box_of_a_learner_names_itself_as_it_stands_there_and_quotes_what_was_typed(
    panel, session, said, learner, text
):
    session.open(Document(make_points("moons"), (learner,)))
    panel.form.more.setChecked(True)
    QApplication.processEvents()
    before, boxes = (
        session.settled,
        {k: row for k, row in rows(panel).items() if not row.objectName().startswith("data-")},
    )
    assert boxes
    for symbol, row in boxes.items():
        shown = row.box.text()
        type_in(row.box, text)
        assert said.pop().startswith(f"{symbol} must be a ")
        assert not said
        assert row.box.text() == shown
    assert session.settled is before


def test_that_the_whole_sentence_is_plain(panel, session, said):
    session.open(Document(make_points("moons"), (Learner.of("svm", batch=10),)))
    QApplication.processEvents()
    for symbol, text, sentence in (
        ("λ", "-3", "λ must be a number from 0 to 1 000 000, not “-3”."),
        ("λ", "1000000000", "λ must be a number from 0 to 1 000 000, not “1000000000”."),
        ("λ", "C = 0", "C must be a number above 0 up to 1 000 000 000, not “C = 0”."),
        ("λ", "C=1e-9", "λ must be a number from 0 to 1 000 000, not “C=1e-9”."),
        ("|B|", "2,5", "|B| must be a whole number from 1 to 1 000 000 000 or “all”, not “2,5”."),
        ("α", "", "α must be a number above 0 up to 1 000 000, not “”."),
    ):
        box = rows(panel)[symbol].box
        if not text:
            box.setFocus()
            box.selectAll()
            QTest.keyClick(box, Qt.Key.Key_Delete)
        type_in(box, text)
        assert said.pop() == sentence


def test_that_c_may_be_typed_in_all_the_ways_a_number_can_be(panel, session, said):
    session.open(Document(make_points("moons"), (Learner.of("svm"),)))
    QApplication.processEvents()
    box = rows(panel)["λ"].box
    for text, lam in (("C = 10", 0.1), ("C=0,5", 2.0), ("c 1×10³", 0.001)):
        box.setText(text)
        box.setModified(True)
        box.editingFinished.emit()
        assert session.learner["lam"] == pytest.approx(lam)
    assert not said


def test_that_a_large_number_is_shown_and_typed_in_groups_and_never_with_an_e(panel, session, said):
    session.open(Document(make_points("moons"), (Learner.of("svm", lam=0.00023),)))
    QApplication.processEvents()
    row = rows(panel)["λ"]
    assert row.note.text() == "C = 1/λ = 4 348"
    for text, lam in (
        ("C = 4 350", 1 / 4350),
        ("1 000", 1000),
        ("12 345.5", 12345.5),
        ("C = 100 000", 1e-5),
    ):
        type_in(row.box, text)
        assert session.learner["lam"] == pytest.approx(lam)
    assert not said and row.note.text() == "C = 1/λ = 100 000"
    type_in(row.box, "1 00")
    assert said == ["λ must be a number from 0 to 1 000 000, not “1 00”."]


@pytest.mark.parametrize("name", [name for name, dataset in DATASETS.items() if dataset.knobs])
def test_that_every_box_of_a_data_set_names_itself_as_it_stands_there(panel, session, said, name):
    panel.data.choose(name)
    QApplication.processEvents()
    before, said[:] = session.settled, []
    for title, row in {
        k: row for k, row in rows(panel).items() if row.objectName().startswith("data-")
    }.items():
        for text in ("abc", "-5", "1000000000", "1_0"):
            type_in(row.box, text)
            sentence = said.pop()
            assert sentence.startswith(f"{title} must be a ")
            assert sentence.endswith(f", not “{text}”.")
    assert session.settled is before


@pytest.mark.parametrize("text", ["abc", "-5", "1.5", "4294967296", "9" * 5000])
def test_that_a_seed_that_is_none_is_quoted(panel, session, said, text):
    before = session.settled
    panel.data.seed.setMaxLength(6000)
    type_in(panel.data.seed, text)
    assert said == [
        f"The seed must be a whole number from 0 to 4 294 967 295, not “{shorten(text)}”."
    ]
    assert panel.data.findChild(QLineEdit, "seed").text() == str(first_document().source.seed)
    assert session.settled is before


def test_that_the_traffic_lights_say_why_it_must_be_a_multiple(panel, said):
    panel.data.choose("traffic-lights")
    QApplication.processEvents()
    said.clear()
    type_in(rows(panel)["Points"].box, "8")
    assert said == ["Points must be a multiple of 7 (there are seven traffic situations), not “8”."]
