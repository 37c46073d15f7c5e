"""linlab in the menu of a Linux desktop: its entry, its kinds of files and its icons, in the
user's own folder for data (XDG_DATA_HOME)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import write_text

KINDS = (  # of files: MIME type, suffix, what it is, what it is made of
    ("application/x-linlab", "linlab", "linlab document", "application/json"),
    ("application/x-linlab-lesson", "linlesson", "linlab lesson", "application/zip"),
    ("application/x-linlab-show", "linshow", "linlab running order", "application/json"),
)
SIZES = (16, 32, 64, 128, 256)  # pixels
ENTRY, TYPES = "applications/linlab.desktop", "mime/packages/linlab.xml"
ELSEWHERE = "The entry for the menu is made on Linux; on macOS and Windows, open files with “linlab FILE” or drop them on the window."


def install_desktop() -> str:
    """Write the entry, the kinds of files and the icons."""
    home = _data_home()
    try:
        for name, source in _icons().items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, home / name)
        for name, text in ((ENTRY, entry()), (TYPES, mime_types())):
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            write_text(home / name, text)
    except OSError as error:
        raise LinlabError(f"{home} cannot be written ({error.strerror or error}).") from None
    _refresh(home)
    return f"linlab is in the menu, and opens .linlab, .linlesson and .linshow files. The entry is {home / ENTRY}; “linlab --remove-desktop” removes it."


def remove_desktop() -> str:
    """Remove what `install_desktop` has written; whatever else is there stays."""
    home = _data_home()
    ours = [home / name for name in (ENTRY, TYPES, *_icons())]
    there = [path for path in ours if path.exists()]
    try:
        for path in there:
            path.unlink()
    except OSError as error:
        raise LinlabError(f"{home} cannot be changed ({error.strerror or error}).") from None
    if not there:
        return f"linlab was not in the menu: there is no {home / ENTRY}."
    _refresh(home)
    return "linlab is no longer in the menu. The program and your files are as they were."


def entry() -> str:
    """The desktop entry."""
    kinds = "".join(f"{mime};" for mime, *_ in KINDS)
    return f"""[Desktop Entry]
Type=Application
Version=1.0
Name=linlab
GenericName=Lab for linear classifiers
Comment=Click points, pick a linear classifier and watch it learn
Exec={_command()} %f
Icon=linlab
Terminal=false
Categories=Education;ArtificialIntelligence;
Keywords=perceptron;SVM;classifier;machine learning;
MimeType={kinds}
StartupWMClass=linlab
StartupNotify=true
Actions=new;

[Desktop Action new]
Name=New Window
Exec={_command()} --new
"""


def mime_types() -> str:
    """The kinds of files, for the shared MIME database."""
    kinds = "".join(
        f'  <mime-type type="{mime}">\n    <comment>{what}</comment>\n'
        f'    <sub-class-of type="{base}"/>\n    <glob pattern="*.{suffix}"/>\n'
        f'    <icon name="linlab-document"/>\n  </mime-type>\n'
        for mime, suffix, what, base in KINDS
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">\n{kinds}</mime-info>\n'
    )


def _command() -> str:
    """The program as the entry calls it: the script of this installation, or the module."""
    script = Path(sys.executable).with_name("linlab")
    words = [str(script)] if script.exists() else [sys.executable, "-m", "linlab"]
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """A word of an Exec line: quoted, then escaped as a string of the entry.

    >>> _quoted("/usr/bin/linlab"), _quoted("/my lab/100%")
    ('/usr/bin/linlab', '"/my lab/100%%"')
    """
    word = word.replace("%", "%%")
    if all(letter.isalnum() or letter in "/._-+" for letter in word):
        return word
    inside = "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in word)
    return '"' + inside.replace("\\", "\\\\") + '"'


def _icons() -> dict[str, Path]:
    """Where each icon goes, and where it is."""
    places = {}
    for ours, name, kind in (
        ("linlab", "linlab", "apps"),
        ("document", "linlab-document", "mimetypes"),
    ):
        for size in SIZES:
            place = f"icons/hicolor/{size}x{size}/{kind}/{name}.png"
            places[place] = asset(f"icons/linlab/{ours}-{size}.png")
        places[f"icons/hicolor/scalable/{kind}/{name}.svg"] = asset(f"icons/linlab/{ours}.svg")
    return places


def _data_home() -> Path:
    if not sys.platform.startswith("linux"):
        raise LinlabError(ELSEWHERE)
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"


def _refresh(home: Path) -> None:
    """Tell the desktop; one without these tools looks by itself."""
    for tool, folder in (
        ("update-mime-database", "mime"),
        ("update-desktop-database", "applications"),
    ):
        if shutil.which(tool) and (home / folder).is_dir():
            subprocess.run([tool, str(home / folder)], capture_output=True, check=False)
