"""Homework in many copies: answers by loops that are written here, rosters and the quiz for Moodle."""

import csv
import io
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.first import first_document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.homework.copies import all_copies
from linlab.lessons.homework.key import key_csv
from linlab.lessons.homework.moodle import moodle_xml
from linlab.lessons.homework.of_document import document_tasks
from linlab.lessons.homework.of_lesson import lesson_tasks
from linlab.lessons.homework.roster import roster_of
from tests.lessons.variants.a_lesson import POINTS, small_lesson

STEPS = 4
PERCEPTRON = Learner.of("perceptron", order="cyclic")
SVM = Learner.of("svm", order="cyclic", rate="constant", alpha=0.1, lam=0.05)


def by_hand():
    return Points.of([each[:2] for each in POINTS], [each[2] for each in POINTS])


def perceptron(points, steps, w=(0.0, 0.0), b=0.0):
    """w, b and the examples that were wrong, after so many steps in turn."""
    w, wrong = np.array(w), []
    for t in range(steps):
        x, y = points.x[t % len(points)], 1.0 if points.label[t % len(points)] == 1 else -1.0
        if y * (w @ x + b) <= 0:
            w, b = w + y * x, b + y
            wrong.append(t % len(points) + 1)
    return w, b, wrong


def svm(points, steps, rate=0.1, decay=0.05):
    w, b = np.zeros(2), 0.0
    for t in range(steps):
        x, y = points.x[t % len(points)], 1.0 if points.label[t % len(points)] == 1 else -1.0
        pull = y if y * (w @ x + b) < 1 else 0.0
        w = (1 - rate * decay) * w + rate * pull * x
        b = b + rate * pull
    return w, b


def copies_of(document, many=12, seed=1):
    return all_copies("Sheet 3", document_tasks(document, STEPS), [""] * many, seed)


def rows_of(homework):
    return list(csv.reader(io.StringIO(key_csv(homework))))


@pytest.fixture(scope="module")
def sheets():
    return copies_of(Document(by_hand(), (PERCEPTRON,)))


def test_that_the_key_of_a_document_is_what_a_perceptron_written_here_gives(sheets):
    rows = rows_of(sheets)
    assert rows[0] == ["copy", "name", "1", "2", "3", "4", "5", "6"]
    for copy, row in zip(sheets.copies, rows[1:], strict=True):
        points = copy.tasks[0].here.document.points
        w, b, _ = perceptron(points, STEPS)
        assert [float(each) for each in row[2:5]] == [*w, b]
        epoch = perceptron(points, len(points))[2]
        assert int(row[5]) == len(epoch)
        assert int(row[6]) == next(each for each in epoch if each > STEPS)
        ask = copy.tasks[5].question.ask
        place = ask[ask.index("(") + 1 : ask.index(")")].replace("−", "-").split(",")
        says = "B" if w @ np.array(place, float) + b > 0 else "A"
        assert row[7] == {"A": "a) A", "B": "b) B"}[says]


def test_that_all_copies_are_different_and_have_as_many_mistakes_as_the_document(sheets):
    wanted = len(perceptron(by_hand(), STEPS)[2])
    points = [copy.tasks[0].here.document.points for copy in sheets.copies]
    assert {len(perceptron(each, STEPS)[2]) for each in points} == {wanted}
    assert len({each.x.tobytes() for each in points}) == len(points)
    assert len({tuple(row[2:5]) for row in rows_of(sheets)[1:]}) > len(points) / 2


def test_that_the_key_of_a_data_set_with_an_svm_follows_from_the_printed_numbers():
    homework = copies_of(replace(first_document(), learners=(SVM,)), 4)
    rows = rows_of(homework)
    assert rows[0][2] == "1 (±0.01)"
    for copy, row in zip(homework.copies, rows[1:], strict=True):
        points = copy.tasks[0].here.document.points
        assert np.allclose(points.x, points.x.round(1)), "as they are printed"
        w, b = svm(points, STEPS)
        assert [float(each) for each in row[2:5]] == pytest.approx([*w, b], rel=1e-5)


def test_that_the_table_of_a_copy_prints_its_examples_in_the_order_of_the_steps(sheets):
    copy = sheets.copies[3]
    points = copy.tasks[0].here.document.points
    lines = [line for line in copy.tasks[0].text.split("\n") if line.startswith("| ")][1:]
    for k, line in enumerate(lines):
        cells = [cell.strip().replace("−", "-") for cell in line.strip("|").split("|")]
        assert cells[:2] == [str(k + 1), f"#{k + 1}"]
        assert [float(cell) for cell in cells[2:4]] == points.x[k].tolist()
        assert cells[4] == points.classes[points.label[k]]
    assert len(lines) == len(points)


def test_that_the_same_seed_gives_the_same_copies_and_another_seed_others(sheets):
    document = Document(by_hand(), (PERCEPTRON,))
    assert key_csv(copies_of(document)) == key_csv(sheets)
    assert key_csv(copies_of(document, seed=2)) != key_csv(sheets)


def test_that_a_lesson_gives_its_questions_with_a_number_or_a_choice(tmp_path):
    lesson = small_lesson(tmp_path)
    homework = all_copies("Small steps", lesson_tasks(lesson), ["Ada", "Alan"], 3)
    for copy in homework.copies:
        assert [task.title for task in copy.tasks] == [
            "The margin after a step", "How many mistakes", "Which way", "The rate of MIRA",
        ]  # fmt: skip
        margin, mistakes, way, rate = copy.tasks
        points = margin.here.document.points
        w, b, _ = perceptron(points, 5)
        y = 1.0 if points.label[4] == 1 else -1.0
        assert margin.answer.value == pytest.approx(y * (w @ points.x[4] + b))
        assert mistakes.answer.value == len(perceptron(mistakes.here.document.points, 5000)[2])
        assert way.answer.value == 0
        first = rate.here.document.points.x[0]
        assert rate.answer.value == pytest.approx(1 / (first @ first + 1))


# Moodle


def test_that_the_quiz_read_back_has_the_answers_and_tolerances_of_the_key():
    homework = copies_of(replace(first_document(), learners=(SVM,)), 3)
    quiz = ElementTree.fromstring(moodle_xml(homework, lambda picture: b"a picture"))
    assert quiz.tag == "quiz"
    kinds = [each.get("type") for each in quiz]
    assert kinds == [*(["category"] + ["numerical"] * 3) * 3, "category", *["multichoice"] * 3]
    rows = rows_of(homework)[1:]
    numbers = [each for each in quiz if each.get("type") == "numerical"]
    for k, question in enumerate(numbers):
        right = [each for each in question.iter("answer") if each.get("fraction") == "100"]
        assert len(right) == 1
        value = float(right[0].findtext("text"))
        assert value == pytest.approx(float(rows[k % 3][2 + k // 3]), rel=1e-5)
        assert float(right[0].findtext("tolerance")) == 0.01
        for wrong in question.iter("answer"):
            if wrong is not right[0]:
                apart = abs(float(wrong.findtext("text")) - value)
                assert apart > 0.01 + float(wrong.findtext("tolerance")), "no overlap"
        assert question.findtext("questiontext/text").count("<img ") == 1
        assert question.find("questiontext/file").get("encoding") == "base64"
        assert question.findtext("name/text") and question.findtext("defaultgrade") == "1"
    for k, question in enumerate(each for each in quiz if each.get("type") == "multichoice"):
        shares = [each.get("fraction") for each in question.iter("answer")]
        assert sorted(shares) == ["0", "100"]
        assert question.findtext("single") == "true"
        letter = "ab"[shares.index("100")]
        assert rows[k][5].startswith(letter)


def test_that_strange_names_of_classes_stay_whole_in_the_quiz_and_on_the_sheet():
    names = ("<b>|$ ]]>", "'\"&\ufffe_*x*")
    points = Points(by_hand().x, by_hand().label, names, by_hand().ids)
    homework = copies_of(Document(points, (PERCEPTRON,)), 1)
    quiz = ElementTree.fromstring(moodle_xml(homework, lambda picture: b""))
    choices = [each.findtext("text") for each in quiz.findall("question")[-1].iter("answer")]
    assert "&lt;b&gt;|$ ]]&gt;" in choices[0] and "*x*" not in choices[0]
    assert "&amp;" in choices[1]


# Rosters


@pytest.mark.parametrize(
    "data",
    [
        b"Ada Lovelace\nAlan Turing\n",
        b"\xef\xbb\xbfname,mail\r\nAda Lovelace,a\r\nAlan Turing,t\r\n",
        "Name\nAda Lovelace\nAlan Turing".encode("utf-16"),
        b"id;Last name;First name\n\n1;Lovelace;Ada\n2;Turing;Alan\n",
        b"Ada\tLovelace\nAlan\tTuring",
    ],
)
def test_that_names_are_read_from_the_usual_tables(data):
    assert roster_of(data) == ("Ada Lovelace", "Alan Turing")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "has no names"),
        (b"\n , \n", "has no names"),
        (b"name,mail\n", "no names below it"),
        ("Jos\u00e9".encode("latin-1"), "not a text in UTF-8"),
        (b"PK\x03\x04\0\0", "not a table"),
        (b"Ada\nAlan\nAda\n", "“Ada” more than once"),
        (b"Ada,Lovelace,1815\n", "line 1: this row has 3 cells"),
        (b"name,mail\nAda,a\n,b\n", "line 3: there is no name"),
        (b"A" * 200, "at most 100 characters"),
        ("\n".join(f"Student {k}" for k in range(3000)).encode(), "3 000 names"),
        (b'"Ada\nAlan', "quotation mark"),
    ],
)
def test_that_a_bad_roster_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(LinlabError, match=sentence) as error:
        roster_of(data, "names.csv")
    assert str(error.value).startswith("names.csv")


@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode())))
def test_that_any_file_is_a_roster_of_different_names_or_refused_with_a_sentence(data):
    try:
        names = roster_of(data, "names.csv")
    except LinlabError as error:
        assert str(error).startswith("names.csv")
    else:
        assert names and len(set(names)) == len(names) and all(each.strip() for each in names)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (Document(by_hand(), (Learner.of("svm", space="rbf"),)), "straight line"),
        (Document(Points.of([(0, 0), (1, 1), (2, 0)], "ABC"), (PERCEPTRON,)), "two classes"),
        (Document(by_hand(), (PERCEPTRON,)).with_pick(2, 3), "change while it trains"),
    ],
)
def test_that_a_document_that_cannot_be_worked_out_by_hand_is_refused(document, sentence):
    with pytest.raises(LinlabError, match=sentence):
        copies_of(document, 1)
