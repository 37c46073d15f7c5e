"""Types of arrays: of numbers, of positions and ids, of booleans. Shapes are given where arrays are
made."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
