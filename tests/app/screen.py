"""A real screen, of which the tests of everything that only an X server does have one for
themselves."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def screen(*tools: str) -> Iterator[tuple[dict[str, str], subprocess.Popen[bytes]]]:
    """The environment of a program that is to be seen there, and the server; skips where it or a
    tool is not installed."""
    for tool in ("Xvfb", *tools):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    reads, writes = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes)], pass_fds=[writes], stderr=subprocess.DEVNULL
    ) as server:
        os.close(writes)
        try:
            with os.fdopen(reads) as told:
                yield (
                    {
                        **os.environ,
                        "DISPLAY": f":{told.readline().strip()}",
                        "QT_QPA_PLATFORM": "xcb",
                    },
                    server,
                )
        finally:
            server.kill()
