"""The view of words against counts and scores worked out here: colours, the point, the printed
sums, what is refused."""

import math
import re

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.data.reviews import NEGATIVE_WORDS, POSITIVE_WORDS
from linlab.engine.document.document import Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.palette import CLASS_COLOURS, LIGHT, mixed
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.models import winners
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from linlab.engine.views.words.view import NO_WORDS, TEXT
from linlab.engine.words.beginning import beginning

TEXTS = (
    "A good and funny film, but not worth the boring price.",
    "slow slow slow",
    "",
    "nothing of that",
)
FAMILIES = [
    ("perceptron", {}),
    ("averaged-perceptron", {}),
    ("voted-perceptron", {}),
    ("mira", {}),
    ("svm", {}),
    ("pegasos", {}),
    ("logistic", {}),
    ("svm", {"space": "rbf"}),
    ("logistic", {"space": "monomial"}),
    ("naive-bayes", {}),
    ("gaussian-naive-bayes", {}),
]


def document(model="svm", settings=None, classes=2):
    source = Source("sentiment", 1, (("jitter", 0.1),))
    points = source.draw()
    if classes == 4:
        points = (
            points.add_class("mixed")
            .add_class("odd")
            .relabel([0, 3, 8, 13], 2)
            .relabel([5, 10, 15, 22], 3)
        )
    return Document(points, (Learner.of(model, **(settings or {})),), seed=2, source=source)


def moment_of(t, **more):
    return Snapshot.of(Trace(document(**more)), t)


def panels_of(moment, text, **more):
    return draw(
        Figure("words", palette="light", width=760, height=640, options=(("text", text),), **more),
        moment,
    ).panels


def counted(text):
    words = "".join(c if c.isalpha() else " " for c in text.lower()).split()
    return sum(w in POSITIVE_WORDS for w in words), sum(w in NEGATIVE_WORDS for w in words)


def words_of(panel, name):
    return [item.text for item in panel.items if isinstance(item, Label) and item.name == name]


def numbers(text):
    """The numbers that are printed, as they are read: 1.5×10⁻³ too."""
    plain = text.replace("−", "-").replace("\u202f", "").replace(" ", " ")
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", plain)]


@pytest.mark.parametrize("text", TEXTS)
def test_that_each_word_has_the_colour_of_the_class_it_speaks_for(text):
    panel = panels_of(moment_of(20), text)[0]
    good = [w for w in re.findall(r"[A-Za-z]+", text) if w.lower() in POSITIVE_WORDS]
    bad = [w for w in re.findall(r"[A-Za-z]+", text) if w.lower() in NEGATIVE_WORDS]
    assert words_of(panel, "good") == good and words_of(panel, "bad") == bad
    chips = [item.fill for item in panel.items if isinstance(item, Areas)]
    inks = {
        "good": mixed(CLASS_COLOURS[1], LIGHT.card, 0.2),
        "bad": mixed(CLASS_COLOURS[0], LIGHT.card, 0.2),
    }
    assert sorted(chips) == sorted([inks["good"]] * len(good) + [inks["bad"]] * len(bad))
    everything = "".join(item.text for item in panel.items[1:] if isinstance(item, Label))
    assert everything.replace(" ", "") == text.replace(" ", "")  # no word is lost
    x = counted(text)
    assert f"so x = ({x[0]}, {x[1]})" in panel.items[0].text


def at_once(moment, at):
    """The class that the model answers there."""
    return [moment.model.examples.classes[k] for k in winners(moment.model.scores([at]))]


def everywhere(moment):
    """What is said of update 0 elsewhere."""
    return beginning(moment.trace.problem(0)).replace("The answer", "the answer")


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("model", "settings"), FAMILIES)
def test_that_the_point_and_the_answer_are_the_models_and_printed_sums_come_out(
    model, settings, classes
):
    trace = Trace(document(model, settings, classes))
    for t in (0, 17, 400, 16):  # the start, on the way, converged, a step back
        moment = Snapshot.of(trace, t)
        for text in TEXTS[:2]:
            at = counted(text)
            _, plane, sums = panels_of(moment, text)
            (star,) = plane.named("sentence")
            assert star.places.tolist() == [list(map(float, at))]
            scores = moment.model.scores([at])[0]
            theta = moment.trace.at(moment.t).theta
            (said,) = words_of(sums, "answer")
            if not theta.any():  # counts, too
                (first,) = at_once(moment, at)  # all scores are 0, and ties go to the lowest
                assert said.endswith(f"has learnt nothing yet: the answer is {first} everywhere")
                assert words_of(plane, "answer") == [first]
                assert f"the answer is {first} everywhere" in everywhere(moment)
            elif np.isnan(scores).any():
                assert "there is no answer" in said
            else:
                best = int(scores[0] > 0) if len(scores) == 1 else int(np.argmax(scores))
                name = moment.model.examples.classes[best]
                assert said.endswith(f"says {name}") and words_of(plane, "answer") == [name]
                assert star.fill == CLASS_COLOURS[moment.points.classes.index(name)]
            check_sums(words_of(sums, "sum"), moment, at, scores)


def check_sums(lines, moment, at, scores):
    """Whatever stands left of the last “=” makes what stands right of it, and that is the model's
    number."""
    model, classes = moment.model, moment.model.examples.classes
    rows = {
        "score s" if len(scores) == 1 else f"s({name})": float(s)
        for name, s in zip(classes, scores, strict=False)
    }
    text = " ".join(lines)
    for name in [key for key in rows if key in text and model.counted is None]:
        (line,) = [line for line in lines if line.startswith(f"{name} = ")]
        if model.vote is not None:
            assert numbers(line.removeprefix(f"{name} = "))[0] == pytest.approx(
                rows[name], rel=1e-2
            )
            continue
        *_, left, right = line.split(" = ")
        assert numbers(right)[0] == pytest.approx(rows[name], rel=6e-3, abs=2e-3)
        made = eval(
            re.sub(r"×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", _power, left).replace("−", "-").replace("·", "*")
        )
        assert made == pytest.approx(numbers(right)[0], abs=0.51 * 10.0 ** -_places(right))
    if model.counted is not None:
        joint = model.counted.joint([at])[0]
        for c, name in enumerate(classes):
            for line in (
                line
                for line in lines
                if line.startswith((f"P({name}, x) = ", f"log P({name}, x) = "))
            ):
                if "−∞" in line:
                    assert joint[c] == -np.inf
                    continue
                _, left, right = line.split(" = ")
                logged = line.startswith("log")
                made = eval(left.replace("−", "-").replace("·", "*"))
                near = 0.51 * 10 ** -_places(right) if logged else 1e-9
                assert made == pytest.approx(numbers(right)[0], rel=6e-3, abs=near)
                assert (made if logged else math.log(made) if made else -np.inf) == pytest.approx(
                    joint[c], rel=6e-3
                )
    chances = model.chances(scores[None])
    for line in (line for line in lines if line.startswith("P(") and "|x)" in line):
        name = line[2 : line.index("|x)")]
        shown = (
            numbers(line.split("= ")[-1])[0]
            if "share" not in line
            else numbers(line.split(" = ")[1])[0]
        )
        assert shown == pytest.approx(chances[0, classes.index(name)], rel=6e-3)
        if "exp(" in line:
            (s,) = numbers(line[line.index("exp(") : line.index("))")])
            assert 1 / (1 + math.exp(s)) == pytest.approx(shown, rel=6e-3) and s <= 0


def _power(found):
    return "*10**" + found[1].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))


def _places(text):
    digits = re.match(r"[−≈ \d]*\.?(\d*)", text)[1]
    return len(digits)


def test_that_a_review_that_is_pointed_at_is_read_instead():
    from dataclasses import replace

    moment = moment_of(9)
    id = int(moment.points.ids[4])
    panel = panels_of(replace(moment, pointed=id), "slow")[0]
    assert panel.items[0].text.startswith("review 5, negative: ")
    shown = "".join(item.text for item in panel.items[1:] if isinstance(item, Label))
    assert shown.replace(" ", "") == moment.points.texts[4].replace(" ", "")


def test_that_negation_is_a_part_of_the_document_that_moves_the_reviews():
    doc = document()
    adopted = VIEWS["words"].option("negation").adopts(doc.points, doc.source, "on")
    assert adopted.name == "count negation" and adopted.source.words.negation
    k = next(
        k
        for k, text in enumerate(doc.points.texts)
        if text.startswith("Not good, not funny, not worth")
    )
    assert (adopted.points.x[k] - doc.points.x[k]).tolist() == pytest.approx([-3, 3])
    moment = Snapshot.of(Trace(Document(adopted.points, doc.learners, source=adopted.source)), 5)
    first, plane, _ = panels_of(moment, "Not good at all")
    assert words_of(first, "negation") == ["Not"] and words_of(first, "bad") == ["good"]
    assert [item.name for item in first.items if isinstance(item, Areas)] == ["turned"]
    assert plane.named("sentence")[0].places.tolist() == [[0.0, 1.0]]
    assert VIEWS["words"].chosen("negation", Figure("words"), moment) == "on"


def test_that_another_list_is_read_and_a_wrong_one_refused_in_words():
    doc, option = document(), VIEWS["words"].option("good")
    adopted = option.adopts(doc.points, doc.source, "film, Soup")
    assert adopted.source.words.good == ("film", "soup")
    moment = Snapshot.of(Trace(Document(adopted.points, doc.learners, source=adopted.source)), 5)
    assert option.value(Figure("words"), moment) == "film, soup"
    for wrong, said in (
        ("dull", "in both lists"),
        ("very-good", "cannot be counted"),
        ("x" * 3000, "at most 2000"),
    ):
        with pytest.raises(LinlabError, match=said):
            option.adopts(doc.points, doc.source, wrong)
    with pytest.raises(LinlabError, match="not word counts"):
        option.adopts(doc.points, Source("moons"), "film")


def test_that_points_without_a_text_are_told_of():
    doc = document()
    lonely = Document(doc.points.add([(3.0, 3.0), (2.0, 2.0)], 0), doc.learners, source=doc.source)
    lines = words_of(panels_of(Snapshot.of(Trace(lonely), 4), "good")[2], "sum")
    assert "2 points have no text: other word lists do not move them." in " ".join(lines)
    assert "no text" not in " ".join(words_of(panels_of(moment_of(4), "good")[2], "sum"))


def test_that_it_says_why_it_does_not_apply():
    refuses = VIEWS["words"].refuses
    moons = Source("moons")
    assert (
        refuses(Snapshot.of(Trace(Document(moons.draw(), (Learner.of("svm"),), source=moons)), 3))
        == NO_WORDS
    )
    drawn = Document(Points.of([(0, 1), (1, 0)], ["a", "b"]), (Learner.of("svm"),))
    assert refuses(Snapshot.of(Trace(drawn), 1)) == NO_WORDS
    assert "nothing to learn from" in refuses(Snapshot.of_points(Points.empty(("a",))))
    assert refuses(moment_of(2)) == ""


def test_that_a_text_is_bounded_plain_and_has_a_default():
    moment = moment_of(3)
    assert TEXT.value(Figure("words"), moment) == "The movie was not as good as I expected."
    assert len(TEXT.value(Figure("words", options=(("text", "a" * 9999),)), moment)) == 2000
    first = panels_of(moment, "<b>good</b>\n\x1b[2J" + "w" * 300)[0]
    assert all(
        "\x1b" not in item.text and "\n" not in item.text
        for item in first.items
        if isinstance(item, Label)
    )
    for size in ((300, 300), (380, 420), (760, 640)):
        for text in (TEXTS[0] * 6, "w" * 200, ""):
            page = draw(
                Figure("words", width=size[0], height=size[1], options=(("text", text),)), moment
            )
            for panel in page.panels:
                frame = panel.frame
                assert (
                    frame.y >= -1e-6
                    and frame.y + frame.height <= size[1] + 1e-6
                    and frame.height > 0
                )


@pytest.mark.parametrize("text", ["bad " * 12, "good " * 12, "good bad " * 9])
def test_that_the_answer_beside_the_point_is_not_cut_off(text):
    from linlab.engine.picture.metrics import text_width

    for size in ((300, 300), (380, 420), (760, 640)):
        picture = draw(
            Figure("words", width=size[0], height=size[1], options=(("text", text),)), moment_of(60)
        )
        plane = next(panel for panel in picture.panels if panel.named("sentence"))
        (label,) = plane.named("answer")
        x, y = plane.to_page([label.place])[0] + (label.dx, label.dy)
        wide = text_width(label.text, label.size, bold=True)
        begin = x - (wide if label.anchor == "end" else 0)
        frame = plane.frame
        assert frame.x <= begin and begin + wide <= frame.x + frame.width
        assert frame.y <= y - label.size / 2 and y + label.size / 2 <= frame.y + frame.height
