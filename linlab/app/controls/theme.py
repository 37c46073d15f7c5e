"""The look of the window: palettes, typeface and style sheet."""

import contextlib
import functools

from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from linlab.app.controls.accessibility import text_size
from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.palette import (
    DARK,
    HIGH_CONTRAST,
    HIGH_CONTRAST_DARK,
    LIGHT,
    THEMES,
    Palette,
    mixed,
)

Theme = Palette
LETTERS = 13  # font size in pixels at a text size of 100 %


def chosen(name: str) -> Theme:
    """The theme with this name; “system” follows the system's preference."""
    hints = QGuiApplication.styleHints()
    if name != "system" or hints is None:
        return next((theme for theme in THEMES if theme.name == name), LIGHT)
    dark = hints.colorScheme().name == "Dark"
    if _high_contrast():
        return HIGH_CONTRAST_DARK if dark else HIGH_CONTRAST
    return DARK if dark else LIGHT


def _high_contrast() -> bool:
    """Whether the system asks for high contrast, which Qt reports from 6.10 on."""
    accessibility = getattr(QGuiApplication.styleHints(), "accessibility", None)
    return bool(accessibility and accessibility().contrastPreference().name == "HighContrast")


def opposite(theme: Theme) -> Theme:
    """The dark counterpart of a light theme, and vice versa; high contrast stays high."""
    pairs = (LIGHT, DARK), (HIGH_CONTRAST, HIGH_CONTRAST_DARK)
    light, dark = next(pair for pair in pairs if theme in pair)
    return light if theme is dark else dark


def theme_in_force() -> Theme:
    """The theme of the application. The palette of a styled widget would not tell."""
    app = QGuiApplication.instance()
    name = app.property("ground") if app is not None else None
    return next((theme for theme in THEMES if theme.name == name), LIGHT)


def apply(app: QApplication, theme: Theme) -> None:
    """Apply the theme to the whole application. This is slow, so it is done only if the look
    changes."""
    stamp = f"{theme.name} {text_size.percent()}"
    if app.property("theme") == stamp:
        return
    app.setProperty("theme", stamp)
    set_base_style(app, theme)
    app.setStyleSheet(text_size.scaled(style_sheet(theme)))
    text_size.catch_up()


def set_base_style(app: QApplication, theme: Theme) -> None:
    """Set fonts and colours before widgets are created. The style sheet is set once all of them
    exist, because Qt would apply it again whenever a widget gets a parent."""
    if not app.property("fusion"):  # only once, since it visits all widgets
        app.setProperty(
            "text of the system", text_size.of_the_system()
        )  # before our font replaces it
        app.setStyle("Fusion")
        app.setProperty("fusion", True)
    app.setProperty("ground", theme.name)
    load_fonts()
    set_typeface()
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.Base: theme.card,
        QPalette.ColorRole.AlternateBase: theme.window,
        QPalette.ColorRole.Button: theme.card,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.ToolTipBase: theme.card,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.quiet,
        QPalette.ColorRole.Link: theme.accent_text,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(
            QPalette.ColorGroup.Disabled, role, QColor(mixed(theme.quiet, theme.card, 0.6))
        )
    app.setPalette(palette)


def set_typeface() -> None:
    """Set our typeface at the current text size, before widgets are created."""
    font = plain_inter()
    font.setPixelSize(text_size.px(LETTERS))
    if QApplication.font() != font:
        QApplication.setFont(font)


def plain_inter() -> QFont:
    """A new copy of our typeface, to which the caller gives a size. Contextual alternates are off:
    the raised signs that Inter puts between digits have no names, so a “−” or “(” could be neither
    found nor copied in a PDF."""
    font = QFont("Inter")
    font.setFeature(QFont.Tag("calt"), 0)
    return font


@functools.cache
def load_fonts() -> None:
    """Load Inter, which is shipped with the program, so that the window looks the same everywhere."""
    with contextlib.suppress(LinlabError):
        for name in ("Regular", "SemiBold", "Bold"):
            QFontDatabase.addApplicationFont(str(asset(f"fonts/Inter-{name}.otf")))


def _arrows() -> str:
    """The arrows of a file dialog, in a grey that is visible on light and dark backgrounds."""
    names = {
        "backward-icon": "back",
        "forward-icon": "forward",
        "filedialog-parent-directory-icon": "up",
    }
    with contextlib.suppress(LinlabError):
        return " ".join(
            f'{name}: url("{asset(f"icons/{file}.svg").as_posix()}");'
            for name, file in names.items()
        )
    return ""


def style_sheet(theme: Theme) -> str:
    """The style of cards, buttons, sliders and lists.

    Cards are QFrames with the property card=true. Labels and tooltips, including those of Qt's own
    dialogs, show plain text. Otherwise Qt would take a class called <img src="…"> for a picture and
    load it.
    """
    off = mixed(theme.quiet, theme.card, 0.55)
    return f"""
    * {{ font-family: "Inter"; }}
    QMainWindow, QDialog {{ background: {theme.window}; }}
    QFrame[card="true"] {{ background: {theme.card}; border: 1px solid {theme.border}; border-radius: 9px; }}
    QLabel, QToolTip {{ qproperty-textFormat: PlainText; }}
    QLabel {{ background: transparent; color: {theme.text}; }}
    QLabel[role="heading"] {{ color: {theme.quiet}; font-size: 11px; font-weight: 600; letter-spacing: 0.6px; }}
    QLabel[role="quiet"] {{ color: {theme.quiet}; font-size: 11px; }}
    QLabel[role="value"] {{ font-weight: 600; }}
    QLabel:disabled {{ color: {off}; }}
    QToolTip {{ background: {theme.card}; color: {theme.text}; border: 1px solid {theme.border}; padding: 6px; }}
    QToolBar {{ background: {theme.card}; border: none; border-bottom: 1px solid {theme.border};
        padding: 5px 8px; spacing: 2px; }}
    QToolBar::separator {{ background: {theme.border}; width: 1px; margin: 3px 6px; }}
    QToolButton {{ background: transparent; border: none; border-radius: 6px; padding: 5px 7px; color: {theme.text}; }}
    QToolButton:hover {{ background: {theme.soft}; }}
    QToolButton:checked {{ background: {theme.soft}; color: {theme.accent_text}; font-weight: 600; }}
    QToolButton:disabled {{ color: {off}; }}
    QToolButton::menu-indicator {{ image: none; }}
    QPushButton {{ background: {theme.card}; border: 1px solid {theme.border}; border-radius: 6px; padding: 5px 12px;
        color: {theme.text}; }}
    QPushButton:hover {{ border-color: {theme.accent}; }}
    QPushButton:disabled {{ color: {off}; }}
    QPushButton::menu-indicator {{ image: none; }}
    QPushButton[role="primary"] {{ background: {theme.accent}; color: {theme.on_accent}; border: none; font-weight: 600; }}
    QPushButton[role="primary"]:disabled {{ background: {theme.groove}; color: {theme.quiet}; }}
    QPushButton:focus {{ border: 1px solid {theme.accent}; }}
    QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QFileDialog {{ {_arrows()} }}
    QFileDialog QToolButton {{ padding: 2px; }}
    QInputDialog QLineEdit {{ min-width: 320px; background: {theme.card}; border: 1px solid {theme.border}; padding: 5px 7px; }}
    QSlider {{ min-height: 20px; background: transparent; }}
    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {theme.groove}; }}
    QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {theme.accent}; }}
    QSlider::handle:horizontal {{ width: 11px; height: 11px; margin: -5px 0; border-radius: 6.5px;
        background: {theme.card}; border: 2px solid {theme.accent}; }}
    QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {theme.soft}; }}
    QSlider::sub-page:horizontal:disabled {{ background: {theme.groove}; }}
    QSlider::handle:horizontal:disabled {{ border-color: {theme.groove}; }}
    QLineEdit, QSpinBox, QDoubleSpinBox {{ background: transparent; border: 1px solid transparent; border-radius: 4px;
        padding: 1px 3px; color: {theme.text}; selection-background-color: {theme.accent}; }}
    QLineEdit[line="true"] {{ border-color: {theme.border}; background: {theme.window}; padding: 1px 5px; }}
    QLineEdit:hover {{ border-color: {theme.border}; background: {theme.window}; }}
    QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {{ border-color: {theme.accent}; background: {theme.window}; }}
    QLineEdit:disabled {{ color: {off}; }}
    QComboBox {{ combobox-popup: 0; background: transparent; border: none; padding: 2px 4px; font-weight: 600;
        color: {theme.text}; }}
    QComboBox:hover {{ color: {theme.accent_text}; }}
    QComboBox:disabled {{ color: {off}; }}
    QComboBox > QFrame {{ border: none; background: {theme.card}; }}
    QComboBox QAbstractItemView {{ background: {theme.card}; border: 1px solid {theme.border}; color: {theme.text};
        selection-background-color: {theme.soft}; selection-color: {theme.text}; outline: none; padding: 4px; }}
    QMenu {{ background: {theme.card}; border: 1px solid {theme.border}; border-radius: 6px; padding: 5px;
        color: {theme.text}; }}
    QMenu::item {{ padding: 5px 26px 5px 14px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {theme.soft}; }}
    QMenu::item:disabled {{ color: {off}; }}
    QMenu::separator {{ height: 1px; background: {theme.border}; margin: 5px 8px; }}
    QMenuBar {{ background: {theme.card}; color: {theme.text}; }}
    QMenuBar::item {{ padding: 4px 9px; background: transparent; }}
    QMenuBar::item:selected {{ background: {theme.soft}; border-radius: 4px; }}
    QStatusBar {{ background: {theme.card}; border-top: 1px solid {theme.border}; color: {theme.quiet}; }}
    QStatusBar::item {{ border: none; }}
    QStatusBar QLabel {{ color: {theme.quiet}; font-size: 12px; padding: 2px 8px; }}
    QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 8px; margin: 0; }}
    QScrollBar::handle:vertical {{ background: {theme.groove}; border-radius: 4px; min-height: 30px; }}
    QScrollBar::handle:vertical:disabled {{ background: transparent; }}
    QScrollBar:horizontal {{ background: transparent; height: 8px; margin: 0; }}
    QScrollBar::handle:horizontal {{ background: {theme.groove}; border-radius: 4px; min-width: 30px; }}
    QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none; height: 0;
        width: 0; }}
    QAbstractScrollArea::corner {{ background: transparent; border: none; }}
    QTableView {{ background: {theme.card}; color: {theme.text}; border: 1px solid {theme.border}; border-radius: 6px;
        font-size: 12px; selection-background-color: {theme.soft}; selection-color: {theme.text}; }}
    QListView#text-list {{ background: {theme.card}; border: 1px solid {theme.border}; border-radius: 6px; outline: none; }}
    QHeaderView, QHeaderView::section {{ background: {theme.card}; color: {theme.quiet}; border: none; font-size: 11px;
        padding: 2px 3px; }}
    QSplitter::handle {{ background: transparent; }}
    QListWidget {{ background: transparent; border: none; outline: none; }}
    QListWidget::item {{ padding: 4px 6px; border-radius: 4px; color: {theme.text}; }}
    QListWidget::item:selected {{ background: {theme.soft}; color: {theme.accent_text}; }}
    QPlainTextEdit {{ background: {theme.window}; border: 1px solid {theme.border}; border-radius: 6px; padding: 4px;
        color: {theme.text}; selection-background-color: {theme.accent}; }}
    QPlainTextEdit:focus {{ border-color: {theme.accent}; }}
    QCheckBox {{ color: {theme.text}; }}
    QRadioButton::indicator {{ width: 12px; height: 12px; border-radius: 6.5px; border: 1px solid {theme.quiet};
        background: {theme.card}; }}
    QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 4px solid {theme.accent}; }}
    QRadioButton::indicator:checked:disabled {{ border-color: {theme.quiet}; }}
    """
