"""Pictures of the window in every size, theme and mode, to look at: python tests/make_matrix.py FOLDER

It needs no screen: Qt draws into memory unless a display is there. `--only 1280x800` and the like
take those cells whose name holds each of the words; QT_SCALE_FACTOR=2 doubles the pixels.
"""

import argparse
import os
import sys
import tempfile
from itertools import product
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner
from linlab.app.controls import theme
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window.window import Window
from linlab.engine.data.points import Points
from linlab.engine.document.document import Source
from linlab.engine.document.first import first_document
from linlab.engine.document.ready_sets import READY_SETS

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.app.window.layout_faults import faults

SIZES = ((1024, 700, 100), (1280, 800, 100), (1440, 900, 100), (1920, 1080, 100),
         (1280, 800, 150), (1440, 900, 150), (1440, 900, 200))  # fmt: skip
THEMES = ("light", "dark", "high-contrast", "high-contrast-dark")
MODES = ("simple", "full")
STATES = ("start", "step", "kernel", "playing", "empty", "models", "texts", "beside")


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def document(state: str) -> Document:
    """What is open in a state."""
    if state == "empty":
        return Document(Points.empty(("A", "B")), (Learner.of("perceptron"),))
    if state == "kernel":
        source = Source("moons", 0)
        return Document(source.draw(), (Learner.of("svm", space="rbf"),), source=source)
    if state == "models":
        source = Source("overlapping-blobs", 3)
        learners = next(each.learners for each in READY_SETS if each.key == "perceptrons")
        return Document(source.draw(), learners, source=source)
    if state == "texts":
        source = Source("reviews", 0)
        return Document(source.draw(), (Learner.of("perceptron", space="words"),), source=source)
    return first_document()


def take(app: QApplication, cell: tuple[tuple[int, int, int], str, str, str], path: Path) -> None:
    (wide, high, percent), look, mode, state = cell
    settings = Settings()
    settings.keep(theme=look, mode=mode, offered=True, text_size=percent)
    theme.apply(app, theme.chosen(look))
    session = Session(document(state))
    window = Window(session, DocumentFiles(session, settings), settings)
    window.player.arrival.seconds = 0.0
    window.modes.choose(mode)
    window.resize(wide, high)
    window.show()
    wait(200)
    window.plane.fit()
    if state == "beside":
        window.put_beside("algorithm")
    if state == "playing":
        window.player.play()
        wait(1200)
    elif state not in ("start", "empty"):
        session.go(33 if state != "kernel" else 60)
    wait(1500 if state != "texts" else 3000)
    window.grab().save(str(path))
    for fault in faults(window)[:5] if "--faults" in sys.argv else ():
        print("   ", fault)
    window.player.pause()
    session.replay.stay()
    window.files.close()
    window.hide()
    window.deleteLater()
    wait(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--faults", action="store_true", help="print what the layout test finds")
    parser.add_argument("--states", nargs="*", default=("step",), choices=STATES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    scale = os.environ.get("QT_SCALE_FACTOR", "")
    for cell in product(SIZES, THEMES, MODES, asked.states):
        (wide, high, percent), look, mode, state = cell
        name = f"{wide}x{high}-{percent}-{look}-{mode}-{state}{'-x' + scale if scale else ''}"
        if all(f"-{word}-" in f"-{name}-" for word in asked.only):
            take(app, cell, asked.folder / f"{name}.png")
            print(name, flush=True)


if __name__ == "__main__":
    main()
