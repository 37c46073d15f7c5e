"""A table with more than two columns of numbers asks which two, when it is opened and pasted."""

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window.dialogs.columns import ColumnsDialog
from linlab.app.window.window import Window

IRIS = load_iris()
NAMES = ("sepal_length", "sepal_width", "petal_length", "petal_width")
TABLE = "\n".join(
    [
        ",".join((*NAMES, "species")),
        *(
            ",".join((*map(str, row), IRIS.target_names[k]))
            for row, k in zip(IRIS.data.tolist(), IRIS.target, strict=True)
        ),
    ]
)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    session, settings = Session(), Settings()
    made = Window(session, DocumentFiles(session, settings), settings)
    qtbot.addWidget(made)
    made.files.prepared = True  # nothing is asked when it is closed
    made.resize(1280, 800)
    made.show()
    return made


def when_asked(act):
    """Do this with the dialog as soon as it is open."""

    def once():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, ColumnsDialog):
            QTimer.singleShot(20, once)
            return
        try:
            act(dialog)
        finally:
            dialog.reject()  # nothing waits for ever, whatever fails; after an answer it does nothing

    QTimer.singleShot(20, once)


def test_that_a_click_on_a_picture_chooses_its_pair_and_standardising_is_kept_in_the_notes(
    window, tmp_path
):
    (tmp_path / "iris.csv").write_text(TABLE)

    def choose(dialog):
        assert len(dialog.pictures) == 6
        QTest.mouseClick(dialog.pictures["petal_length", "petal_width"], LEFT)
        assert (dialog.across.current, dialog.up.current) == ("petal_length", "petal_width")
        QTest.mouseClick(dialog.standardise, LEFT)
        QTest.mouseClick(dialog.go, LEFT)

    when_asked(choose)
    window.documents.open_path(tmp_path / "iris.csv")
    document = window.session.settled
    assert np.allclose(document.points.x, StandardScaler().fit_transform(IRIS.data[:, 2:]))
    assert document.features == ("petal_length (standardised)", "petal_width (standardised)")
    mean, deviation = IRIS.data[:, 2].mean(), IRIS.data[:, 2].std()
    assert (
        f"petal_length had the mean {mean:.3g} and the standard deviation {deviation:.3g}"
        in document.notes
    )


def test_that_cancelling_changes_nothing_and_reports_nothing(window, tmp_path):
    (tmp_path / "iris.csv").write_text(TABLE)
    before = window.session.settled
    said = []
    window.session.said.connect(said.append)
    when_asked(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    window.documents.open_path(tmp_path / "iris.csv")
    assert window.session.settled is before and said == []


def test_that_the_keyboard_alone_chooses(window, tmp_path):
    (tmp_path / "iris.csv").write_text(TABLE)

    def choose(dialog):
        dialog.across.combo.setFocus()
        QTest.keyClick(dialog.across.combo, Qt.Key.Key_Down)  # sepal_width
        dialog.up.combo.setFocus()
        QTest.keyClick(dialog.up.combo, Qt.Key.Key_End)  # petal_width
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    when_asked(choose)
    window.documents.open_path(tmp_path / "iris.csv")
    assert np.array_equal(window.session.points.x, IRIS.data[:, [1, 3]])


def test_that_one_column_twice_is_refused_in_the_dialog(window, tmp_path):
    (tmp_path / "iris.csv").write_text(TABLE)
    seen = []

    def choose(dialog):
        dialog.up.set_current("sepal_length")
        QTest.mouseClick(dialog.go, LEFT)
        seen.append(dialog.words.text())
        dialog.reject()

    when_asked(choose)
    window.documents.open_path(tmp_path / "iris.csv")
    assert seen == ["Choose two different columns for the axes, not 1."]


def test_that_a_pasted_table_asks_too_and_names_the_axes_of_an_empty_plane(window):
    window.files.new()
    window.files.prepared = True
    QGuiApplication.clipboard().setText(TABLE)
    when_asked(lambda dialog: QTest.mouseClick(dialog.go, LEFT))
    window.editing.paste()
    assert np.array_equal(window.session.points.x, IRIS.data[:, :2])
    assert window.session.settled.features == ("sepal_length", "sepal_width")


def test_that_a_pasted_libsvm_file_is_read(window):
    window.files.new()
    window.files.prepared = True
    QGuiApplication.clipboard().setText("+1 1:0.5 2:2\n-1 1:3\n")
    window.editing.paste()
    assert window.session.points.x.tolist() == [[0.5, 2], [3, 0]]


def test_that_hostile_names_are_shown_and_not_obeyed(qtbot):
    from linlab.engine.data.columns.choice import WhichColumns
    from linlab.engine.data.columns.files import parse_table

    evil = "<b>&x\u202e"
    with pytest.raises(WhichColumns) as asked:
        parse_table(f"{evil},b,c,kind\n1,2,3,a\n4,5,6,b")
    dialog = ColumnsDialog(asked.value.table)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.grab()
    assert "\u202e" not in dialog.across.combo.itemText(0)
