"""A lesson as a web page in a real browser: its questions are judged there as linlab judges them."""

import json
import re

import numpy as np
import pytest

from linlab.commands.cli import main
from linlab.lessons.questions import answer_of, judge
from linlab.lessons.shown import shown_steps
from linlab.lessons.web.lesson_page import lesson_page
from linlab.lessons.written.reading import read_lesson
from tests.browser import Browser
from tests.engine.export.page_book import block
from tests.hostile import NAMES

LAB = '```lab\ndata = "blobs"\nknobs = {n = 12}\nmodel = "perceptron"\nset = {order = "cyclic"}\nt = 2\nplay = "4 steps"\n```'
QUESTIONS = {
    "choose": 'kind = "choose"\nask = "Which?"\nwhy = "Since $w \\\\cdot x$."\n[choices]\n"right <b>one</b>" = true\n"wrong" = {when = false, because = "Look at *it*."}',
    "number": 'kind = "number"\nask = "What is 20 + 2?"\nanswer = 22\ntolerance = 0.5\nmistakes = [{value = 18, because = "You subtracted."}]',
    "click": 'kind = "click"\nask = "Which are they?"\nanswer = [3, 5]\nmistakes = [{value = [4], because = "That is the fourth."}]',
    "w": 'kind = "drag"\nask = "Where is w?"\nanswer = "w"',
    "boundary": 'kind = "drag"\nask = "Where is the line?"\nanswer = "boundary"',
    "curve": 'kind = "curve"\nask = "How does it go?"\nanswer = "norm"',
    "explain": 'kind = "explain"\nask = "Why?"\nmodel = "It is so."',
}
TEXT = "# A lesson\n\n```lesson\nformat = 1\n```\n\n" + "\n\n".join(
    f"## Page {name}\n\nA text with $x_1$ and a <script>.\n\n{LAB}\n\n```question\n{asked}\n```"
    for name, asked in QUESTIONS.items()
)
READY = "document.documentElement?.dataset.asked === 'yes'"


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lesson")
    (folder / "lesson.md").write_text(TEXT, encoding="utf-8")
    return read_lesson(folder)


@pytest.fixture(scope="module")
def file(lesson, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "lesson.html"
    path.write_text(lesson_page(lesson), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser():
    made = Browser()
    yield made
    made.close()


@pytest.fixture
def page(browser, file):
    browser.look()
    browser.open(file, READY)
    browser.value("localStorage.clear()")
    browser.open(file, READY)
    yield browser
    assert browser.complaints() == []
    assert browser.requests() == []


@pytest.fixture(scope="module")
def solved(lesson):
    """The questions with linlab's own answers, by the names of their pages."""
    shown = shown_steps(lesson)
    return {
        each.step.title.removeprefix("Page "): (each.question, answer_of(each.question, each.here))
        for each in shown
    }


def form(name):
    return f"#page-{list(QUESTIONS).index(name) + 1} form"


def verdict(page, name):
    return page.value(f"document.querySelector('{form(name)} .verdict').textContent")


def check(page, name):
    page.click(f"{form(name)} .check")
    return verdict(page, name)


def typed(page, name, text, field=".typed"):
    page.value(
        f"(e => {{ e.value = {json.dumps(text)}; e.dispatchEvent(new Event('input')); }})"
        f"(document.querySelector('{form(name)} {field}'))"
    )


def locked(page, name):
    return page.value(f"linlab.players[{list(QUESTIONS).index(name)}].locked")


# Judged as linlab judges


def random_answers(name, answer, rng):
    """Answers near the right one, near known mistakes, and anywhere."""
    near = [answer.value, *(each.value for each in answer.mistakes)]
    for _ in range(60):
        value = near[rng.integers(len(near))]
        wide = rng.choice([0.0, 0.02, 0.2, 1.0])
        if name == "choose":
            yield int(rng.integers(2))
        elif name == "number":
            yield float(value + wide * rng.normal())
        elif name == "click":
            ids = frozenset(rng.choice(12, rng.integers(1, 4), replace=False).tolist())
            yield (frozenset(value) if wide == 0 else ids)
        elif name == "w":
            yield tuple((np.array(value) + wide * rng.normal(size=2)).tolist())
        elif name == "boundary":
            w = np.array(value[:2])
            foot = -value[2] * w / (w @ w) + wide * rng.normal(size=2)
            along = np.array([-w[1], w[0]]) / np.hypot(*w) * 3 + wide * rng.normal(size=2)
            yield (tuple(foot - along), tuple(foot + along))
        else:
            yield np.asarray(value) + wide * np.abs(answer.value).max() * rng.normal()


def as_json(name, given):
    if name == "click":
        return sorted(given)
    if name == "boundary":
        return [float(each) for end in given for each in end]
    return given.tolist() if isinstance(given, np.ndarray) else given


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "explain"])
def test_that_the_page_judges_every_answer_as_linlab_does(page, solved, name):
    question, answer = solved[name]
    rng = np.random.default_rng(4)
    answers = list(random_answers(name, answer, rng))
    expected = [judge(question, answer, given) for given in answers]
    k = list(QUESTIONS).index(name)
    found = page.value(
        f"(q => {json.dumps([as_json(name, given) for given in answers])}.map(given => ["
        "q.control.right(q.about, given), (q.about.mistakes.find(([v]) => q.control.is(q.about, given, v)) || [0, ''])[1]]))"
        f"(linlab.questions[{k}])"
    )
    rights = [each.right for each in expected]
    assert [right for right, _ in found] == rights
    assert 0 < sum(rights) < len(rights)
    known = {each.because for each in answer.mistakes} | set(question.reasons)
    for (right, because), own in zip(found, expected, strict=True):
        if not right and own.because in known and own.because:
            assert plain(because) == plain(own.because)


def plain(words):
    """Words without markup, formulas aside."""
    return re.sub(r"<[^>]+>|\$[^$]*\$|\*|\s", "", words)


# By hand


def test_that_a_wrong_choice_tells_why_and_the_right_one_plays(page):
    choices = f"{form('choose')} input"
    assert locked(page, "choose")
    assert "Choose one first." in check(page, "choose")
    page.value(f"document.querySelectorAll('{choices}')[1].click()")
    assert check(page, "choose") == "Not this time.Look at it.\n"
    assert locked(page, "choose")
    page.value(f"document.querySelectorAll('{choices}')[0].click()")
    assert check(page, "choose").startswith("Right.")
    assert not locked(page, "choose")
    page.wait("linlab.players[0].k === 4 && !linlab.players[0].playing")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("22.4", "Right."),
        ("44/2", "Right."),
        ("2200 %", "Right."),
        ("18", "Not this time.You subtracted."),
        ("30", "The right number is smaller."),
        ("−22", "The sign is"),
        ("x", "Type a number first"),
        ("1/0", "Type a number first"),
    ],
)
def test_that_a_typed_number_is_read_as_people_write_it(page, text, words):
    typed(page, "number", text, ".line")
    said = check(page, "number")
    assert words in said or (text == "−22" and "sign" in said)


def canvas_box(page, name, chart=False):
    selector = f"{form(name)} .chart" if chart else f"{form(name).replace(' form', '')} canvas"
    page.value(f"document.querySelector('{selector}').scrollIntoView({{block: 'center'}})")
    return page.value(
        f"(b => [b.x, b.y, b.width])(document.querySelector('{selector}').getBoundingClientRect())"
    )


def on_screen(page, name, place, chart=False):
    left, top, width = canvas_box(page, name, chart)
    k = list(QUESTIONS).index(name)
    x, y, whole = page.value(
        f"(q => [...q.place.to({json.dumps(list(map(float, place)))}), q.view.record.width])(linlab.questions[{k}])"
    )
    return left + x * width / whole, top + y * width / whole


def drag(page, *places):
    page.mouse("mousePressed", *places[0])
    for place in places[1:]:
        page.mouse("mouseMoved", *place, held=True)
    page.mouse("mouseReleased", *places[-1])


def test_that_examples_are_clicked_in_the_plane_and_taken_back(page, lesson):
    here = shown_steps(lesson)[2].here
    for number in (3, 4, 5, 4):
        drag(page, on_screen(page, "click", here.problem.x[number - 1]))
    assert check(page, "click").startswith("Right.")


def test_that_w_and_the_boundary_are_dragged(page, solved):
    w = solved["w"][1].value
    drag(
        page,
        on_screen(page, "w", (0, 0)),
        on_screen(page, "w", (w[0] / 2, w[1])),
        on_screen(page, "w", w),
    )
    assert check(page, "w").startswith("Right.")
    w1, w2, b = solved["boundary"][1].value
    norm = np.hypot(w1, w2)
    foot = -b * np.array([w1, w2]) / norm**2
    along = 1.5 * np.array([-w2, w1]) / norm
    drag(page, on_screen(page, "boundary", foot - along), on_screen(page, "boundary", foot + along))
    assert check(page, "boundary").startswith("Right.")


def test_that_a_curve_is_drawn_into_its_axes(page, solved):
    values = solved["curve"][1].value
    steps = page.value("linlab.questions[5].about.steps")
    assert "Draw the whole curve first" in check(page, "curve")
    places = [
        on_screen(page, "curve", each, chart=True) for each in zip(steps, values, strict=True)
    ]
    drag(page, *places)
    assert check(page, "curve").startswith("Right.")


def test_that_everything_drawn_can_be_typed_instead(page, solved):
    typed(page, "click", "3, 5")
    assert check(page, "click").startswith("Right.")
    typed(page, "w", ", ".join(f"{each:.3f}" for each in solved["w"][1].value))
    assert check(page, "w").startswith("Right.")
    typed(page, "curve", ", ".join(f"{each:.3f}" for each in solved["curve"][1].value))
    assert check(page, "curve").startswith("Right.")


def test_that_the_answer_can_be_shown_after_a_try(page):
    reveal = f"document.querySelector('{form('number')} .reveal')"
    assert page.value(f"{reveal}.hidden")
    typed(page, "number", "3", ".line")
    check(page, "number")
    page.click(f"{form('number')} .reveal")
    assert "It is 22." in verdict(page, "number")


def test_that_a_question_for_the_lab_says_so(page):
    assert "open the lesson in linlab" in page.value(
        "document.querySelector('#page-7 .question').textContent"
    )


def test_that_progress_stays_in_the_browser_until_it_is_cleared(page, file):
    typed(page, "number", "22", ".line")
    check(page, "number")
    said = "document.querySelector('.progress span').textContent"
    assert page.value(said) == "1 of 6 questions answered"
    page.open(file, READY)
    assert page.value(said) == "1 of 6 questions answered"
    assert "It is 22." in verdict(page, "number")
    page.click(".again")
    page.wait(f"{READY} && {said}.startsWith('0')")


# For every reader


def test_that_headings_and_controls_have_names(page):
    nodes = page.ask("Accessibility.getFullAXTree")["nodes"]
    found = {}
    for node in nodes:
        if not node.get("ignored"):
            role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
            found.setdefault(role, []).append(name)
    assert found["heading"][0] == "A lesson"
    assert "1 · Page choose" in found["heading"]
    for role in ("button", "textbox", "radio", "slider", "link"):
        assert found[role] and all(found[role]), role


@pytest.mark.parametrize("width", [360, 1440])
def test_that_nothing_is_cut_off(page, width):
    page.look(width, 800)
    assert page.value("document.documentElement.scrollWidth") <= width


def test_that_a_lesson_and_its_title_begin_at_the_same_edge(page):
    page.look(1440, 900)
    left = "document.querySelector('{}').getBoundingClientRect().left"
    assert page.value(left.format("h1")) == page.value(left.format(".lesson"))


# The files


def test_that_hostile_words_are_words(tmp_path):
    title = "<script>document.title='run'</script>"
    text = TEXT.replace("# A lesson", f"# {title}").replace("A text", NAMES[0], 1)
    (tmp_path / "lesson.md").write_text(text, encoding="utf-8")
    made = lesson_page(read_lesson(tmp_path))
    assert made.count("<script>") == 1
    assert '<img src="/dev/zero"' not in made
    asked = json.loads(block(made, "page-1-asked"))
    assert asked["answer"] == 0 and " style=" not in json.dumps(asked)


def test_that_the_command_writes_a_lesson_and_a_course(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "lesson.md").write_text(TEXT, encoding="utf-8")
    assert main(["lesson", "export", "mine", "out.html", "--interactive"]) == 0
    assert capsys.readouterr().out == "out.html: interactive lesson of 7 pages\n"
    assert main(["course", "export", "site", "--lesson", "mine"]) == 0
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [
        "01-a-lesson.html",
        "index.html",
    ]
    contents = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="01-a-lesson.html"' in contents
    assert 'href="index.html"' in (tmp_path / "site" / "01-a-lesson.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["out.pdf", "--interactive"], "must end in .html"),
        (["out.html", "--interactive", "--blanks"], "--blanks is for paper"),
    ],
)
def test_that_an_interactive_lesson_is_a_page(tmp_path, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "lesson.md").write_text(TEXT, encoding="utf-8")
    assert main(["lesson", "export", "mine", *arguments]) != 0
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / arguments[0]).exists()
