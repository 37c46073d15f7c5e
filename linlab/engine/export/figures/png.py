"""Pixels as a PNG file: a header, the rows deflated, an end."""

import struct
import zlib
from typing import Any

import numpy as np


def png_bytes(pixels: Any) -> bytes:
    """The file of an image whose pixels are 0xAARRGGBB, the top row first. (ny, nx) uint32

    >>> png_bytes(np.array([[0xFFD55E00]]))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    pixels = np.asarray(pixels, np.uint32)
    height, width = pixels.shape
    opaque = bool((pixels >> 24 == 255).all())
    shifts = (16, 8, 0) if opaque else (16, 8, 0, 24)
    channels = np.stack([pixels >> shift & 255 for shift in shifts], axis=-1).astype(np.uint8).reshape(height, -1)
    up = np.diff(channels, axis=0, prepend=np.zeros((1, channels.shape[1]), np.uint8))  # filter 2: what changes downwards
    rows = np.hstack([np.full((height, 1), 2, np.uint8), up])
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if opaque else 6, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
