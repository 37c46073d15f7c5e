"""Training for so many seconds, in strides that grow as long as they are quick."""

import time

from linlab.engine.train.trace import Trace

FIRST, LEAST = 512, 64  # updates


def train_towards(trace: Trace, t: int, wanted: int, seconds: float) -> int:
    """How far the trace gets from t towards the wanted update, or its end, in about so many seconds."""
    begun, target = time.perf_counter(), trace.clamp(wanted)
    t = max(t, trace.reached(target))
    solved = bool(trace.problem(t).learner.optimiser.solver)  # each update looks at all examples, and more than once
    length, least = (1, 1) if solved else (FIRST, LEAST)
    while t < target and time.perf_counter() - begun < seconds:
        before = time.perf_counter()
        t = trace.at(min(target, t + length)).t
        target = trace.clamp(wanted)  # the end may have turned up
        length = length * 2 if time.perf_counter() - before < seconds / 4 else max(least, length // 2)
    return min(t, target)
