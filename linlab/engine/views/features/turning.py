"""How the scene is seen: turned about its upright axis, then tilted towards the eye, without
perspective.

    across = x cos α − y sin α
    away   = x sin α + y cos α
    up     = z cos ε + away sin ε
    depth  = z sin ε − away cos ε          towards the eye

From right above, α = 0 and ε = 90°, it is the plane of the first two edges.
"""

from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property


@dataclass(frozen=True)
class Turn:
    """α and ε in degrees.

    >>> Turn(0.0, 90.0).page(np.array([(1.0, 2.0, 3.0)])).round(9).tolist()
    [[1.0, 2.0]]
    """

    azimuth: float
    elevation: float

    @cached_property
    def axes(self) -> Floats:
        """Across, up and towards the eye, in the scene. (3, 3)"""
        a, e = np.radians([self.azimuth, self.elevation])
        away = np.array([np.sin(a), np.cos(a), 0.0])
        upright = np.array([0.0, 0.0, 1.0])
        return np.stack(
            [
                [np.cos(a), -np.sin(a), 0.0],
                np.cos(e) * upright + np.sin(e) * away,
                np.sin(e) * upright - np.cos(e) * away,
            ]
        )

    def page(self, q: Floats) -> Floats:
        """Where places of the scene are seen. (n, 2)"""
        return np.asarray(q @ self.axes[:2].T)

    def depth(self, q: Floats) -> Floats:
        """How near the eye they are. (n,)"""
        return np.asarray(q @ self.axes[2])
