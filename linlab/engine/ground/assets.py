"""Where to find files that are not code: small data sets, icons, lessons.

In a wheel they are installed as `linlab/assets/`; in a checkout they are in `assets/` beside the
package.
"""

from __future__ import annotations

from pathlib import Path

from .errors import LinlabError

_PACKAGE = Path(__file__).resolve().parents[2]
_FOLDERS = (_PACKAGE / "assets", _PACKAGE.parent / "assets")


def asset(relative: str) -> Path:
    """The path of a shipped file or folder, such as asset("data/iris.csv")."""
    for folder in _FOLDERS:
        if (folder / relative).exists():
            return folder / relative
    raise LinlabError(f"The file {relative} of linlab is missing; reinstall linlab to restore it.")
