"""Ask for a file: propose a name that says what is in it, in the folder used last."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from linlab.engine.ground.sanitise import shorten

from . import kinds
from .export_options import ExportOptions
from .export_source import ExportSource


def ask_where(
    parent: QWidget,
    export_source: ExportSource,
    export_options: ExportOptions,
    files: Callable[[Path], tuple[Path, ...]],
) -> Path | None:
    """The file to write, with a suffix of its format; None if cancelled. `files` are the files that
    follow from it, and nothing that exists is replaced without asking."""
    title, suffix = export_options.chosen.title, export_options.chosen.suffix
    proposed = str(
        _folder(export_source, export_options) / kinds.name_of(export_source, export_options)
    )
    name, _ = QFileDialog.getSaveFileName(
        parent, f"Save {export_options.kind.title.lower()}", proposed, f"{title} (*{suffix})"
    )
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower() not in kinds.suffixes(export_options):
        path = path.with_name(path.name + suffix)
    unasked = [each for each in files(path) if os.path.exists(each) and str(each) != name]
    return path if all(_may_replace(parent, each) for each in unasked) else None


def _folder(export_source: ExportSource, export_options: ExportOptions) -> Path:
    own = Path(export_options.folder) if export_options.folder else None
    if own is not None and os.path.isdir(own):  # robust against odd names
        return own
    if export_source.files.path is not None:
        return export_source.files.path.parent
    return Path(
        QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        or Path.home()
    )


def _may_replace(parent: QWidget, path: Path) -> bool:
    yes = QMessageBox.StandardButton.Yes
    return (
        QMessageBox.question(parent, "linlab", f"{shorten(path.name)} already exists. Replace it?")
        == yes
    )
