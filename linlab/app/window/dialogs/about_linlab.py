"""About linlab: its version and what a report about a fault should say, to be copied."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.window.home.application import icon
from linlab.app.window.home.details import details, screens_now
from linlab.engine.ground.version import __version__

WIDTH, HEIGHT, ICON = 560, 420, 64  # pixels
WHAT = "Click points, pick a linear classifier and watch it learn, step by step."
COPY, COPIED = "Copy details", "Copied"


class AboutLinlab(QDialog):
    """The version, the licence, and the details of this installation without any file's name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("about-linlab")
        self.setWindowTitle("About linlab")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picture = QLabel()
        picture.setPixmap(icon().pixmap(px(ICON), px(ICON)))
        words = QLabel(f"linlab {__version__}\n{WHAT}\nThe linlab authors · MIT licence")
        words.setWordWrap(True)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(picture)
        head.addWidget(words, 1)
        self.details = QPlainTextEdit(details(screens_now()))
        self.details.setObjectName("details")
        self.details.setAccessibleName("Details of this installation")
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(COPY, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.details, 1)
        column.addWidget(buttons)
        self.resize(px(WIDTH), px(HEIGHT))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.details.toPlainText())
        self.copy_button.setText(COPIED)
