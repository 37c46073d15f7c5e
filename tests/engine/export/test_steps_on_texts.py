"""A table of steps on texts: the text, and the weights of its words after the step."""

import csv

import pytest

from linlab import Document, Learner, LinlabError, Trace, make_points
from linlab.engine.export.homework.sheet import sheet_of
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.export.tables.updates import columns, trace_rows

WORDS = {"space": "words"}


def rows_of(model, data, steps, **settings):
    own = {} if model == "multinomial-naive-bayes" else WORDS
    trace = Trace(Document(make_points(data), (Learner.of(model, **own, **settings),)))
    names = columns(trace, steps)
    return trace, [dict(zip(names, row, strict=True)) for row in trace_rows(trace, steps)]


def read(cell):
    """Words and their numbers."""
    return {word: float(value) for word, _, value in (each.rpartition("=") for each in cell.split("; "))}  # fmt: skip


@pytest.mark.parametrize("data", ["bank", "topics"])
@pytest.mark.parametrize("model", ["perceptron", "logistic", "mira", "multinomial-naive-bayes"])
def test_that_a_row_has_the_text_and_the_weights_of_its_words_after_the_step(model, data):
    trace, rows = rows_of(model, data, 15)
    problem = trace.problem(0)
    names = list(problem.names)
    several = problem.rows > 1
    for t, row in enumerate(rows, 1):
        step = trace.step(t)
        assert (row["t"], row["example"], row["label"]) == (t, step.example + 1, step.label)
        assert row["text"] == problem.x[step.example]
        words = {token.feature for token in problem.map.tokens(row["text"])}
        theta = trace.at(t).theta
        for k in range(problem.rows):
            end = f"_{problem.classes[k]}" if several else ""
            shown = read(row[f"words{end}"])
            assert set(shown) == words
            for word, value in shown.items():
                assert value == pytest.approx(theta[k, names.index(word)], rel=1e-8, abs=1e-12)
            last = "count" if model.startswith("multi") else "bias"
            assert row[f"{last}{end}"] == pytest.approx(theta[k, -1])
        assert row["updated"] == int(step.updated)


def test_that_batches_list_a_few_texts_and_teams_have_no_weights():
    trace, rows = rows_of("svm", "bank", 3, batch=4)
    problem = trace.problem(0)
    for t, row in enumerate(rows, 1):
        own = trace.step(t).examples.tolist()
        assert row["text"] == " / ".join(problem.x[i] for i in own)
        tokens = {token.feature for i in own for token in problem.map.tokens(problem.x[i])}
        assert set(read(row["words"])) == tokens
    learners = (Learner.of("vote"), Learner.of("perceptron", **WORDS), Learner.of("mira", **WORDS))
    team = Trace(Document(make_points("bank"), learners))
    assert not [name for name in columns(team, 3) if name.startswith(("words", "bias"))]
    assert len(list(trace_rows(team, 3))) == 3


@pytest.mark.parametrize("blank", [False, True])
@pytest.mark.parametrize("suffix", ["csv", "tex"])
def test_that_it_is_written_as_a_file(tmp_path, suffix, blank):
    trace, _ = rows_of("perceptron", "topics", 5)
    write_table(trace, tmp_path / f"t.{suffix}", 1, 5, blank)
    text = (tmp_path / f"t.{suffix}").read_text("utf-8")
    assert trace.problem(0).x[trace.step(1).example][:12] in text
    if suffix == "csv":
        assert len({len(row) for row in csv.reader(text.splitlines())}) == 1


def test_that_the_task_names_no_setting_that_is_empty_or_only_places_texts(tmp_path):
    trace, _ = rows_of("logistic", "topics", 3)
    write_table(trace, tmp_path / "t.tex", 1, 3)
    text = (tmp_path / "t.tex").read_text("utf-8")
    assert "weighting count" in text
    assert not [word for word in ("twice", "places", "axes") if word in text]


@pytest.mark.parametrize("model", ["perceptron", "multinomial-naive-bayes"])
def test_that_homework_is_refused_and_says_what_to_do_instead(model):
    trace, _ = rows_of(model, "bank", 3)
    with pytest.raises(LinlabError, match="write a table of steps"):
        sheet_of(trace, 3)
