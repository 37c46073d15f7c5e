"""Documents: saved, loaded and refused."""

import json
import os

import pytest

from linlab import Document, Learner, LinlabError, Points, make_points
from linlab.engine.document.document import Change, Source
from linlab.engine.ground.writing import write_text

POINTS = make_points("sentiment")
WHOLE = Document(
    POINTS.add((0.1, 1 / 3), -1),
    (Learner.of("svm", C=3, space="rbf"), Learner.of("naive-bayes", smoothing=1)),
    seed=7,
    shares=(60, 20, 20),
    timeline=(
        Change(3, points=POINTS),
        Change(9, learners=(Learner.of("mira"), Learner.of("pegasos"))),
        Change(9, pick=4),
    ),
    source=Source("moons", 3, (("n", 40), ("noise", 0.2))),
)


def test_that_a_document_survives_saving_and_loading(tmp_path):
    WHOLE.save(tmp_path / "all.linlab")
    assert Document.load(tmp_path / "all.linlab") == WHOLE


def broken(change):
    obj = WHOLE.to_json()
    change(obj)
    return json.dumps(obj)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "broken in line 1: it is empty"),
        ("{", "broken in line 1: it ends in the middle"),
        ('{"linlab": 1,\n "points": {"x": [[1, 2', "broken in line 2: it ends in the middle"),
        ('{"linlab": 1, "source": {"name": "moo', "broken in line 1: it ends in the middle"),
        (
            '{"linlab": 1,\n\n  points: 3}',
            "broken in line 3, at character 3: “points: 3}” is not expected there",
        ),
        ('{"linlab": }', "broken in line 1, at character 12: “}” is not expected there"),
        (
            '{"linlab": 1} and more',
            "broken in line 1: there is extra text after its end, “and more”",
        ),
        ("[" * 100_000, "nested too deeply"),
        ("[1, 2]", "not a linlab document"),
        ("9" * 5000, "a number in it has thousands of digits"),
        (
            broken(lambda o: o["learners"][0]["settings"].update(model=3)),
            "There is no setting “model”",
        ),
        (
            broken(lambda o: o["learners"][0]["settings"].update(self=3)),
            "There is no setting “self”",
        ),
        ('{"cells": []}', "not a linlab document"),
        (broken(lambda o: o.update(linlab=99)), "newer linlab"),
        (broken(lambda o: o.update(linlab="x")), "does not say which version"),
        (broken(lambda o: o.update(seed="x")), "seed"),
        (broken(lambda o: o.update(seed=-1)), "seed"),
        (broken(lambda o: o.pop("points")), "points"),
        (broken(lambda o: o["points"].pop("x")), "“x”"),
        (broken(lambda o: o["points"].update(label=[0])), "labels"),
        (broken(lambda o: o.update(learners=[])), "at least one learner"),
        (broken(lambda o: o["learners"][0].update(model="magic")), "magic"),
        (broken(lambda o: o["learners"][0]["settings"].update(lam=-1)), "lam"),
        (broken(lambda o: o.update(shares=[1, 2])), "shares"),
        (broken(lambda o: o.update(shares=[50, 0, 0])), "shares"),
        (broken(lambda o: o.update(shares=[120, -20, 0])), "shares"),
        (broken(lambda o: o["points"].update(next_id=2**60)), "next_id"),
        (broken(lambda o: o["points"]["ids"].__setitem__(-1, 2**53 - 1)), "ids"),
        (broken(lambda o: o["timeline"][2].update(t=2**60)), "timeline"),
        (broken(lambda o: o.update(source={"name": 3})), "source"),
        (broken(lambda o: o.update(source="moons")), "source"),
        (broken(lambda o: o["timeline"][0].update(t="soon")), "“t”"),
        (broken(lambda o: o["timeline"].reverse()), "order"),
        (broken(lambda o: o["timeline"][2].update(pick=1.5)), "pick"),
        (broken(lambda o: o["points"]["x"].__setitem__(0, [float("nan"), 0])), "NaN"),
    ],
)
def test_that_a_bad_file_gets_one_sentence_with_its_name(tmp_path, text, says):
    path = tmp_path / "mine.linlab"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LinlabError, match=says) as caught:
        Document.load(path)
    assert str(caught.value).startswith("mine.linlab: ")
    assert not any(
        word in str(caught.value)
        for word in ("Expecting", "delimiter", "Extra data", "Unterminated", "sys.")
    )
    assert "\n" not in str(caught.value)


def test_that_a_missing_or_binary_file_gets_a_sentence(tmp_path):
    with pytest.raises(LinlabError, match="cannot be read"):
        Document.load(tmp_path / "nowhere.linlab")
    (tmp_path / "b.linlab").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LinlabError, match="UTF-8"):
        Document.load(tmp_path / "b.linlab")


def test_that_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "kept.linlab"
    WHOLE.save(path)
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LinlabError, match="No space left"):
        write_text(path, "x")
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["kept.linlab"]


def test_that_a_source_draws_its_points_again():
    assert Source("moons", 3, (("n", 40), ("noise", 0.2))).draw() == make_points(
        "moons", 40, 0.2, seed=3
    )


def test_that_a_document_is_a_value():
    a, b = (Document(Points.of([(0, 0)], ["x"]), (Learner.of("svm"),)) for _ in range(2))
    assert a == b
    assert a != Document(a.points, a.learners, seed=1)


def test_that_two_learners_need_two_in_a_change():
    with pytest.raises(LinlabError, match="as many learners"):
        Document(POINTS, (Learner.of("svm"),), timeline=(Change(1, learners=()),))
