"""The session's snapshot, with what a view has measured and found."""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.views.snapshot import Snapshot

from .session import Session


def snapshot_for_view(session: Session, values: Any = None, found: Any = None) -> Snapshot:
    """The session's snapshot for a view: `values` are the measured curves of the current run,
    `found` is the result of the view's work."""
    snapshot = session.snapshot
    if snapshot.trace is None:
        values = np.zeros(0), {}
    return replace(snapshot, values=values, found=found)
