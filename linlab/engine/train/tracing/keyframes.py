"""Keyframes: states along a run from which it can be continued.

They lie denser early on (4 or more to every doubling of t), no further apart than what is trained
in a moment, and are thinned when they take too much memory. Where steps are quick, to stop for a
keyframe takes longer than a few hundred of them: none lie closer than that.
"""

from bisect import bisect_left, bisect_right

from linlab.engine.train.state import State

_DENSITY = 4
_CLOSE = 8  # as a power of 2: steps that are not worth a stop,
_QUICK = 8  # if so many times as many (also a power of 2) are made in a moment


class Keyframes:
    """The stored states: those at which a segment begins, and others between them as memory
    allows."""

    def __init__(self, budget: int) -> None:
        """`budget` is in bytes; with 0 the run never goes back, and early ones are no denser than
        others."""
        self._budget = budget
        self._coarse = 1
        self._states: dict[int, State] = {}
        self._stretches: list[
            tuple[int, int]
        ] = []  # from this t on, how many steps may lie between two
        self.times: list[int] = []
        self.nbytes = 0  # about

    def __contains__(self, t: int) -> bool:
        return t in self._states

    def __getitem__(self, t: int) -> State:
        return self._states[t]

    def begin(self, state: State, apart: int) -> None:
        """Begin a segment with this state; later ones are at most this many steps apart."""
        self._stretches.append((state.t, apart))
        self._keep(state)

    def before(self, t: int) -> State:
        """The last one up to t."""
        return self._states[self.times[bisect_right(self.times, t) - 1]]

    def next_mark(self, t: int) -> int:
        """The first place for one after t."""
        spacing = self._spacing(t)
        return (t // spacing + 1) * spacing

    def offer(self, state: State) -> None:
        """Keep it if it is at such a place and later than all others."""
        if state.t > self.times[-1] and state.t % self._spacing(state.t) == 0:
            self._keep(state)

    def _keep(self, state: State) -> None:
        self._states[state.t] = state
        self.times.insert(bisect_left(self.times, state.t), state.t)
        self.nbytes += state.nbytes
        begins = {t for t, _ in self._stretches}
        while self.nbytes > self._budget and len(self.times) > 2 * len(begins) + 8:
            self._coarse *= 2
            self.times = [t for t in self.times if t % self._spacing(t) == 0 or t in begins]
            self._states = {t: self._states[t] for t in self.times}
            self.nbytes = sum(state.nbytes for state in self._states.values())

    def _spacing(self, t: int) -> int:
        apart = next(apart for begins, apart in reversed(self._stretches) if begins <= t)
        few = max(1, apart).bit_length() - 1
        close = min(_CLOSE, few - _QUICK)
        dense = max(0, close, t.bit_length() - _DENSITY.bit_length()) if self._budget else few
        return self._coarse << min(few, dense)
