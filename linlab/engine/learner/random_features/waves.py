"""Random Fourier features: waves of random direction, length and phase (Rahimi & Recht).

φ(x) = √(2/D)·cos(ωᵀx + b),   ω ~ N(0, 2γI),   b ~ U(0, 2π)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats

Settings = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Waves:
    """Random Fourier features √(2/D)·cos(ωᵀx + b): their dot products tend to the RBF kernel as D
    grows."""

    omega: Floats  # (D, 2)
    phase: Floats  # (D,)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"cos {k + 1}" for k in range(len(self.phase)))

    @property
    def height(self) -> float:
        return float(np.sqrt(2.0 / len(self.phase)))

    def features(self, x: Floats) -> Floats:
        return self.height * np.cos(x @ self.omega.T + self.phase)

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        """cos(u + v) = cos u cos v − sin u sin v splits a wave into its two axes."""
        across, up = (
            xs * self.omega[:, :1],
            ys[:, None] * self.omega[:, 1] + self.phase,
        )  # (D, nx), (ny, D)
        cx, sx, cy, sy = np.cos(across), np.sin(across), np.cos(up), np.sin(up)
        return self.height * np.stack([(cy * w) @ cx - (sy * w) @ sx for w in weights])


def waves(settings: Settings, seed: int, x: Any = None) -> Waves:
    """ω ~ N(0, 2γI), b ~ U(0, 2π). The first waves stay the same when D grows, and are only scaled
    when γ changes."""
    many = settings["features"]
    omega = np.random.default_rng((seed, 0, 1)).standard_normal((many, 2))
    phase = np.asarray(np.random.default_rng((seed, 0, 2)).uniform(0.0, 2.0 * np.pi, many))
    return Waves(np.sqrt(2.0 * settings["gamma"]) * omega, phase)
