"""The session's snapshot, with what a view has measured and found."""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.views.snapshot import Snapshot

from .session import Session


def snapshot_for_view(session: Session, values: Any = None, found: Any = None) -> Snapshot:
    """What there is now; `values` are the curves of the run in hand where they have been measured,
    `found` what a view's work has found."""
    snapshot = session.snapshot
    if snapshot.trace is None:
        values = np.zeros(0), {}
    return replace(snapshot, values=values, found=found)
