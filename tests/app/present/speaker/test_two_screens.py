"""A lecture on two screens: Qt's platform without a screen is told to have two, in a process of its
own."""

import json
import os
import subprocess
import sys
from pathlib import Path

SCREENS = (("laptop", 0, 1280, 800), ("beamer", 1280, 1920, 1080))


def test_that_stage_speaker_and_still_are_where_they_belong_whatever_happens(tmp_path):
    screens = [
        {"name": name, "x": x, "y": 0, "width": width, "height": height}
        | {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        for name, x, width, height in SCREENS
    ]
    file = tmp_path / "screens.json"
    file.write_text(json.dumps({"screens": screens}), encoding="utf-8")
    here = {"LINLAB_HOME": str(tmp_path), "QT_QPA_PLATFORM": f"offscreen:configfile={file}"}
    script = Path(__file__).with_name("hall_with_two_screens.py")
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, **here},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "window": ["laptop", None, None],
        "presenting": ["beamer", "laptop", None],
        "full": [True, True],
        "held": ["laptop", None, "beamer"],
        "window is back": True,
        "released": ["beamer", "laptop", None],
        "swapped": ["laptop", "beamer", None],
        "remembered": "laptop",
        "automatic": ["beamer", "laptop", None],
        "unplugged": ["laptop", "laptop", None],
        "plugged in": ["beamer", "laptop", None],
        "ended": ["laptop", None, None],
        "as before": True,
    }
