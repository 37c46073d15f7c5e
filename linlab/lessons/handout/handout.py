"""A handout as a value: its content page by page, and the answers. Its texts are Markdown; the
writers typeset them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.picture.shapes import Picture
from linlab.lessons.facts.known import Facts
from linlab.lessons.glossary.marking import key_of, marked
from linlab.lessons.kinds.kind import LINE, Answer, Question
from linlab.lessons.questions import answer_of
from linlab.lessons.shown import Shown, shown_step
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
    for k, step in enumerate(lesson.steps):
        tell(f"page {k + 1} of {len(lesson.steps)}")
        if say is not None and not say(k, len(lesson.steps)):
            raise Cancelled
        shown = shown_step(step, shown, lesson.files)
        known = Facts(shown.here)
        answer = answer_at(shown)
        asked = (
            None
            if answer is None or shown.question is None
            else _asked(shown, shown.question, answer, palette)
        )
        parts.append(Part(step.title, Words(step.text, known), pictures_of(shown, palette), asked))
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
        Words(question.ask, known),
        tuple(Words(each, known) for each in question.choices),
        question.box == LINE,
        question.unit,
        question.kind.task,
        chart(shown, question, answer, palette, told=False),
    )


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
