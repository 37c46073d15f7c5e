"""Check a lesson without a window: build every state, test every claim, compute every answer."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.facts.known import Facts
from linlab.lessons.glossary.marking import NONE, key_of
from linlab.lessons.glossary.table import GLOSSARY
from linlab.lessons.kinds.kind import Answer
from linlab.lessons.questions import answer_of, predicts, texts_of
from linlab.lessons.shown import USUALLY, Shown, shown_step
from linlab.lessons.spoilers import given_away
from linlab.lessons.written.expressions import shown
from linlab.lessons.written.faults import Fault, LessonError
from linlab.lessons.written.files import TEXT, LessonFiles
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import understood
from linlab.lessons.written.text import facts_in, parsed, read_fact

ENOUGH = 500  # faults after which no further page is checked


@dataclass(frozen=True)
class Checked:
    """The result of a check: the faults, and how much was checked."""

    lesson: Lesson
    faults: tuple[Fault, ...]
    claims: int = 0
    answers: tuple[str, ...] = ()  # in words, in the order of the questions
    warnings: tuple[Fault, ...] = ()  # what works, but could teach more


def check(path: str | os.PathLike[str]) -> Checked:
    """Check the lesson in a folder or an archive."""
    files = LessonFiles.open(path)
    try:
        text = files.text()
    except LinlabError as error:
        raise LessonError([Fault(TEXT, 1, str(error))]) from None
    lesson, faults = understood(text, files)
    return Checked(lesson, tuple(faults)) if faults else played(lesson)


def played(lesson: Lesson) -> Checked:
    """Try a lesson that can be read, page by page. A page whose state cannot be built ends the
    check, and so do very many faults."""
    faults: list[Fault] = []
    answers: list[str] = []
    warnings: list[Fault] = []
    claims, before = 0, None
    for k, step in enumerate(lesson.steps):
        tell(f"page {k + 1} of {len(lesson.steps)}")
        try:
            before = shown_step(step, before, lesson.files)
        except LessonError as error:
            faults += error.faults
            break
        if len(faults) > ENOUGH:
            break
        claims += len(before.expect)
        faults += _untrue(before)
        faults += _unknown(before)
        faults += _no_such_term(before)
        faults += _nothing_to_predict(before)
        warnings += _given_away(before)
        if before.question is not None and step.question is not None:
            try:
                answer = answer_of(before.question, before.here)
                answers.append(answer.words)
                faults += _useless_mistakes(before, answer)
                warnings += _without_reason(before, answer)
            except LinlabError as error:
                faults.append(step.question.fault(str(error), before.question.kind.answer_field))
    return Checked(lesson, tuple(faults), claims, tuple(answers), tuple(warnings))


def _nothing_to_predict(step: Shown) -> Iterator[Fault]:
    """Find a question about what happens next on a page that plays nothing. A line or an arrow may
    still be asked for if it is hidden. A question about a fact after the play, where nothing plays,
    has no answer, and its answer reports that."""
    question = step.question
    block = step.step.question
    if question is None or block is None or not predicts(question):
        return
    if step.play is not None and step.end == step.look.t:
        yield step.step.lab.fault(
            f"The question asks what happens next, but the page plays nothing: the run ends at step {step.end}, where the page starts.",
            "play",
        )
    elif step.play is None:
        layers = set(USUALLY if step.look.layers is None else step.look.layers)
        telling = layers & question.kind.shown_by(question)
        if telling:
            yield block.fault(
                "The page plays nothing, so the answer is already on the screen: say what to "
                'play, such as play = "1 epoch", or hide '
                f"{' and '.join(sorted(telling))}.",
                "answer",
            )


def _without_reason(step: Shown, answer: Answer) -> Iterator[Fault]:
    """Find the wrong choices that nothing is said about."""
    question = step.question
    block = step.step.question
    if question is None or block is None:
        return
    for k, (choice, reason) in enumerate(zip(question.choices, question.reasons, strict=True)):
        if k != answer.value and not reason:
            yield block.fault(
                "Students are not told why this choice is wrong: write "
                '{when = "…", because = "…"} instead of its condition.',
                choice,
                "choices",
            )


def _given_away(step: Shown) -> Iterator[Fault]:
    """Find texts that state what the question asks for."""
    block = step.step.question
    if block is not None and step.question is not None:
        for sentence in given_away(step):
            yield block.fault(sentence, step.question.kind.answer_field)


def _useless_mistakes(step: Shown, answer: Answer) -> Iterator[Fault]:
    """Find the author's mistakes that have no value here, or that are right."""
    question = step.question
    block = step.step.question
    if question is None or block is None:
        return
    known = {each.because for each in answer.mistakes}
    for each in question.values.get("mistakes") or ():
        if each.because not in known:
            yield block.fault(
                f"The mistake “{shorten(each.because)}” has no value here, or it is the right "
                "answer, or the value of one before it.",
                "mistakes",
            )


def _untrue(step: Shown) -> Iterator[Fault]:
    """Claims that do not hold."""
    for claim in step.expect:
        try:
            if not claim.holds(Facts(step.here)):
                values = ", ".join(
                    f"{name} is {shown(Facts(step.here).fact(name))}"
                    for name in claim.names
                    if "(" not in name and f"{name}(" not in claim.text.replace(" ", "")
                )
                yield step.step.lab.fault(
                    f"“{shorten(claim.text)}” is not true{f': {values}' if values else ''}.",
                    "expect",
                )
        except LinlabError as error:
            yield step.step.lab.fault(str(error), "expect")


def _unknown(step: Shown) -> Iterator[Fault]:
    """Facts in its texts that have no value."""
    for k, sentence in _without_value(step.step.text, step):
        yield Fault(TEXT, step.step.where(k), sentence)
    if step.step.question is not None:
        for field, within, text in texts_of(step.step.question):
            for _, sentence in _without_value(text, step):
                yield step.step.question.fault(sentence, field, within)


def _no_such_term(step: Shown) -> Iterator[Fault]:
    """Links to entries that the glossary does not have."""
    for token in parsed(step.step.text):
        line = token.map[0] if token.map else 0
        for child in token.children or ():
            line += child.type in ("softbreak", "hardbreak")
            key = key_of(str(child.attrs.get("href", "")))
            if key and key != NONE and key not in GLOSSARY:
                yield Fault(
                    TEXT,
                    step.step.where(line),
                    f"The glossary has no entry “{shorten(key)}”; “none” says that a word is not a term.",
                )


def _without_value(text: str, step: Shown) -> Iterator[tuple[int, str]]:
    for k, asked in facts_in(text):
        try:
            read_fact(asked).value(Facts(step.here))
        except LinlabError as error:
            yield k, str(error)
