"""Whether Qt can draw here, and on which screen; if not, why, in one sentence.

Qt aborts the program if it finds no screen, or not the libraries to draw on it, so both are checked
beforehand. Qt is imported only when it is needed.
"""

import ctypes
import os
import socket
import sys
from pathlib import Path
from typing import Any

from linlab.engine.ground.errors import LinlabError

_LIBRARIES = {  # libraries that Qt needs: the package of Debian and Ubuntu, the package of Fedora
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor"),
    "libxcb.so.1": ("libxcb1", "libxcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}
_NO_DISPLAY = "There is no display to open a window on; “linlab train” works without one."


def check_screen() -> None:
    """Refuse in one sentence where Qt would abort; if only one kind of screen works, choose it."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    usual = ("xcb", "wayland") if sys.platform.startswith("linux") else ()
    names = [part.partition(":")[0].lower() for part in chosen.split(";") if part] or usual
    troubles = {name: _trouble(name) for name in names} or {
        "": _qt_trouble()
    }  # other systems always have a screen
    working = [name for name, trouble in troubles.items() if not trouble]
    if not working:
        raise LinlabError(next((t for t in troubles.values() if t != _NO_DISPLAY), _NO_DISPLAY))
    if not chosen and len(working) < len(troubles):
        os.environ["QT_QPA_PLATFORM"] = working[0]


def _trouble(platform: str) -> str:
    """Why Qt cannot open a window on this platform; empty if it can."""
    screens = {"xcb": _x11_trouble, "wayland": _wayland_trouble}
    return screens.get(platform.partition("-")[0], _qt_trouble)() or _unknown(platform)


def _unknown(platform: str) -> str:
    from PySide6.QtCore import QCoreApplication, QPluginLoader

    own = os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH", "")
    folders = [
        *(Path(path, "platforms") for path in QCoreApplication.libraryPaths()),
        *([Path(own)] if own else []),
    ]
    plugins: list[Any] = [
        QPluginLoader(str(file)).metaData() for folder in folders for file in folder.glob("*q*")
    ]
    names = {key for plugin in plugins for key in plugin.get("MetaData", {}).get("Keys", ())}
    if not names or platform in names:  # if it is hidden, we cannot tell
        return ""
    return (
        f"Qt has no platform “{platform}”: set QT_QPA_PLATFORM to one of {', '.join(sorted(names))}; "
        "“linlab train” works without a window."
    )


def _x11_trouble() -> str:
    display = os.environ.get("DISPLAY", "")
    if not display:
        return _NO_DISPLAY
    if not _answers(display):
        return (
            f"The display {display}, set in the variable DISPLAY, cannot be reached, so no window can open; "
            "“linlab train” works without one."
        )
    return _plugin_trouble("libqxcb.so")


def _wayland_trouble() -> str:
    display = os.environ.get("WAYLAND_DISPLAY", "")
    if not display:
        return _NO_DISPLAY
    if not _is_socket(Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / display):
        return f"The display {display}, set in the variable WAYLAND_DISPLAY, cannot be reached, so no window can open; “linlab train” works without one."
    return _plugin_trouble("libqwayland.so")


def _is_socket(path: Path) -> bool:
    try:
        return path.is_socket()
    except OSError:  # in a folder of another user, as after “su”
        return False


def _answers(display: str) -> bool:
    """Whether an X server accepts us: checked as Qt does, but without its abort."""
    host, _, number = display.rpartition(":")
    if host and host != "unix" and not host.startswith("/") and number.partition(".")[0].isdigit():
        try:  # another machine may never answer
            port = 6000 + int(number.partition(".")[0])
            socket.create_connection((host.rpartition("/")[2], port), timeout=3).close()
        except OSError:
            return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # as far as we know; a missing library is reported elsewhere
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


def _qt_trouble() -> str:
    return qt_trouble("The window needs", "“linlab train” works without a window")


def qt_trouble(needs: str, otherwise: str) -> str:
    """Why Qt cannot be imported and what to install; empty if it can. `needs` begins the sentence,
    `otherwise` ends it."""
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        if ".so" in str(error):
            return _missing(str(error), _LIBRARIES, otherwise)
        return (
            f"{needs} PySide6, which cannot be imported: install it with “pip install PySide6-Essentials”; "
            f"{otherwise}."
        )
    return ""


def _plugin_trouble(name: str) -> str:
    trouble = _qt_trouble()
    if trouble:
        return trouble
    from PySide6.QtCore import QLibraryInfo

    plugin = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms", name)
    failure = _load_failure(str(plugin)) if plugin.exists() else ""
    return _missing(failure, () if "wayland" in name else _LIBRARIES) if failure else ""


def _load_failure(library: str) -> str:
    try:
        ctypes.CDLL(library)
    except OSError as error:
        return str(error)
    return ""


def _missing(
    failure: str, others: Any, otherwise: str = "“linlab train” works without a screen"
) -> str:
    """The loader names the first missing library; `others` may be missing, too."""
    first = Path(failure.partition(":")[0]).name
    names = [
        first,
        *(
            name
            for name in others
            if name != first and "wayland" not in name and _load_failure(name)
        ),
    ]
    packages = [_LIBRARIES[name] for name in names if name in _LIBRARIES]
    if not packages:
        return f"Qt cannot draw on this screen ({failure}); {otherwise}."
    debian, fedora = (" ".join(dict.fromkeys(column)) for column in zip(*packages, strict=True))
    what, them = ("libraries that are", "them") if len(names) > 1 else ("a library that is", "it")
    return (
        f"Qt needs {what} missing here ({', '.join(names)}): install {them} with “sudo apt install {debian}” "
        f"(Debian, Ubuntu) or “sudo dnf install {fedora}” (Fedora); {otherwise}."
    )
