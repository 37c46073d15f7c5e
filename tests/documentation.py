"""The code of the documentation, run as it is written, and the tables as they were before it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linlab.engine.data.datasets import DATASETS
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.learner.losses import LOSSES
from linlab.engine.picture.layers import LAYERS
from linlab.engine.views.views import VIEWS
from linlab.lessons.kinds.table import QUESTION_KINDS

ROOT = Path(__file__).parents[1]
PAGES = {
    path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))
}
TEXT = "\n".join(PAGES.values())
TABLES = [LOSSES, KERNELS, DATASETS, LAYERS, VIEWS, POINT_FORMATS, QUESTION_KINDS]


def run(mark: str) -> dict[str, object]:
    """The names that a block of the documentation leaves."""
    found = re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)```", TEXT, re.DOTALL)
    assert found, mark
    names: dict[str, object] = {}
    exec(found.group(1), names)
    return names


@contextmanager
def restored(*more: dict) -> Iterator[None]:
    """The tables as they were, whatever an example adds to them."""
    before = [dict(table) for table in (*TABLES, *more)]
    yield
    for table, was in zip((*TABLES, *more), before, strict=True):
        table.clear()
        table.update(was)
