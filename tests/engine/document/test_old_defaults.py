"""Files of an earlier version keep the defaults that they were written with."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from linlab import Document, Learner, LinlabError, load_weights, make_points, train
from linlab.engine.document.document import Change
from linlab.engine.learner import old_defaults
from linlab.engine.learner.old_defaults import VERSION, OldDefault
from linlab.lessons.drafts.draft import Draft
from linlab.lessons.shown import shown_steps
from linlab.lessons.written.reading import lesson_of, understood

POINTS = make_points("frog")
PLAIN = Document(POINTS, (Learner.of("naive-bayes"),))


def stored(version: int, *learners: dict, timeline: tuple = ()) -> dict:
    return {
        **PLAIN.to_json(),
        "linlab": version,
        "learners": list(learners),
        "timeline": list(timeline),
    }


def bayes(**settings) -> dict:
    return {"model": "naive-bayes", "settings": settings}


def test_that_naive_bayes_smooths_by_1_unless_somebody_says_otherwise() -> None:
    """The lecture's frog: 1 and 3 of the 8 inedible things are medium, 2 and 1 of the 6 others."""
    inedible, edible = train("naive-bayes", POINTS, bins=3).joint([(1, 1)])[0]
    assert inedible == pytest.approx(8 / 14 * (1 + 1) / (8 + 3) * (3 + 1) / (8 + 3))
    assert edible == pytest.approx(6 / 14 * (2 + 1) / (6 + 3) * (1 + 1) / (6 + 3))


@pytest.mark.parametrize(("version", "smoothing"), [(1, 0.0), (2, 1.0)])
def test_that_a_document_that_does_not_say_smoothing_has_that_of_its_version(
    version: int, smoothing: float
) -> None:
    later = {"t": 3, "learners": [bayes(bins=4)]}
    document = Document.from_json(stored(version, bayes(), timeline=(later,)))
    assert document.learners[0]["smoothing"] == smoothing
    assert document.learners_at(3)[0]["smoothing"] == smoothing
    assert document.learners_at(3)[0]["bins"] == 4


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("smoothing", [0, 0.5, 1, 2])
def test_that_a_choice_is_the_same_in_every_version(version: int, smoothing: float) -> None:
    document = Document.from_json(stored(version, bayes(smoothing=smoothing)))
    assert document.learners[0]["smoothing"] == smoothing
    assert document.to_json()["linlab"] == 1


def test_that_a_choice_taken_back_is_none() -> None:
    document = Document.from_json(stored(1, bayes(smoothing=None)))
    assert document.learners[0]["smoothing"] == 0


@pytest.mark.parametrize(
    ("document", "version"),
    [
        (PLAIN, 2),
        (replace(PLAIN, learners=(Learner.of("naive-bayes", smoothing=1),)), 1),
        (Document(POINTS, (Learner.of("svm"),)), 1),
        (Document(POINTS, (Learner.of("svm"),)).after(Change(2, learners=PLAIN.learners)), 2),
        (Document(POINTS, (Learner.of("svm"), Learner.of("naive-bayes"), Learner.of("vote"))), 2),
    ],
)
def test_that_a_document_says_the_lowest_version_that_suffices(
    document: Document, version: int, tmp_path: Path
) -> None:
    document.save(tmp_path / "a.linlab")
    kept = json.loads((tmp_path / "a.linlab").read_text(encoding="utf-8"))
    assert kept["linlab"] == version
    assert Document.load(tmp_path / "a.linlab") == document
    as_version_1 = Document.from_json({**kept, "linlab": 1})
    assert (as_version_1 == document) == (version == 1)


def test_that_a_document_of_version_1_is_written_with_what_it_left_unsaid() -> None:
    again = Document.from_json(stored(1, bayes())).to_json()
    assert again["linlab"] == 1
    assert again["learners"] == [{"model": "naive-bayes", "settings": {"smoothing": 0.0}}]


def test_that_a_later_version_is_refused_in_words() -> None:
    with pytest.raises(LinlabError, match="open it with a newer linlab"):
        Document.from_json(stored(VERSION + 1, bayes()))


def test_that_of_several_changes_of_a_default_the_one_after_the_file_counts(monkeypatch) -> None:
    table = (
        OldDefault("svm", "lam", 0.5, 2),
        OldDefault("svm", "lam", 0.1, 4),
        OldDefault("svm", "alpha", 1.0, 3),
    )
    monkeypatch.setattr(old_defaults, "CHANGED", table)
    found = [old_defaults.old_defaults("svm", version) for version in (1, 2, 3, 4)]
    wanted = [{"lam": 0.5, "alpha": 1.0}, {"lam": 0.1, "alpha": 1.0}, {"lam": 0.1}, {}]
    assert found == wanted
    assert Learner.of("svm").version == 4
    assert Learner.of("svm", lam=0.3).version == 3
    assert Learner.of("svm", lam=0.3, alpha=1).version == 1


def test_that_no_default_in_the_table_is_that_of_today() -> None:
    for each in old_defaults.CHANGED:
        assert 1 < each.version <= VERSION
        assert Learner.of(each.model)[each.setting] != each.before


# Lessons


def lesson(head: str) -> str:
    return (
        f"# A\n\n```lesson\n{head}\n```\n\n## One\n\n```lab\ndata = 'frog'\nmodel = 'naive-bayes'\n```\n"
        "\n## Two\n\n```lab\nset = {bins = 2}\n```\n\n## Three\n\n"
        "```lab\nmodels = ['naive-bayes', {model = 'naive-bayes', smoothing = 3}]\n```\n"
    )


@pytest.mark.parametrize(("version", "smoothing"), [(1, 0.0), (2, 1.0)])
def test_that_a_lesson_has_the_defaults_of_its_format(version: int, smoothing: float) -> None:
    steps = shown_steps(lesson_of(lesson(f"format = {version}")))
    found = [[learner["smoothing"] for learner in step.document.learners] for step in steps]
    assert found == [[smoothing], [smoothing], [smoothing, 3.0]]


def test_that_a_lesson_that_says_no_format_has_the_first_one_and_is_asked_for_it() -> None:
    read, faults = understood(lesson("minutes = 3"))
    assert [fault.field for fault in faults] == ["format"]
    assert {step.format for step in read.steps} == {1}


def test_that_a_new_lesson_has_the_format_of_today() -> None:
    assert f"format = {VERSION}" in Draft().text


def test_that_a_lesson_being_written_keeps_its_format() -> None:
    draft = Draft.of(lesson_of(lesson("format = 1")))
    (first, *_) = shown_steps(lesson_of(draft.text))
    assert first.document.learners[0]["smoothing"] == 0


# Weights


@pytest.mark.parametrize("chosen", [{}, {"smoothing": 0}, {"smoothing": 1}])
def test_that_weights_say_every_setting_in_force(chosen: dict, tmp_path: Path) -> None:
    run = train("naive-bayes", POINTS, bins=3, **chosen)
    run.save(tmp_path / "w.json")
    kept = json.loads((tmp_path / "w.json").read_text(encoding="utf-8"))
    assert kept["settings"]["smoothing"] == chosen.get("smoothing", 1)
    assert load_weights(tmp_path / "w.json").learner["smoothing"] == chosen.get("smoothing", 1)


def test_that_weights_that_leave_smoothing_out_have_none(tmp_path: Path) -> None:
    run = train("naive-bayes", POINTS, bins=3, smoothing=0)
    run.save(tmp_path / "w.json")
    kept = json.loads((tmp_path / "w.json").read_text(encoding="utf-8"))
    del kept["settings"]["smoothing"], kept["chosen"]["smoothing"]
    (tmp_path / "w.json").write_text(json.dumps(kept), encoding="utf-8")
    read = load_weights(tmp_path / "w.json")
    assert read.learner["smoothing"] == 0
    assert read.predict(POINTS.x).tolist() == run.predict(POINTS.x).tolist()
