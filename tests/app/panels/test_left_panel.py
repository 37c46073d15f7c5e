"""The left panel, by mouse and keys: previews, steps of undo, reasons, and controls that follow the
session."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, qInstallMessageHandler
from PySide6.QtGui import QStandardItemModel, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from linlab.app.controls.choices import ChoiceRow, Segmented
from linlab.app.controls.sliders import SliderRow
from linlab.app.panels.data.gallery import Thumbnail
from linlab.app.panels.form import NO_DEV_TO_WATCH
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.session.session import Session
from linlab.engine.data.datasets import DATASETS
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS
from tests.engine.plane import plane_catalog, plane_spaces

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot, session, dressed):
    panel = dressed(LeftPanel, session)
    qtbot.addWidget(panel)
    panel.resize(270, 840)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def said(session):
    heard = []
    session.said.connect(heard.append)
    return heard


def found(panel: LeftPanel, kind: type, name: str) -> QWidget:
    widget = panel.findChild(kind, name)
    assert widget is not None, name
    return widget


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT)
    QApplication.processEvents()


def handle(row: SliderRow) -> QPoint:
    return row.slider._handle().center()


def drag(row: SliderRow, by: int, release: bool = True) -> None:
    start = handle(row)
    QTest.mousePress(row.slider, LEFT, pos=start)
    for part in (0.5, 1.0):
        QTest.mouseMove(row.slider, start + QPoint(round(by * part), 0))
        QApplication.processEvents()
    if release:
        QTest.mouseRelease(row.slider, LEFT, pos=start + QPoint(by, 0))


def take(panel: LeftPanel, model: str) -> None:
    """Open the list of models and click on one."""
    click(panel.model.line)
    assert panel.model.list.isVisible()
    click(panel.model.rows[model])
    assert not panel.model.list.isVisible()


def type_in(row: SliderRow, text: str) -> None:
    row.box.setFocus()
    row.box.selectAll()
    QTest.keyClicks(row.box, text)
    QTest.keyClick(row.box, Qt.Key.Key_Return)


def choose(row: ChoiceRow, key: str) -> None:
    """Open the list and pick the item by keys."""
    row.combo.showPopup()
    view = row.combo.view()
    view.setCurrentIndex(row.combo.model().index(row.combo.findData(key), 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    QApplication.processEvents()


def item(row: ChoiceRow, key: str):
    model = row.combo.model()
    assert isinstance(model, QStandardItemModel)
    return model.item(row.combo.findData(key))


def settings(session: Session, model: str, **changes) -> None:
    session.edit("set up", session.with_learner(Learner.of(model, **changes)))


def test_that_a_slider_previews_while_it_moves_and_is_one_undo_step(panel, session):
    row = found(panel, SliderRow, "alpha")
    before = session.learner["alpha"]
    drag(row, 40, release=False)
    assert session.learner["alpha"] > before
    assert session.undo_stack.undo_name == ""
    assert session.settled.learners[0]["alpha"] == before
    moved = session.learner["alpha"]
    QTest.mouseRelease(row.slider, LEFT, pos=handle(row))
    assert (session.undo_stack.undo_name, session.settled.learners[0]["alpha"]) == (
        "change α",
        moved,
    )
    session.undo()
    assert (session.learner["alpha"], row.value, session.undo_stack.undo_name) == (
        before,
        before,
        "",
    )


def test_that_a_press_beside_the_handle_goes_there(panel, session):
    row = found(panel, SliderRow, "alpha")
    QTest.mouseClick(row.slider, LEFT, pos=QPoint(20, 8))
    assert session.learner["alpha"] < 0.01
    assert abs(handle(row).x() - 20) < 4


def test_that_a_drag_is_not_disturbed_by_the_session(panel, session):
    row = found(panel, SliderRow, "alpha")
    drag(row, 40, release=False)
    value = row.value
    session.drop_preview()
    assert row.value == value
    QTest.mouseRelease(row.slider, LEFT, pos=handle(row))
    assert row.value == session.learner["alpha"] == 1.0


def test_that_a_typed_value_is_one_undo_step_and_may_leave_the_slider(panel, session):
    row = found(panel, SliderRow, "alpha")
    type_in(row, "250")
    assert (session.learner["alpha"], session.undo_stack.undo_name, row.box.hasFocus()) == (
        250.0,
        "change α",
        False,
    )
    type_in(row, "0,25")
    assert session.learner["alpha"] == 0.25


@pytest.mark.parametrize("text", ["abc", "-1", "0", "inf", ""])
def test_that_a_typed_value_without_meaning_is_said_and_taken_back(panel, session, said, text):
    row = found(panel, SliderRow, "alpha")
    if text:
        type_in(row, text)
    else:
        row.box.selectAll()
        QTest.keyClick(row.box, Qt.Key.Key_Delete)
        QTest.keyClick(row.box, Qt.Key.Key_Return)
    assert said == [f"α must be a number above 0 up to 1 000 000, not “{text}”."]
    assert (session.learner["alpha"], row.box.text(), session.undo_stack.undo_name) == (
        1.0,
        "1.00",
        "",
    )


def test_that_arrow_keys_are_one_gesture_after_a_pause(panel, session, qtbot):
    row = found(panel, SliderRow, "alpha")
    row.slider.setFocus()
    for _ in range(3):
        QTest.keyClick(row.slider, Qt.Key.Key_Right)
    assert session.learner["alpha"] > 1.0
    assert session.undo_stack.undo_name == ""
    qtbot.waitUntil(lambda: session.undo_stack.undo_name == "change α", timeout=2000)
    session.undo()
    assert (session.learner["alpha"], session.undo_stack.undo_name) == (1.0, "")


def test_that_leaving_the_slider_ends_the_gesture_of_keys(panel, session):
    row = found(panel, SliderRow, "alpha")
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Right)
    row.box.setFocus()
    assert session.undo_stack.undo_name == "change α"


def test_that_keys_move_whole_numbers_by_one_at_least(panel, session):
    settings(session, "perceptron", space="fourier", features=1)
    row = found(panel, SliderRow, "features")
    row.slider.setFocus()
    for many in (2, 3, 4):
        QTest.keyClick(row.slider, Qt.Key.Key_Right)
        assert session.learner["features"] == many
    QTest.keyClick(row.slider, Qt.Key.Key_Left)
    assert session.learner["features"] == 3
    row.finish()


def test_that_the_wheel_turns_a_slider_only_with_the_focus(panel, session):
    row = found(panel, SliderRow, "alpha")

    def wheel() -> None:
        place = QPointF(handle(row))
        glob = QPointF(row.slider.mapToGlobal(handle(row)))
        none = (
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(
            row.slider, QWheelEvent(place, glob, QPoint(), QPoint(0, 120), *none)
        )

    panel.setFocus()
    wheel()
    assert session.learner["alpha"] == 1.0
    row.slider.setFocus()
    wheel()
    assert session.learner["alpha"] != 1.0
    row.finish()


@pytest.mark.parametrize("key", list(plane_catalog()))
def test_that_each_model_can_be_chosen_and_undone(panel, session, key):
    if key == session.learner.model:
        settings(session, "svm")
    before = session.document
    take(panel, key)
    assert (session.learner.model, session.undo_stack.undo_name) == (
        key,
        f"change model to {plane_catalog()[key].title}",
    )
    for name in PARAMETERS:
        own = name in plane_catalog()[key].parameters
        if name in panel.form.controls:
            assert own or panel.form.controls[name].isHidden(), name
    session.undo()
    assert session.document == before
    assert panel.model.rows[before.learners[0].model].isChecked()
    assert panel.model.line.text() == before.learners[0].recipe.title


def test_that_another_model_keeps_the_settings_it_also_has(panel, session):
    settings(session, "svm", space="rbf", lam=0.5, order="cyclic", optimiser="momentum")
    take(panel, "mira")
    assert session.learner == Learner.of("mira", space="rbf", order="cyclic")


def test_that_the_arrow_keys_walk_through_the_models(panel, session):
    rows = panel.model.rows
    click(panel.model.line)
    for at, key, there in (
        ("perceptron", Qt.Key.Key_Down, "averaged-perceptron"),
        ("averaged-perceptron", Qt.Key.Key_M, "voted-perceptron"),
        ("voted-perceptron", Qt.Key.Key_Up, "averaged-perceptron"),
        ("averaged-perceptron", Qt.Key.Key_Up, "perceptron"),
        ("perceptron", Qt.Key.Key_Up, [*plane_catalog()][-1]),
    ):
        QTest.keyClick(rows[at], key)
        assert session.learner.model == there
        assert (
            panel.model.list.isVisible() and panel.model.line.text() == session.learner.recipe.title
        )
    QTest.keyClick(rows[[*plane_catalog()][-1]], Qt.Key.Key_Return)
    assert not panel.model.list.isVisible()


@pytest.mark.parametrize("model", list(plane_catalog()))
def test_that_a_row_of_the_list_tells_what_its_model_does(panel, model):
    click(panel.model.line)
    row = panel.model.rows[model]
    QTest.keyClick(row, Qt.Key.Key_I)
    card = row.findChild(QWidget, "model-info-card")
    words = [each.text() for each in card.findChildren(QLabel)]
    assert card.isVisible() and plane_catalog()[model].title in words
    assert card.screen().availableGeometry().contains(card.geometry())
    QTest.keyClick(row, Qt.Key.Key_Escape)
    assert not card.isVisible() and not panel.model.list.isVisible()


@pytest.mark.parametrize("name", list(plane_spaces()))
def test_that_each_space_can_be_chosen_and_shows_its_own_knobs(panel, session, name):
    settings(session, "svm", space="rbf" if name == "linear" else "linear")
    families = found(panel, Segmented, "space-family")
    tab = {"linear": "Linear", "polynomial": "Polynomial", "rbf": "RBF"}.get(name, "more")
    click(families.buttons[tab])
    if tab == "more":
        entry = next(
            each
            for each in panel.model.more_spaces.actions()
            if each.objectName() == f"space-{name}"
        )
        entry.trigger()
        panel.model.more_spaces.hide()
        short = {"fourier": "Fourier", "binning": "Binning", "linear-kernel": "Linear k"}
        short |= {"laplace": "Laplace", "sigmoid": "Sigmoid"}
        assert families.buttons["more"].text() == f"{short.get(name, plane_spaces()[name].title)} ▾"
    assert session.learner["space"] == name and families.current == tab
    shown = {knob for knob, slider in panel.model.sliders.items() if not slider.isHidden()}
    assert shown == set(plane_spaces()[name].parameters)


def test_that_a_family_is_lit_only_if_the_space_is_of_it(panel, session):
    families = found(panel, Segmented, "space-family")
    for name, lit in (
        ("rbf", "RBF"),
        ("laplace", "more"),
        ("linear-kernel", "more"),
        ("monomial", "more"),
        ("polynomial", "Polynomial"),
    ):
        panel.model.choose_space(name)
        assert [key for key, button in families.buttons.items() if button.isChecked()] == [lit]
    panel.model.choose_space("laplace")
    click(families.buttons["RBF"])
    assert session.learner["space"] == "rbf"


def test_that_a_menu_left_without_a_choice_changes_nothing(panel, session):
    families = found(panel, Segmented, "space-family")
    click(families.buttons["more"])
    menu = panel.model.more_spaces
    assert menu.isVisible() and families.current == "more"
    settings(session, "perceptron", space="linear")
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible() and families.current == "Linear"
    assert session.learner["space"] == "linear" and families.buttons["more"].text() == "more…"


def test_that_the_menu_says_why_a_space_cannot_be_had(panel, session):
    settings(session, "svm", optimiser="adam")
    click(found(panel, Segmented, "space-family").buttons["more"])
    entries = {each.objectName(): each for each in panel.model.more_spaces.actions()}
    panel.model.more_spaces.hide()
    assert not entries["space-laplace"].isEnabled()
    assert "kernel space" in entries["space-laplace"].toolTip()
    assert entries["space-fourier"].isEnabled()


def test_that_a_family_takes_the_first_space_the_learner_can_have(panel, session):
    families = found(panel, Segmented, "space-family")
    click(families.buttons["Polynomial"])
    assert session.learner["space"] == "polynomial"
    settings(session, "svm", optimiser="adam")
    assert not families.buttons["RBF"].isEnabled()
    assert "kernel space" in families.buttons["RBF"].toolTip()
    click(families.buttons["Polynomial"])
    assert session.learner["space"] == "monomial"


@pytest.mark.parametrize("height", [448, 686, 960])
def test_that_what_a_model_is_turned_with_is_in_sight_and_stays_where_it_is_for_all_data(
    panel, session, height
):
    panel.resize(262, height)
    settings(session, "svm", space="fourier")
    for _ in range(3):
        QApplication.processEvents()
    places = set()
    for name in [name for name, data in DATASETS.items() if not data.of_texts]:
        panel.data.choose(name)
        QApplication.processEvents()
        sliders = [
            panel.model.sliders["gamma"],
            panel.model.sliders["features"],
            panel.form.controls["lam"],
            panel.form.controls["alpha"],
        ]
        assert all(
            row.visibleRegion().boundingRect() == row.rect() for row in (panel.model.line, *sliders)
        ), name
        places.add(panel.model.mapTo(panel, QPoint(0, 0)).y())
    panel.data._choose_split("60 / 20 / 20")
    QApplication.processEvents()
    places.add(panel.model.mapTo(panel, QPoint(0, 0)).y())
    assert len(places) == 1


def test_that_all_of_training_is_in_sight_in_a_low_window(panel, session):
    panel.resize(262, 690)
    settings(session, "svm", space="rbf")
    for _ in range(3):  # until all that was laid out anew has its size
        QApplication.processEvents()
    assert panel.verticalScrollBar().maximum() == 0


def test_that_hardly_any_room_keeps_the_knobs_of_the_data_behind_more(panel):
    panel.resize(262, 448)
    QApplication.processEvents()
    assert not panel.data.resample.isVisible()
    click(panel.data.more)
    assert panel.data.resample.isVisible() and all(
        button.isVisible() for button in panel.data.thumbnails.values()
    )


def test_that_nothing_of_the_panel_is_a_window_of_its_own(panel):
    others = set(QApplication.topLevelWidgets()) - {panel}
    for name in DATASETS:
        panel.data.choose(name)
    assert not [
        each for each in set(QApplication.topLevelWidgets()) - others - {panel} if each.isVisible()
    ]


def test_that_a_high_window_shows_all_data_sets(panel):
    panel.resize(300, 970)
    QApplication.processEvents()
    assert (
        all(button.isVisible() for button in panel.data.thumbnails.values())
        and not panel.data.more.isVisible()
    )


def test_that_the_formula_of_a_model_is_shown(panel, session):
    click(found(panel, QWidget, "model-info"))
    card = panel.findChild(QWidget, "model-info-card")
    assert card is not None
    assert card.isVisible()
    card.close()


def test_that_a_rate_can_be_chosen_and_names_the_undo_step(panel, session):
    settings(session, "svm")
    choose(found(panel, ChoiceRow, "rate"), "pegasos")
    assert (session.learner["rate"], session.undo_stack.undo_name) == (
        "pegasos",
        "change schedule to 1/(λt) Pegasos",
    )
    alpha = found(panel, SliderRow, "alpha")
    assert not alpha.isEnabled()
    assert "does not use α" in alpha.toolTip()
    session.undo()
    assert alpha.isEnabled()
    assert found(panel, ChoiceRow, "rate").current == "constant"


def test_that_lambda_and_c_are_one_pair(panel, session):
    settings(session, "svm", lam=0.5)
    row = found(panel, SliderRow, "lam")
    assert row.note.text() == "C = 1/λ = 2"
    type_in(row, "C = 10")
    assert session.learner["lam"] == 0.1
    assert row.box.text() == "0.10"


def test_that_a_refused_combination_says_its_sentence_and_is_restored(panel, session, said):
    settings(session, "svm", rate="pegasos", lam=0.5)
    row = found(panel, SliderRow, "lam")
    type_in(row, "0")
    assert said == ["The schedule 1/(λt) of Pegasos needs λ > 0 and a penalty."]
    assert (row.value, row.box.text(), session.learner["lam"]) == (0.5, "0.50", 0.5)
    click(panel.form.more)
    penalty = found(panel, ChoiceRow, "penalty")
    penalty.combo.setCurrentIndex(penalty.combo.findData("none"))
    penalty.chosen.emit("none")  # its item is off; even if it were chosen
    assert len(said) == 2
    assert penalty.current == session.learner["penalty"] == "l2"


def test_that_what_would_be_refused_is_off_with_the_reason(panel, session):
    settings(session, "svm", space="rbf")
    adam = item(found(panel, ChoiceRow, "optimiser"), "adam")
    assert not adam.isEnabled()
    assert "kernel space" in adam.toolTip()


def test_that_batches_have_three_kinds_and_a_size(panel, session):
    batch, size = found(panel, Segmented, "batch"), found(panel, SliderRow, "batch-size")
    assert (batch.current, size.isHidden()) == ("1", True)
    click(batch.buttons["some"])
    assert (session.learner["batch"], size.isHidden()) == (10, False)
    type_in(size, "25")
    click(batch.buttons["all"])
    assert (session.learner["batch"], size.isHidden()) == ("all", True)
    click(batch.buttons["some"])
    assert session.learner["batch"] == 25


def test_that_only_a_perceptron_may_vote_and_the_best_needs_dev(panel, session):
    average = found(panel, ChoiceRow, "average")

    def item(key):
        return average.combo.model().item(average.combo.findData(key))

    assert item("voted").isEnabled() and not item("best").isEnabled()
    assert "dev" in item("best").toolTip()
    choose(found(panel, ChoiceRow, "split"), "60 / 20 / 20")
    choose(average, "best")
    assert session.learner["average"] == "best"
    settings(session, "svm")
    assert not item("voted").isEnabled() and "perceptron" in item("voted").toolTip()


def test_that_what_does_nothing_is_off_with_its_reason_once_unfolded(panel, session):
    settings(session, "logistic", optimiser="lbfgs")
    assert panel.form.findChild(SliderRow, "momentum") is None
    click(panel.form.more)
    assert found(panel, SliderRow, "momentum").isVisible()
    for name, control in panel.form.controls.items():
        if name in session.learner.recipe.parameters:
            reason = session.learner.idle(name) or (NO_DEV_TO_WATCH if name == "early" else "")
            assert control.isEnabled() == (not reason), name
            assert control.toolTip() == (reason or PARAMETERS[name].help), name


@pytest.mark.parametrize("name", list(DATASETS))
def test_that_each_data_set_can_be_chosen_and_undone(panel, session, name):
    click(panel.data.resample)  # the first document is one of them
    before = session.document
    session.label = 1
    if panel.data.thumbnails[name].isHidden():
        click(panel.data.more)
    click(panel.data.thumbnails[name])
    assert session.document.source.name == name
    assert (session.undo_stack.undo_name, panel.data.thumbnails[name].isChecked()) == (
        f"open {name}",
        True,
    )
    assert set(panel.data.sliders) == {knob.name for knob in DATASETS[name].knobs}
    texts = DATASETS[name].of_texts  # which the space of words reads
    assert panel.data.value.text() == f"{len(session.points)} {'TEXTS' if texts else 'POINTS'}"
    assert session.document.learners == tuple(
        each.replace(space="words") if texts else each for each in before.learners
    )
    assert panel.data.resample.isEnabled() == bool(DATASETS[name].knobs)
    session.undo()
    assert session.document == before
    assert panel.data.thumbnails["blobs"].isChecked()


@pytest.mark.parametrize("name", [name for name, data in DATASETS.items() if len(data.knobs) < 3])
def test_that_the_idea_of_a_data_set_is_not_cut(panel, name):
    panel.data.choose(name)
    idea = found(panel, QLabel, "data-idea")
    QTest.qWait(0)
    assert idea.isVisible() and idea.heightForWidth(idea.width()) <= idea.height()


def test_that_fewer_classes_leave_a_class_to_click_with(panel, session):
    panel.data.choose("iris")
    session.label = 2
    panel.data.choose("moons")
    assert session.label == 1


def test_that_a_knob_of_the_data_previews_and_is_one_undo_step(panel, session):
    row = found(panel, SliderRow, "data-knob-n")
    drag(row, 30, release=False)
    assert len(session.document.points) > 60
    assert len(session.settled.points) == 60
    QTest.mouseRelease(row.slider, LEFT, pos=handle(row))
    assert (session.undo_stack.undo_name, len(session.settled.points)) == (
        "change the number of points",
        row.value,
    )
    session.undo()
    assert (row.value, panel.data.value.text()) == (60, "60 POINTS")


def test_that_the_traffic_lights_stay_multiples_of_seven(panel, session, said):
    panel.data.choose("traffic-lights")
    QApplication.processEvents()
    row = found(panel, SliderRow, "data-knob-n")
    for by in (20, 33, 51):
        drag(row, by)
        assert row.value == len(session.points) == len(session.points) // 7 * 7
    assert not said
    type_in(row, "8")
    assert "multiple of 7" in said[0]
    assert row.box.text() == str(len(session.points))


def test_that_resampling_and_typing_a_seed_draw_other_points(panel, session, said):
    first = session.points
    click(panel.data.resample)
    assert (session.document.source.seed, session.undo_stack.undo_name) == (7507, "resample")
    assert session.points != first
    panel.data.seed.selectAll()
    QTest.keyClicks(panel.data.seed, "7506")
    QTest.keyClick(panel.data.seed, Qt.Key.Key_Return)
    assert session.points == first
    panel.data.seed.selectAll()
    QTest.keyClicks(panel.data.seed, "x")
    QTest.keyClick(panel.data.seed, Qt.Key.Key_Return)
    assert said == ["The seed must be a whole number from 0 to 4 294 967 295, not “x”."]
    assert panel.data.seed.text() == "7506"


def test_that_points_changed_by_hand_are_not_lost_silently(panel, session, said):
    session.edit("add", session.with_points(session.points.add((0, 0), 0)))
    type_in(found(panel, SliderRow, "data-knob-noise"), "0.3")
    assert said == ["New points replaced your changes; undo brings them back."]
    session.undo()
    assert len(session.points) == 61


def test_that_points_without_a_source_have_no_knobs(panel, session):
    session.open(replace(session.document, source=None))
    assert not panel.data.sliders
    assert "by hand" in panel.data.resample.toolTip()
    assert not any(button.isChecked() for button in panel.data.thumbnails.values())


def test_that_a_split_from_a_file_is_shown(panel, session):
    session.open(replace(session.document, shares=(70.0, 15.0, 15.0)))
    assert found(panel, ChoiceRow, "split").current == "70 / 15 / 15"


def test_that_a_thumbnail_without_any_room_is_painted_in_silence(qtbot):
    heard = []
    before = qInstallMessageHandler(lambda kind, context, text: heard.append(text))
    small = Thumbnail("moons", "moons")
    qtbot.addWidget(small)
    for width, height in ((8, 57), (3, 57), (50, 20), (50, 5)):
        small.resize(width, height)
        small.grab()
    qInstallMessageHandler(before)
    assert heard == []


def test_that_to_train_on_a_point_next_is_no_edit_of_the_data(panel, session, said):
    session.edit("choose", session.settled.with_pick(session.t, int(session.points.ids[5])))
    session.go(1)
    assert panel.data.value.text() == "60 POINTS"
    panel.data.choose("moons")
    assert said == []


def test_that_labels_are_hidden_with_a_slider_as_one_step_of_undo(panel, session):
    click(panel.data.thumbnails["moons"])
    row, whole = found(panel, SliderRow, "data-knob-hidden"), session.points
    drag(row, 40)
    some = session.points
    assert some.hidden.any() and (some.x == whole.x).all()
    assert (some.true[some.hidden] == whole.label[some.hidden]).all()
    assert session.undo_stack.undo_name == "change how many labels are hidden"
    assert (
        row.value
        == dict(session.document.source.values)["hidden"]
        == round(100 * some.hidden.sum() / len(some))
    )
    session.undo()
    assert session.points == whole and row.value == 0
    type_in(row, "80")
    assert session.points.hidden.sum() == round(0.8 * len(whole))
    type_in(row, "0")
    assert session.points == whole and "hidden" not in dict(session.document.source.values)


def test_that_a_dragged_point_keeps_its_hidden_label(panel, session):
    click(panel.data.thumbnails["moons"])
    type_in(found(panel, SliderRow, "data-knob-hidden"), "60")
    id = int(session.points.ids[session.points.hidden][0])
    true = session.points.true[session.points.index(id)]
    session.edit("move", session.with_points(session.points.move(id, (0, 0))))
    assert session.points.true[session.points.index(id)] == true


@pytest.mark.parametrize("text", ["96", "-3", "many"])
def test_that_a_share_that_cannot_be_hidden_is_told(panel, session, said, text):
    click(panel.data.thumbnails["moons"])
    before = session.points
    type_in(found(panel, SliderRow, "data-knob-hidden"), text)
    assert session.points == before and "Hidden labels" in said[-1] and "0 to 95" in said[-1]


def test_that_the_seed_of_a_table_says_which_labels_are_hidden(panel, session):
    panel.data.choose("iris")
    row = found(panel, SliderRow, "data-knob-hidden")
    assert (
        not panel.data.resample.isEnabled()
        and "unless labels are hidden" in panel.data.resample.toolTip()
    )
    type_in(row, "50")
    hidden = session.points.hidden.tolist()
    for _ in range(3):
        click(panel.data.resample)
    assert session.points.hidden.tolist() != hidden and session.points.hidden.sum() == sum(hidden)


def test_that_points_of_a_file_have_nothing_to_hide(panel, session):
    session.open(replace(session.document, source=None))
    row = found(panel, SliderRow, "data-knob-hidden")
    assert not row.isEnabled() and "added by hand or come" in row.toolTip()


def test_that_the_words_card_is_there_for_texts_alone_and_counts_the_vocabulary(panel, session):
    assert panel.words.isHidden()
    panel.data.choose("reviews")
    words = {
        each.lower().replace("’", "'")
        for text in session.points.texts
        for each in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)
    }
    panel.form._choose("negation", "off")
    assert not panel.words.isHidden()
    assert panel.words.value.text() == f"{len(words)} FEATURES"
    panel.form._choose("weighting", "present")
    assert session.learner["weighting"] == "present"
    session.undo()
    assert session.learner["weighting"] == "count"
    panel.data.choose("moons")
    assert panel.words.isHidden() and session.learner["space"] == "linear"
