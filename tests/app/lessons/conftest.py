"""A lesson with every kind of question, small enough to be gone through in no time."""

import pytest

LESSON = """# Turning a line

```lesson
format = 1
number = 3
lecture = "Riezler"
minutes = 3
summary = "A line turns."
```

## Nothing learnt yet

At first $w = 0$. There are {{examples}} points.

```lab
data = "blobs"
knobs = {n = 60, noise = 1.0}
draw = 7506
model = "perceptron"
show = "weights"
lock = ["data", "points"]
sliders = "alpha"
expect = ["t == 0", "examples == 60"]
```

## The first mistake

```lab
play = "1 update at 50 a second"
```

```question
kind = "choose"
ask = "Is the first example a mistake?"
why = "Its margin is {{next_margin}}."
[choices]
"no, it is right" = "not next_mistake"
"yes, it is" = "next_mistake"
```

## How many

```lab
play = "until converged"
```

```question
kind = "number"
ask = "How many mistakes until it is done?"
answer = "after.mistakes"
tolerance = 1
```

## Click

```lab
lock = "all"
```

```question
kind = "click"
ask = "Which example is nearest to the boundary?"
answer = "nearest"
```

## Drag

```lab
t = 1
play = "to the next change"
fold = ["numbers", "controls"]
```

```question
kind = "drag"
ask = "Where will w be?"
answer = "w"
```

## Draw

```lab
t = 0
play = "60 updates"
fold = []
```

```question
kind = "curve"
ask = "How does the training error go?"
answer = "training_error"
```
"""


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "turning"
    made.mkdir()
    (made / "lesson.md").write_text(LESSON, encoding="utf-8")
    return made


@pytest.fixture
def run(window, folder, qtbot):
    """The lesson, open in a window, all of its steps made ready."""
    assert window.lessons.open(folder)
    opened = window.lessons.run
    qtbot.waitUntil(lambda: len(opened._ready) == 6)
    return opened
