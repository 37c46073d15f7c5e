"""The pictures in docs/pictures and the film beside them, taken of the real window: python
tests/make_screenshots.py

It needs no screen: Qt draws into memory unless a display is there. Names after the command take
only those.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image
from PySide6.QtCore import QEventLoop, QSize, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner
from linlab.app.controls import theme
from linlab.app.export.film_colours import Colours
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window.window import Window
from linlab.engine.document.document import Source
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.document.ready_sets import READY_SETS
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOONS = Source("moons", 0, (("n", 120.0), ("noise", 0.24)))
PICTURES = {
    "kernel-light": ("light", MOONS, Learner.of("svm", space="rbf", gamma=0.6, lam=0.01), (60.0, 20.0, 20.0), 412, False),
    "kernel-dark": ("dark", Source("spiral", 2), Learner.of("svm", space="rbf", gamma=3, lam=0.002), (80.0, 20.0, 0.0), 1500,
                    False),
    "linear-light": ("light", Source("blobs", 4, (("noise", 1.1),)), Learner.of("mira", C=0.5), (100.0, 0.0, 0.0), 12, True),
    "four-classes-dark": ("dark", Source("blobs", 1, (("classes", 4.0), ("n", 120.0))), Learner.of("logistic", lam=0.01),
                          (80.0, 20.0, 0.0), 900, False),
}  # fmt: skip
INSIDE = {
    "inside-light": (
        "light",
        Source("blobs", 4, (("noise", 1.1),)),
        Learner.of("logistic", lam=0.01),
        (60.0, 20.0, 20.0),
        90,
        "weights",
        "losses",
    ),
    "inside-dark": (
        "dark",
        Source("circles", 0),
        Learner.of("svm", space="monomial", degree=2, lam=0.01),
        (60.0, 20.0, 20.0),
        600,
        "features",
        "sweep",
    ),
}


FAMILY, SPACES = (
    next(each.learners for each in READY_SETS if each.key == key)
    for key in ("perceptrons", "spaces")
)
MODELS = {
    "models-light": (
        "light",
        Source("overlapping-blobs", 3, (("n", 120.0),)),
        FAMILY,
        430,
        2,
        "side",
        "better",
    ),
    "models-dark": ("dark", MOONS, SPACES, 300, 2, "one", "models"),
}


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def opened(
    app: QApplication,
    look: str,
    source: Source,
    learners: Learner | tuple[Learner, ...],
    shares: tuple[float, float, float],
    mode: str = FULL,
) -> Window:
    """A window, wide enough for everything in it."""
    settings = Settings()
    settings.keep(theme=look, mode=mode, offered=True)
    theme.apply(app, theme.chosen(look))
    learners = (learners,) if isinstance(learners, Learner) else learners
    session = Session(Document(source.draw(), learners, source=source, shares=shares))
    window = Window(session, DocumentFiles(session, settings), settings)
    window.resize(1440, 900)
    window.show()
    wait(300)
    while session.replay.loading or session.replay.preparing:  # the first window compiles
        wait(50)
    window.plane.fit()
    return window


def closed(window: Window) -> None:
    window.files.close()
    window.hide()
    window.deleteLater()


def take(app: QApplication, name: str) -> None:
    look, source, learner, shares, t, arrow = PICTURES[name]
    window = opened(app, look, source, learner, shares)
    session = window.session
    window.plane.switch("weights", arrow)
    window.plane.switch("slack", arrow)
    session.go(t)
    while (
        arrow and session.run.step is not None and not session.run.step.pulls.any()
    ):  # an update that moved the weights
        session.go(session.t + 1)
    wait(1500)
    window.grab().save(str(FOLDER / f"{name}.png"))
    closed(window)


def inside(app: QApplication, name: str) -> None:
    """A view beside the plane, and another one in the column."""
    look, source, learner, shares, t, beside, column = INSIDE[name]
    window = opened(app, look, source, learner, shares)
    window.session.go(t)
    window.put_beside(beside)
    window.right.views.show_view(column)
    wait(6000)  # a sweep takes some seconds
    window.grab().save(str(FOLDER / f"{name}.png"))
    closed(window)


def models(app: QApplication, name: str) -> None:
    """Several models, side by side or in one plane, and a view of all of them in the column."""
    look, source, learners, t, focus, arranged, column = MODELS[name]
    window = opened(app, look, source, learners, (60.0, 20.0, 20.0))
    window.session.go(t)
    window.session.focus_on(focus)
    window.plane.arrange(arranged)
    window.right.views.show_view(column)
    wait(6000)
    window.grab().save(str(FOLDER / f"{name}.png"))
    closed(window)


def simple(app: QApplication) -> None:
    """What a first start shows, at an update of the perceptron."""
    source = Source("blobs", 7506)
    window = opened(app, "light", source, FAMILY[0], (100.0, 0.0, 0.0), SIMPLE)
    session = window.session
    updates = [t for t in range(1, 60) if session.run.trace.step(t).pulls.any()]
    session.go(updates[-1])
    wait(2500)
    window.grab().save(str(FOLDER / "simple-light.png"))
    closed(window)


def presenting(app: QApplication) -> None:
    window = opened(app, "dark", MOONS, PICTURES["kernel-light"][2], (100.0, 0.0, 0.0))
    window.session.go(300)
    window.presenter.enter()
    window.setWindowState(Qt.WindowState.WindowNoState)  # the screen in memory is small
    window.resize(1440, 900)
    wait(9500)  # until the help has gone
    window.grab().save(str(FOLDER / "presenting.png"))
    window.presenter.leave()
    closed(window)


def export(app: QApplication) -> None:
    window = opened(app, "light", MOONS, PICTURES["kernel-light"][2], (60.0, 20.0, 20.0))
    window.session.go(412)
    wait(800)
    window.export("figure")
    dialog = window.exporter
    assert dialog is not None
    dialog.resize(1120, 760)
    wait(1500)
    dialog.grab().save(str(FOLDER / "export.png"))
    dialog.close()
    closed(window)


def film(app: QApplication) -> None:
    """The lab at work: it learns, a point is dragged, λ changes, and it learns on."""
    window = opened(
        app, "light", MOONS, Learner.of("svm", space="rbf", gamma=0.6, lam=0.01), (60.0, 20.0, 20.0)
    )
    session, shots = window.session, []

    def shoot() -> None:
        wait(120)
        image = (
            window.grab()
            .toImage()
            .scaled(
                QSize(960, 600),
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        )
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        shots.append(np.frombuffer(image.constBits(), np.uint32).reshape(600, -1)[:, :960].copy())

    for t in (*range(12), *range(14, 60, 5), *range(65, 260, 18)):
        session.go(t)
        shoot()
    points = session.points
    id = int(points.ids[np.argmax(np.where(points.label == 1, points.x[:, 1], -9.0))])
    for k in range(1, 13):  # into the other class and on
        session.preview(session.with_points(points.shift([id], (-0.14 * k, 0.12 * k))))
        shoot()
    session.commit("move point")
    for lam in np.geomspace(0.01, 0.3, 10):
        session.preview(session.with_learner(session.learner.replace(lam=float(f"{lam:.2g}"))))
        shoot()
    session.commit("change λ")
    colours = Colours([shots[k] for k in range(0, len(shots), 6)])

    def frame(pixels: np.ndarray) -> Image.Image:
        made = Image.frombytes("P", (960, 600), colours.indices(pixels).tobytes())
        made.putpalette(colours.table.astype(np.uint8).tobytes())
        return made

    frames = [frame(each) for each in shots]
    frames[0].save(
        FOLDER / "linlab.gif",
        save_all=True,
        append_images=frames[1:],
        loop=0,
        duration=[120] * (len(frames) - 1) + [1500],
    )
    closed(window)


def guesses(app: QApplication) -> None:
    """Most labels are hidden and have been guessed, some rounds in."""
    source = Source("moons", 0, (("hidden", 90.0), ("n", 150.0)))
    learner = Learner.of("logistic", space="rbf", gamma=1.0, lam=0.001, alpha=1.0)
    window = opened(app, "light", source, learner, (100.0, 0.0, 0.0))
    found = label_by_rounds(window.session.document, TeachingRule((Teacher(0),), 0.8, 10, 30))
    window.session.edit("self-training", found.document)
    window.session.go(found.document.timeline[3].t, patience=30.0)
    window.right.views.show_view("hidden")
    wait(8000)
    window.grab().save(str(FOLDER / "guesses-light.png"))
    closed(window)


def lesson(app: QApplication, name: str) -> None:
    """A step of a shipped lesson, before it is answered or after."""
    look, lesson_id, step, answered = LESSONS[name]
    window = opened(app, look, MOONS, FAMILY[0], (100.0, 0.0, 0.0))
    window.lessons.open_named(lesson_id)
    run = window.lessons.run
    assert run is not None
    while len(run._ready) <= step:
        wait(50)
    if name.startswith("lesson-hall"):
        window.presenter.enter()
        window.setWindowState(Qt.WindowState.WindowNoState)
        window.resize(1440, 900)
        wait(6500)
    run.go(step)
    wait(800)
    if answered:
        run.on()
        while window.player.playing:
            wait(50)
    wait(2500)
    window.grab().save(str(FOLDER / f"{name}.png"))
    window.presenter.leave()
    window.lessons.leave()
    closed(window)


LESSONS = {
    "lesson-light": ("light", "the-perceptron", 1, True),
    "lesson-dark": ("dark", "margins-and-the-svm", 3, True),
    "lesson-kernels-light": ("light", "kernels", 1, False),
    "lesson-hall-dark": ("dark", "the-perceptron", 2, True),
}
OTHERS = {
    "simple-light": simple,
    "presenting": presenting,
    "export": export,
    "film": film,
    "guesses-light": guesses,
}

if __name__ == "__main__":
    app = QApplication(sys.argv)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or (*PICTURES, *INSIDE, *MODELS, *LESSONS, *OTHERS):
        if name in OTHERS:
            OTHERS[name](app)
        elif name in LESSONS:
            lesson(app, name)
        else:
            (inside if name in INSIDE else models if name in MODELS else take)(app, name)
