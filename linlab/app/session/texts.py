"""Edits of texts, each one undo step: add one or several, or change one. What cannot be a text is
refused in a sentence, and nothing changes."""

from collections.abc import Callable
from dataclasses import replace

from linlab.engine.data.lexicon import Lexicon
from linlab.engine.data.points import Points
from linlab.engine.data.texts import editing
from linlab.engine.data.texts.pasting import pasted_texts
from linlab.engine.data.texts.tables import are_texts_alone
from linlab.engine.document.document import Document
from linlab.engine.document.resampling import fitted_to_texts
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.views.kit.of_texts import reads_texts

from .session import Session

NOTHING = "There is nothing to add yet: type a text first."
PLACES = (
    "These are texts, but this document has points in the plane: open an empty document (Ctrl+N) "
    "for them."
)


def takes_texts(session: Session) -> bool:
    """Whether the document is one of texts: its model reads them."""
    return reads_texts(session.snapshot)


def class_in_hand(session: Session) -> str:
    """The name of the class that a new text gets; '' for none."""
    classes = session.points.classes
    return classes[session.label] if 0 <= session.label < len(classes) else ""


def add_text(session: Session, text: str) -> bool:
    """Add a text of the class in hand, and select it."""
    if not text.strip():
        session.note(NOTHING)
        return False
    return _edit(
        session,
        "add a text",
        lambda words: editing.with_text(session.points, text, session.label, words),
    )


def change_text(session: Session, id: int, text: str) -> bool:
    """Change the text of a point."""
    return _edit(
        session,
        "change a text",
        lambda words: editing.with_other_text(session.points, id, text, words),
        select=False,
    )


def add_points(session: Session, new: Points) -> bool:
    """Add these points, or these texts, and select them. In an empty document texts are its first
    points, and its models read texts from then on."""
    if not are_texts_alone(new) and not takes_texts(session):
        name = f"add {grouped(len(new))} points"
        return _edit(session, name, lambda _: editing.joined(session.points, new))
    name = f"add {counted(len(new))}"
    if takes_texts(session):
        return _edit(session, name, lambda words: editing.with_texts(session.points, new, words))
    if len(session.points):
        session.note(PLACES)
        return False
    session.edit(name, document_of_texts(session, new))
    session.pointing.select(frozenset(session.points.ids.tolist()))
    return True


def paste_texts(session: Session, pasted: str) -> bool:
    """Add the texts of a table or of lines; a line without a class gets the class in hand."""
    try:
        new = pasted_texts(pasted, class_in_hand(session))
    except LinlabError as error:
        session.note(str(error))
        return False
    if not add_points(session, new):
        return False
    session.note(f"Pasted {counted(len(new))}.")
    return True


def document_of_texts(session: Session, new: Points) -> Document:
    """A document of these texts, with the models in hand as they read texts."""
    base = session.settled
    classes = session.points.classes
    if {*new.classes} <= {*classes}:
        new = editing.joined(Points.empty(classes), new)
    learners = tuple(map(fitted_to_texts, base.learners_at(session.replay.now)))
    return replace(base, points=new, learners=learners, timeline=(), source=None)


def counted(many: int, texts: bool = True) -> str:
    """A number of texts, or of points, in words.

    >>> counted(1), counted(2000), counted(3, texts=False)
    ('1 text', '2 000 texts', '3 points')
    """
    kind = "text" if texts else "point"
    return f"{grouped(many)} {kind}{'s' if many != 1 else ''}"


def _edit(
    session: Session, name: str, make: Callable[[Lexicon | None], Points], select: bool = True
) -> bool:
    source = session.document.source
    known = set(session.points.ids.tolist())
    try:
        points = make(None if source is None else source.lexicon)
        session.edit(name, session.with_points(points))
    except LinlabError as error:
        session.note(str(error))
        return False
    if select:
        fresh = frozenset(session.points.ids.tolist()) - known
        session.pointing.select(fresh)
    return True
