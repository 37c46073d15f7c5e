"""linlab: click points, pick a linear classifier and watch it learn, update by update.

The notebook's names are here; each is loaded when it is first used, so that importing linlab costs next to nothing.

    run = linlab.train("svm", X, y, space="rbf", gamma=0.6, lam=0.01, epochs=50)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1"

_HOMES = {
    "train": "linlab.engine.run",
    "Run": "linlab.engine.run",
    "Points": "linlab.engine.points",
    "Document": "linlab.engine.document",
    "Learner": "linlab.engine.learner",
    "Trace": "linlab.engine.trace",
    "LinlabError": "linlab.engine.errors",
    "explain": "linlab.engine.explain",
    "make_points": "linlab.engine.datasets",
    "read_csv": "linlab.engine.csvfile",
    "load": "linlab.engine.loading",
    "load_weights": "linlab.engine.export.weights",
}
__all__ = [*_HOMES]

if TYPE_CHECKING:
    from .engine.csvfile import read_csv as read_csv
    from .engine.datasets import make_points as make_points
    from .engine.document import Document as Document
    from .engine.errors import LinlabError as LinlabError
    from .engine.explain import explain as explain
    from .engine.export.weights import load_weights as load_weights
    from .engine.learner import Learner as Learner
    from .engine.loading import load as load
    from .engine.points import Points as Points
    from .engine.run import Run as Run
    from .engine.run import train as train
    from .engine.trace import Trace as Trace


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"linlab has no {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__"])
