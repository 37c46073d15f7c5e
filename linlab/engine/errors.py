"""The one error the lab raises at its user, a sentence that can be shown as it stands; and its mildest case."""


class LinlabError(ValueError):
    """Something the user can mend; `str(error)` is a whole, plain sentence."""


class Cancelled(LinlabError):
    """Somebody changed their mind while a file was being written; it is as it was before."""

    def __init__(self) -> None:
        super().__init__("Cancelled; no file was written.")
