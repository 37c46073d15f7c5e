"""Defaults that changed, and what older files mean.

A document or a lesson stores only the chosen settings, so all others have the defaults of the
version in which it was written. A default that changes gets one line in the table below, with the
first format version that has the new default; nothing else is needed.
"""

from dataclasses import dataclass

from .parameters import Value

VERSION = 2  # of the format of documents and of lessons


@dataclass(frozen=True)
class OldDefault:
    """A setting of a model that had another default in every version below `version`."""

    model: str
    setting: str
    before: Value
    version: int


CHANGED = (OldDefault("naive-bayes", "smoothing", 0.0, 2),)


def old_defaults(model: str, version: int) -> dict[str, Value]:
    """The settings of a model whose default was different in this version, with that default.

    >>> old_defaults("naive-bayes", 1), old_defaults("naive-bayes", 2), old_defaults("svm", 1)
    ({'smoothing': 0.0}, {}, {})
    """
    later = [each for each in CHANGED if each.model == model and each.version > version]
    later.sort(key=lambda each: -each.version)  # the first of several changes counts
    return {each.setting: each.before for each in later}


def lowest_version(model: str, chosen: tuple[tuple[str, Value], ...]) -> int:
    """The first version in which these choices mean the same as today: settings that were not
    chosen are read with the defaults of the file's version.

    >>> lowest_version("naive-bayes", ()), lowest_version("naive-bayes", (("smoothing", 1.0),))
    (2, 1)
    """
    said = dict(chosen)
    needed = [each.version for each in CHANGED if each.model == model and each.setting not in said]
    return max(needed, default=1)
