"""Edits of the document that a view makes, each as one undo step: by a click, an option or a way
out.
"""

from dataclasses import replace

from linlab.app.session.session import Session
from linlab.engine.document.resampling import resampled
from linlab.engine.views.view import Adoption


def adopt(session: Session, found: Adoption) -> None:
    if found.document is not None:
        session.edit(found.name, found.document, found.focus)
    elif found.learner is not None:
        session.edit(found.name, session.with_learner(found.learner))
    elif found.points is not None:
        session.edit(found.name, replace(session.with_points(found.points), source=found.source))
    elif found.source is not None:
        session.edit(found.name, resampled(session.settled, found.source))
