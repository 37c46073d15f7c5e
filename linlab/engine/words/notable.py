"""A short name for a step, for a bookmark."""

from linlab.engine.document.timeline import marks
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.trace import Trace


def notable(trace: Trace | None, t: int) -> str:
    """What is special after t steps: a change of the timeline or a mistake; otherwise the number
    of the step."""
    if t == 0:
        return "start"
    if trace is None:
        return f"step {grouped(t)}"
    changes = dict(marks(trace.document)).get(t)
    if changes is not None:
        return shorten(changes.split("\n")[0].partition(": ")[2])
    if trace.end is not None and t >= trace.end:
        return "end of the run"
    step = trace.step(t)
    if step is not None and len(step.examples) == 1 and trace.mistakes(t) > trace.mistakes(t - 1):
        many = trace.mistakes(t)
        return f"mistake {grouped(many)}" if many > 1 else "first mistake"
    return f"step {grouped(t)}"
