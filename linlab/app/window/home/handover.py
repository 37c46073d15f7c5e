"""A second start hands its files to the window that is already open.

The first window of a user listens on a local socket that only this user can use; its name follows
from the folder of the autosaves, so that labs with another LINLAB_HOME never meet. One line of JSON
goes over it: paths, and whether they are to be presented. It is checked as any input is, and files
open as if they were dropped on the window.
"""

import getpass
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from linlab.app.session.settings import state_folder
from linlab.engine.ground.writing import possible

LONGEST, MOST_FILES = 64_000, 100  # bytes of a request; files in it
CONNECT_MS, ANSWER_MS = 500, 5_000  # milliseconds that a second start waits
TAKEN = b"taken\n"


@dataclass(frozen=True)
class Handed:
    """Files for the running window; none: it only comes to the front."""

    files: tuple[str, ...] = ()  # absolute paths
    prepared: bool = False
    present: bool = False


def read_handed(line: bytes) -> Handed | None:
    """A request; None if it is not one."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return None
    files: Any = given.get("files") if isinstance(given, dict) else None
    if not isinstance(files, list) or len(files) > MOST_FILES:
        return None
    if not all(isinstance(each, str) and possible(each) and os.path.isabs(each) for each in files):
        return None
    return Handed(tuple(files), given.get("prepared") is True, given.get("present") is True)


def server_name() -> str:
    """The name of this user's socket."""
    mine = f"{getpass.getuser()}\n{state_folder()}"
    return f"linlab-{hashlib.sha256(mine.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}"


def reach(name: str) -> QLocalSocket | None:
    """A connection to the window that is open; None if there is none. A socket that a crash left
    behind, or that belongs to someone else, counts as none."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS) or not _is_ours(socket.fullServerName()):
        return None
    return socket


def hand_over(socket: QLocalSocket, handed: Handed) -> bool:
    """Hand these files to the window at the other end; return whether it has taken them."""
    line = json.dumps(asdict(handed)).encode() + b"\n"
    if len(line) > LONGEST:
        return False
    socket.write(line)
    socket.flush()
    return socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == TAKEN


class Doorkeeper(QObject):
    """Listens for files of later starts."""

    def __init__(self, name: str, take: Callable[[Handed], object], parent: QObject) -> None:
        super().__init__(parent)
        self._take = take
        QLocalServer.removeServer(name)  # left behind by a crash: nobody answered
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._come)
        self.listens = self._server.listen(name)

    def close(self) -> None:
        self._server.close()

    def _come(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(LONGEST + 1)
            socket.readyRead.connect(lambda caller=socket: self._read(caller))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > LONGEST:
                socket.abort()
            return
        handed = read_handed(bytes(socket.readLine().data()))
        if handed is None:
            socket.abort()
            return
        socket.write(TAKEN)
        socket.flush()
        self._take(handed)


def _is_ours(path: str) -> bool:
    """Whether the socket is a file of this user; Windows has no such file, and its pipes are the
    user's own."""
    if not hasattr(os, "getuid"):
        return True
    try:
        return Path(path).stat().st_uid == os.getuid()
    except OSError:
        return False
