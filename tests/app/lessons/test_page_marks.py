"""The marks of a page in a real window: the next example until its step is made."""

from linlab.engine.picture.shapes import Label
from linlab.lessons.marking import NAMED

TEXT = """# A

```lesson
format = 2
```

## One

Example #{{next_example}} is next. Look at #4, too.

```lab
data = "blobs"
knobs = {n = 20}
model = "perceptron"
set = {order = "cyclic"}
play = "1 step at 50 a second"
```

## Two

Nothing is named.
"""


def labels(window):
    items = window.session.overlay.items_in(window.plane.scene_now())
    return [each.text for each in items if isinstance(each, Label) and each.name == NAMED]


def test_that_the_next_example_is_marked_until_its_step_is_made(window, qtbot, tmp_path):
    (tmp_path / "lesson.md").write_text(TEXT, encoding="utf-8")
    assert window.lessons.open(tmp_path)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == 2)
    assert labels(window) == ["next: #1", "#4"]
    run.play()
    qtbot.waitUntil(lambda: not window.player.playing)
    assert labels(window) == ["#4"]
    run.restore()
    assert labels(window) == ["next: #1", "#4"]
    run.go(1)
    assert labels(window) == []
    run.go(0)
    run.leave()
    assert labels(window) == []
