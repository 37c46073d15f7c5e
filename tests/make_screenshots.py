"""The pictures in assets/screenshots, taken of the real window: python tests/make_screenshots.py

It needs no screen: Qt draws into memory unless a display is there.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner
from linlab.app import theme
from linlab.app.files import Files
from linlab.app.session import Session
from linlab.app.settings import Settings
from linlab.app.window import Window
from linlab.engine.document import Source

FOLDER = Path(__file__).parents[1] / "assets" / "screenshots"
MOONS = Source("moons", 0, (("n", 120.0), ("noise", 0.24)))
PICTURES = {
    "kernel-light": ("light", MOONS, Learner.of("svm", space="rbf", gamma=0.6, lam=0.01), (60.0, 20.0, 20.0), 412, False),
    "kernel-dark": ("dark", Source("spiral", 2), Learner.of("svm", space="rbf", gamma=3, lam=0.002), (80.0, 20.0, 0.0), 1500,
                    False),
    "linear-light": ("light", Source("blobs", 4, (("noise", 1.1),)), Learner.of("mira", C=0.5), (100.0, 0.0, 0.0), 12, True),
    "four-classes-dark": ("dark", Source("blobs", 1, (("classes", 4.0), ("n", 120.0))), Learner.of("logistic", lam=0.01),
                          (80.0, 20.0, 0.0), 900, False),
}  # fmt: skip


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def take(app: QApplication, name: str) -> None:
    look, source, learner, shares, t, arrow = PICTURES[name]
    settings = Settings()
    settings.keep(theme=look)
    theme.apply(app, theme.chosen(look))
    session = Session(Document(source.draw(), (learner,), source=source, shares=shares))
    files = Files(session, settings)
    window = Window(session, files, settings)
    window.resize(1440, 900)
    window.plane.switch("weights", arrow)
    window.plane.switch("slack", arrow)
    window.show()
    wait(300)
    window.plane.fit()
    session.go(t)
    while arrow and session.step is not None and not session.step.updated:  # an update that moved the weights
        session.go(session.t + 1)
    wait(1500)
    FOLDER.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(FOLDER / f"{name}.png"))
    files.close()
    window.hide()
    window.deleteLater()


if __name__ == "__main__":
    app = QApplication(sys.argv)
    for name in sys.argv[1:] or PICTURES:
        take(app, name)
