"""The options of linlab that open no window, each with what it does."""

import os
import time
from collections.abc import Callable

from linlab.engine.ground.errors import LinlabError

from .desktop_entry import install_desktop, remove_desktop


def run_option(arguments: list[str]) -> int:
    """Do what the option says and return the exit code."""
    option, *rest = arguments
    if rest:
        raise LinlabError(f"{option} stands alone, without “{rest[0]}”.")
    print(OPTIONS[option]())
    return 0


def info() -> str:
    """Versions, screens and settings; no names of files."""
    from linlab.app.canvas.screens import check_screen
    from linlab.app.window.home.details import details, screens_now

    try:
        check_screen()
    except LinlabError as trouble:
        return details((str(trouble),))
    return details(screens_now())


def reset() -> str:
    """Put the settings aside; documents, lessons and progress stay."""
    from linlab.app.session.settings import config_folder

    file = config_folder() / "settings.json"
    aside = file.with_name(f"settings-{time.strftime('%Y-%m-%d-%H%M%S')}.json")
    if not file.exists():
        return f"There are no settings to put aside: {file} does not exist."
    try:
        os.replace(file, aside)
    except OSError as error:
        raise LinlabError(f"{file} cannot be put aside ({error.strerror or error}).") from None
    return (
        f"linlab starts as new. Your settings are in {aside}; to have them again, rename it to "
        f"{file.name}. Documents, your own lessons and your progress are as they were."
    )


OPTIONS: dict[str, Callable[[], str]] = {
    "--info": info,
    "--reset": reset,
    "--install-desktop": install_desktop,
    "--remove-desktop": remove_desktop,
}
