"""Small matrices gain nothing from threads, and two test processes lose much by them."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
