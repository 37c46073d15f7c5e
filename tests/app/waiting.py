"""Waiting for what a test is about to look at, however busy the machine is."""

LOOKS = 20  # in a row, some ten milliseconds apart


def wait_for_words(qtbot, session):
    """Until all that is told in words and numbers is of this moment."""
    qtbot.waitUntil(lambda: not session._beat._timer.isActive())


def wait_for_rest(qtbot, resting):
    """Until `resting` has been true for a while: what starts itself again never comes to rest."""
    quiet = 0

    def rests():
        nonlocal quiet
        quiet = quiet + 1 if resting() else 0
        return quiet >= LOOKS

    qtbot.waitUntil(rests)
