"""A document is whole when it is accepted; one that is not leaves the work at hand alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.mutants import drawn, live_with, mutants, originals

MANY = 30


@pytest.mark.parametrize("seed", [11, 13])
def test_that_a_damaged_document_is_refused_with_a_sentence_or_is_one_to_work_with(
    seed: int, window: Any, tmp_path: Path
) -> None:
    file, accepted = tmp_path / "mutant.linlab", 0
    for text in mutants(seed, MANY):
        file.write_bytes(text)
        if live_with(window, file):
            accepted += 1
            drawn(file)
    assert 0 < accepted < MANY  # or the damage is too small, or too great, to tell anything


def test_that_what_nothing_can_be_drawn_of_is_not_opened(window: Any, tmp_path: Path) -> None:
    changes: list[tuple[str, Any]] = [
        ("shares", [50, 0, 0]),
        ("shares", [0, 0, 0]),
        ("shares", [200, -100, 0]),
        ("points", {"next_id": 2**60}),
        ("points", {"next_id": 2**53}),
        ("timeline", [{"t": 2**60, "pick": 0}]),
    ]
    for name, value in changes:
        obj = originals()[1]
        obj[name] = {**obj[name], **value} if isinstance(value, dict) else value
        (tmp_path / "mutant.linlab").write_text(json.dumps(obj))
        assert not live_with(window, tmp_path / "mutant.linlab"), value
