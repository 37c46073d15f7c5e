"""Formulas and pictures of a lesson in the HTML that the window shows: image tags that the widget
draws."""

import html
from urllib.parse import quote

FORMULA = "formula:"


def formula_tag(latex: str, own_line: bool) -> str:
    """A formula among words, or on its own line.

    >>> formula_tag("a+b", False)
    '<img src="formula:a%2Bb" style="vertical-align: middle">'
    """
    image = f'<img src="{FORMULA}{quote(latex, safe="")}" style="vertical-align: middle">'
    return f'<p align="center" style="margin: 6px 0">{image}</p>' if own_line else image


def picture_tag(name: str, shows: str) -> str:
    """A picture beside the text."""
    return f'<img src="{html.escape(name)}" alt="{html.escape(shows)}">'
