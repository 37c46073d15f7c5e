"""A window in Simple."""

import pytest

from linlab.engine.document.look import SIMPLE


@pytest.fixture
def simple(window):
    """The window of the tests, in Simple by the user's own choice."""
    window.modes.choose(SIMPLE)
    return window
