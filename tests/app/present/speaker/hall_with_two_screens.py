"""A lecture on two screens, as Qt's platform without a screen can have them; it prints what it
found, for the test beside it."""

import json

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.app.present.speaker.screens import connected
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window.window import Window

Key = Qt.Key


def screens_of(window):
    """The screens of the window, of the speaker's, and of the still picture."""
    hall = window.hall
    parts = (window, hall.speaker, hall.still)
    return [None if p is None or not p.isVisible() else p.screen().name() for p in parts]


def main():
    app = QApplication([])
    session, settings = Session(), Settings()
    settings.keep(offered=True)
    window = Window(session, DocumentFiles(session, settings), settings)
    window.resize(1200, 760)
    window.show()
    before = window.geometry()
    found = {}
    hall = window.hall

    def press(key):
        target = hall.speaker or window
        target.activateWindow()
        QTest.qWait(20)
        QTest.keyClick(target, key)
        QTest.qWait(20)

    def note(name):
        found[name] = screens_of(window)

    note("window")
    press(Key.Key_F5)
    note("presenting")
    found["full"] = [window.isFullScreen(), hall.speaker.isFullScreen()]
    press(Key.Key_H)
    note("held")
    found["window is back"] = window.geometry() == before and not window.presenter.active
    press(Key.Key_H)
    note("released")
    press(Key.Key_F7)
    note("swapped")
    found["remembered"] = Settings().now.stage_screen
    hall.choose("")
    note("automatic")
    hall._screens = lambda: [each for each in connected() if each.name == "laptop"]
    app.screenRemoved.emit(app.screens()[0])
    QTest.qWait(20)
    note("unplugged")
    hall._screens = connected
    app.screenAdded.emit(app.screens()[0])
    QTest.qWait(20)
    note("plugged in")
    press(Key.Key_Escape)
    note("ended")
    found["as before"] = window.geometry() == before
    window.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
