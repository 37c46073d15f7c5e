"""Questions whose buttons say what they do."""

from PySide6.QtWidgets import QMessageBox, QWidget

from linlab.engine.ground.harmless import brief

RECOVER, DISCARD, LATER = "Recover", "Discard the recovered work", "Decide later"


def recovery(parent: QWidget, what: str, when: str) -> str:
    """What to do with work that a crash left behind: RECOVER, DISCARD or LATER; closing the
    question is LATER."""
    question = f"linlab was not closed properly last time. Go on with {brief(what)} of {when}?"
    box = QMessageBox(QMessageBox.Icon.Question, "linlab", question, parent=parent)
    box.setObjectName("recovery")
    box.setInformativeText(f"With “{LATER}” it is offered again at the next start.")
    role = QMessageBox.ButtonRole
    buttons = {
        box.addButton(text, kind): text
        for text, kind in (
            (RECOVER, role.AcceptRole),
            (DISCARD, role.DestructiveRole),
            (LATER, role.RejectRole),
        )
    }
    for button, text in buttons.items():
        if text == RECOVER:
            box.setDefaultButton(button)
        elif text == LATER:
            box.setEscapeButton(button)
    box.exec()
    chosen = next(
        (text for button, text in buttons.items() if box.clickedButton() is button), LATER
    )
    box.deleteLater()
    return chosen
