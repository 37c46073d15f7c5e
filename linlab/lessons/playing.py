"""What a step plays: `20 updates at 4 a second`, `2 epochs`, `until converged`, `to the next
mistake`, `to update 120`.

Where it ends follows from the document alone, so a lesson knows it before anybody has played it.
"""

import re
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.seeking import next_change, next_mistake
from linlab.engine.train.stopping import epoch_end
from linlab.lessons.facts.situation import MOST_STEPS, Situation, converged_at

USUAL_SPEED = 10.0  # updates a second
MOST_STEPS_PLAYED = 1_000_000  # updates
_SPEED = re.compile(r"^(?P<what>.*?)(?: at (?P<speed>\d+(?:\.\d+)?) a second)?$")
_COUNTED = re.compile(r"^(?P<many>\d{1,7}) (?P<unit>updates?|epochs?)$")
_TO = re.compile(r"^to update (?P<t>\d{1,7})$")
_SOUGHT = {"to the next mistake": next_mistake, "to the next change": next_change}
EXAMPLES = (
    "“20 updates at 4 a second”, “2 epochs”, “until converged”, “to the next mistake”, “to the next change” or "
    "“to update 120”"
)


@dataclass(frozen=True)
class Play:
    """What is played, and how fast."""

    text: str
    what: str
    speed: float | None = None  # updates a second; None: as suits what is played

    @classmethod
    def read(cls, text: str) -> "Play":
        """
        >>> Play.read("20 updates at 4 a second").speed
        4.0
        """
        found = _SPEED.match(" ".join(text.split()))
        what = found["what"] if found else ""
        if not found or not (
            _COUNTED.match(what) or _TO.match(what) or what in _SOUGHT or what == "until converged"
        ):
            raise LinlabError(f"“{shorten(text)}” cannot be played: write {EXAMPLES}.")
        speed = float(found["speed"]) if found["speed"] else None
        if speed is not None and not 0.1 <= speed <= 100_000:
            raise LinlabError("A speed must be between 0.1 and 100 000 updates a second.")
        return cls(text, what, speed)

    @property
    def title(self) -> str:
        """What a button says."""
        if self.what == "until converged":
            return "Run until converged"
        return f"Play {self.what}" if _COUNTED.match(self.what) else f"Go {self.what}"

    def end(self, here: Situation) -> int:
        """The update at which it ends, or the end of the run if that comes first."""
        trace = here.trace
        counted = _COUNTED.match(self.what)
        to = _TO.match(self.what)
        if self.what == "until converged":
            t = converged_at(here.document, here.which)
            if t is None:
                raise LinlabError(
                    f"The run does not converge in {MOST_STEPS} updates: say how many updates to play."
                )
            return max(t, here.at)
        if to:
            return trace.at(min(int(to["t"]), MOST_STEPS_PLAYED)).t
        if counted and counted["unit"].startswith("update"):
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
