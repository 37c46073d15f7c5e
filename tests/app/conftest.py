"""Tests of the window need no screen."""

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def session(qapp: object) -> Iterator[object]:
    """A session as the first start shows it; a test may not leave it training."""
    from linlab.app.session import Session

    made = Session()
    yield made
    assert not made.catching_up, "the session's timer is still running"
