"""The files of a lesson: those in its folder, or in a `.linlesson`, which is that folder zipped.
Nothing else can be reached.

A name that leads out of the folder, a symbolic link, a file that is far too large and an archive
that would grow beyond all bounds are refused before anything of them is read.
"""

import os
import shutil
import stat
import struct
import tempfile
import warnings
import weakref
import zipfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten

TEXT = "lesson.md"
SUFFIX = ".linlesson"
PICTURES = (".png", ".jpg", ".jpeg")
MOST_FILES, MOST_BYTES, MOST_IN_ALL = 300, 20_000_000, 60_000_000
MOST_PIXELS, MOST_PIXELS_IN_ALL = (
    16_000_000,
    50_000_000,
)  # of a picture, and of all pictures of a lesson
LONGEST_SIDE = 10_000  # pixels
SWELLS = 200  # the largest compression ratio of a text in an archive


class Scratch:
    """A temporary folder: it is removed when nothing refers to it any more, at the latest at the
    end of the program."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="linlab-lesson-"))
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)


@dataclass(frozen=True, eq=False)
class LessonFiles:
    """The folder of a lesson; `scratch` keeps the one that an archive was unpacked into as long as
    it is in use."""

    folder: Path
    path: Path  # what was opened: the folder or the archive
    scratch: Scratch | None = field(default=None, repr=False)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "LessonFiles":
        """Open a folder, a `.linlesson`, or the lesson.md in a folder."""
        given = Path(os.path.abspath(path))
        if given.name == TEXT and given.is_file():
            given = given.parent
        if given.is_dir():
            return cls(given, given)
        if not given.exists():
            raise LinlabError(f"There is no lesson {given}.")
        if not zipfile.is_zipfile(given):
            raise LinlabError(
                f"{shorten(given.name)} is not a lesson: a lesson is a folder with a {TEXT}, or such a folder zipped."
            )
        scratch = Scratch()
        _unpack(given, scratch.folder)
        inside = scratch.folder
        entries = list(inside.iterdir())
        if not (inside / TEXT).exists() and len(entries) == 1 and entries[0].is_dir():
            inside = entries[0]  # the folder itself was zipped, not its content
        return cls(inside, given, scratch)

    def find(self, name: str) -> Path:
        """The file of the lesson with this name."""
        check_inside(name)
        try:
            return self._find(name)
        except OSError as error:  # a name of a thousand letters
            raise LinlabError(
                f"“{shorten(name)}” cannot be read ({error.strerror or error})."
            ) from None

    def _find(self, name: str) -> Path:
        file = self.folder
        for part in PurePosixPath(name).parts:
            file = file / part
            if file.is_symlink():
                raise LinlabError(
                    f"“{shorten(name)}” is a symbolic link: put the file itself into the lesson."
                )
        if not file.exists():
            raise LinlabError(f"There is no file “{shorten(name)}” in this lesson.")
        if not file.is_file():
            raise LinlabError(f"“{shorten(name)}” is not a file.")
        if file.stat().st_size > MOST_BYTES:
            raise LinlabError(
                f"“{shorten(name)}” is too large: a file of a lesson has at most {MOST_BYTES // 1_000_000} MB."
            )
        return file

    def text(self) -> str:
        """The text of lesson.md."""
        try:
            return self.find(TEXT).read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise LinlabError(f"{TEXT} is not a text in UTF-8.") from None
        except OSError as error:
            raise LinlabError(f"{TEXT} cannot be read ({error.strerror or error}).") from None

    def picture(self, name: str) -> Path:
        """The path of a picture that may be shown."""
        self.pixels(name)
        return self.find(name)

    def pixels(self, name: str) -> int:
        """How many pixels a picture has; only its header is read."""
        if PurePosixPath(name).suffix.lower() not in PICTURES:
            raise LinlabError(
                f"“{shorten(name)}” is not a picture that a lesson can show: its name must end in one of {', '.join(PICTURES)}."
            )
        file = self.find(name)
        from PIL import Image

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with Image.open(file, formats=("PNG", "JPEG")) as opened:
                    width, height = opened.size
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            width = height = LONGEST_SIDE
        except (OSError, ValueError, SyntaxError, struct.error):
            raise LinlabError(f"“{shorten(name)}” is not a picture, or it is broken.") from None
        if width * height > MOST_PIXELS:
            raise LinlabError(
                f"“{shorten(name)}” is too large: a picture of a lesson has at most "
                f"{MOST_PIXELS // 1_000_000} million pixels."
            )
        if max(width, height) > LONGEST_SIDE:
            raise LinlabError(
                f"“{shorten(name)}” is too long: a picture of a lesson is at most "
                f"{grouped(LONGEST_SIDE)} pixels wide and high."
            )
        return width * height


def check_inside(name: str) -> None:
    """Refuse a name that is not that of a file within the folder."""
    parts = PurePosixPath(name).parts
    if not name.strip() or "\0" in name or "\\" in name or ":" in name:
        raise LinlabError(f"“{shorten(name)}” cannot be the name of a file in a lesson.")
    if PurePosixPath(name).is_absolute() or ".." in parts:
        raise LinlabError(
            f"“{shorten(name)}” lies outside the lesson's folder: a lesson reads only its own files."
        )


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not entry.is_dir()]
            _check(archive.name, entries)
            for entry in entries:
                target = folder.joinpath(*PurePosixPath(entry.filename).parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(entry) as packed, target.open("wb") as out:
                    kept = packed.read(
                        entry.file_size + 1
                    )  # whatever the archive claims, no more than that
                    if len(kept) > entry.file_size:
                        raise LinlabError(
                            f"{shorten(archive.name)} is broken: “{shorten(entry.filename)}” is larger than it says."
                        )
                    out.write(kept)
    except LinlabError:
        raise
    except Exception as error:  # zipfile passes on the errors of its decompressors
        raise LinlabError(
            f"{shorten(archive.name)} cannot be unpacked ({shorten(str(error)) or 'it is broken'})."
        ) from None


def _check(archive: str, entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MOST_FILES:
        raise LinlabError(
            f"{shorten(archive)} holds {len(entries)} files: a lesson has at most {MOST_FILES}."
        )
    for entry in entries:
        check_inside(entry.filename)
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise LinlabError(
                f"“{shorten(entry.filename)}” in {shorten(archive)} is a symbolic link: put the file itself into the lesson."
            )
        if entry.flag_bits & 1:
            raise LinlabError(
                f"“{shorten(entry.filename)}” in {shorten(archive)} is locked with a password."
            )
        if entry.file_size > MOST_BYTES or entry.file_size > 100_000 + SWELLS * entry.compress_size:
            raise LinlabError(
                f"“{shorten(entry.filename)}” in {shorten(archive)} would grow to {entry.file_size / 1e6:.0f} MB: "
                "that is too large for a lesson."
            )
    if sum(entry.file_size for entry in entries) > MOST_IN_ALL:
        raise LinlabError(
            f"{shorten(archive)} would grow to more than {MOST_IN_ALL // 1_000_000} MB: that is too large for a lesson."
        )
