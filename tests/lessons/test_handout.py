"""A handout as one page of HTML: every step is there, formulas are drawings, answers stand at the
end, nothing is fetched."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from linlab.engine.ground.errors import Cancelled
from linlab.lessons.handout.handout import Handout, handout_of
from linlab.lessons.handout.html import handout_html
from linlab.lessons.written.faults import LessonError
from linlab.lessons.written.reading import lesson_of, read_lesson

from .good_lesson import GOOD, with_its_files

STEP = (
    "# A\n\n```lesson\nformat = 1\n```\n\n## Step\n\n{text}\n\n```lab\nknobs = {{n = 12}}\n{lab}\n```\n\n"
    "```question\n{question}\n```\n"
)
NUMBER = 'kind = "number"\nask = "a"\nanswer = 3'


def made(lab: str = "", question: str = NUMBER, text: str = "", palette: str = "print") -> Handout:
    return handout_of(
        lesson_of(STEP.format(text=text, lab=lab, question=question)), palette=palette
    )


class Page(HTMLParser):
    """The tags of a page, balanced, and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Handout:
    return handout_of(read_lesson(with_its_files(tmp_path_factory.mktemp("lesson"))))


def test_that_the_page_holds_everything_and_needs_nothing(good: Handout) -> None:
    text = handout_html(good)
    page = Page(text)
    assert page.open == [] and not {"script", "link", "iframe", "object", "a", "form"} & {
        tag for tag, _ in page.tags
    }
    for tag, given in page.tags:
        assert not [name for name in given if name.startswith("on")]
        for name in {"src", "href", "xlink:href"} & set(given):
            assert str(given[name]).startswith("data:image/"), (tag, name)
    assert not re.search(r"url\((?!#)|@import", text)
    words = " ".join(page.words.split())
    for part in (
        "The perceptron",
        "Riezler · 8 minutes · by Somebody",
        "Why a line turns.",
        "Words before the steps.",
        "1 · A mistake",
        "4 · Guesses",
        "Will it change",
        "never",
        "Answers",
    ):
        assert part in words
    assert re.search(r"There are \d+ examples", words) and "{{" not in words
    assert words.rindex("yes") > words.index("Answers")


def test_that_no_two_drawings_share_a_name(good: Handout) -> None:
    ids = [given["id"] for _, given in Page(handout_html(good)).tags if "id" in given]
    assert len(ids) == len(set(ids)) > 10


def test_that_each_step_has_its_plane_and_the_view_beside_it(good: Handout) -> None:
    assert [[len(row) for row in part.rows] for part in good.parts[:3]] == [[2], [1], [1]]
    assert len(good.parts[2].rows[0][0].panels) == 2  # two models, side by side


def test_that_blanks_leave_no_answer_but_lines_to_write_on(tmp_path: Path) -> None:
    lesson = read_lesson(with_its_files(tmp_path))
    text = handout_html(handout_of(lesson, blanks=True))
    assert "It is:" not in text and "Its margin is" not in text and "<h2>Answers" not in text
    assert text.count('class="write"') == 1 and text.count("<li>") == 3


def test_that_formulas_are_drawings_with_their_words_as_a_label() -> None:
    page = Page(handout_html(made(text="At $w = 0$:\n\n$$\\frac{1}{2}$$\n\nand $\\frac{1}{$")))
    labels = [
        given["aria-label"] for tag, given in page.tags if tag == "svg" and "aria-label" in given
    ]
    assert (
        labels == ["w = 0", "\\frac{1}{2}"] and "\\frac{1}{" in page.words
    )  # what cannot be set is as it is written


def test_that_what_an_author_writes_does_nothing() -> None:
    text = handout_html(
        made(
            text="<script>x()</script> [a](https://example.org) [b](javascript:x) <https://example.net>"
        )
    )
    page = Page(text)
    assert "script" not in {tag for tag, _ in page.tags} and "a (https://example.org)" in page.words
    assert page.words.count("https://example.net") == 1


@pytest.mark.parametrize(("question", "answer", "drawn"), [
    ('kind = "click"\nask = "a"\nanswer = [2]', "It is example #2.", {"true answer"}),
    ('kind = "drag"\nask = "a"\nanswer = "w"', "w is (", {"true answer"}),
    ('kind = "drag"\nask = "a"\nanswer = "boundary"', "as in the picture", {"true answer"}),
    ('kind = "curve"\nask = "a"\nanswer = "mistakes"', "It goes from 0 to", {"true answer"}),
    ('kind = "number"\nask = "a"\nanswer = "after.t"', "It is 8.", set()),
])  # fmt: skip
def test_that_answers_are_drawn_where_words_do_not_tell_them(
    question: str, answer: str, drawn: set[str]
) -> None:
    handout = made('play = "8 updates"', question)
    (solved,), (part,) = handout.solved, handout.parts
    assert answer in solved.answer.text and part.asked is not None
    items = (
        {item.name for panel in solved.picture.panels for item in panel.items}
        if solved.picture is not None
        else set()
    )
    assert items & {"true answer"} == drawn
    assert (part.asked.axes is not None) == ("curve" in question)
    assert part.asked.axes is None or not part.asked.axes.panels[0].items


def test_that_a_fact_in_the_right_choice_is_told_among_the_answers() -> None:
    handout = made(
        question='kind = "choose"\nask = "a"\n[choices]\n"all {{examples}}" = true\nnone = false'
    )
    (solved,) = handout.solved
    (words,) = [token.content for token in solved.answer.tokens()[1].children or ()]
    assert words == "all 12"
    assert "<p>all 12</p>" in handout_html(handout).partition("Answers")[2]


def test_that_layers_region_and_the_optimum_are_as_the_look_says() -> None:
    handout = made(
        'model = "svm"\nt = 40\nlayers = ["boundary", "optimum"]\nregion = [-9, -9, 9, 9]\nexact = true'
    )
    (panel,) = handout.parts[0].rows[0][0].panels
    names = {item.name for item in panel.items}
    assert (
        "boundary" in names
        and "optimum" in " ".join(names)
        and not names & {"margins", "regions", "shading"}
    )
    assert panel.view.left <= -9 and panel.view.right >= 9 and panel.across is None
    (panel,) = made('model = "svm"\nt = 40\nlayers = ["optimum"]').parts[0].rows[0][0].panels
    assert "optimum" not in {item.name for item in panel.items}


def test_that_a_view_is_shown_unless_it_is_folded_away_or_has_nothing_to_show() -> None:
    cases = {
        'view = "losses"': 2,
        'view = "losses"\nfold = "numbers"': 1,
        'view = "plane"': 1,
        'view = "counts"': 1,
        'view = "both"': 2,
        'beside = "curves"\nfold = "numbers"': 2,
    }
    assert {lab: len(made(lab).parts[0].rows[0]) for lab in cases} == cases


def test_that_it_can_be_stopped_at_every_step(tmp_path: Path) -> None:
    lesson, seen = read_lesson(with_its_files(tmp_path)), []

    def say(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 2

    with pytest.raises(Cancelled):
        handout_of(lesson, say=say)
    assert seen == [(0, 4), (1, 4), (2, 4)]


def test_that_a_question_without_an_answer_is_told_with_its_line() -> None:
    text = GOOD.replace('"never" = false', '"never" = true').replace(
        "![A picture](picture.png)", ""
    )
    with pytest.raises(LessonError, match="field “choices”: Exactly one choice must be right"):
        handout_of(lesson_of(text))


def test_that_a_dark_page_is_dark() -> None:
    assert "color-scheme: dark" in handout_html(made(palette="dark"))
