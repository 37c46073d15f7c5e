"""Foreign texts, such as a name in a file, as one line that is safe in a terminal, a sentence or a
picture.

Line breaks become spaces; a control character is shown by its picture, ␛, and characters that
change the direction of a text, or are invalid, by �. A title becomes a file name.
"""

import re

_BREAKS = dict.fromkeys("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029", " ")
_SHOWN = {chr(code): chr(0x2400 + code) for code in range(32)} | {"\x7f": "␡"} | _BREAKS
_ACTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")  # Windows has no files of these names
_LONGEST_NAME = 60  # characters; of four bytes each they still leave room for a suffix


def sanitise(text: str) -> str:
    """
    >>> sanitise("a\\tb\\x1b[2Jc\\u202ed")
    'a b␛[2Jc�d'
    """
    return _ACTS.sub(lambda found: _SHOWN.get(found[0], "�"), text)


def shorten(text: str, most: int = 60) -> str:
    """The same, shortened in the middle if it is too long for a sentence.

    >>> shorten("0123456789" * 1000, 21)
    '0123456789…0123456789'
    """
    kept = most - 1
    return sanitise(
        text if len(text) <= most else f"{text[: kept - kept // 2]}…{text[len(text) - kept // 2 :]}"
    )


def file_name(title: str, otherwise: str) -> str:
    """A title as a file name, without a suffix; a title without letters becomes the other name.

    >>> file_name("Why it turns: a lesson?", "lesson"), file_name("…", "lesson"), file_name("Nul", "")
    ('why-it-turns-a-lesson', 'lesson', 'nul-1')
    """
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    name = "-".join(words)[:_LONGEST_NAME].strip("-") or otherwise
    return f"{name}-1" if _RESERVED.fullmatch(name) else name
