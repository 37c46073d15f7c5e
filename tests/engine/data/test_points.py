"""Points: edits, ids, labels, JSON, and the split into parts."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.data.points import Points
from linlab.engine.data.split import parts
from linlab.engine.ground.errors import LinlabError

COORDINATE = st.floats(-1e100, 1e100)
PAIR = st.tuples(COORDINATE, COORDINATE)


@pytest.fixture
def three() -> Points:
    return Points.of([(0, 0), (1, 1), (2, 2)], ["a", "b", "a"])


def test_that_labels_become_sorted_classes(three: Points) -> None:
    assert three.classes == ("a", "b")
    assert three.label.tolist() == [0, 1, 0]
    assert three.ids.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        ([10, 9, 2], ("2", "9", "10")),
        (["10", "9", "2"], ("2", "9", "10")),
        (["10", "9", "b"], ("10", "9", "b")),
        ([1.0, -1.0], ("-1", "1")),
        ([0.5, 10.0, 2.0], ("0.5", "2", "10")),
        ([True, False], ("False", "True")),
        (["+", "-"], ("-", "+")),
        ([" a ", "a"], ("a",)),
        (np.array([1, 0, 1]), ("0", "1")),
        (np.array(["y", "x"]), ("x", "y")),
        (np.array([2.0, np.nan]), ("2",)),
        ([np.int64(3), np.float32(1.5), "2"], ("1.5", "2", "3")),
    ],
)
def test_that_classes_sort_as_numbers_if_all_are_numbers(
    labels: list[object], classes: tuple[str, ...]
) -> None:
    assert Points.of([(0, 0)] * len(labels), labels).classes == classes


def test_that_none_empty_and_nan_mean_unlabelled() -> None:
    points = Points.of([(0, 0)] * 5, [None, "", math.nan, "  ", "a"])
    assert points.label.tolist() == [-1, -1, -1, -1, 0]


WAYS_IN = {
    "of": lambda three, x: Points.of([(0, 0), x], ["a", "b"]),
    "add": lambda three, x: three.add(x, 0),
    "move": lambda three, x: three.move(1, x),
    "shift": lambda three, x: three.shift(0, x),
    "json": lambda three, x: Points.from_json({**three.to_json(), "x": [[0, 0], list(x), [1, 1]]}),
}


@pytest.mark.parametrize("way", WAYS_IN)
@pytest.mark.parametrize("far", [1e308, -1e200, float(np.nextafter(1e100, np.inf))])
def test_that_points_so_far_out_that_distances_overflow_are_refused_by_every_way_in(
    three: Points, way: str, far: float
) -> None:
    for x in ((far, 1.0), (1.0, far)):
        with pytest.raises(
            LinlabError, match=r"too far out: coordinates must lie between −1×10¹⁰⁰ and 1×10¹⁰⁰\.$"
        ):
            WAYS_IN[way](three, x)
    assert [1e100, -1e100] in WAYS_IN[way](three, (1e100, -1e100)).x.tolist()


def test_that_given_classes_keep_their_order_and_refuse_strangers() -> None:
    assert Points.of([(0, 0)], ["+"], ("-", "+")).label.tolist() == [1]
    with pytest.raises(LinlabError, match="“c” is not one of the classes a, b"):
        Points.of([(0, 0)], ["c"], ("a", "b"))


def test_that_arrays_cannot_be_changed_even_through_the_callers_array() -> None:
    x = np.zeros((2, 2))
    points = Points.of(x, ["a", "b"])
    x[0] = 7
    assert points.x.tolist() == [[0, 0], [0, 0]]
    for array in (points.x, points.label, points.ids):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_that_points_are_compared_by_value(three: Points) -> None:
    same = Points.of([(0, 0), (1, 1), (2, 2)], ["a", "b", "a"])
    assert three == same and hash(three) == hash(same)
    assert three != three.move(0, (0, 1))
    assert three != three.relabel(0, 1)
    assert three != three.rename_class(0, "c")
    assert three != "points"


def test_that_moving_a_point_keeps_its_id(three: Points) -> None:
    moved = three.move(1, (5, 6))
    assert moved.ids.tolist() == [0, 1, 2]
    assert moved.x.tolist() == [[0, 0], [5, 6], [2, 2]]
    assert three.x.tolist() == [[0, 0], [1, 1], [2, 2]]


def test_that_each_moved_point_gets_its_own_place_in_the_order_of_the_ids(three: Points) -> None:
    assert three.move([2, 0], [(8, 8), (9, 9)]).x.tolist() == [[9, 9], [1, 1], [8, 8]]


def test_that_points_are_found_by_id_in_any_order(three: Points) -> None:
    turned = three.take([2, 0, 1])
    assert [turned.index(i) for i in (0, 1, 2)] == [1, 2, 0]
    assert turned.move(1, (9, 9)).x.tolist() == [[2, 2], [0, 0], [9, 9]]


def test_that_shifting_moves_points_by_a_vector(three: Points) -> None:
    assert three.shift([0, 2], (1, -1)).x.tolist() == [[1, -1], [1, 1], [3, 1]]


def test_that_an_id_is_never_used_again(three: Points) -> None:
    later = three.remove([2]).add((7, 7), 1).add([(8, 8), (9, 9)], -1)
    assert later.ids.tolist() == [0, 1, 3, 4, 5]
    assert later.label.tolist() == [0, 1, 1, -1, -1]
    assert three.remove([0, 1, 2]).add((0, 0)).ids.tolist() == [3]


def test_that_many_points_can_be_added_with_a_label_each(three: Points) -> None:
    assert three.add([(8, 8), (9, 9)], [1, 0]).label.tolist() == [0, 1, 0, 1, 0]
    assert three.add([]) == three


def test_that_texts_follow_their_points() -> None:
    points = Points.of([(0, 0), (1, 1)], ["a", "b"], texts=["first", "second"])
    assert points.take([1]).texts == ("second",)
    assert points.remove(0).add((2, 2), 0).texts == ("second", "")


def test_that_removing_a_class_unlabels_its_points_and_shifts_the_later_ones() -> None:
    points = Points.of([(0, 0)] * 4, ["a", "b", "c", None]).remove_class(1)
    assert points.classes == ("a", "c")
    assert points.label.tolist() == [0, -1, 1, -1]


def test_that_classes_can_be_added_and_renamed(three: Points) -> None:
    assert three.add_class("c").rename_class(0, " z ").classes == ("z", "b", "c")


def test_that_taking_by_mask_and_by_position_agree(three: Points) -> None:
    assert three.take([True, False, True]) == three.take([0, 2]) == three.remove(1)


def test_that_empty_points_can_be_filled() -> None:
    points = Points.empty(("a", "b"))
    assert len(points) == 0
    assert points.add((1, 2), 1).label.tolist() == [1]
    assert Points.empty().classes == ()


@pytest.mark.parametrize(
    "edit",
    [
        lambda p: p.add((math.nan, 0), 0),
        lambda p: p.add((math.inf, 0), 0),
        lambda p: p.add((0, 0), 2),
        lambda p: p.add((0, 0), -2),
        lambda p: p.add((0, 0), 0.5),
        lambda p: p.add((0, 0, 0), 0),
        lambda p: p.add("somewhere", 0),
        lambda p: p.add([(0, 0), (1, 1)], [0, 1, 0]),
        lambda p: p.move(7, (0, 0)),
        lambda p: p.move([0, 1, 2], [(0, 0), (1, 1)]),
        lambda p: p.move(0, (0, math.nan)),
        lambda p: p.shift(-1, (0, 0)),
        lambda p: p.relabel(0, 9),
        lambda p: p.relabel(0, None),
        lambda p: p.remove([0, 9]),
        lambda p: p.remove([[0], [1, 2]]),
        lambda p: p.take([3]),
        lambda p: p.take([True]),
        lambda p: p.take([0, 0]),
        lambda p: p.index(9),
        lambda p: p.add_class("a"),
        lambda p: p.add_class("  "),
        lambda p: p.rename_class(0, "b"),
        lambda p: p.rename_class(5, "c"),
        lambda p: p.remove_class(2),
        lambda p: p.remove_class(-1),
        lambda p: Points.of([(0, 0)], ["a", "b"]),
        lambda p: Points.of([(0, 0)], ["a"], texts=[]),
        lambda p: Points.of([(0, 0)], [["a"]]),
        lambda p: Points.of([(0, 0)] * 9, range(9)),
    ],
)
def test_that_what_cannot_be_is_refused_in_a_sentence(three: Points, edit: object) -> None:
    with pytest.raises(LinlabError) as refusal:
        edit(three)  # type: ignore[operator]
    assert str(refusal.value)[0].isupper() or str(refusal.value)[0] == "“"
    assert str(refusal.value).endswith(".")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "move", "relabel", "remove"]), PAIR, st.integers(0, 10**6)
        )
    )
)
def test_that_edits_behave_like_a_dictionary_from_id_to_point(
    edits: list[tuple[str, tuple[float, float], int]],
) -> None:
    points, book, next_id = Points.empty(("a", "b")), {}, 0
    for edit, place, number in edits:
        if edit == "add":
            points = points.add(place, number % 3 - 1)
            book[next_id] = (place, number % 3 - 1)
            next_id += 1
        elif book:
            key = sorted(book)[number % len(book)]
            if edit == "move":
                points, book[key] = points.move(key, place), (place, book[key][1])
            elif edit == "relabel":
                points, book[key] = (
                    points.relabel(key, number % 3 - 1),
                    (book[key][0], number % 3 - 1),
                )
            else:
                points = points.remove(key)
                del book[key]
    seen = {
        i: (tuple(x), c)
        for i, x, c in zip(points.ids.tolist(), points.x.tolist(), points.label, strict=True)
    }
    assert seen == book and points.next_id == next_id


@given(
    st.lists(
        st.tuples(PAIR, st.sampled_from(["a", "β", "", '"', "x,y"]), st.text(max_size=5)),
        max_size=20,
    ),
    st.booleans(),
)
def test_that_json_gives_back_the_same_points(
    rows: list[tuple[tuple[float, float], str, str]], with_texts: bool
) -> None:
    points = Points.of(
        [r[0] for r in rows],
        [r[1] for r in rows],
        texts=[r[2] for r in rows] if with_texts else None,
    )
    points = points.add((0.1, 1e-300)).remove(len(rows))
    again = Points.from_json(json.loads(json.dumps(points.to_json())))
    assert again == points
    assert again.x.tobytes() == points.x.tobytes()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("x", None),
        ("x", [[0, 0], [1, 1, 1], [2, 2]]),
        ("x", [[0, 0], [1, "1"], [2, 2]]),
        ("x", [[0, 0], [1, math.nan], [2, 2]]),
        ("x", [[0, 0], [1, 10**400], [2, 2]]),
        ("x", {"0": [0, 0]}),
        ("label", [0, 1]),
        ("label", [0, 1, 0.5]),
        ("label", [0, 1, True]),
        ("label", [0, 1, 2]),
        ("label", "010"),
        ("classes", ["a", 1]),
        ("classes", ["a", "a"]),
        ("classes", list("abcdefghi")),
        ("ids", [0, 1, 1]),
        ("ids", [0, 1, -1]),
        ("ids", [0, 1, 2**70]),
        ("ids", [0, 1, 2**60]),
        ("ids", None),
        ("texts", ["a"]),
        ("texts", [1, 2, 3]),
        ("next_id", "3"),
        ("next_id", 2**80),
    ],
)
def test_that_a_malformed_field_is_named(three: Points, field: str, value: object) -> None:
    with pytest.raises(LinlabError, match=field.rstrip("s")):
        Points.from_json({**three.to_json(), field: value})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("x", "label", "classes", "ids", "texts", "next_id"), JSON)
    )
    | JSON
)
def test_that_no_json_whatever_raises_anything_but_a_sentence(obj: object) -> None:
    try:
        Points.from_json(obj)
    except LinlabError as error:
        assert str(error).endswith(".")


def test_that_all_points_train_by_default() -> None:
    assert not parts(np.arange(1000)).any()
    assert not parts(np.arange(1000), (1, 0, 0), 5).any()


def test_that_shares_are_met_on_average_and_a_share_of_zero_exactly() -> None:
    part = parts(np.arange(100_000), (70, 20, 10), 3)
    assert np.allclose(np.bincount(part) / len(part), (0.7, 0.2, 0.1), atol=0.005)
    assert set(parts(np.arange(10_000), (0.7, 0.3, 0), 3).tolist()) == {0, 1}
    assert set(parts(np.arange(10_000), (0, 0.3, 0.7), 3).tolist()) == {1, 2}


def test_that_fractions_and_percentages_mean_the_same() -> None:
    assert np.array_equal(
        parts(np.arange(500), (60, 20, 20), 1), parts(np.arange(500), (0.6, 0.2, 0.2), 1)
    )


@given(st.lists(st.integers(0, 2**53 - 1), unique=True), st.integers(), st.data())
def test_that_a_points_part_does_not_depend_on_the_other_points(
    ids: list[int], seed: int, data: st.DataObject
) -> None:
    part = dict(zip(ids, parts(ids, (50, 25, 25), seed).tolist(), strict=True))
    some = data.draw(st.lists(st.sampled_from(ids), unique=True)) if ids else []
    assert parts(some, (50, 25, 25), seed).tolist() == [part[i] for i in some]


def test_that_the_seed_decides_and_neighbouring_ids_and_seeds_are_unrelated() -> None:
    a, b = (parts(np.arange(10_000), (50, 50, 0), seed) for seed in (1, 2))
    assert abs(np.mean(a == b) - 0.5) < 0.03
    assert abs(np.mean(a[1:] == a[:-1]) - 0.5) < 0.03
    assert abs(np.mean(a[1:] == b[:-1]) - 0.5) < 0.03


@pytest.mark.parametrize("shares", [(50, 20, 20), (50, 50), (120, -20, 0), (math.nan, 50, 50)])
def test_that_shares_that_make_no_whole_are_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(LinlabError, match="shares of train, dev and test"):
        parts([1, 2], shares, 0)
