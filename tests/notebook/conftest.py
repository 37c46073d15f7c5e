"""matplotlib without a screen, and no figure left open."""

import matplotlib
import pytest

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def _closed():
    yield
    from matplotlib import pyplot

    pyplot.close("all")
