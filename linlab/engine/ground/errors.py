"""The error that linlab raises for its user, a sentence that can be shown as it is; and its special
cases."""

import difflib
from collections.abc import Collection, Mapping

from .sanitise import shorten

LONGEST_SENTENCE = 1000  # characters: more is not read, however much of a file is quoted


class LinlabError(ValueError):
    """A mistake that the user can correct; `str(error)` is a full sentence that a terminal or a
    window can show."""

    def __init__(self, sentence: str) -> None:
        super().__init__(shorten(sentence, LONGEST_SENTENCE))


class Cancelled(LinlabError):
    """The user cancelled while a file was being written; the file is as it was before."""

    def __init__(self) -> None:
        super().__init__("Cancelled; no file was written.")


class WrongValue(LinlabError):
    """A value that the setting `name` cannot have; `allowed` says in words what is allowed."""

    def __init__(self, sentence: str, name: str, allowed: str) -> None:
        super().__init__(sentence)
        self.name, self.allowed = name, allowed


def in_other_words(error: LinlabError, names: Mapping[str, str], typed: str) -> str:
    """The sentence for a place where settings have other names than in Python, about the text that
    was typed.

    >>> in_other_words(WrongValue("lam must be a number, not x.", "lam", "a number"), {"lam": "λ"}, "x")
    'λ must be a number, not “x”.'
    """
    if not isinstance(error, WrongValue) or error.name not in names:
        return str(error)
    return f"{names[error.name]} must be {error.allowed}, not “{shorten(typed)}”."


def perhaps(word: str, names: Collection[str]) -> str:
    """Which of the names a word may have meant, in brackets; empty if none is similar.

    >>> perhaps("overlapping", ("blobs", "overlapping-blobs")), perhaps("x", ("blobs",))
    (' (did you mean overlapping-blobs?)', '')
    """
    plain = word[:60].strip().lower().replace("_", "-").replace(" ", "-")
    within = [name for name in names if len(plain) > 2 and plain in name]
    like = list(dict.fromkeys([*difflib.get_close_matches(plain, names), *within]))
    if not like:
        return ""
    first = ", ".join(like[:-1])
    return f" (did you mean {first} or {like[-1]}?)" if first else f" (did you mean {like[0]}?)"


def unknown(
    what: str, word: object, names: Collection[str], more: str = "", kinds: str = ""
) -> LinlabError:
    """The error for a name that nothing has, with the similar ones and all there are, which are
    called `kinds`; `more` ends the sentence.

    >>> str(unknown("view", "plan", ("plane", "curves")))
    'There is no view “plan” (did you mean plane?): the views are plane, curves.'
    """
    shown = shorten(str(word))
    listed = ", ".join(map(shorten, names)) or "none"
    return LinlabError(
        f"There is no {what} “{shown}”{perhaps(shown, names)}: the {kinds or what + 's'} are {listed}{more}."
    )
