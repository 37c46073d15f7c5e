"""The moment that the session shows, as views draw it."""

from typing import Any

import numpy as np

from linlab.engine.views.snapshot import Snapshot

from .session import Session


def moment_of(session: Session, values: Any = None, found: Any = None) -> Snapshot:
    """The run in hand now; `values` are its curves where they have been measured, `found` what a
    view's work has found."""
    run, points, document = session.run, session.points, session.document
    if run.trace is None:
        values = np.zeros(0), {}
    return Snapshot(
        document,
        points,
        document.parts_of(points),
        run.t,
        tuple(each.moment for each in session.runs),
        session.focus,
        session.now,
        locks=session.locks,
        cursor=session.cursor,
        pointed=session.pointed,
        selection=session.selection,
        optimum=run.optimum,
        values=values,
        found=found,
    )
