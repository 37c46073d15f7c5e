"""The colours of a GIF: at most 256, the same for all frames, so that nothing flickers."""

from typing import Any

import numpy as np

from linlab.engine.picture.palette import CLASS_COLOURS, rgb

_EXACT, _ALL = 96, 255  # colours that are kept exactly; all, with one left for “unchanged”


class Colours:
    """The colours of a whole film: the most frequent exactly, those between them from a median cut."""

    def __init__(self, samples: list[Any]) -> None:
        from PIL import Image

        pixels = np.concatenate([sample.ravel() & 0xFFFFFF for sample in samples])
        found, counts = np.unique(pixels, return_counts=True)
        exact = found
        if len(found) > _ALL:
            classes = np.array(
                [r << 16 | g << 8 | b for r, g, b in map(rgb, CLASS_COLOURS)], found.dtype
            )
            often = found[np.argsort(-counts, kind="stable")[:_EXACT]]
            exact = np.union1d(often, classes)  # of all classes: one may appear later
        self.table = _channels(exact)  # (k, 3)
        if len(found) > _ALL:
            others = ~np.isin(
                found, exact
            )  # each weighted by the root of its frequency, so that thin lines count
            rest = _channels(np.repeat(found[others], np.sqrt(counts[others]).astype(int))).astype(
                np.uint8
            )
            strip = Image.frombytes("RGB", (len(rest), 1), rest.tobytes())
            cut = strip.quantize(_ALL - len(exact), Image.Quantize.MEDIANCUT).getpalette() or []
            self.table = np.vstack([self.table, np.array(cut, np.int64).reshape(-1, 3)])[:_ALL]
        self.table = np.unique(self.table, axis=0)
        self._index = np.full(1 << 24, -1, np.int16)

    def indices(self, pixels: Any) -> Any:
        """The nearest colour of each pixel, the same for a colour everywhere. (ny, nx) uint8"""
        pixels = pixels & 0xFFFFFF
        out = self._index[pixels]
        strange = np.unique(pixels[out < 0])
        for part in np.array_split(strange, len(strange) // 4096 + 1):
            away = (_channels(part)[:, None] - self.table) ** 2 @ np.array(
                [2, 4, 3]
            )  # the eye sees green best
            self._index[part] = away.argmin(axis=1)
        return (self._index[pixels] if len(strange) else out).astype(np.uint8)


def _channels(colours: Any) -> Any:
    """Red, green and blue. (k, 3)"""
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1).astype(np.int64)
