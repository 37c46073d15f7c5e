"""The copies as questions of Moodle, in its XML format.

Each task is a category that holds the task of every copy, so that a quiz with one random question
from each category gives every student other numbers. A number has its tolerance, a choice has
exactly one right answer, and recognised mistakes have their feedback.
"""

import base64
import html
import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.shapes import Picture
from linlab.lessons.facts.known import Facts
from linlab.lessons.written.text import as_html

from .copies import Copy, Homework, Task

Png = Callable[[Picture], bytes]
PENALTY = "0.3333333"  # of a second try, as Moodle suggests
NEVER = re.compile("[\ud800-\udfff\ufffe\uffff]")  # no characters at all
NEAR = 0.005  # of a recognised mistake: how close a given number has to be


def moodle_xml(
    homework: Homework, png: Png, say: Callable[[int, int], object] = lambda done, total: None
) -> bytes:
    """The whole file; `png` draws a picture."""
    quiz = Element("quiz")
    copies = homework.copies
    for k in range(len(copies[0].tasks)):
        _category(quiz, homework.title, k, copies[0].tasks[k])
        for done, copy in enumerate(copies):
            say(k * len(copies) + done, len(copies[0].tasks) * len(copies))
            _question(quiz, copy, k, png)
    ElementTree.indent(quiz)
    return bytes(ElementTree.tostring(quiz, encoding="UTF-8", xml_declaration=True))


def _category(quiz: Element, title: str, k: int, task: Task) -> None:
    question = SubElement(quiz, "question", type="category")
    names = [each.replace("/", "//") for each in (title, f"{k + 1} {task.title}")]
    _text(SubElement(question, "category"), f"$course$/top/{'/'.join(names)}")


def _question(quiz: Element, copy: Copy, k: int, png: Png) -> None:
    task = copy.tasks[k]
    question = SubElement(quiz, "question", type="numerical" if task.is_number else "multichoice")
    _text(SubElement(question, "name"), f"{task.title}, copy {copy.number}")
    asked = SubElement(question, "questiontext", format="html")
    pictures = [picture for row in _shown(copy, k) for picture in row]
    parts = [_html(text, task) for text in (_above(copy, k), task.question.ask) if text]
    names = [f"copy-{copy.number}-task-{k + 1}-{at}.png" for at in range(1, len(pictures) + 1)]
    images = [f'<p><img src="@@PLUGINFILE@@/{name}" alt="The examples" /></p>' for name in names]
    _text(asked, "".join([*parts[:-1], *images, parts[-1]]))
    for name, picture in zip(names, pictures, strict=True):
        file = SubElement(asked, "file", name=name, path="/", encoding="base64")
        file.text = base64.b64encode(png(picture)).decode()
    why = task.question.why
    _text(SubElement(question, "generalfeedback", format="html"), _html(why, task) if why else "")
    for name, value in (("defaultgrade", "1"), ("penalty", PENALTY), ("hidden", "0")):
        SubElement(question, name).text = value
    (_numerical if task.is_number else _multichoice)(question, task)


def _above(copy: Copy, k: int) -> str:
    """The text above a task; tasks that share one get it each, because a quiz mixes them."""
    return next((each.text for each in reversed(copy.tasks[: k + 1]) if each.text), "")


def _shown(copy: Copy, k: int) -> tuple[tuple[Picture, ...], ...]:
    return next((each.rows for each in reversed(copy.tasks[: k + 1]) if each.rows), ())


def _numerical(question: Element, task: Task) -> None:
    _answer(question, 100, repr(float(task.answer.value)), "", tolerance=task.tolerance)
    for value, because in task.judged["mistakes"]:
        near = NEAR * abs(value)
        if abs(value - task.answer.value) > task.tolerance + near:
            _answer(question, 0, repr(float(value)), _html(because, task), tolerance=near)
    if task.question.unit:
        units = SubElement(question, "units")
        unit = SubElement(units, "unit")
        SubElement(unit, "multiplier").text = "1"
        SubElement(unit, "unit_name").text = sanitise(task.question.unit)
    for name, text in (("unitgradingtype", "0"), ("unitpenalty", "0.1")):
        SubElement(question, name).text = text
    SubElement(question, "showunits").text = "3"
    SubElement(question, "unitsleft").text = "0"


def _multichoice(question: Element, task: Task) -> None:
    for name, text in (("single", "true"), ("shuffleanswers", "true"), ("answernumbering", "abc")):
        SubElement(question, name).text = text
    for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        _text(SubElement(question, name, format="html"), "")
    reasons = dict(task.judged["mistakes"])
    for k, choice in enumerate(task.question.choices):
        share = 100 if k == task.answer.value else 0
        because = _html(reasons[k], task) if k in reasons else ""
        _answer(question, share, _html(choice, task), because, format="html")


def _answer(
    question: Element,
    share: int,
    text: str,
    feedback: str,
    format: str = "moodle_auto_format",
    tolerance: float | None = None,
) -> None:
    answer = SubElement(question, "answer", fraction=str(share), format=format)
    _text(answer, text)
    _text(SubElement(answer, "feedback", format="html"), feedback)
    if tolerance is not None:
        SubElement(answer, "tolerance").text = repr(tolerance)


def _text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = "".join(_allowed(text))


def _allowed(text: str) -> Iterator[str]:
    """The characters that XML allows."""
    return (each for each in text if (each >= " " or each in "\n\t") and not NEVER.match(each))


def _html(text: str, task: Task) -> str:
    """A text as Moodle shows it, with formulas for its filter."""
    return as_html(text, _formula, lambda name, shows: html.escape(shows), Facts(task.here))


def _formula(latex: str, own: bool) -> str:
    inside = html.escape(latex)
    return rf"\[{inside}\]" if own else rf"\({inside}\)"
