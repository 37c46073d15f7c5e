"""The numbers that an author wrote into a page: digits, and words such as “twelve”.

A fact in double braces follows the points, but a written number does not. So a page can be drawn
anew only if every number in its words is still true.
"""

import re
from collections.abc import Iterable, Iterator

from linlab.lessons.questions import texts_of
from linlab.lessons.written.lesson import Step

SMALL = ("one", "two")  # words that are mostly no counts of anything
COUNTS = (
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "eighty": 80, "hundred": 100}
WORDS = {word: k for k, word in enumerate((*SMALL, *COUNTS), 1)} | TENS
_FACT = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_LESSON = re.compile(r"\blessons? \d+(?:(?:,| and| to) \d+)*", re.IGNORECASE)
_RAISED = re.compile(r"[_^](?:\{[^{}]*\}|\\?\w)")  # subscripts and powers in a formula
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_EXAMPLE = re.compile(r"#\d")


def numbers_in(text: str, small: bool = False) -> frozenset[float]:
    """The numbers written in a text, without their signs; with `small` also “one” and “two”.

    >>> sorted(numbers_in("{{t}} steps and twelve points, $x_1^2 + 3$, as in lesson 4"))
    [3.0, 12.0]
    """
    plain = _RAISED.sub(" ", _LESSON.sub(" ", _FACT.sub(" ", text)))
    found = {float(each) for each in _DIGITS.findall(plain)}
    for word in re.findall(r"[a-z]+", plain.lower()):
        if word in WORDS and (small or word not in SMALL):
            found.add(float(WORDS[word]))
    return frozenset(found)


def names_an_example(text: str) -> bool:
    """Whether it names an example by its number, such as #3."""
    return bool(_EXAMPLE.search(_FACT.sub(" ", text)))


def words_of(step: Step) -> Iterator[str]:
    """All words of a page."""
    yield step.title
    yield step.text
    if step.question is not None:
        for *_, text in texts_of(step.question):
            yield text


def numbers_of(steps: Iterable[Step]) -> frozenset[float]:
    """The numbers that the blocks of pages fix, other than by their claims."""
    found: set[float] = set()
    for step in steps:
        for name, value in step.lab.values.items():
            if name != "expect":
                found |= numbers_in(str(value))
    return frozenset(found)
