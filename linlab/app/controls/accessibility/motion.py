"""Whether things may move by themselves: an animated step, menus and tooltips that fade.

Code that animates something calls `reduced()` just before, and shows the end at once if it is true.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

REDUCED = "reduced motion"  # the property of the application that says so
EFFECTS = "effects of the system"  # another: whether menus and tooltips move where nobody objects


def reduced() -> bool:
    """Whether motion is to be reduced, by the user's choice or else the system's."""
    app = QApplication.instance()
    return app is not None and bool(app.property(REDUCED))


def reduce(chosen: bool | None) -> None:
    """Reduce motion or not; None: as the system says."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    if app.property(EFFECTS) is None:
        app.setProperty(EFFECTS, QApplication.isEffectEnabled(Qt.UIEffect.UI_General))
    less = of_the_system() if chosen is None else chosen
    app.setProperty(REDUCED, less)
    QApplication.setEffectEnabled(Qt.UIEffect.UI_General, not less and bool(app.property(EFFECTS)))


def of_the_system() -> bool:
    """Whether the system asks for less motion. Only later versions of Qt report it;
    with earlier ones it does not."""
    hints = QGuiApplication.styleHints()
    accessibility = getattr(hints, "accessibility", None)
    preference = getattr(accessibility() if accessibility else None, "motionPreference", None)
    return preference is not None and preference().name == "ReducedMotion"
