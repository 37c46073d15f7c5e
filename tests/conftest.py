"""Small matrices gain nothing from threads, and two test processes lose much by them; and no test
is timed."""

import gc
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

# Machines are noisy, so nothing is timed. The same inputs every time, so that a run tells about the
# change at hand; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What `-m quick` runs: each test of the engine with its first parameters, the structure, and
    the first test of each file of the window."""
    seen = set()
    for item in items:
        file, _, test = item.nodeid.partition("::")
        place = file.removeprefix("tests/").split("/")[0]
        if place == "app":
            key = file
        elif place in ("engine", "architecture", "linlab"):
            key = f"{file}::{test.partition('[')[0]}"
        else:
            continue
        if key not in seen:
            seen.add(key)
            item.add_marker(pytest.mark.quick)


def pytest_collection_finish() -> None:
    """The tests themselves, and what they import, are there until the end: nobody looks through
    them for rubbish."""
    gc.collect()
    gc.freeze()
