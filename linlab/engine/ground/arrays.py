"""Arrays as they are handed about: of numbers, of positions and ids, of yes and no. Shapes are said
where they are made."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
