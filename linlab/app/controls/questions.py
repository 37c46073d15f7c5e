"""Questions whose buttons say what they do."""

from PySide6.QtWidgets import QMessageBox, QWidget

from linlab.engine.ground.sanitise import shorten

RECOVER, DISCARD, LATER = "Recover", "Discard the recovered work", "Decide later"
SAVE_AS, OVERWRITE, RELOAD, CANCEL = "Save as…", "Overwrite", "Reload", "Cancel"
THROW_AWAY = "Discard"
_ROLE = QMessageBox.ButtonRole


def recovery(parent: QWidget, what: str, when: str, log: str = "") -> str:
    """What to do with work that a crash left behind: RECOVER, DISCARD or LATER; closing the dialog
    is LATER. `log` is the path of a crash log, if there is one."""
    question = (
        f"linlab was not closed properly last time. Continue with {shorten(what)} from {when}?"
    )
    more = f"“{LATER}” asks you again at the next start."
    if log:
        more += f"\n\nWhat went wrong is in {log}."
    buttons = {
        RECOVER: _ROLE.AcceptRole,
        DISCARD: _ROLE.DestructiveRole,
        LATER: _ROLE.RejectRole,
    }
    return _asked(parent, "recovery", question, more, buttons)


def changed_file(parent: QWidget, name: str) -> str:
    """What to do if a file has changed since it was opened: SAVE_AS, OVERWRITE, RELOAD or CANCEL;
    closing the dialog is CANCEL."""
    question = (
        f"{shorten(name)} has changed since you opened or saved it here, perhaps in another window."
    )
    more = (
        f"“{SAVE_AS}” keeps both. “{OVERWRITE}” replaces the file with what you have here. "
        f"“{RELOAD}” shows the file as it is now, and undo brings back what you have here."
    )
    buttons = {
        SAVE_AS: _ROLE.AcceptRole,
        OVERWRITE: _ROLE.DestructiveRole,
        RELOAD: _ROLE.ActionRole,
        CANCEL: _ROLE.RejectRole,
    }
    return _asked(parent, "changed-file", question, more, buttons)


def throw_away(parent: QWidget, what: str) -> bool:
    """Whether something may be lost for good."""
    buttons = {THROW_AWAY: _ROLE.DestructiveRole, CANCEL: _ROLE.RejectRole}
    question = f"Discard {what}?"
    more = "This cannot be undone."
    return _asked(parent, "throw-away", question, more, buttons) == THROW_AWAY


def _asked(
    parent: QWidget, name: str, question: str, more: str, buttons: dict[str, QMessageBox.ButtonRole]
) -> str:
    """The label of the pressed button. The accepting button is the default; Esc presses the
    rejecting one, which is the default if none accepts."""
    box = QMessageBox(QMessageBox.Icon.Question, "linlab", question, parent=parent)
    box.setObjectName(name)
    box.setInformativeText(more)
    made = {text: box.addButton(text, role) for text, role in buttons.items()}
    roles = {role: text for text, role in buttons.items()}
    no = roles[_ROLE.RejectRole]
    box.setEscapeButton(made[no])
    box.setDefaultButton(made[roles.get(_ROLE.AcceptRole, no)])
    box.exec()
    pressed = box.clickedButton()
    chosen = next((text for text, button in made.items() if pressed is button), no)
    box.deleteLater()
    return chosen
