"""Training for so many seconds."""

from linlab.engine.train.trace import Trace


def stride(trace: Trace, t: int, wanted: int, seconds: float) -> int:
    """How far the trace gets from t towards the wanted update, or its end, in about so many seconds."""
    return min(max(t, trace.reach(wanted, seconds)), trace.clamp(wanted))
