"""A step of a learner that reads texts, in words: its numbers against dictionaries made here."""

import math
import re
from collections import Counter

import pytest

from linlab import Document, Learner, Trace
from linlab.engine.data.texts.tables import text_points
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.before_after import before_after
from linlab.engine.words.explain import explain
from linlab.engine.words.texts.step_words import as_written

TEXTS = [
    "good film", "bad film", "great fun good", "slow plot bad bad", "fun music", "boring film slow",
    "great music great plot", "waste of film", "good plot", "bad music", "fun film", "slow waste",
]  # fmt: skip
ONLINE = [
    "perceptron",
    "averaged-perceptron",
    "voted-perceptron",
    "mira",
    "pa2",
    "svm",
    "pegasos",
    "logistic",
    "adaline",
    "squared-hinge",
]
STEPS = 24


def trace_of(model, classes, texts=TEXTS, **chosen):
    labels = [f"c{k % classes}" for k in range(len(texts))]
    if model != "multinomial-naive-bayes":
        chosen = {"space": "words", **chosen}
    trace = Trace(Document(text_points(texts, labels), (Learner.of(model, **chosen),)))
    trace.reach(STEPS, 60.0)
    return trace


def steps_of(trace):
    for t in range(1, trace.clamp(STEPS) + 1):
        step = trace.step(t)
        assert step is not None
        yield step


def read(text):
    return float(text.replace("−", "-").replace(" ", "").replace("\u00a0", ""))


def everything(step, learner, problem):
    lines = [
        *arithmetic(step, learner, problem.counting),
        *before_after(step, learner, problem.counting),
    ]
    return "\n".join([explain(step, learner), *(f"{line.label} {line.value}" for line in lines)])


@pytest.mark.parametrize("weighting", ["count", "present", "tfidf"])
@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", ONLINE)
def test_that_a_score_is_the_sum_of_what_its_words_add(model, classes, weighting):
    trace = trace_of(model, classes, weighting=weighting)
    learner = trace.learner(0)
    for step in steps_of(trace):
        text = str(step.x[0])
        assert f"Example #{step.example + 1} says “" in explain(step, learner).replace(
            "example", "Example"
        )
        assert f"is in class {step.label}" in explain(step, learner)
        lines = {line.label: line.value for line in arithmetic(step, learner)}
        labels = ["score s"] if classes == 2 else [f"s of {step.label}"]
        for label in labels:
            row = 0 if classes == 2 else int(step.labels[0])
            *_, body, total = lines[label].split(" = ")
            terms = re.findall(r"([+−]? ?[\d.]+(?:×10[⁻\d]+)?) \(([^)]*)\)", body)
            named = {name.strip("“”") for _, name in terms} - {"b"}
            assert {n for n in named if not n.endswith(" more")} <= set(text.split())
            if "×" not in body + total:
                added = sum(read(value) for value, _ in terms)
                assert added == pytest.approx(read(total), abs=2e-2 * max(1, abs(read(total))))
            assert read(total.split("×")[0]) == pytest.approx(
                float(step.score[row]) / 10 ** power(total), rel=6e-3, abs=1e-9
            )


def power(total):
    raised = re.search(r"×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", total)
    return int(raised[1].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))) if raised else 0


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_weights_of_its_words_move_by_what_the_sentence_says(classes):
    trace = trace_of("perceptron", classes, weighting="count", alpha=0.5)
    learner = trace.learner(0)
    seen = set()
    for step in steps_of(trace):
        if not step.updated:
            continue
        text = explain(step, learner)
        if classes == 2:
            way, by = re.search(r"each of its words goes (up|down) by ([\d.]+)", text).groups()
            moves = {0: read(by) * (1 if way == "up" else -1)}
        else:
            up = re.search(r"for (c\d) goes up by ([\d.]+), for (c\d) down by ([\d.]+)", text)
            moves = {
                step.classes.index(up[1]): read(up[2]),
                step.classes.index(up[3]): -read(up[4]),
            }
        counts = Counter(str(step.x[0]).split())
        assert ("times how often it occurs" in text) == (max(counts.values()) > 1)
        for r, by in moves.items():
            seen.add(by > 0)
            for j, name in enumerate(step.names):
                moved = step.after[r, j] - step.before[r, j]
                assert moved == pytest.approx(by * counts[name])
            assert step.after[r, -1] - step.before[r, -1] == pytest.approx(by)
    assert seen == {True, False}


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", ["perceptron", "logistic", "svm"])
def test_that_the_largest_changes_are_listed_and_how_many_more_there_are(model, classes):
    trace = trace_of(model, classes, weighting="count")
    learner = trace.learner(0)
    seen = 0
    for step in steps_of(trace):
        if not step.updated:
            continue
        change = step.after - step.before
        moved = {}
        for r, name in enumerate(step.classes if classes > 2 else [""]):
            for j, word in enumerate([*step.names, ""]):
                if change[r, j]:
                    end = f" for {name}" if name else ""
                    label = f"w of “{word}”{end}" if word else f"b{end}"
                    moved[label] = (step.before[r, j], step.after[r, j])
        *lines, last = before_after(step, learner, None)
        more = int(re.fullmatch(r"(\d+) more changes?", last.value)[1]) if last.label == "…" else 0
        lines = lines if last.label == "…" else [*lines, last]
        assert len(lines) + more == len(moved)
        sizes = {label: abs(after - before) for label, (before, after) in moved.items()}
        words = [line for line in lines if line.label.startswith("w of")]
        rest = [size for label, size in sizes.items() if label.startswith("w of") and label not in [line.label for line in words]]  # fmt: skip
        assert min(sizes[line.label] for line in words) >= max(rest, default=0.0) - 1e-12
        for line in lines:
            before, after = (
                read(each.partition("×")[0]) * 10.0 ** power(each)
                for each in line.value.split(" → ")
            )
            assert (before, after) == pytest.approx(moved[line.label], rel=0.01, abs=1e-3)
        seen += bool(more)
    assert seen or (model, classes) == ("perceptron", 2)  # which changes three words at most


def test_that_a_wrong_logistic_answer_is_told_by_the_probability_that_moves_the_weights():
    trace = trace_of("logistic", 2, weighting="present", alpha=0.2, lam=0)
    learner = trace.learner(0)
    told = 0
    for step in steps_of(trace):
        text = explain(step, learner)
        found = re.search(
            r"but P\((\w+)\|x\) was ([\d.]+)\. So the weight of each of its words goes (up|down) by "
            r"0\.2·([\d.]+) = ([\d.]+), and so does b\.",
            text,
        )
        if step.margin > 0:
            assert found is None
            continue
        told += 1
        weights = dict(zip(step.names, step.before[0].tolist(), strict=False))
        s = sum(weights[word] for word in set(str(step.x[0]).split())) + step.before[0, -1]
        p = 1 / (1 + math.exp(-s)) if found[1] == "c1" else 1 / (1 + math.exp(s))
        assert found[1] != step.label
        assert found[2] == found[4]
        assert read(found[2]) == pytest.approx(p, abs=1e-3)
        assert read(found[5]) == pytest.approx(0.2 * p, abs=1e-3)
        assert (found[3] == "up") == (step.label == "c1")
    assert told


@pytest.mark.parametrize("classes", [2, 4])
def test_that_naive_bayes_tells_its_counts(classes):
    trace = trace_of("multinomial-naive-bayes", classes)
    learner = trace.learner(0)
    counts = {f"c{k}": Counter() for k in range(classes)}
    texts = Counter()
    for step in steps_of(trace):
        own = Counter(str(step.x[0]).split())
        before = counts[step.label].copy()
        counts[step.label] += own
        texts[step.label] += 1
        text = explain(step, learner)
        for word, old, new in re.findall(r"“(\w+)” (\d+) → (\d+)", text):
            assert (int(old), int(new)) == (before[word], counts[step.label][word])
        lines = {line.label: line.value for line in arithmetic(step, learner)}
        total = sum(counts[step.label].values())
        n0 = float(learner["smoothing"])
        shown = [label for label in lines if label.startswith("P(“")]
        assert shown
        for label in shown:
            word = label[3:].partition("”")[0]
            p = (counts[step.label][word] + n0) / (total + n0 * len(step.names))
            assert read(lines[label].rpartition(" = ")[2]) == pytest.approx(p, rel=6e-3)
        orders = math.factorial(sum(own.values())) // math.prod(map(math.factorial, own.values()))
        assert f" = {orders} of the same words" in lines["orders"]
        assert "cancels" in lines["orders"]
        assert lines[f"n({step.label})"].endswith(f"→ {texts[step.label]}")


@pytest.mark.parametrize(
    "chosen",
    [
        {"batch": 4},
        {"batch": "all"},
        {"optimiser": "adam"},
        {"optimiser": "momentum"},
        {"optimiser": "lbfgs"},
        {"penalty": "l1"},
        {"bias": "none"},
        {"average": "mean"},
        {"bigrams": "on"},
        {"stems": "on"},
        {"twice": "film"},
    ],
)
@pytest.mark.parametrize("classes", [2, 4])
def test_that_every_setting_has_its_words(chosen, classes):
    trace = trace_of("logistic", classes, **chosen)
    for step in steps_of(trace):
        text = everything(step, trace.learner(0), trace.problem(step.t))
        assert "nan" not in text
        assert "w₁" not in text


def test_that_hostile_texts_are_text():
    texts = [
        "<b>bold</b> \\input{x}",
        "",
        "\x00nul \u202eevil",
        "a" * 100_000,
        "🎬 good",
        "good <i>",
    ]
    for model in ("logistic", "multinomial-naive-bayes"):
        trace = trace_of(model, 2, texts)
        for step in steps_of(trace):
            text = everything(step, trace.learner(0), trace.problem(step.t))
            assert "nan" not in text
            assert "\x00" not in text and "\u202e" not in text
            assert len(text) < 4000


@pytest.mark.parametrize(
    ("text", "feature", "written"),
    [
        ("It was not good.", "NOT_good", "not good"),
        ("It isn't very Good", "NOT_good", "isn't … Good"),
        ("Never. Good", "good", "Good"),
    ],
)
def test_that_words_are_told_as_they_stand_in_the_text(text, feature, written):
    assert as_written(text, Learner.of("perceptron", space="words"))[feature] == written
