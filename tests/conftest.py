"""Small matrices gain nothing from threads, and two test processes lose much by them; and no test
is timed."""

import gc
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

# Machines are noisy, so nothing is timed. The same inputs every time, so that a run tells about the
# change at hand; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_collection_finish() -> None:
    """The tests themselves, and what they import, are there until the end: nobody looks through
    them for rubbish."""
    gc.collect()
    gc.freeze()
