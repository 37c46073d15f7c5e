"""Facts and functions found by the names that a lesson writes.

Plain names are of the model in hand as the step shows it. `m2.` before a name is of the second
model, `after.` of the moment when what the step plays has been played: `after.m2.training_error`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.written.expressions import Value

from .functions import FUNCTIONS
from .numbers import FACTS
from .situation import Situation


@dataclass(frozen=True)
class Facts:
    """The facts of a situation, by name."""

    here: Situation

    def fact(self, name: str) -> Value:
        """The value of the fact with this name."""
        here, plain = self.where(name)
        if plain in FUNCTIONS:
            raise LinlabError(f"“{plain}” is a function: write {plain}{FUNCTIONS[plain].given}.")
        if plain not in FACTS:
            raise LinlabError(
                f"There is no fact “{shorten(name)}”{perhaps(plain, FACTS)}; “linlab lesson facts” lists them."
            )
        found = FACTS[plain].of(here)
        if found is None or (isinstance(found, float) and math.isnan(found)):
            raise LinlabError(f"There is no “{name}” here: {FACTS[plain].needs}.")
        return found if isinstance(found, bool | int | str) else float(found)

    def asked(self, name: str, given: Sequence[Value]) -> Value:
        """The value of a function of numbers."""
        here, plain = self.where(name)
        if plain not in FUNCTIONS:
            raise LinlabError(
                f"There is no function “{shorten(name)}”{perhaps(plain, FUNCTIONS)}; "
                "“linlab lesson facts” lists them."
            )
        function = FUNCTIONS[plain]
        if len(given) != function.given.count(",") + 1:
            raise LinlabError(f"“{plain}” is written as {plain}{function.given}.")
        found = function.of(here, *given)
        return found if isinstance(found, bool | int | str) else float(found)

    def where(self, name: str) -> tuple[Situation, str]:
        """The situation that a name is about, and the name without after. and m2."""
        here = self.here
        parts = name.split(".")
        for part in parts[:-1]:
            if part == "after":
                here = here.after
            elif part[:1] == "m" and part[1:].isdigit() and len(part) < 4:
                here = here.of(int(part[1:]) - 1)
            else:
                raise LinlabError(
                    f"“{shorten(name)}” makes no sense: before a name write only after. or a model, m1. to m6."
                )
        return here, parts[-1]
