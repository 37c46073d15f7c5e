"""What to tell about an installation when something is wrong: versions, system, screens, settings.

No names of files: recent files are only counted.
"""

import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version

from linlab.app.session.settings import Settings
from linlab.engine.ground.version import __version__

PACKAGES = (
    "PySide6-Essentials",
    "pyqtgraph",
    "numpy",
    "numba",
    "scipy",
    "scikit-learn",
    "contourpy",
    "ziamath",
    "pillow",
    "imageio-ffmpeg",
)
UNTOLD = ("recent", "geometry")  # names of files, and what nobody can read


def details(screens: tuple[str, ...]) -> str:
    """One fact a line, to be copied into a report."""
    lines = [
        f"linlab {__version__}",
        f"Python {platform.python_version()} ({platform.python_implementation()}), {platform.machine()}",
        f"System: {platform.platform()}, {os.cpu_count()} cores",
        *(f"{name} {_version(name)}" for name in PACKAGES),
        *(f"Screen: {screen}" for screen in screens or ("none",)),
        *_settings(),
    ]
    return "\n".join(lines)


def screens_now() -> tuple[str, ...]:
    """The screens of the running application, or of one that is made to ask."""
    from PySide6.QtGui import QGuiApplication

    app = QGuiApplication.instance() or QGuiApplication(["linlab"])
    assert app is not None  # and held until the answer is there
    kind = QGuiApplication.platformName()
    return tuple(
        f"{screen.size().width()}×{screen.size().height()}, scale {screen.devicePixelRatio():g}, "
        f"{screen.refreshRate():.0f} Hz, {kind}"
        for screen in QGuiApplication.screens()
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _settings() -> list[str]:
    now = Settings().now
    told = {name: value for name, value in asdict(now).items() if name not in UNTOLD}
    frozen = "LINLAB_HOME is set" if os.environ.get("LINLAB_HOME") else "LINLAB_HOME is not set"
    lines = [f"Setting {name}: {value}" for name, value in told.items()]
    return [*lines, f"Recent files: {len(now.recent)}", f"{frozen}; {sys.getfilesystemencoding()}"]
