"""What a user writes to choose two axes: two words, two lists of words, or two classes."""

import re

_APART = re.compile(r"[,;]\s*|\s+")


def two_lists(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words for the first axis and for the second. A stroke separates lists; without one, the first
    word belongs to the first axis and the others to the second.

    >>> two_lists("good great / bad, dull"), two_lists("good, bad")
    ((('good', 'great'), ('bad', 'dull')), (('good',), ('bad',)))
    """
    if "/" in text:
        first, _, second = text.partition("/")
        return _words(first), _words(second)
    own = _words(text)
    return own[:1], own[1:]


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in _APART.split(text.strip()) if word))


def two_names(text: str, known: tuple[str, ...]) -> tuple[int, int]:
    """The places of two names among the known ones; the first that are free for those that are not
    there. Names are separated by a stroke or a comma.

    >>> two_names("sport, music", ("cooking", "music", "sport")), two_names("", ("a", "b", "c"))
    ((2, 1), (0, 1))
    """
    parts = [part.strip() for part in re.split("[/,]", text)]
    lower = [name.lower() for name in known]
    chosen = list(dict.fromkeys(lower.index(p.lower()) for p in parts if p.lower() in lower))[:2]
    free = [k for k in range(len(known)) if k not in chosen]
    first, second = [*chosen, *free][:2]
    return first, second
