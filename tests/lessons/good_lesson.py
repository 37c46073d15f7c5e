"""A lesson in which every field is used and nothing is wrong; tests break it in many ways."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.lessons.checking import played
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.reading import understood

GOOD = """# The perceptron

```lesson
format = 1
number = 3
lecture = "Riezler"
author = "Somebody"
minutes = 8
summary = "Why a line turns."
```

```teacher
aim = "See that only a mistake moves the line."
prerequisites = "A score, and the side of a line."
errors = ["A score of 0 is called right.", "An update is added with the wrong sign."]
time = ["The first page: 3 minutes.", "The rest: 5 minutes."]
questions = ["What would happen if $w$ started elsewhere?"]
```

Words before the steps.

## A mistake

There are {{examples}} examples, and $w = 0$.
After that comes {{after.mistakes}}.

```lab
data = "blobs"
knobs = {n = 20}
draw = 3
seed = 1
split = [80, 20, 0]
model = "perceptron"
set = {order = "cyclic"}
t = 0
layers = ["regions", "boundary"]
show = ["weights"]
hide = "regions"
region = [-4, -4, 4, 4]
view = "losses"
beside = "weights"
options = {kernel = {show = "gram"}}
curves = "error"
exact = false
fold = "numbers"
lock = ["points", "data"]
sliders = "alpha"
play = "1 update at 4 a second"
expect = ["after.mistakes == 1", "mistakes == 0"]
```

```question
kind = "choose"
ask = "Will it change $w$?"
why = "Its margin is {{next_margin}}."
[choices]
"yes" = "next_changes"
"no" = "not next_changes"
"never" = false
```

## Files of its own

![A picture](picture.png)

```lab
document = "moons.linlab"
play = "2 epochs"
```

```question
kind = "number"
ask = "How many mistakes?"
answer = "after.mistakes"
tolerance = 1
unit = "mistakes"
why = "There are {{after.mistakes}}."
```

## Several models

```lab
points = "points.csv"
models = ["perceptron", {model = "svm", lam = 0.1}]
focus = 2
arrange = "side"
play = "30 updates"
```

```question
kind = "curve"
ask = "How will the error go?"
answer = "training_error"
tolerance = 0.2
```

## Guesses

```lab
data = "moons"
knobs = {n = 30, hidden = 50}
model = "logistic"
guess = {how = "self", threshold = 0.9, rounds = 2}
```

```question
kind = "click"
ask = "Which are wrong?"
answer = [1, 2]
```
"""


def with_its_files(folder: Path, text: str = GOOD) -> Path:
    """A folder with a lesson and the files that it names."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    moons = make_points("moons", n=20, seed=1)
    write_csv(moons, folder / "points.csv")
    Document(moons, (Learner.of("svm"),)).save(folder / "moons.linlab")
    Image.new("RGB", (4, 3)).save(folder / "picture.png")
    return folder


def faults_of(text: str, files: LessonFiles | None = None) -> Sequence[Fault]:
    """What is wrong with a text, read and played."""
    lesson, faults = understood(text, files)
    return faults or played(replace(lesson, files=files)).faults


def line_of(text: str, part: str) -> int:
    """The line in which a part of a text begins, from 1."""
    assert part in text, part
    return text[: text.index(part)].count("\n") + 1
