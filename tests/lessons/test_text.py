"""Texts of steps: Markdown, formulas and facts as HTML, in which nothing that an author wrote does
anything."""

from collections.abc import Sequence

import pytest

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.written.expressions import Value
from linlab.lessons.written.text import as_html, facts_in, plain, value_text, with_facts


class Known:
    def fact(self, name: str) -> Value:
        if name != "mistakes":
            raise LinlabError("There is none.")
        return 3

    def asked(self, name: str, given: Sequence[Value]) -> Value:
        return f"<b>{name}</b>"


def html(text: str) -> str:
    return as_html(
        text,
        lambda latex, own: f"[{latex}|{own}]",
        lambda name, shows: f"[{name}|{shows}]",
        Known(),
    )


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{{mistakes}} of {{ mistakes + 1 }}", "<p>3 of 4</p>\n"),
        ("{{mistakes / 7}}", "<p>0.429</p>\n"),
        ("{{mistakes > 2}}, {{nothing}}", "<p>yes, …</p>\n"),
        ("`{{mistakes}}`", "<p><code>{{mistakes}}</code></p>\n"),
        ("$a_{{1}}$ and $$b$$", "<p>[a_{{1}}|False] and [b|True]</p>\n"),
        ("$$\nc\n$$", "[c|True]"),
        ("![shows](a.png)", "<p>[a.png|shows]</p>\n"),
        ("**a** *b*", "<p><strong>a</strong> <em>b</em></p>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("{{f(1)}}", "<p>&lt;b&gt;f&lt;/b&gt;</p>\n"),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>\n"),
        ("a <img src=x onerror=y> b", "<p>a &lt;img src=x onerror=y&gt; b</p>\n"),
        ("5 $ and 6 $", "<p>5 $ and 6 $</p>\n"),
    ],
)
def test_that_a_text_becomes_html_in_which_nothing_acts(text: str, made: str) -> None:
    assert html(text) == made


def test_that_facts_are_found_with_their_lines_and_not_in_formulas_or_code() -> None:
    text = "{{a}} and {{b + 1}}\n{{c}}\n\n- `{{d}}` $\\frac{{1}}{{2}}$\n- {{e}}\n\n| x |\n|---|\n| {{f}} |\n\n```\n{{g}}\n```\n"
    assert [(line, asked) for line, asked in facts_in(text)] == [
        (0, "a"),
        (0, "b + 1"),
        (1, "c"),
        (4, "e"),
        (8, "f"),
    ]


def test_that_open_braces_are_found() -> None:
    for text in ("{{a", "a}}", "{{}}", "{{a}", "{{a*b*c}}"):
        assert "" in [asked for _, asked in facts_in(text)]


def test_that_values_are_told_in_few_digits() -> None:
    assert [value_text(value) for value in (True, False, 12, 0.123456, 1 / 3, "B", -2.0)] == [
        "yes",
        "no",
        "12",
        "0.123",
        "0.333",
        "B",
        "−2",
    ]
    assert with_facts("{{mistakes}} {{none}}", None) == "… …"


def test_that_a_text_is_a_line_of_words_too() -> None:
    assert plain("**a** < $w$\n\n- {{mistakes}} & more", Known()) == "a < w 3 & more"
