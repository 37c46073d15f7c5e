"""Lines and marks as pixels, for a screen that shows many of them at every frame.

A canvas is a picture (h, w) of 0xFFRRGGBB. Places come in units of their own; `fit`, (kx, ky, x0, y0), takes them to pixels,
x = kx·x₁ + x0 and y = ky·x₂ + y0, and nothing is drawn outside of `clip`, (left, top, right, bottom).

How much of a pixel a line covers is told by the distance of the pixel's middle from the line: all of it up to half a pixel
inside of the edge, nothing from half a pixel outside. A pixel that several stretches of a line cover is covered as by the one
that covers most, so joins are round and show no seams.
"""

from typing import Any

import numpy as np
from numba import float64, int32, int64, njit, uint8, uint32, void

_places, _canvas, _fit, _clip = float64[:, ::1], uint32[:, ::1], float64[::1], int64[::1]
FAR = 1e9  # pixels: what lies further out is not drawn
FLAT = 0.05  # pixels by which a corner may be off
ABREAST = 8  # pixels that are stamped at once


@njit(inline="always")
def _mixed(below, colour, share):  # type: ignore[no-untyped-def]
    """A share, from 0 to 256, of a colour over another: red and blue at once, then green."""
    odd = (below & 0xFF00FF) * (256 - share) + (colour & 0xFF00FF) * share + 0x800080
    even = (below & 0xFF00) * (256 - share) + (colour & 0xFF00) * share + 0x8000
    return uint32(0xFF000000 | (odd >> 8 & 0xFF00FF) | (even >> 8 & 0xFF00))


@njit(inline="always")
def _over(below, ink):  # type: ignore[no-untyped-def]
    """A colour that is multiplied with its opacity already, over another; in 32 bits throughout, so that it is done abreast."""
    through = uint32(uint32(255) - uint32(ink >> uint32(24)))
    odd = uint32(uint32(uint32(below & uint32(0xFF00FF)) * through) + uint32(0x800080))
    even = uint32(uint32(uint32(uint32(below >> uint32(8)) & uint32(0xFF)) * through) + uint32(0x80))
    odd = uint32(uint32(uint32(odd + uint32(uint32(odd >> uint32(8)) & uint32(0xFF00FF))) >> uint32(8)) & uint32(0xFF00FF))
    even = uint32(uint32(even + uint32(even >> uint32(8))) & uint32(0xFF00))
    return uint32(uint32(uint32(0xFF000000) | uint32(ink & uint32(0xFFFFFF))) + uint32(odd + even))


@njit(int64(_places, _fit, float64, _places), cache=True, error_model="numpy")
def thin(line, fit, tolerance, out):  # type: ignore[no-untyped-def]
    """Write a line to `out`, in pixels, without the corners that are within the tolerance of what is left; how many are left.

    A stretch costs as much again for its ends as for its length, so few long ones take half the time of many short ones.
    """
    for k in range(len(line)):
        out[k, 0], out[k, 1] = fit[0] * line[k, 0] + fit[2], fit[1] * line[k, 1] + fit[3]
    size, a = 1, 0
    while a < len(line) - 1:
        ax, ay = out[size - 1]
        best = a + 1
        for b in range(a + 2, min(len(line), a + 32)):
            x, y = out[b, 0] - ax, out[b, 1] - ay
            long, fits = np.sqrt(x * x + y * y), True
            for k in range(a + 1, b):
                u, v = out[k, 0] - ax, out[k, 1] - ay
                fits = long > 0.0 and abs(u * y - v * x) <= tolerance * long and 0.0 <= u * x + v * y <= long * long
                if not fits:
                    break
            if not fits:
                break
            best = b
        out[size, 0], out[size, 1] = out[best, 0], out[best, 1]  # never ahead of what is still to be read
        size += 1
        a = best
    return size


@njit(int64(_places, int64, _clip, float64, float64, float64, uint8[:, ::1], int32[::1], int64), cache=True,
      error_model="numpy", fastmath={"contract"})  # fmt: skip
def _cover(line, corners, clip, width, on, off, cover, touched, size):  # type: ignore[no-untyped-def]
    """Note how much of each pixel a line covers, in 255ths, and which pixels those are; how many of them there are by now."""
    left, top, right, bottom = clip
    wide, reach = cover.shape[1], 0.5 * width + 0.5
    gone, half_gap = 0.0, 0.5 * off / (on + off) if on > 0.0 else 0.0  # length of what lies behind
    for k in range(1, corners):
        (ax, ay), (bx, by) = line[k - 1], line[k]
        long = np.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if not (abs(ax) < FAR and abs(ay) < FAR and abs(bx) < FAR and abs(by) < FAR) or long == 0.0:
            continue
        ux, uy = (bx - ax) / long, (by - ay) / long
        x_low, x_high = min(ax, bx) - reach - 0.5, max(ax, bx) + reach - 0.5
        for y in range(max(top, int64(np.ceil(min(ay, by) - reach - 0.5))),
                       min(bottom, int64(np.floor(max(ay, by) + reach - 0.5)) + 1)):  # fmt: skip
            py = y + 0.5 - ay
            low, high = x_low, x_high
            if abs(uy) > 1e-6:  # the line crosses this row, and is near for a while only
                middle, near = ax + py * ux / uy - 0.5, reach / abs(uy)
                low, high = max(low, middle - near), min(high, middle + near)
            for x in range(max(left, int64(np.ceil(low))), min(right, int64(np.floor(high)) + 1)):
                px = x + 0.5 - ax
                along, away = px * ux + py * uy, abs(px * uy - py * ux)
                beyond = max(-along, along - long)
                if beyond > 0.0:
                    away = np.sqrt(away * away + beyond * beyond)
                share = min(1.0, max(0.0, reach - away))
                if on > 0.0:
                    phase = gone + along  # at a bend beyond the end, or a dash that ends there would have a round cap
                    phase = min(max(phase, 0.0), gone + long) if k == corners - 1 else max(phase, 0.0)
                    phase -= (on + off) * np.floor(phase / (on + off) + half_gap)  # from the start of the nearest dash
                    share *= min(1.0, 0.5 + min(phase, on - phase))
                part = uint8(255.0 * max(0.0, share) + 0.5)
                if part > cover[y, x]:
                    if cover[y, x] == 0:
                        touched[size] = y * wide + x
                        size += 1
                    cover[y, x] = part
        gone += long
    return size


@njit(void(_canvas, uint8[:, ::1], int32[::1], int64, uint32, float64), cache=True, error_model="numpy")
def _colour(canvas, cover, touched, size, colour, opacity):  # type: ignore[no-untyped-def]
    """Colour what is covered, and forget it."""
    pixels, shares = canvas.ravel(), cover.ravel()
    for k in range(size):
        at = touched[k]
        pixels[at] = _mixed(pixels[at], colour, int64(256.0 / 255.0 * opacity * shares[at] + 0.5))
        shares[at] = 0


@njit(void(_canvas, int64[:, ::1], _clip, uint32, int64), cache=True, error_model="numpy")
def _fills(canvas, boxes, clip, colour, share):  # type: ignore[no-untyped-def]
    left, top, right, bottom = clip
    for k in range(len(boxes)):
        for y in range(max(top, boxes[k, 1]), min(bottom, boxes[k, 3])):
            for x in range(max(left, boxes[k, 0]), min(right, boxes[k, 2])):
                canvas[y, x] = _mixed(canvas[y, x], colour, share)


@njit(void(_canvas, _places, _fit, _clip, _canvas, int64), cache=True, error_model="numpy")
def _stamps(canvas, places, fit, clip, stamp, wide):  # type: ignore[no-untyped-def]
    """Put a stamp with its middle on each place, or as near as whole pixels allow."""
    left, top, right, bottom = clip
    high, whole = stamp.shape
    for n in range(len(places)):
        x, y = fit[0] * places[n, 0] + fit[2] - 0.5 * wide, fit[1] * places[n, 1] + fit[3] - 0.5 * high
        if not (left - wide <= x <= right and top - high <= y <= bottom):
            continue
        i, j = int64(np.floor(x + 0.5)), int64(np.floor(y + 0.5))
        first, last = max(0, left - i), min(whole, right - i)
        for v in range(max(0, top - j), min(high, bottom - j)):
            row, inks = canvas[j + v, i + first : i + last], stamp[v, first:last]
            for u in range(len(inks)):
                row[u] = _over(row[u], inks[u])


Stamp = tuple[Any, int]


def stamp_of(image: Any) -> Stamp:
    """A stamp from a picture (h, w) of 0xAARRGGBB multiplied with its opacity: with clear pixels up to a width that is stamped
    without a rest, and how wide it is without them."""
    wide = image.shape[1]
    return np.ascontiguousarray(np.pad(image, ((0, 0), (0, -wide % ABREAST)))), wide


class Raster:
    """Draws on a canvas (h, w) of uint32."""

    def __init__(self, pixels: Any) -> None:
        self.pixels = pixels
        self._cover, self._touched = np.zeros(pixels.shape, np.uint8), np.empty(pixels.size, np.int32)

    def lines(self, lines: Any, fit: Any, clip: Any, colour: int, width: float, dash: Any = (), opacity: float = 1.0) -> None:
        """Lines, each (k, 2), of one colour; a dash and a gap are lengths in pixels. Where they cross it is not darker."""
        on, off = dash or (0.0, 0.0)
        size = 0
        for line in lines:
            if len(line) > 1:
                places = np.empty((len(line), 2))
                corners = thin(np.ascontiguousarray(line, np.float64), fit, FLAT, places)
                size = _cover(places, corners, clip, max(1.0, width), on, off, self._cover, self._touched, size)
        _colour(self.pixels, self._cover, self._touched, size, colour, opacity * min(1.0, width))

    def fills(self, boxes: Any, clip: Any, colour: int, opacity: float) -> None:
        """Boxes of one colour: left, top, right and bottom of each, in pixels. (k, 4)"""
        _fills(self.pixels, boxes, clip, colour, round(256 * opacity))

    def marks(self, places: Any, fit: Any, clip: Any, stamp: Stamp) -> None:
        """A stamp on each of the places (n, 2)."""
        _stamps(self.pixels, np.ascontiguousarray(places, np.float64), fit, clip, *stamp)
