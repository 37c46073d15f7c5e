"""A lesson as one web page: text, formulas, players, and questions that the page judges by tolerance
against what was computed when it was written. A question that needs the lab says so."""

import re
from collections.abc import Callable

from linlab.engine.document.in_page import safe_json
from linlab.engine.export.web.frames import Frames, frames_of
from linlab.engine.export.web.html import page, player, text
from linlab.engine.export.web.page import figure_for
from linlab.engine.export.web.steps import Steps, steps_of
from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import Cancelled
from linlab.engine.ground.version import __version__
from linlab.engine.ground.writing import PathLike, check_writable, write_text
from linlab.engine.train.moment import Moment
from linlab.engine.views.figure import Figure
from linlab.lessons.facts.known import Facts
from linlab.lessons.handout.handout import Words, answer_at
from linlab.lessons.handout.html import HandoutPage
from linlab.lessons.handout.pictures import figures_of, moment_of
from linlab.lessons.kinds.kind import RIGHT, WRONG, Answer, Question
from linlab.lessons.shown import Shown, shown_step
from linlab.lessons.written.lesson import Lesson

from .charts import chart_frames
from .terms import explained

SCRIPTS = ("web/player.js", "web/lesson.js")
CONTROLS = {  # how an answer is drawn, and how it is typed instead
    "examples": (
        "Click the examples in the plane; a second click takes one back.",
        "Or type their numbers, such as 3, 8",
    ),
    "arrow": (
        "Drag in the plane: the arrow from the origin follows.",
        "Or type where its tip is, such as 1.5, −2",
    ),
    "segment": (
        "Drag a line in the plane, from one end to the other.",
        "Or type its two ends, such as −1, 2, 3, 0",
    ),
    "curve": (
        "Draw the curve between the axes, from left to right.",
        "Or type heights from the first step to the last, such as 0.5, 0.2, 0.1",
    ),
}
PLAYED = "What happens is played after your answer."
IN_THE_LAB = "This one is done in the lab: open the lesson in linlab."
Say = Callable[[int, int], bool]  # pages done, and how many there are; False: stop
_STYLED = re.compile(r' style="([^"]*)"')


def lesson_page(lesson: Lesson, say: Say | None = None, back: str = "") -> str:
    """The text of an .html file; `back` is the address of a page of contents."""
    made = _Lesson(lesson)
    sections = []
    shown: Shown | None = None
    for k, step in enumerate(lesson.steps):
        if say is not None and not say(k, len(lesson.steps)):
            raise Cancelled
        shown = shown_step(step, shown, lesson.files)
        sections.append(made.section(k, shown))
    names = [
        f'<li><a href="#page-{k + 1}">{text(step.title)}</a></li>'
        for k, step in enumerate(lesson.steps)
    ]
    contents = f'<nav class="contents" aria-label="Pages"><ol>{"".join(names)}</ol></nav>'
    home = f'<p><a href="{text(back)}">All lessons</a></p>' if back else ""
    intro = made.words(Words(lesson.intro)) if lesson.intro else ""
    foot = f"<footer>{text(f'Made with linlab {__version__}.')} {home}</footer>"
    body = (
        f'<div class="lesson" data-lesson="{text(lesson.title)}">{home}{intro}'
        f'<p class="progress"><span role="status"></span> <button type="button" class="again" hidden>Start again</button></p>{contents}{"".join(sections)}</div>{foot}'
    )
    sheet = asset("web/lesson.css").read_text(encoding="utf-8") + made.rules
    lead = str(lesson.field("summary") or lesson.field("lecture"))
    return page(lesson.title, lead, body, made.blocks, sheet, SCRIPTS, images=True)


def write_lesson_page(
    lesson: Lesson, path: PathLike, say: Say | None = None, back: str = ""
) -> None:
    """Write the page of a lesson; whole or not at all."""
    check_writable(path)
    write_text(path, lesson_page(lesson, say, back))


class _Lesson:
    """Turns the pages of a lesson into sections, and collects their data."""

    def __init__(self, lesson: Lesson) -> None:
        self._html = HandoutPage(lesson.files)
        self._rules: dict[str, int] = {}
        self.blocks: list[str] = []

    def words(self, words: Words) -> str:
        """A text as HTML without style attributes, which the page's policy forbids."""
        return _STYLED.sub(self._numbered, self._html.words(words))

    @property
    def rules(self) -> str:
        """What the style attributes said."""
        return "\n".join(f'[data-style="{k}"]{{{rule}}}' for rule, k in self._rules.items())

    def _numbered(self, found: re.Match[str]) -> str:
        number = self._rules.setdefault(found[1], len(self._rules))
        return f' data-style="{number}"'

    def section(self, k: int, shown: Shown) -> str:
        known = Facts(shown.here)
        key = f"page-{k + 1}"
        answer = answer_at(shown)
        run, blocks = player(self._frames(shown), f"{key}-run")
        self.blocks += blocks
        still = "" if shown.play is not None else " still"
        asked = "" if answer is None else self._question(key, shown, answer)
        return (
            f'<section class="lesson-page{still}" id="{key}" aria-labelledby="{key}-title">'
            f'<h2 id="{key}-title">{k + 1} · {text(shown.step.title)}</h2>'
            f'<div class="words">{explained(self.words(Words(shown.step.text, known, terms=True)))}</div>{run}{asked}</section>'
        )

    def _frames(self, shown: Shown) -> Frames:
        """The plane and the view beside it, over the steps that the page plays."""
        moment = moment_of(shown, shown.look.t)
        figures = [_sized(figure) for figure in figures_of(shown, moment)]
        assert moment.trace is not None
        steps = Steps((moment.t,))
        if shown.play is not None:
            steps = steps_of(moment.trace, shown.look.t, shown.end)
        return frames_of(Moment(moment.trace, moment.t), figures, steps, moment.optimum)

    def _question(self, key: str, shown: Shown, answer: Answer) -> str:
        question = shown.question
        assert question is not None
        known = Facts(shown.here)
        needs = question.kind.page(question, answer, shown.here)
        ask = self.words(Words(question.ask, known))
        if needs is None:
            return f'<div class="question"><h3>Your turn</h3>{ask}<p class="hint">{text(IN_THE_LAB)}</p></div>'
        about = {
            **needs,
            "mistakes": [
                [value, self.words(Words(why, known))] for value, why in needs["mistakes"]
            ],
            "words": self.words(Words(answer.words, known)),
            "why": self.words(Words(question.why, known)) if question.why else "",
            "right": RIGHT,
            "wrong": WRONG,
            "plays": shown.play is not None,  # what it plays is seen after the answer
        }
        chart = self._chart(key, shown, question, answer)
        self.blocks.append(
            f'<script type="application/json" id="{key}-asked">{safe_json(about)}</script>'
        )
        controls = self._controls(key, question, needs["control"], known)
        controls += f'<p class="hint">{text(PLAYED)}</p>' if about["plays"] else ""
        return (
            f'<form class="question" data-asked="{key}-asked" data-page="{key}"><h3>Question</h3>{ask}{chart}{controls}'
            '<p class="buttons"><button type="submit" class="check">Check</button>'
            '<button type="button" class="reveal" hidden>Show the answer</button></p>'
            '<div class="verdict" role="status" aria-live="polite"></div></form>'
        )

    def _controls(self, key: str, question: Question, control: str, known: Facts) -> str:
        if control == "choices":
            rows = [
                f'<label class="choice"><input type="radio" name="{key}-choice" value="{k}"> <span>{self.words(Words(each, known))}</span></label>'
                for k, each in enumerate(question.choices)
            ]
            return f'<fieldset><legend class="away">Choices</legend>{"".join(rows)}</fieldset>'
        hint = text(question.kind.hint(question))
        if control == "line":
            return (
                f'<p><label>{hint}: <input type="text" class="line" inputmode="text" autocomplete="off" size="12"></label>'
                f" {text(question.unit)}</p>"
            )
        way, typed = CONTROLS[control]
        return (
            f'<p class="hint">{text(way)}</p><p><label>{text(typed)}: '
            '<input type="text" class="typed" autocomplete="off" size="18"></label></p>'
        )

    def _chart(self, key: str, shown: Shown, question: Question, answer: Answer) -> str:
        """The axes of a curve to draw, as a picture of its own."""
        if question.kind.chart is None:
            return ""
        frames, record = chart_frames(shown, question, answer)
        self.blocks += [
            f'<script type="text/plain" id="{key}-chart">{frames}</script>',
        ]
        width, height = record
        return (
            f'<canvas class="chart" role="img" aria-label="Axes for drawing the curve" '
            f'width="{width:g}" height="{height:g}" data-frames="{key}-chart"></canvas>'
        )


def _sized(figure: Figure) -> Figure:
    """The figure as large as in the page of a run."""
    return figure_for(figure.view, figure)
