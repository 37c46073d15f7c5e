"""The one error the lab raises at its user: a sentence that can be shown as it stands."""


class LinlabError(ValueError):
    """Something the user can mend; `str(error)` is a whole, plain sentence."""
