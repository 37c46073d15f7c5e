"""Values that are stored once and called by their numbers."""

import json
from typing import Any


class ValueTable:
    """Each distinct value once, in the order of its first use.

    >>> words = ValueTable()
    >>> words.of("a"), words.of("b"), words.of("a"), words.values
    (0, 1, 0, ['a', 'b'])
    """

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def of(self, value: Any) -> int:
        """The number of a value that can be written as JSON."""
        key = json.dumps(value, ensure_ascii=False)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]
