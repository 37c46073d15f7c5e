"""A handout as one HTML page: pictures and formulas are embedded drawings; nothing is fetched and
nothing runs."""

import base64
import html
from functools import lru_cache
from pathlib import PurePosixPath
from xml.etree import ElementTree

from linlab.engine.export.figures.svg import svg
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.shapes import Picture
from linlab.engine.words.typesetting import formula_svg
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.text import html_of

from .handout import TEACHER, Asked, Handout, Part, Solved, Words

_STYLE = """
:root { color-scheme: %(scheme)s; }
* { box-sizing: border-box; }
body { margin: 0; background: %(card)s; color: %(text)s; font: 16px/1.55 Inter, "Segoe UI", Helvetica, Arial, sans-serif; }
main { max-width: 700px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 6px; }
h2 { font-size: 20px; line-height: 1.3; margin: 44px 0 8px; }
h3 { font-size: 16px; margin: 20px 0 4px; }
.about, .task { color: %(quiet)s; margin: 0 0 12px; }
.summary { font-size: 18px; margin: 0 0 20px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0; }
.row figure { flex: 1 1 280px; margin: 0 auto; }
.row svg { display: block; width: 100%%; height: auto; }
.formula svg { overflow: visible; }
.formula path, .formula rect { fill: currentColor; }
.formula.own { display: block; text-align: center; margin: 14px 0; overflow-x: auto; }
.question { border: 1px solid %(line)s; border-left: 4px solid %(accent)s; border-radius: 6px; }
.question { padding: 12px 18px; margin: 18px 0; }
.question p { margin: 0 0 8px; }
.choices { list-style: none; margin: 0; padding: 0; }
.choices li { padding-left: 28px; position: relative; margin: 6px 0; }
.choices li::before { content: ""; position: absolute; left: 0; top: 5px; width: 14px; height: 14px; }
.choices li::before { border: 1.3px solid; border-radius: 3px; }
.choices p, .summary p { display: inline; margin: 0; }
.write { display: inline-block; width: 180px; border-bottom: 1px solid; height: 28px; margin-right: 8px; }
img { max-width: 100%%; }
code { background: %(soft)s; border-radius: 3px; padding: 1px 4px; }
pre { background: %(soft)s; border-radius: 6px; padding: 10px 14px; overflow-x: auto; }
pre code { padding: 0; background: none; }
blockquote { margin: 12px 0; padding-left: 16px; border-left: 3px solid %(line)s; }
table { border-collapse: collapse; margin: 14px 0; }
th, td { border-bottom: 1px solid %(line)s; padding: 4px 12px 4px 0; text-align: left; vertical-align: top; }
.teacher { border: 1px solid %(line)s; border-radius: 6px; background: %(soft)s; padding: 0 20px 8px; margin: 24px 0; }
.teacher h2 { margin-top: 16px; }
.answers { margin-top: 64px; border-top: 2px solid; padding-top: 8px; }
@page { size: A4; margin: 18mm; }
@media print {
  body { font-size: 11pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  h1, h2, h3 { break-after: avoid; }
  p { orphans: 2; widows: 2; }
  .row, .question, table, pre { break-inside: avoid; }
  .answers { break-before: page; border: none; margin: 0; padding: 0; }
}
"""


def handout_html(handout: Handout) -> str:
    """The whole file."""
    palette = PALETTES[handout.palette]
    line = palette.border if palette.name != "print" else "#BBBBBB"
    style = _STYLE % {
        "scheme": "dark" if palette.dark else "light",
        "card": palette.card,
        "text": palette.text,
        "quiet": palette.quiet,
        "line": line,
        "accent": palette.accent,
        "soft": palette.soft,
    }
    page = HandoutPage(handout.files)
    body = [f"<h1>{_said(handout.title)}</h1>"]
    body += [f'<p class="about">{_said(handout.about)}</p>'] if handout.about else []
    body += (
        [f'<div class="summary">{page.words(Words(handout.summary))}</div>']
        if handout.summary
        else []
    )
    if handout.teacher is not None:
        body += ['<section class="teacher">', f"<h2>{TEACHER}</h2>"]
        body += [page.words(handout.teacher), "</section>"]
    body += [page.words(handout.intro)] if handout.intro.text else []
    for k, part in enumerate(handout.parts, 1):
        tell("Typesetting the pages")
        body += page.part(k, part)
    if handout.solved:
        body += ['<section class="answers">', "<h2>Answers</h2>"]
        body += [line for each in handout.solved for line in page.solved(each)]
        body.append("</section>")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_said(handout.title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


class HandoutPage:
    """Turns the parts of a handout into HTML; it counts the drawings to give them unique names."""

    def __init__(self, files: LessonFiles | None) -> None:
        self._files = files
        self._drawings = 0

    def words(self, words: Words) -> str:
        return html_of(words.tokens(), _formula, self._image)

    def part(self, number: int, part: Part) -> list[str]:
        out = ["<section>", f"<h2>{number} · {_said(part.title)}</h2>", self.words(part.text)]
        for row in part.rows:
            out.append(f'<div class="row">{"".join(map(self._figure, row))}</div>')
        return [*out, *(self._asked(part.asked) if part.asked is not None else ()), "</section>"]

    def solved(self, solved: Solved) -> list[str]:
        out = [f"<h3>{solved.number} · {_said(solved.title)}</h3>", self.words(solved.answer)]
        out += [self.words(solved.why)] if solved.why.text else []
        return (
            [*out, f'<div class="row">{self._figure(solved.picture)}</div>']
            if solved.picture is not None
            else out
        )

    def _asked(self, asked: Asked) -> list[str]:
        out = ['<div class="question">', self.words(asked.ask)]
        if asked.task:
            out.append(f'<p class="task">{_said(asked.task)}</p>')
        if asked.choices:
            out += [
                '<ul class="choices">',
                *(f"<li>{self.words(each)}</li>" for each in asked.choices),
                "</ul>",
            ]
        if asked.line:
            out.append(f'<p><span class="write"></span>{_said(asked.unit)}</p>')
        if asked.axes is not None:
            out.append(f'<div class="row">{self._figure(asked.axes)}</div>')
        return [*out, "</div>"]

    def _figure(self, picture: Picture) -> str:
        self._drawings += 1
        wide = f"max-width:{1.1 * picture.width:.0f}px"
        return f'<figure style="{wide}">{svg(picture, f"p{self._drawings}-").partition("?>")[2].strip()}</figure>'

    def _image(self, name: str, shows: str) -> str:
        if self._files is None:
            return html.escape(shows)
        file = self._files.picture(name)
        kind = "png" if PurePosixPath(name).suffix.lower() == ".png" else "jpeg"
        data = base64.b64encode(file.read_bytes()).decode()
        return f'<img alt="{_said(shows)}" src="data:image/{kind};base64,{data}">'


@lru_cache(maxsize=256)
def _formula(latex: str, own: bool) -> str:
    """A drawing aligned with the words around it."""
    said = _said(latex)
    kind = "formula own" if own else "formula"
    try:
        drawn = formula_svg(latex, 18.0 if own else 17.0)
        element = ElementTree.fromstring(drawn)
        _, top, _, high = map(float, element.get("viewBox", "").split())
    except (LinlabError, ElementTree.ParseError, ValueError):
        return f'<span class="{kind}"><code>{said}</code></span>'
    place = f'<svg role="img" aria-label="{said}" style="vertical-align:{-(top + high):.2f}px" '
    return f'<span class="{kind}">{drawn.replace("<svg ", place, 1)}</span>'


def _said(text: str) -> str:
    return html.escape(sanitise(text))
