"""The one error the lab raises at its user, a sentence that can be shown as it stands; and its
special cases."""

import difflib
from collections.abc import Collection, Mapping

from .harmless import brief

LONGEST_SENTENCE = 1000  # characters: nobody reads more, whatever a file made it quote


class LinlabError(ValueError):
    """Something the user can mend; `str(error)` is a whole, plain sentence, which a terminal and a
    window may show."""

    def __init__(self, sentence: str) -> None:
        super().__init__(brief(sentence, LONGEST_SENTENCE))


class Cancelled(LinlabError):
    """Somebody changed their mind while a file was being written; it is as it was before."""

    def __init__(self) -> None:
        super().__init__("Cancelled; no file was written.")


class WrongValue(LinlabError):
    """A value that the setting `name` cannot have; `allowed` says in words what it can be."""

    def __init__(self, sentence: str, name: str, allowed: str) -> None:
        super().__init__(sentence)
        self.name, self.allowed = name, allowed


def retold(error: LinlabError, names: Mapping[str, str], typed: str) -> str:
    """The sentence where settings have other names than in Python, and this was typed.

    >>> retold(WrongValue("lam must be a number, not x.", "lam", "a number"), {"lam": "λ"}, "x")
    'λ must be a number, not “x”.'
    """
    if not isinstance(error, WrongValue) or error.name not in names:
        return str(error)
    return f"{names[error.name]} must be {error.allowed}, not “{brief(typed)}”."


def perhaps(word: str, names: Collection[str]) -> str:
    """Which of the names a word may have meant, as a remark in brackets; empty if none is like it.

    >>> perhaps("overlapping", ("blobs", "overlapping-blobs")), perhaps("x", ("blobs",))
    (' (did you mean overlapping-blobs?)', '')
    """
    plain = word[:60].strip().lower().replace("_", "-").replace(" ", "-")
    within = [name for name in names if len(plain) > 2 and plain in name]
    like = dict.fromkeys([*difflib.get_close_matches(plain, names), *within])
    return f" (did you mean {' or '.join(like)}?)" if like else ""
