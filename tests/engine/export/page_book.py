"""A page read back without the code that wrote it: its blocks, its items and its images."""

import base64
import json
import re
import zlib

import numpy as np


def block(page, name):
    """The text of a block of data."""
    (found,) = re.findall(rf'<script type="[a-z/]+" id="{name}">(.*?)</script>', page, re.DOTALL)
    return found


def data_of(page, key="run"):
    return json.loads(zlib.decompress(base64.b64decode(block(page, f"{key}-frames"))))


def images_of(page, data, key="run"):
    """The cells of each image, (ny, nx)."""
    content = zlib.decompress(base64.b64decode(block(page, f"{key}-cells")))
    out = []
    at = 0
    for width, height, length in data["images"]:
        out.append(image_of(width, height, content[at : at + length]))
        at += length
    assert at == len(content)
    return out


def image_of(width, height, content):
    """An image, cell by cell or by the borders between its regions."""
    if len(content) == width * height:
        return np.frombuffer(content, np.uint8).reshape(height, width)
    size = 1 if width <= 255 else 2
    numbers = [
        int.from_bytes(content[k : k + size], "little") for k in range(0, len(content), size)
    ]
    cells = np.zeros((height, width), np.uint8)
    rest = iter(numbers)
    runs, begins, ways = [], [], None
    for row in cells:
        count = next(rest)
        if count:
            runs = [next(rest) for _ in range(count)]
            begins = [next(rest) for _ in range(count - 1)]
            ways = None
        else:
            more = [next(rest) for _ in begins]
            ways = more if ways is None else [a + b for a, b in zip(ways, more, strict=True)]
            begins = [(a + b) % 256**size for a, b in zip(begins, ways, strict=True)]
        for k, (start, end) in enumerate(zip([0, *begins], [*begins, width], strict=True)):
            row[start:end] = runs[k]
    assert next(rest, None) is None
    return cells


def items_at(data, view, frame):
    """The items of a frame, in their order."""
    numbers = []
    for head, foot, *between in data["views"][view]["frames"][: frame + 1]:
        numbers = numbers[:head] + between + numbers[len(numbers) - foot :]
    return [data["items"][number] for number in numbers]


def places(steps):
    """(n, 2) in pixels"""
    return np.cumsum(np.array(steps).reshape(-1, 2), axis=0) / 4
