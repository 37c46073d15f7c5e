"""The page around a player: headings, buttons and the slider as HTML that a screen reader
understands, with our own style and script inside it.

A Content-Security-Policy allows this one script and this one style, by their hashes, and nothing
else: no other script runs and no request leaves, whatever a name in the page says.
"""

import base64
import hashlib
from collections.abc import Iterable
from html import escape as escaped

from linlab.engine.ground.assets import asset
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.ground.version import __version__
from linlab.engine.picture.palette import DARK, LIGHT, Palette
from linlab.engine.views.views import VIEWS

from .frames import Frames

SPEEDS = (1, 2, 5, 10, 20, 60)  # steps per second
WHOLE = 15.0  # seconds that a run takes to play at first, about
_ICONS = {
    "first": "M4 5h2.6v14H4zM20 5v14L8 12z",
    "back": "M17 5v14L6 12z",
    "go": "M8 5v14l11-7z",
    "pause": "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
    "next": "M7 5v14l8.5-7zM16.5 5H19v14h-2.5z",
}
_COLOURS = (
    "window", "card", "border", "text", "quiet", "accent", "soft", "groove", "accent_text", "on_accent",
)  # fmt: skip


def page(
    title: str,
    lead: str,
    body: str,
    blocks: Iterable[str],
    more: str = "",
    scripts: tuple[str, ...] = ("web/player.js",),
    images: bool = False,
) -> str:
    """A whole page; `body` is HTML, `blocks` are data, `more` is a further style sheet; `images` may
    be in it as data."""
    style = _colours() + asset("web/player.css").read_text(encoding="utf-8") + more
    script = "".join(asset(name).read_text(encoding="utf-8") for name in scripts)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        f"{'img-src data:; ' if images else ''}base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f'<meta name="generator" content="linlab {__version__}">',
            f"<title>{text(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<header><h1>{text(title)}</h1>",
            f'<p class="lead">{text(lead)}</p></header>',
            body,
            "</main>",
            *blocks,
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def player(frames: Frames, key: str = "run") -> tuple[str, list[str]]:
    """A player as HTML, and the blocks of data that it reads; `key` tells it from others on the
    page."""
    views = [_view(frames, k, key) for k in range(len(frames.views))]
    note = f'<p class="note">{text(frames.steps.note)}</p>' if frames.steps.note else ""
    first, last = frames.steps.times[0], frames.steps.times[-1]
    alone = " alone" if len(views) == 1 else ""
    body = f"""<section class="player{alone}" aria-label="The run, step by step" data-frames="{key}-frames" data-cells="{key}-cells">
{views[0]}
<div class="bar" role="group" aria-label="Move through the steps">
{_button("first", "To the start", "Home")}
{_button("back", "One step back", "←")}
<button type="button" class="play" aria-label="Play" title="Play (Space)">{_icon("go")}{_icon("pause")}</button>
{_button("next", "One step forward", "→")}
<input type="range" class="slider" min="0" max="{len(frames.steps.times) - 1}" value="0" step="1" aria-label="Step">
<span class="count">{first} / {last}</span>
<select class="speed" aria-label="Steps per second" title="Steps per second">{_speeds(len(frames.steps.times))}</select>
</div>
<div class="side">
<section class="step" aria-labelledby="{key}-number"><h2 class="number" id="{key}-number">Step {first}</h2>
<p class="sentence" aria-live="polite">{text(frames.sentence)}</p>
<noscript><p>Moving through the steps needs JavaScript, which is off.</p></noscript></section>
{"".join(views[1:2])}{note}
</div>
{f'<div class="more">{"".join(views[2:])}</div>' if views[2:] else ""}
</section>"""
    return body, [
        f'<script type="text/plain" id="{key}-frames">{frames.data}</script>',
        f'<script type="text/plain" id="{key}-cells">{frames.cells}</script>',
    ]


def text(words: str) -> str:
    """Any text as HTML, in one line."""
    return escaped(sanitise(words))


def _view(frames: Frames, k: int, key: str) -> str:
    figure = frames.views[k]
    name = f"{key}-view-{k}"
    return (
        f'<section class="view{" plane" if not k else ""}" aria-labelledby="{name}">'
        f'<h2 id="{name}">{text(VIEWS[figure.view].title)}</h2>'
        f'<canvas role="img" width="{figure.width:g}" height="{figure.height:g}" '
        f'aria-label="{text(frames.words[k])}"></canvas><div class="tip" hidden></div></section>'
    )


def _button(name: str, words: str, key: str) -> str:
    return (
        f'<button type="button" class="{name}" aria-label="{words}" title="{words} ({key})">'
        f"{_icon(name)}</button>"
    )


def _icon(name: str) -> str:
    return f'<svg class="{name}" viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


def _speeds(frames: int) -> str:
    """The choices; at first the whole run plays in about `WHOLE` seconds."""
    usual = min(SPEEDS, key=lambda speed: abs(frames / speed - WHOLE))
    return "".join(
        f'<option value="{speed}"{" selected" if speed == usual else ""}>{speed} / s</option>'
        for speed in SPEEDS
    )


def _colours() -> str:
    """The colours of the page as variables, light and dark."""

    def variables(palette: Palette) -> str:
        pairs = ((name.replace("_", "-"), getattr(palette, name)) for name in _COLOURS)
        return ":root{" + "".join(f"--{name}:{colour};" for name, colour in pairs) + "}"

    return (
        f"{variables(LIGHT)}\n@media screen and (prefers-color-scheme: dark){{{variables(DARK)}}}\n"
    )


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
