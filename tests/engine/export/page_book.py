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
    cells = zlib.decompress(base64.b64decode(block(page, f"{key}-cells")))
    out = []
    at = 0
    for width, height, before in data["images"]:
        own = np.frombuffer(cells, np.uint8, width * height, at).reshape(height, width)
        at += width * height
        out.append(own ^ out[before] if before >= 0 else own)
    assert at == len(cells)
    return out


def items_at(data, view, frame):
    """The items of a frame, in their order."""
    numbers = []
    for head, foot, *between in data["views"][view]["frames"][: frame + 1]:
        numbers = numbers[:head] + between + numbers[len(numbers) - foot :]
    return [data["items"][number] for number in numbers]


def places(steps):
    """(n, 2) in pixels"""
    return np.cumsum(np.array(steps).reshape(-1, 2), axis=0) / 4
