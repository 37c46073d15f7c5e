"""A real screen, of which the tests of everything that only an X server does have one for
themselves."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

TRIES = 5  # servers that start at the same moment may take the same number: then another is started


@contextmanager
def screen(*tools: str) -> Iterator[tuple[dict[str, str], subprocess.Popen[bytes]]]:
    """The environment of a program that is to be seen there, and the server; skips where it or a
    tool is not installed."""
    for tool in ("Xvfb", *tools):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    for _ in range(TRIES):
        server, number = _started()
        if _answers(number):
            break
        _end(server)
    else:
        raise AssertionError("no X server answers")
    try:
        yield {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}, server
    finally:
        _end(server)


def _started() -> tuple[subprocess.Popen[bytes], str]:
    """A server, and the number of its display."""
    reads, writes = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes)], pass_fds=[writes], stderr=subprocess.DEVNULL
    )
    os.close(writes)
    with os.fdopen(reads) as numbers:
        return server, numbers.readline().strip()


def _answers(number: str) -> bool:
    """Whether a server listens where programs look for it."""
    with socket.socket(socket.AF_UNIX) as line:
        return bool(number) and line.connect_ex(f"/tmp/.X11-unix/X{number}") == 0


def _end(server: subprocess.Popen[bytes]) -> None:
    """End it so that it takes its files away."""
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
