"""Small matrices gain nothing from threads, and two test processes lose much by them; and no test
is timed."""

import gc
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # machines are noisy
settings.load_profile("untimed")


def pytest_collection_finish() -> None:
    """The tests themselves, and what they import, are there until the end: nobody looks through
    them for rubbish."""
    gc.collect()
    gc.freeze()
