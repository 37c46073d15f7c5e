"""The timeline in words."""

from linlab import Document, Learner, Points
from linlab.engine.document.document import Change
from linlab.engine.document.timeline import marks

START = Points.of([(0, 0), (1, 1), (2, 2), (3, 3)], ["a", "b", "a", "b"])
SVM = Learner.of("svm")


def said(*changes, shares=(100.0, 0.0, 0.0)):
    return marks(Document(START, (SVM,), shares=shares, timeline=changes))


def test_that_nothing_is_said_without_a_change():
    assert said() == ()


def test_that_each_change_says_what_it_did_to_the_points_before_it():
    more = START.add([(5, 5), (6, 6)], 1)
    fewer = more.remove([0, 1, 2]).move(4, (9, 9)).relabel(3, 0)
    assert said(Change(7, points=more), Change(9, points=fewer)) == (
        (7, "from step 8 on: 2 points added"),
        (9, "from step 10 on: 3 points removed, 1 point moved, 1 point relabelled"),
    )


def test_that_classes_are_told_by_name():
    assert said(Change(0, points=START.add_class("c").rename_class(0, "frogs")))[0][1] == (
        "from step 1 on: class a renamed to frogs, class c added"
    )
    assert said(Change(0, points=START.remove_class(1)))[0][1] == "from step 1 on: class b removed"


def test_that_settings_are_told_by_their_symbols_with_the_values_in_force():
    other = SVM.replace(lam=1, order="cyclic", batch="all")
    (mark,) = said(Change(4, learners=(other,)))
    assert mark == (4, "from step 5 on: λ 0.01 → 1, |B| 1 → all, order shuffled → cyclic")
    (mark,) = said(Change(4, learners=(Learner.of("mira"),)))
    assert mark[1] == f"from step 5 on: {SVM.recipe.title} → {Learner.of('mira').recipe.title}"


def test_that_what_happens_at_one_update_is_one_mark():
    (mark,) = said(
        Change(3, points=START.add((5, 5), 0)),
        Change(3, learners=(SVM.replace(lam=1),)),
        Change(3, pick=2),
    )
    assert mark == (3, "from step 4 on: 1 point added, λ 0.01 → 1\nstep 4: train on #3 next")


def test_that_a_chosen_example_has_its_number_among_the_training_points():
    document = Document(
        START.relabel(0, -1), (SVM,), timeline=(Change(2, pick=3), Change(5, pick=0))
    )
    assert [words for _, words in marks(document)] == [
        "step 3: train on #3 next",
        "step 6: the chosen example is not a training point",
    ]
