"""A sentence of your own; the answer is the author's, to compare it with. It is kept for the
summary and not judged."""

import html

from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import a_text

from .kind import Answer, Field, Question, QuestionKind, Verdict

TEMPLATE = """kind = "explain"
ask = "Why does the perceptron stop?"
model = "After an epoch without a mistake no step can change the weights.\""""


def _answer(question: Question, here: Situation) -> Answer:
    return Answer("", question["model"])


def _judge(question: Question, answer: Answer, given: str) -> Verdict:
    return Verdict(True, "", "Compare it with this:")


EXPLAIN = QuestionKind(
    "explain",
    "In your own words",
    TEMPLATE,
    {"model": Field(a_text, needed=True, texts=True)},
    _answer,
    _judge,
    answer_field="model",
    box=lambda question: "lines",
    hint=lambda question: "a sentence or two",
    own_words=lambda question, given: html.escape(given),
    headed=True,
    open_lab=True,
    task="Write a sentence or two.",
)
