"""Search over all pages of the lessons. Formulas are searched as signs, so that γ is found, and by
name, so that “gamma” is found as well."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from linlab.engine.ground.errors import LinlabError
from linlab.engine.words.listing.plain_text import plain_text
from linlab.lessons.course.shipped_course import lesson_number
from linlab.lessons.questions import texts_of
from linlab.lessons.shipped import Listed
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.lesson import Step
from linlab.lessons.written.reading import understood

MOST_HITS = 60
AROUND = 70  # letters of a snippet on each side of what was found
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
}  # fmt: skip
_FACT = re.compile(r"\{\{[^{}]*\}\}")
_REFERENCE = re.compile(r"""\{\{([lL]esson)\(['"]([^'"]*)['"]\)\}\}""")
_MARKUP = re.compile(r"\*\*|__|`|!\[[^\]]*\]\([^)]*\)|^\s*[#>|-]+\s*", re.MULTILINE)


@dataclass(frozen=True)
class SearchPage:
    """A page of a lesson, as it is searched."""

    path: Path
    number: int
    lesson: str
    page: int  # from 1
    title: str
    text: str
    keywords: str = ""


@dataclass(frozen=True)
class Hit:
    """A page that has all the words, and the place of the first of them in a few words."""

    page: SearchPage
    snippet: str


def pages_of(lessons: Iterable[Listed]) -> tuple[SearchPage, ...]:
    """All pages of these lessons; a lesson that cannot be read has none."""
    found: list[SearchPage] = []
    for each in lessons:
        try:
            lesson, _ = understood(LessonFiles.open(each.path).text())
        except LinlabError:
            continue
        found += [
            SearchPage(
                each.path,
                each.number,
                each.title,
                k,
                step.title,
                searchable(_text(step)),
                " ".join(each.keywords),
            )
            for k, step in enumerate(lesson.steps, 1)
        ]
    return tuple(found)


def _text(step: Step) -> str:
    """What a page says before its question is answered."""
    asked = "" if step.question is None else dict(_asked(step)).get("ask", "")
    return f"{step.text}\n{asked}"


def _asked(step: Step) -> Iterable[tuple[str, str]]:
    assert step.question is not None
    return ((name, words) for name, _, words in texts_of(step.question))


def searchable(markdown: str) -> str:
    """A text as words and signs in one line.

    >>> searchable("The **margin** $m = y \\\\cdot s$ of {{examples}} points")
    'The margin m = y·s of … points'
    """
    named = _REFERENCE.sub(_number, markdown.replace("$$", "$"))
    plain = _FACT.sub("…", named)
    return " ".join(_MARKUP.sub("", plain_text(plain)).split())


def _number(found: re.Match[str]) -> str:
    """What a text says for a reference to a lesson."""
    try:
        return f"{found[1]} {lesson_number(found[2])}"
    except LinlabError:
        return "…"


def search(pages: Sequence[SearchPage], query: str) -> tuple[Hit, ...]:
    """The pages that have all words of the query, the best first: those with them in the title,
    then lessons about them, then in the text, in the order of the course."""
    words = [GREEK.get(word, word) for word in query.casefold().split()]
    if not words:
        return ()
    ranked = [(_rank(page, words), k, page) for k, page in enumerate(pages)]
    hits = sorted((rank, k, page) for rank, k, page in ranked if rank is not None)
    return tuple(Hit(page, _snippet(page.text, words)) for *_, page in hits[:MOST_HITS])


def _rank(page: SearchPage, words: Sequence[str]) -> int | None:
    """How good a page is, 0 best; None if a word is missing. The title and the keywords of a lesson
    count for its first page."""
    title = page.title.casefold()
    text = f"{title} {page.text.casefold()}"
    lesson = f"{page.lesson} {page.keywords}".casefold() if page.page == 1 else ""
    if all(_has(title, word) for word in words):
        return 0
    if lesson and all(_has(lesson, word) for word in words):
        return 1
    if all(_has(text, word) for word in words):
        return 2
    return 3 if all(_has(f"{lesson} {text}", word) for word in words) else None


def _has(text: str, word: str) -> bool:
    """Whether a word begins there with these letters; a sign may stand anywhere."""
    if len(word) == 1 and not word.isascii():
        return word in text
    return (
        re.search(rf"(?<!\w){re.escape(word)}" + (r"(?!\w)" if len(word) == 1 else ""), text)
        is not None
    )


def _snippet(text: str, words: Sequence[str]) -> str:
    folded = text.casefold()
    places = [found.start() for word in words for found in re.finditer(re.escape(word), folded)]
    at = min(places, default=0)
    begin = max(0, at - AROUND)
    end = min(len(text), at + AROUND)
    if begin:
        begin = text.find(" ", begin) + 1 or begin
    if end < len(text):
        end = text.rfind(" ", begin, end) if text.rfind(" ", begin, end) > at else end
    return f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"
