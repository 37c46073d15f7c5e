"""The moment that the session shows, as views draw it."""

from typing import Any

import numpy as np

from linlab.engine.views.figure import Moment

from .session import Session


def moment_of(session: Session, values: Any = None, found: Any = None) -> Moment:
    """The run in hand now; `values` are its curves where they have been measured, `found` what a
    view's work has found."""
    run, points, document = session.run, session.points, session.document
    if run.trace is None:
        values = np.zeros(0), {}
    return Moment(
        points,
        document.parts_of(points),
        run.model,
        run.step,
        run.t,
        run.trace,
        run.optimum,
        values,
        document.features,
        cursor=session.cursor,
        pointed=session.pointed,
        selection=session.selection,
        found=found,
        fellows=session.fellows,
    )
