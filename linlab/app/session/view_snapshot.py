"""The session's snapshot, with what a view has measured and found."""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.train.moment import Moment
from linlab.engine.views.snapshot import Snapshot

from .session import Session


def snapshot_for_view(session: Session, values: Any = None, found: Any = None) -> Snapshot:
    """The session's snapshot for a view: `values` are the measured curves of the current run,
    `found` is the result of the view's work."""
    snapshot = session.snapshot
    if snapshot.trace is None:
        values = np.zeros(0), {}
    return replace(snapshot, values=values, found=found)


def snapshot_of_step(session: Session) -> Snapshot:
    """The snapshot after the step that is explained: in slow motion the next one."""
    snapshot = session.snapshot
    coming = session.run.coming
    if coming is None or snapshot.trace is None:
        return snapshot
    moments = list(snapshot.moments)
    moments[snapshot.focus] = Moment(snapshot.trace, coming.step.t)
    return replace(snapshot, t=coming.step.t, moments=tuple(moments))
