"""The answers to all copies as a table: a row for each copy, a column for each question."""

from linlab.engine.ground.cells import line_of
from linlab.lessons.facts.known import Facts
from linlab.lessons.written.text import plain

from .copies import Homework, Task

DIGITS = 6  # of a number in the key
LETTERS = "abcdefgh"  # of the choices


def key_csv(homework: Homework) -> str:
    """The key. A column says the tolerance of its numbers; a choice has its letter and its words."""
    first = homework.copies[0].tasks
    heads = [_head(k, task) for k, task in enumerate(first, 1)]
    rows = [line_of(["copy", "name", *heads])]
    for copy in homework.copies:
        rows.append(line_of([copy.number, copy.name, *(answer_of(task) for task in copy.tasks)]))
    return "".join(rows)


def _head(k: int, task: Task) -> str:
    near = task.question.values.get("tolerance") or 0.0
    return f"{k} (±{near:g})" if task.is_number and near else str(k)


def answer_of(task: Task) -> str:
    """The answer in a cell: a number, or the letter and the words of a choice."""
    if task.is_number:
        return f"{task.answer.value + 0.0:.{DIGITS}g}"
    k = int(task.answer.value)
    return f"{LETTERS[k]}) {plain(task.question.choices[k], Facts(task.here))}"
