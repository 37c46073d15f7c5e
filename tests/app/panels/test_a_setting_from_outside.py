"""A setting is one row of the table of parameters: from it follow its control, its place and its
words, its check and what a file holds of it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.controls.sliders import SliderRow
from linlab.app.panels.left_panel import LeftPanel
from linlab.engine.document.document import VERSION
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner import catalog as catalog_module
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS, Parameter
from linlab.engine.words.in_a_line import in_a_line, knobs_of

TENSION = Parameter(
    "tension",
    "κ",
    "Tension",
    "how hard it pulls",
    2.0,
    low=1.0,
    high=5.0,
    slider=(1.0, 5.0),
    group="model",
)


@pytest.fixture
def _added(monkeypatch):
    monkeypatch.setitem(PARAMETERS, "tension", TENSION)
    svm = catalog_module.MODELS["svm"]
    tense = replace(svm, parameters=(*svm.parameters, "tension"))
    monkeypatch.setitem(catalog_module.MODELS, "svm", tense)
    catalog_module._catalog.cache_clear()
    yield
    catalog_module._catalog.cache_clear()


@pytest.mark.usefixtures("_added")
def test_that_a_setting_from_outside_has_its_control_its_words_and_its_check(
    qtbot, session, dressed
):
    learner = Learner.of("svm", tension=3)
    assert Learner.from_json(learner.to_json(), VERSION) == learner
    assert "κ\u00a0=\u00a03" in in_a_line(learner) and "tension" in knobs_of(learner)
    with pytest.raises(LinlabError, match="from 1 to 5"):
        Learner.of("svm", tension=9)
    with pytest.raises(LinlabError, match="no setting"):
        Learner.of("perceptron", tension=2)
    session.edit("choose", session.with_learner(learner))
    panel = dressed(LeftPanel, session)
    qtbot.addWidget(panel)
    panel.resize(270, 840)
    panel.show()
    qtbot.waitExposed(panel)
    row = panel.findChild(SliderRow, "tension")
    assert row is not None and row.isVisible() and row.value == 3
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: session.learner["tension"] > 3)
    session.edit("choose", session.with_learner(Learner.of("perceptron")))
    qtbot.waitUntil(lambda: not row.isVisible())
