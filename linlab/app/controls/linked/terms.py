"""What the words and symbols on the screen mean, for tooltips: words by the glossary, symbols by the
table of the engine."""

from linlab.app.session.session import Session

# The glossary and the table are imported when somebody first points at a word.


def terms_in(text: str) -> list[tuple[int, int, str]]:
    """Where words of the glossary stand in a text, and what they mean.

    >>> [tip for _, _, tip in terms_in("step 3 · epoch 1")][1]
    'Epoch: once through all training examples.'
    """
    from linlab.lessons.glossary.marking import mentions

    return [(start, end, meaning_of(key)) for start, end, key in mentions(text)]


def meaning_of(key: str) -> str:
    """A term of the glossary as a sentence of its own."""
    from linlab.lessons.glossary.table import GLOSSARY

    entry = GLOSSARY[key]
    means = entry.means[:1].lower() + entry.means[1:] if entry.means[1:2].islower() else entry.means
    return f"{entry.term[:1].upper()}{entry.term[1:]}: {means}"


def meanings_in(text: str) -> str:
    """What all words of a text mean, a line for each."""
    return "\n".join(dict.fromkeys(tip for _, _, tip in terms_in(text)))


def symbol_in_words(session: Session, symbol: str) -> str:
    """What a symbol means for the model in hand, and its value now; empty if it has no meaning."""
    from linlab.engine.words.symbols import SYMBOLS, Now

    trace = session.trace
    named = (each for each in SYMBOLS if each.sign in (symbol, f"#{symbol}"))
    called = (each for each in SYMBOLS if each.sign.startswith(f"{symbol}("))
    entry = next(named, None) or next(called, None)
    if trace is None or not symbol or entry is None:
        return ""
    t = session.t
    now = Now(trace.problem(max(0, t - 1)), trace.at(t).theta, t, session.run.step)
    means = entry.meaning if isinstance(entry.meaning, str) else entry.meaning(now)
    value = entry.value(now)
    return f"{entry.sign}: {means}{f'. Now {value}' if value else ''}."
