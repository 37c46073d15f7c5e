"""Rings of objects that nobody holds are collected in the window's thread, and in no other."""

import gc
import threading

from PySide6.QtCore import QObject

from linlab.app.session.gc_timer import GcTimer

MANY = 3000  # more than the collector leaves alone


class Ring:
    """Something that only the collector finds, and that knows who found it."""

    def __init__(self, found):
        self.me, self._found = self, found

    def __del__(self):
        self._found.append(threading.current_thread())


def test_that_another_thread_collects_nothing_and_the_window_does(qapp, qtbot):
    owner, found = QObject(), []
    GcTimer(owner)
    assert not gc.isenabled()

    def busy():
        for _ in range(MANY):
            Ring(found)

    thread = threading.Thread(target=busy)
    thread.start()
    thread.join()
    assert not found
    qtbot.waitUntil(lambda: len(found) == MANY)
    assert set(found) == {threading.main_thread()}
    owner.deleteLater()
