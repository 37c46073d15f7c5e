"""A film of a run: the same figure after more and more steps, as a GIF or an MP4.

A film trains its own run, so it can be made in a thread while the window continues. The visible
part of the plane, the axes of the curves and the colours are chosen once for the whole film, so
nothing flickers.
"""

import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.export.format import by_suffix, table
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.writing import PathLike, check_writable, writing_bytes
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.shots import Shots

from .figures import image, pixels_of, ready
from .film_colours import Colours

MOST_GIF = 400_000_000  # pixels of all frames together, which are held in memory
_LEGIBLE = 28  # lines of caption text per height of the film, so that it can be read quickly
_SAMPLES = 6  # frames used to choose the colours
_STRETCHES = 200  # parts of the training, between which it can be cancelled
NEEDED = 'An MP4 needs ffmpeg: install that, or get it with “pip install "linlab[film]"”.'
Say = Callable[[int, int], bool]


@dataclass(frozen=True)
class Film:
    """Which steps are shown, and how long; `hold` is how many seconds the film rests
    at its first and at its last frame.

    >>> Film(0, 100).seconds
    8.0
    """

    first: int
    last: int
    seconds: float = 8.0
    fps: float = 20.0
    hold: float = 1.0
    dpi: float = 96.0

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.last:
            raise LinlabError(f"A film cannot go from step {self.first} to step {self.last}.")
        for name, value, low, high in (
            ("length", self.seconds, 0.1, 600),
            ("rest at both ends", self.hold, 0, 60),
        ):
            if not low <= value <= high:
                raise LinlabError(
                    f"A film's {name} must be from {low} to {high} seconds, not {value:g}."
                )
        if not 1 <= self.fps <= 50:
            raise LinlabError(f"A film has from 1 to 50 frames per second, not {self.fps:g}.")


@dataclass(frozen=True)
class FilmFormat:
    key: str
    title: str
    suffix: str
    use: str
    trouble: Callable[[], str] = lambda: ""  # why it is not available, in words
    text: bool = False


def _no_ffmpeg() -> str:
    there = find_spec("imageio_ffmpeg") is not None or shutil.which("ffmpeg") is not None
    return "" if there else NEEDED


FILM_FORMATS = table(
    FilmFormat("gif", "GIF", ".gif", "For slides and web pages: plays by itself, everywhere."),
    FilmFormat(
        "mp4",
        "MP4",
        ".mp4",
        "For slides and video players: smaller, with more colours, and it can be paused.",
        _no_ffmpeg,
    ),
)


def film_format(path: PathLike) -> FilmFormat:
    """The format for a file's suffix."""
    return by_suffix(FILM_FORMATS, path, "A film")


def check_film(figure: Figure, film: Film, kind: FilmFormat) -> None:
    """Refuse what cannot be made, before any work is done."""
    width, height = pixels_of(figure.width, figure.height, film.dpi)
    if kind.key == "mp4":
        _ffmpeg()
    else:
        _check_gif(_count(film, film.first, film.last), width, height)


def times(film: Film, trace: Trace) -> list[int]:
    """The steps shown, evenly spaced from the first to the last, each once."""
    last = trace.at(film.last).t
    first = min(film.first, last)
    return sorted(
        set(np.round(np.linspace(first, last, _count(film, first, last))).astype(int).tolist())
    )


def _count(film: Film, first: int, last: int) -> int:
    """The number of frames; no step has two."""
    return min(max(2, round(film.seconds * film.fps)), last - first + 1)


def _check_gif(frames: int, width: int, height: int) -> None:
    if frames * width * height > MOST_GIF:
        raise LinlabError(
            f"A GIF of {frames} frames of {width} × {height} pixels is too large: make it shorter or "
            "smaller, with fewer frames per second, or choose MP4."
        )


def write_film(
    document: Document,
    which: int,
    figure: Figure,
    film: Film,
    path: PathLike,
    progress: Say | None = None,
    optimum: Any = None,
) -> None:
    """Write the film of the document's learner `which`; on failure nothing is written.
    `progress(done, total)` returns False to cancel."""
    kind = film_format(path)
    check_writable(path)
    check_film(figure, film, kind)
    ready()
    say = progress or (lambda done, total: True)
    frames = _Frames(document, which, figure, film, optimum, say)
    if kind.key == "gif":
        _write_gif(frames, path)
    else:
        _write_mp4(frames, path)


class _Frames:
    """The frames of a film, drawn one by one: arrays (ny, nx) of 0xFFRRGGBB."""

    def __init__(
        self, document: Document, which: int, figure: Figure, film: Film, optimum: Any, say: Say
    ) -> None:
        self.film = film
        self.size = pixels_of(figure.width, figure.height, film.dpi)
        self._say = say
        self._done = 0
        self.times: list[int] = []
        trace = Trace(document, which)
        for k in range(1, _STRETCHES + 1):
            self.tell()
            trace.at(film.last * k // _STRETCHES)
        self.times = times(film, trace)
        figure = replace(figure, caption_font=figure.height / _LEGIBLE)
        self._shots = Shots(trace, figure, self.times, optimum, self.tell)
        self.figure = self._shots.figure

    def tell(self) -> None:
        """Report progress; raise if it is cancelled."""
        if not self._say(self._done, max(1, len(self.times))):
            raise Cancelled

    def at(self, t: int) -> Any:
        made = image(self._shots.at(t)[0], self.film.dpi)
        memory: Any = made.constBits()
        return np.frombuffer(memory, np.uint32).reshape(made.height(), -1)[:, : made.width()].copy()

    def each(self) -> Iterator[Any]:
        self._shots.begin()
        for done, t in enumerate(self.times):
            self._done = done
            self.tell()
            yield self.at(t)
        self._done = len(self.times)
        self.tell()

    def lasting(self, units: float) -> list[int]:
        """The duration of each frame in units per second; rounding errors are carried over."""
        edges = np.round(np.linspace(0, self.film.seconds, len(self.times) + 1) * units)
        each = np.diff(edges).astype(int)
        rest = round(self.film.hold * units)
        each[0] += rest
        each[-1] += rest
        return each.tolist()  # type: ignore[no-any-return]


def _write_gif(shots: _Frames, path: PathLike) -> None:
    from PIL import Image

    width, height = shots.size
    spread = np.linspace(0, len(shots.times) - 1, min(_SAMPLES, len(shots.times)))
    colours = Colours([shots.at(shots.times[round(k)]) for k in spread])

    palette = colours.table.astype(np.uint8).tobytes()

    def frame(pixels: Any) -> Image.Image:
        made = Image.frombytes("P", (width, height), colours.indices(pixels).tobytes())
        made.putpalette(palette)
        return made

    frames = map(frame, shots.each())
    held = io.BytesIO()  # Pillow would not say why writing failed
    next(frames).save(
        held,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[10 * cs for cs in shots.lasting(100)],
        loop=0,
        optimize=False,
        palette=palette,  # one for the file: otherwise Pillow gives each frame its own
    )
    with writing_bytes(path) as file:
        file.write(held.getbuffer())


def _write_mp4(shots: _Frames, path: PathLike) -> None:
    width, height = (
        side + side % 2 for side in shots.size
    )  # chroma is stored for blocks of 2 × 2 pixels
    with tempfile.TemporaryDirectory() as folder:
        made, log = Path(folder) / "film.mp4", Path(folder) / "log"
        command = [
            _ffmpeg(),
            "-y",
            "-v",
            "error",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "bgr0",
            "-s",
            f"{width}x{height}",
            "-r",
            f"{shots.film.fps:g}",
            "-i",
            "-",
            "-an",
            "-vf",
            "scale=out_color_matrix=bt709",
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-c:v",
            "libx264",
            "-pix_fmt",
            "yuv420p",
            "-crf",
            "16",
            "-movflags",
            "+faststart",
            "-fflags",
            "+bitexact",
            str(made),
        ]
        with open(log, "wb") as words:
            job = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=words,
                stderr=words,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        try:
            for pixels, again in zip(shots.each(), shots.lasting(shots.film.fps), strict=True):
                beyond = (0, height - pixels.shape[0]), (0, width - pixels.shape[1])
                data = np.pad(pixels, beyond, mode="edge").tobytes()
                for _ in range(again):
                    assert job.stdin is not None
                    job.stdin.write(data)
            job.communicate()
        except OSError:  # it has already failed and reported why
            job.wait()
        finally:
            if job.poll() is None:
                job.kill()
            with suppress(OSError):
                job.communicate()
        if job.returncode or not made.is_file():
            said = log.read_text(errors="replace").splitlines() or [f"exit code {job.returncode}"]
            raise LinlabError(
                f"The film cannot be made: ffmpeg says “{said[-1].strip().rstrip('.')}”."
            )
        with writing_bytes(path) as file, open(made, "rb") as source:
            shutil.copyfileobj(source, file)


def _ffmpeg() -> str:
    """The path of ffmpeg: the one installed with linlab, otherwise the system's."""
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):  # not installed, or without a binary
        found = shutil.which("ffmpeg")
    if found is None:
        raise LinlabError(f"{NEEDED.removesuffix('.')}, or choose GIF.")
    return found
