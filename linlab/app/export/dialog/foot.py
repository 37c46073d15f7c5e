"""The foot of the export dialog: what was saved and where, an error, or the progress of a film."""

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from linlab.app.controls.accessibility.text_size import scaled
from linlab.app.controls.widgets import LinkButton, theme_in_force
from linlab.engine.ground.numerals import file_size


class Foot(QWidget):
    """One quiet line."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = QLabel()
        self.bar = QProgressBar()
        self.folder = LinkButton("Open folder")
        self.cancel = QPushButton("Cancel")
        self.words.setObjectName("export-words")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar.setObjectName("export-bar")
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(180, 6)
        self.folder.setObjectName("open-folder")
        self.folder.setToolTip("Show the file in its folder")
        self.cancel.setObjectName("export-cancel")
        self.cancel.setToolTip("Stop; no file is written")
        self.cancel.setAutoDefault(False)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(10)
        for widget in (self.bar, self.words, self.folder, self.cancel):
            row.addWidget(widget)
        row.addStretch(1)
        self.cancel.clicked.connect(self._cancel)
        self.folder.clicked.connect(self._open)
        self._path = Path()
        self._unit = ""
        self._wrong = False
        self.apply_theme()
        self.rest()

    def apply_theme(self) -> None:
        theme = theme_in_force()
        colour = theme.wrong if self._wrong else theme.quiet
        self.words.setStyleSheet(scaled(f"color: {colour}; font-size: 12px;"))
        self.bar.setStyleSheet(
            f"QProgressBar {{ background: {theme.groove}; border: none; border-radius: 3px; }}"
            f"QProgressBar::chunk {{ background: {theme.accent}; border-radius: 3px; }}"
        )

    def say(self, sentence: str, wrong: bool = False) -> None:
        self._wrong = wrong
        self.apply_theme()
        self.words.setWordWrap(wrong)  # an error may take more than a line, and gets all the room
        self._row.setStretchFactor(self.words, 100 if wrong else 0)
        self.words.setText(sentence)
        self.folder.hide()

    def saved(self, *paths: Path) -> None:
        """“Saved moons.pdf · 34 kB”, with a link; for several files the first and the last."""
        self._path = paths[0]
        size = sum(path.stat().st_size for path in paths if path.is_file())
        names = " … ".join(
            short(path.name) for path in (paths[:1] if len(paths) == 1 else (paths[0], paths[-1]))
        )
        self.say(f"Saved {names}" + (f" · {file_size(size)}" if size else ""))
        self.folder.show()

    def begin(self, name: str, unit: str) -> None:
        """Start of a long export; its rows or frames are counted."""
        self._unit = unit
        self.say(f"{short(name)} …")
        self.bar.setRange(0, 0)
        self.bar.show()
        self.cancel.setEnabled(True)
        self.cancel.show()

    def advance(self, done: int, total: int, left: float) -> None:
        if not done:
            self.say("Training …")
            return
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if left < 0:
            time = ""
        elif left < 1.5:
            time = " · almost done"
        else:
            time = f" · {_duration(left)} left"
        self.say(f"{self._unit} {done} of {total}{time}")

    def rest(self) -> None:
        """Nothing is being written."""
        for widget in (self.bar, self.cancel, self.folder):
            widget.hide()

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.cancelled.emit()

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path.parent)))


def short(name: str, most: int = 44) -> str:
    """
    >>> short("moons.pdf"), short("a" * 50 + ".pdf", 12)
    ('moons.pdf', 'aaaaaa…a.pdf')
    """
    return name if len(name) <= most else f"{name[: most // 2]}…{name[-(most - most // 2 - 1) :]}"


def _duration(seconds: float) -> str:
    """
    >>> _duration(8.2), _duration(75)
    ('8 s', '1 min 15 s')
    """
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"
