"""Frames a second while several models play: python tests/bench/bench_models.py

300 points, two classes, a window of 1280 × 800; one to six models, linear ones and kernels, in one plane and side by side.

    --seconds 3    how long each plays
"""

import argparse
import gc
import sys
import time

import numpy as np
from bench_views import GOAL, Painted, wait

SIX = (("perceptron", {}), ("svm", {}), ("logistic", {}), ("mira", {}), ("averaged-perceptron", {}), ("pegasos", {}))
MIXED = (("perceptron", {}), ("svm", {"space": "rbf"}), ("logistic", {"space": "monomial"}), ("svm", {"space": "fourier"}),
         ("averaged-perceptron", {"space": "rbf"}), ("pegasos", {}))  # fmt: skip


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=3.0)
    seconds = options.parse_args().seconds
    from PySide6.QtWidgets import QApplication

    app = QApplication(sys.argv)
    from linlab import Document, Learner, Points
    from linlab.app.session.document_files import DocumentFiles
    from linlab.app.session.session import Session
    from linlab.app.session.settings import Settings
    from linlab.app.window.window import Window

    rng = np.random.default_rng(0)
    x = rng.normal(size=(300, 2)) * 1.5
    points = Points.of(x, (np.sin(2 * x[:, 0]) > x[:, 1]).astype(int))
    session, settings = Session(), Settings()
    window = Window(session, DocumentFiles(session, settings), settings)
    window.resize(1280, 800)
    window.show()
    while session.loading:
        app.processEvents()
        time.sleep(0.005)
    wait(1)
    gc.collect()
    gc.freeze()
    plane = Painted(window.plane.viewport())
    print(f"{'models':28} {'arranged':>10} {'plane':>12}   goal {GOAL} frames a second")
    for name, given in (("linear", SIX), ("linear and kernels", MIXED)):
        for many in (1, 4, 6):
            for how in ("one", "side") if many > 1 else ("one",):
                session.open(Document(points, tuple(Learner.of(model, **rest) for model, rest in given[:many])))
                window.plane.arrange(how)
                wait(1)
                window.player.speed = 2000.0
                window.player.play()
                wait(0.5)
                plane.frames, begun = 0, time.perf_counter()
                wait(seconds)
                long = time.perf_counter() - begun
                window.player.pause()
                print(f"{many} {name:26} {how:>10} {plane.frames / long:8.1f} /s")
    window.files.close()


if __name__ == "__main__":
    main()
