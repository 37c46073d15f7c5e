"""All entries, and how one is found by what somebody types."""

from .entry import Entry
from .lines import LINES
from .losses import LOSSES
from .measuring import MEASURING

GLOSSARY: dict[str, Entry] = {
    entry.key: entry
    for entry in sorted((*LINES, *LOSSES, *MEASURING), key=lambda each: each.term.lower())
}


def find(text: str) -> tuple[Entry, ...]:
    """The entries for a word or symbol, the best first; all of them for an empty text.

    >>> [entry.term for entry in find("λ")], find("hinge")[0].term
    (['regularisation'], 'hinge loss')
    """
    asked = text.strip().lower()
    if not asked:
        return tuple(GLOSSARY.values())
    ranked = [(_rank(entry, asked), entry) for entry in GLOSSARY.values()]
    best = min(rank for rank, _ in ranked)
    most = _ELSEWHERE if best == _ELSEWHERE else _ELSEWHERE - 1
    kept = [pair for pair in ranked if pair[0] <= most]
    return tuple(entry for _, entry in sorted(kept, key=lambda pair: pair[0]))


_ELSEWHERE = 3  # only its explanation has it
_NOWHERE = 4


def _rank(entry: Entry, asked: str) -> int:
    names = [name.lower() for name in entry.spellings]
    symbols = [each.strip().lower() for each in entry.symbol.split(",")]
    if asked in symbols or asked in names or asked.removesuffix("s") in names:
        return 0
    if any(name.startswith(asked) for name in names):
        return 1
    if any(asked in name for name in names):
        return 2
    return _ELSEWHERE if len(asked) > 2 and asked in entry.means.lower() else _NOWHERE
