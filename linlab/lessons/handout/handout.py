"""A handout as a value: its content page by page, and the answers. Its texts are Markdown; the
writers typeset them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from markdown_it.token import Token

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.picture.shapes import Picture
from linlab.lessons.facts.known import Facts
from linlab.lessons.glossary.marking import key_of, marked
from linlab.lessons.kinds.kind import LINE, Answer, Question
from linlab.lessons.questions import answer_of
from linlab.lessons.shown import USUALLY, Shown, shown_step, shown_steps
from linlab.lessons.written.faults import LessonError
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.text import filled

from .pictures import Row, answered, chart, pictures_of

TEACHER = "For the teacher"  # the heading of the notes that students do not get
Say = Callable[[int, int], bool]  # pages done, and how many there are; False: stop


@dataclass(frozen=True)
class Words:
    """A text of a page, and the facts there."""

    text: str
    known: Facts | None = None
    terms: bool = False  # whether its terms are linked to the glossary

    def tokens(self) -> list[Token]:
        """Its parts, with facts filled in; a link is followed by its address, as on paper, unless
        it leads to the glossary."""
        tokens = filled(self.text, self.known)
        if self.terms:
            tokens = marked(tokens)
        for token in tokens:
            if token.children is not None:
                token.children = list(_unlinked(token.children, self.terms))
        return tokens


@dataclass(frozen=True)
class Asked:
    """A question on paper: choices to tick, or a line or axes to write on, and what to do in the
    picture above."""

    ask: Words
    choices: tuple[Words, ...] = ()
    line: bool = False
    unit: str = ""
    task: str = ""
    axes: Picture | None = None


@dataclass(frozen=True)
class Part:
    """A page of the lesson on paper."""

    title: str
    text: Words
    rows: tuple[Row, ...]
    asked: Asked | None = None


@dataclass(frozen=True)
class Solved:
    """The answer to the question of a page."""

    number: int
    title: str
    answer: Words
    why: Words
    picture: Picture | None = None


@dataclass(frozen=True, eq=False)
class Handout:
    """Everything on the sheets; `solved` is empty on sheets to fill in."""

    title: str
    about: str  # the lecture it follows, how long it takes, its author
    summary: str
    intro: Words
    parts: tuple[Part, ...]
    solved: tuple[Solved, ...]
    palette: str
    files: LessonFiles | None = None
    teacher: Words | None = None  # notes that students do not get


def handout_of(
    lesson: Lesson,
    blanks: bool = False,
    palette: str = "print",
    say: Say | None = None,
    teacher: bool = False,
) -> Handout:
    """The handout of a lesson, with `blanks` without the answers, with `teacher` with the notes for
    the teacher. `say(done, total)` may return False: then it is Cancelled."""
    parts: list[Part] = []
    solved: list[Solved] = []
    shown: Shown | None = None
    before: Shown | None = None
    secrets = secrets_of(lesson) if blanks else {}
    for k, step in enumerate(lesson.steps):
        tell(f"page {k + 1} of {len(lesson.steps)}")
        if say is not None and not say(k, len(lesson.steps)):
            raise Cancelled
        before = shown
        shown = shown_step(step, shown, lesson.files)
        known = Facts(shown.here)
        answer = answer_at(shown)
        asked = (
            None
            if answer is None or shown.question is None
            else _asked(shown, shown.question, answer, palette)
        )
        rows = () if _seen(shown, before) else pictures_of(_discreet(shown, secrets), palette)
        parts.append(Part(step.title, Words(step.text, known), rows, asked))
        if answer is not None and shown.question is not None and not blanks:
            solved.append(
                Solved(
                    k + 1,
                    step.title,
                    Words(answer.on_paper or answer.words, known),
                    Words(shown.question.why, known),
                    answered(shown, shown.question, answer, palette),
                )
            )
    minutes = f"{lesson.field('minutes')} minutes" if lesson.field("minutes") else ""
    by = f"by {lesson.field('author')}" if lesson.field("author") else ""
    about = " · ".join(part for part in (lesson.field("lecture"), minutes, by) if part)
    return Handout(
        lesson.title,
        about,
        lesson.field("summary"),
        Words(lesson.intro),
        tuple(parts),
        tuple(solved),
        palette,
        lesson.files,
        Words(lesson.teacher.markdown) if teacher and lesson.teacher is not None else None,
    )


Secrets = dict[tuple[Document, int], frozenset[str]]


def secrets_of(lesson: Lesson) -> Secrets:
    """The layers that would give away the examples of some question, for each document and step."""
    out: Secrets = {}
    for shown in shown_steps(lesson):
        if shown.question is not None and shown.question.kind.numbers_examples:
            where = shown.document, shown.look.t
            telling = shown.question.kind.shown_by(shown.question)
            out[where] = out.get(where, frozenset()) | telling
    return out


def _discreet(shown: Shown, secrets: Secrets) -> Shown:
    """The page without the layers that show what it asks for, or what another page asks for."""
    question = shown.question
    telling = secrets.get((shown.document, shown.look.t), frozenset())
    if question is not None and (question.kind.numbers_examples or shown.play is None):
        telling |= question.kind.shown_by(question)
    layers = USUALLY if shown.look.layers is None else shown.look.layers
    kept = tuple(sorted(set(layers) - telling))
    return replace(shown, look=replace(shown.look, layers=kept))


def _seen(shown: Shown, before: Shown | None) -> bool:
    """Whether the page shows the same as the one before, and nothing is drawn into its picture."""
    if before is None or (shown.question is not None and shown.question.kind.draw is not None):
        return False
    return shown.document == before.document and shown.look == before.look


def answer_at(shown: Shown) -> Answer | None:
    """The engine's answer to the question of a page, if it has one."""
    if shown.question is None or shown.step.question is None:
        return None
    try:
        return answer_of(shown.question, shown.here)
    except LinlabError as error:
        raise LessonError(
            [shown.step.question.fault(str(error), shown.question.kind.answer_field)]
        ) from None


def _asked(shown: Shown, question: Question, answer: Answer, palette: str) -> Asked:
    known = Facts(shown.here)
    return Asked(
        Words(_on_paper(question), known),
        tuple(Words(each, known) for each in question.choices),
        question.box == LINE,
        question.unit,
        question.kind.task,
        chart(shown, question, answer, palette, with_answer=False),
    )


def _on_paper(question: Question) -> str:
    """The question in the words for paper, where nothing can be clicked."""
    verbs = question.kind.verbs
    if not verbs:
        return question.ask
    known = "|".join(sorted(map(re.escape, verbs), key=len, reverse=True))
    return re.sub(rf"\b(?:{known})\b", lambda found: verbs[found[0]], question.ask)


def _unlinked(children: list[Token], terms: bool) -> Iterator[Token]:
    words, address = "", ""
    for child in children:
        if child.type == "link_open":
            words = ""
            address = str(child.attrs.get("href", ""))
            if terms and key_of(address):
                yield child
        elif child.type == "link_close":
            if key_of(address):
                yield from (child,) if terms else ()
            elif words != address:
                yield Token("text", "", 0, content=f" ({address})")
        else:
            words += child.content
            yield child
