"""What a page plays: `20 steps at 4 a second`, `2 epochs`, `until converged`, `to the next
mistake`, `to step 120`. Lessons may also say `updates` for steps, and `to the next change` for `to the
next update`.

Where it ends follows from the document alone, so a lesson knows it before anybody has played it.
"""

import re
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.seeking import next_change, next_mistake
from linlab.engine.train.stopping import epoch_end
from linlab.lessons.facts.situation import MOST_STEPS, Situation, converged_at

USUAL_SPEED = 10.0  # steps a second
MOST_STEPS_PLAYED = 1_000_000
_SPEED = re.compile(r"^(?P<what>.*?)(?: at (?P<speed>\d+(?:\.\d+)?) a second)?$")
_COUNTED = re.compile(r"^(?P<many>\d{1,7}) (?P<unit>steps?|epochs?)$")
_TO = re.compile(r"^to step (?P<t>\d{1,7})$")
_SOUGHT = {"to the next mistake": next_mistake, "to the next update": next_change}
_EARLIER = re.compile(r"(?<=\d )update(?=s?$)|(?<=^to )update(?= \d)")  # for “step”
EXAMPLES = (
    "“20 steps at 4 a second”, “2 epochs”, “until converged”, “to the next mistake”, “to the next update” or "
    "“to step 120”"
)


@dataclass(frozen=True)
class Play:
    """What is played, and how fast."""

    text: str
    what: str
    speed: float | None = None  # steps a second; None: as suits what is played

    @classmethod
    def read(cls, text: str) -> "Play":
        """
        >>> Play.read("20 steps at 4 a second").speed
        4.0
        >>> Play.read("20 updates").title, Play.read("to the next change").title
        ('Play 20 steps', 'Go to the next update')
        """
        found = _SPEED.match(" ".join(text.split()))
        what = _EARLIER.sub("step", found["what"]) if found else ""
        what = "to the next update" if what == "to the next change" else what
        if not found or not (
            _COUNTED.match(what) or _TO.match(what) or what in _SOUGHT or what == "until converged"
        ):
            raise LinlabError(f"“{shorten(text)}” cannot be played: write {EXAMPLES}.")
        speed = float(found["speed"]) if found["speed"] else None
        if speed is not None and not 0.1 <= speed <= 100_000:
            raise LinlabError("A speed must be between 0.1 and 100 000 steps a second.")
        return cls(text, what, speed)

    @property
    def title(self) -> str:
        """What a button says."""
        if self.what == "until converged":
            return "Run until converged"
        return f"Play {self.what}" if _COUNTED.match(self.what) else f"Go {self.what}"

    def end(self, here: Situation) -> int:
        """The step at which it ends, or the end of the run if that comes first."""
        trace = here.trace
        counted = _COUNTED.match(self.what)
        to = _TO.match(self.what)
        if self.what == "until converged":
            t = converged_at(here.document, here.which)
            if t is None:
                raise LinlabError(
                    f"The run does not converge in {MOST_STEPS} steps: say how many steps to play."
                )
            return max(t, here.at)
        if to:
            return trace.at(min(int(to["t"]), MOST_STEPS_PLAYED)).t
        if counted and counted["unit"].startswith("step"):
            return trace.at(min(here.at + int(counted["many"]), MOST_STEPS_PLAYED)).t
        if counted:
            t = here.at
            for _ in range(min(int(counted["many"]), 10_000)):
                t = epoch_end(trace, t)
                if t > MOST_STEPS_PLAYED or trace.at(t).t < t:
                    break
            return trace.at(min(t, MOST_STEPS_PLAYED)).t
        for found in _SOUGHT[self.what](trace, here.at):
            if isinstance(found, str):
                raise LinlabError(found)
            if found is not None:
                return found
        return here.at
