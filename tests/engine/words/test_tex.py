import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.words.listing.tex import tex

ANY = st.text(st.one_of(st.characters(), st.sampled_from("\\{}$&#^_%~-'`?!<>|₁²αο×é")), max_size=30)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("50 % & #1_a", r"50 \% \& \#1\_a"),
        ("{$}", r"\{\$\}"),
        ("a\\b~c^d", r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d"),
        ("x₁² + x₁₂", "x$_{1}{}^{2}$ + x$_{12}$"),
        ("−½", r"$-\frac{1}{2}$"),
        ("e⁻ᵐ", "e$^{-m}$"),
        ("αβ ≤ ‖w‖", r"$\alpha\beta$ $\le$ $\|$w$\|$"),
        ("αο", r"$\alpha o$"),
        ("ŷ é Ångström", r"\^{y} \'{e} \r{A}ngstr\"{o}m"),
        ("log-loss, a--b", "log-loss, a-{}-b"),
        ("“q” … ★", r"``q'' \ldots{} $\star$"),
        ("日本", "{?}{?}"),
        ("ﬁ ⅓ ①", "fi 1/3 1"),
        ("α\x00β", r"$\alpha\beta$"),
        ("a\x00\x1bb\nc", "ab c"),
    ],
)
def test_that_text_becomes_tex(text, code):
    assert tex(text) == code


@settings(max_examples=300, deadline=None)
@given(ANY)
def test_that_any_text_is_ascii_with_braces_and_mathematics_balanced(text):
    check(tex(text))


def test_that_so_is_every_character_by_itself_and_after_a_letter():
    for code in range(0x3000):
        check(tex(chr(code)))
        check(tex("α" + chr(code) + "a" + chr(code)))


def check(code):
    """Braces and dollars in pairs; no special character bare; nothing that only mathematics may
    have outside it."""
    assert code.isascii() and code.isprintable()
    bare = re.sub(r"\\([A-Za-z]+|.)", "@", code)
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0 and "$$" not in bare
    assert bare.count("$") % 2 == 0
    assert not re.search(r"[#%&\\]", bare)
    words = re.sub(
        r"\\ensuremath\{(?:[^{}]|\{[^{}]*\})*\}", "", re.sub(r"(?<!\\)\$.*?(?<!\\)\$", "", code)
    )
    assert not re.search(r"(?<!\\)[\^_]", words)
    for formula in re.findall(r"(?<!\\)\$(.*?)(?<!\\)\$", code):
        assert not re.search(r"[_^]\{[^{}]*\}[_^]", formula)  # two indices with nothing between


def test_that_letters_with_accents_keep_their_letter():
    for character in map(chr, range(0xC0, 0x180)):
        base = unicodedata.normalize("NFD", character)[0]
        if base.isascii():
            assert base in tex(character)
