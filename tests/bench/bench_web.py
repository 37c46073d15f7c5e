"""Web pages: size and writing time of the page of six documents, and frames a second in Chromium: python
tests/bench/bench_web.py

The aims: 300 frames of a linear model in at most 300 kB, an RBF kernel with 90 points in at most
2.5 MB. A frame in the browser is the plane with 500 points and an RBF field, drawn at 1440 × 900
without a graphics card, and read back so that it is really drawn.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
sys.path.insert(0, str(Path(__file__).parents[2]))

import linlab
from linlab.engine.export.web.page import page_of
from tests.browser import Browser

STEPS = 299  # of each run, so that there are 300 frames
PAGES = (
    ("perceptron, 60 points", "perceptron", "blobs", 60, {}, ("plane", "curves")),
    ("SVM, 60 points", "svm", "blobs", 60, {}, ("plane", "curves")),
    ("logistic, 3 classes", "logistic", "iris", 90, {}, ("plane", "curves")),
    ("SVM, RBF, 90 points", "svm", "moons", 90, {"space": "rbf"}, ("plane", "curves")),
    ("SVM, RBF, 500 points", "svm", "moons", 500, {"space": "rbf"}, ("plane", "curves")),
    (
        "SVM, five views",
        "svm",
        "blobs",
        60,
        {},
        ("plane", "curves", "losses", "weights", "algorithm"),
    ),
)
FRAMES = """(() => {
  const player = linlab.players[0];
  const to = player.views[0].canvas.getContext("2d");
  const begin = performance.now();
  for (let k = 0; k < 200; k++) {
    player.show(k);
    to.getImageData(0, 0, 1, 1);
  }
  return 200 / (performance.now() - begin) * 1000;
})()"""


def trained(model, data, n, settings):
    points = linlab.make_points(data) if data == "iris" else linlab.make_points(data, n=n)
    return linlab.train(model, points, steps=STEPS, **settings)


def main():
    trained("svm", "blobs", 10, {})  # compiles
    print(f"{'page':<26}{'frames':>7}{'kB':>8}{'seconds':>9}")
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.html"
        for title, model, data, n, settings, views in PAGES:
            run = trained(model, data, n, settings)
            begun = time.perf_counter()
            text = page_of(run, views=views)
            taken = time.perf_counter() - begun
            print(f"{title:<26}{run.t + 1:>7}{len(text.encode()) / 1000:>8.0f}{taken:>9.2f}")
            if n == 500:
                large.write_text(page_of(run, views=("plane",)), encoding="utf-8")
        browser = Browser()
        try:
            browser.look()
            browser.open(large)
            print(f"500 points, RBF field: {browser.value(FRAMES):.0f} frames a second in Chromium")
        finally:
            browser.close()


if __name__ == "__main__":
    main()
