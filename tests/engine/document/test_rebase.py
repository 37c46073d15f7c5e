"""Edits at any update, in either mode: nothing that was added is lost, and every later snapshot has
them too."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab import Document, Learner, LinlabError, Points
from linlab.engine.document.document import Change
from linlab.engine.document.rebase import Edit, rebased, rebased_learner

START = Points.of([(0, 0), (1, 1), (2, 2), (3, 3)], ["a", "b", "a", "b"])
SVM = Learner.of("svm")


def document(**more):
    return Document(START, (SVM,), **more)


def edit(base, t, after, continuing=True):
    """An edit of the points in force at t, as the window makes it."""
    return base.with_points(base.points_at(t), after, t if continuing and t else None)


class Story:
    """The reference: a list of deeds, each with the update it counts from. What is there at t are
    the deeds up to t.

    Points and classes are told apart by who they are, not by their names or places.
    """

    def __init__(self):
        self.deeds = []

    def at(self, t):
        places, labels = (
            {k: (float(k), float(k)) for k in range(4)},
            {k: "ab"[k % 2] for k in range(4)},
        )
        names = {"a": "a", "b": "b"}
        for since, what, who, value in self.deeds:
            if since > t:
                continue
            if what == "add":
                places[who], labels[who] = value[0], value[1] if value[1] in names else None
            elif what == "move" and who in places:
                places[who] = value
            elif what == "relabel" and who in places:
                labels[who] = value if value in names else None
            elif what == "remove":
                places.pop(who, None)
                labels.pop(who, None)
            elif what == "add class" or (what == "rename class" and who in names):
                names[who] = value
            elif what == "remove class" and names.pop(who, None) is not None:
                labels = {k: None if label == who else label for k, label in labels.items()}
        return (
            places,
            {k: label if label is None else names[label] for k, label in labels.items()},
            names,
        )


def seen(points):
    names = (*points.classes, None)
    places = {k: tuple(x) for k, x in zip(points.ids.tolist(), points.x.tolist(), strict=True)}
    return places, {
        k: names[label] for k, label in zip(points.ids.tolist(), points.label.tolist(), strict=True)
    }


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(
            ["add", "add", "move", "relabel", "remove", "rename class", "add class", "remove class"]
        ),
        st.integers(0, 4),  # the update it is made at
        st.booleans(),  # whether it counts from there on
        st.integers(0, 11),
        st.integers(0, 5),
    ),
    max_size=12,
)


@settings(max_examples=120, deadline=None)
@given(DEEDS)
def test_that_what_is_there_at_t_are_all_the_edits_up_to_t(deeds):
    base, story = document(), Story()
    for turn, (what, t, continuing, who, which) in enumerate(deeds):
        points, since = base.points_at(t), t if continuing else 0
        names = story.at(t)[2]
        kinds = list(names)
        if not kinds:
            continue
        kind = kinds[which % len(kinds)]
        if (
            names[kind] not in points.classes
        ):  # nor can it be told which of two empty classes was removed, see below
            assert any(deed[1] == "remove class" for deed in story.deeds)
            continue
        label, place, name = (
            points.classes.index(names[kind]),
            (10.0 + turn, -1.0 * which),
            f"n{turn}",
        )
        id = int(points.ids[who % len(points)]) if len(points) else None
        if what == "add":
            after, deed = points.add(place, label), (points.next_id, (place, kind))
        elif what == "add class" and len(story.at(99)[2]) < 8:
            after, deed = points.add_class(name), (name, name)
        elif what == "rename class":
            after, deed = points.rename_class(label, name), (kind, name)
        elif what == "remove class":
            after, deed = points.remove_class(label), (kind, None)
        elif what == "move" and id is not None:
            after, deed = points.move(id, place), (id, place)
        elif what == "relabel" and id is not None and points.label[points.index(id)] != label:
            after, deed = points.relabel(id, label), (id, kind)
        elif what == "remove" and id is not None:
            after, deed = points.remove(id), (id, None)
        else:
            continue
        base = edit(base, t, after, continuing)
        story.deeds.append((since, what, *deed))
        assert base.points_at(t) == after
        for moment in range(5):
            places, labels, _ = story.at(moment)
            assert seen(base.points_at(moment))[0] == places
            # Whether a class without points was renamed, or removed for another, cannot be told
            # from two snapshots.
            assert seen(base.points_at(moment))[1] == labels or any(
                deed[1] == "remove class" for deed in story.deeds
            )
    added = {4 + k for k in range(sum(what == "add" for _, what, _, _ in story.deeds))} | set(
        range(4)
    )
    removed = {who for _, what, who, _ in story.deeds if what == "remove"}
    assert set(base.points_at(99).ids.tolist()) == added - removed
    assert Document.from_json(json.loads(json.dumps(base.to_json()))) == base


def test_that_points_clicked_while_continuing_survive_an_edit_from_the_start():
    three = edit(document(), 150, START.add([(7, 7), (8, 8), (9, 9)], 1))
    again = edit(three, 2, three.points_at(2).add((5, 5), 0), continuing=False)
    assert len(again.points) == 5
    assert again.points_at(150).x[4:].tolist() == [[7, 7], [8, 8], [9, 9], [5, 5]]
    assert len(set(again.points_at(150).ids.tolist())) == 8


def test_that_an_edit_at_an_earlier_update_is_there_later_too():
    later = edit(document(), 100, START.add((7, 7), 1))
    both = edit(later, 50, later.points_at(50).move(0, (-1, -1)).remove(3))
    assert [c.t for c in both.timeline] == [50, 100]
    assert both.points_at(49) == later.points
    assert seen(both.points_at(100))[0] == {0: (-1, -1), 1: (1, 1), 2: (2, 2), 4: (7, 7)}


def test_that_a_change_which_no_longer_changes_anything_goes():
    later = edit(document(), 100, START.add((7, 7), 1))
    assert edit(later, 100, later.points_at(100).remove(4)).timeline == ()
    assert edit(later, 120, later.points_at(120).remove(4), continuing=False).timeline == ()


def test_that_a_class_removed_or_renamed_early_is_so_later():
    later = edit(document(), 100, START.add_class("c").add((7, 7), 2).add((8, 8), 0))
    gone = edit(later, 0, later.points.remove_class(0))
    assert gone.points_at(100).classes == ("b", "c")
    assert seen(gone.points_at(100))[1] == {0: None, 1: "b", 2: None, 3: "b", 4: "c", 5: None}
    named = edit(later, 0, later.points.rename_class(0, "frogs"))
    assert named.points_at(100).classes == ("frogs", "b", "c")
    assert seen(named.points_at(100))[1][5] == "frogs"


def test_that_a_point_of_a_class_that_is_renamed_later_gets_the_later_name():
    later = edit(document(), 100, START.rename_class(0, "frogs"))
    added = edit(later, 0, later.points.add((9, 9), 0))
    assert seen(added.points)[1][4] == "a"
    assert seen(added.points_at(100))[1][4] == "frogs"


def test_that_classes_in_another_order_stay_the_same_classes():
    later = edit(document(), 100, START.add_class("c").add((7, 7), 2))
    turned = Points(START.x, 1 - START.label, ("b", "a"), START.ids)
    both = edit(later, 0, turned)
    assert both.points_at(100).classes == ("b", "a", "c")
    assert seen(both.points_at(100))[1] == {0: "a", 1: "b", 2: "a", 3: "b", 4: "c"}


def test_that_a_class_added_early_is_the_one_of_that_name_later():
    later = edit(document(), 100, START.add_class("c").add((7, 7), 2))
    both = edit(later, 0, later.points.add_class("c").add((8, 8), 2))
    assert both.points_at(100).classes == ("a", "b", "c")
    assert [seen(both.points_at(100))[1][k] for k in (4, 5)] == ["c", "c"]


def test_that_a_name_which_a_later_class_has_is_refused_in_words():
    later = edit(document(), 100, START.add_class("c").add((7, 7), 2))
    with pytest.raises(LinlabError, match="later step has a class “c”"):
        edit(later, 0, later.points.rename_class(0, "c"))


def test_that_texts_follow_their_points_into_later_snapshots():
    told = Points.of([(0, 0), (1, 1)], ["a", "b"], texts=["first", "second"])
    later = told.add((2, 2), 0)
    assert rebased(later, told, told.remove(0).add((3, 3), 1)).texts == ("second", "", "")


def test_that_ids_of_an_old_file_are_not_given_twice():
    """Files of an earlier linlab hold snapshots that each count their own ids."""
    obj = document(timeline=(Change(9, points=START.add([(7, 7), (8, 8)], 1)),)).to_json()
    obj["points"]["next_id"] = 4
    old = Document.from_json(obj)
    both = edit(old, 0, old.points.add((5, 5), 0))
    assert both.points.ids.tolist() == [0, 1, 2, 3, 6]
    assert both.points_at(9).x[4:].tolist() == [[7, 7], [8, 8], [5, 5]]


def test_that_a_difference_tells_what_was_done():
    after = (
        START.add((7, 7), 1)
        .move(1, (5, 5))
        .relabel(2, 1)
        .remove(0)
        .add_class("c")
        .rename_class(1, "frogs")
    )
    found = Edit.of(START, after)
    assert [
        ids.tolist() for ids in (found.added, found.removed, found.moved, found.relabelled)
    ] == [[4], [0], [1], [2]]
    assert found.classes == (("b", "frogs"), (None, "c"))


class TestLearners:
    def changed(self, base, t, continuing=True, **settings):
        before = base.learners_at(t)
        after = (before[0].replace(**settings),)
        return base.with_learners(before, after, t if continuing and t else None)

    def test_that_a_setting_changed_early_is_changed_later_and_other_settings_stay(self):
        later = self.changed(document(), 100, lam=1.0)
        both = self.changed(later, 20, alpha=0.5)
        assert both.learners == (SVM,)
        assert both.learners_at(20) == (SVM.replace(alpha=0.5),)
        assert both.learners_at(100) == (SVM.replace(alpha=0.5, lam=1.0),)

    def test_that_a_change_from_the_start_leaves_earlier_values_of_other_settings_alone(self):
        later = self.changed(document(), 100, lam=1.0)
        both = self.changed(later, 200, continuing=False, alpha=0.5)
        assert both.learners == (SVM.replace(alpha=0.5),)
        assert both.learners_at(100) == (SVM.replace(alpha=0.5, lam=1.0),)

    def test_that_the_same_setting_changed_early_holds_from_there_on(self):
        later = self.changed(document(), 100, lam=1.0)
        both = self.changed(later, 20, lam=0.3)
        assert both.learners_at(20) == both.learners_at(100) == (SVM.replace(lam=0.3),)
        assert [c.t for c in both.timeline] == [20]

    def test_that_another_model_from_the_start_keeps_the_later_settings_it_also_has(self):
        later = self.changed(document(), 100, lam=1.0)
        both = later.with_learners((SVM,), (Learner.of("logistic"),))
        assert both.learners_at(0) == (Learner.of("logistic"),)
        assert both.learners_at(100) == (Learner.of("logistic", lam=1.0),)

    def test_that_a_later_model_takes_over_what_it_also_has(self):
        mira = Learner.of("mira")
        assert rebased_learner(mira, SVM, SVM.replace(space="rbf", lam=1.0)) == mira.replace(
            space="rbf"
        )

    def test_that_a_later_setting_without_meaning_beside_the_edit_goes(self):
        adam = SVM.replace(optimiser="adam", lam=1.0)  # which has no place in a kernel space
        assert rebased_learner(adam, SVM, SVM.replace(space="rbf")) == SVM.replace(
            space="rbf", lam=1.0
        )

    def test_that_settings_which_need_each_other_stay_together(self):
        plain = Learner.of("svm", lam=0.0)
        pegasos = Learner.of("svm", lam=0.5, rate="pegasos")
        assert rebased_learner(pegasos, plain, plain.replace(alpha=0.7)) == pegasos.replace(
            alpha=0.7
        )

    def test_that_points_and_learners_of_one_update_do_not_take_each_other_along(self):
        one = document(
            timeline=(
                Change(9, points=START.add((7, 7), 1), learners=(SVM.replace(lam=1.0),), pick=2),
            )
        )
        both = self.changed(one, 9, lam=0.3)
        assert both.points_at(9) == one.points_at(9)
        assert both.learners_at(9) == (SVM.replace(lam=0.3),)
        assert [c.pick for c in both.timeline if c.pick is not None] == [2]
