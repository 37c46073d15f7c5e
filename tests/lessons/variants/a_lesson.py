"""A small lesson about the perceptron and MIRA, with questions that can be asked with other
points, and some that cannot."""

from pathlib import Path

from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import read_lesson

POINTS = ((-3, -2, "B"), (0, 2, "B"), (4, -1, "A"), (-1, 1, "B"), (2, 3, "B"), (-1, -2, "A"), (2, 4, "B"), (1, -3, "A"))  # fmt: skip

TEXT = """# Small steps

```lesson
format = 2
```

## The margin after a step

Example #{{next_example}} is next. Its margin is {{next_margin}}, not above 0.

```lab
points = "points.csv"
model = "perceptron"
set = {order = "cyclic"}
t = 4
play = "1 step"
expect = ["next_mistake", "t == 4"]
```

```question
kind = "number"
ask = "What is its margin after the step?"
answer = "next_margin_after"
why = "It is {{next_margin_after}}."
```

## How many mistakes

```lab
t = 0
play = "until converged"
expect = ["after.training_error == 0", "after.mistakes > 0"]
```

```question
kind = "number"
ask = "How many mistakes does it make until it stops?"
answer = "after.mistakes"
```

## Which way

```lab
t = 0
play = "1 step"
```

```question
kind = "choose"
ask = "Will the first example change the weights?"
why = "Its margin is 0."
[choices]
"yes" = "next_changes"
"no" = {when = "not next_changes", because = "A score of 0 is not enough."}
```

## A written number

After 17 looks it is over.

```question
kind = "number"
ask = "How many mistakes?"
answer = "after.mistakes + 0 * t"
```

```lab
t = 0
play = "1 epoch"
```

## A written count

```lab
t = 4
expect = ["round(training_error * examples) == 3"]
```

```question
kind = "click"
ask = "It is wrong about three examples. Which?"
answer = "wrong"
```

## An example by its number

```question
kind = "number"
ask = "What is the margin of #6?"
answer = "next_margin"
```

## In your own words

```question
kind = "explain"
ask = "Why does it stop?"
model = "No example is wrong."
```

## The rate of MIRA

```lab
data = "blobs"
knobs = {n = 20}
draw = 4
model = "mira"
set = {order = "cyclic"}
t = 0
```

```question
kind = "number"
ask = "What is $\\\\tau$ of the first step?"
answer = "next_rate"
tolerance = 0.005
```

## Nothing to do with the points

```question
kind = "number"
ask = "What is the score at the origin?"
answer = "score(0, 0)"
```
"""
PAGES = {
    name: k
    for k, name in enumerate(
        ("margin", "mistakes", "which way", "number", "count", "example", "words", "mira", "origin")
    )
}


def small_lesson(folder: Path) -> Lesson:
    rows = "\n".join(f"{x},{y},{label}" for x, y, label in POINTS)
    (folder / "points.csv").write_text(f"x1,x2,label\n{rows}\n")
    (folder / "lesson.md").write_text(TEXT)
    return read_lesson(folder)
