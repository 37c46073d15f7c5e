"""linlab: click points, pick a linear classifier and watch it learn, step by step.

The notebook's names are here; each is loaded when it is first used, so that importing linlab costs
next to nothing.

    run = linlab.train("svm", X, y, space="rbf", gamma=0.6, lam=0.01, epochs=50)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from linlab.engine.optimum.as_a_step import register_exact_solver

register_exact_solver()
_HOMES = {
    "train": "linlab.notebook.training",
    "Run": "linlab.notebook.run",
    "Classifier": "linlab.notebook.classifier",
    "show": "linlab.notebook.show",
    "compare": "linlab.engine.many.comparing",
    "ttest": "linlab.engine.many.significance",
    "vote": "linlab.engine.many.voting",
    "bag": "linlab.engine.many.bagging",
    "stack": "linlab.engine.many.stacking",
    "self_train": "linlab.engine.many.semi_supervised",
    "co_train": "linlab.engine.many.semi_supervised",
    "Points": "linlab.engine.data.points",
    "Document": "linlab.engine.document.document",
    "Learner": "linlab.engine.learner.learner",
    "Trace": "linlab.engine.train.trace",
    "__version__": "linlab.engine.ground.version",
    "LinlabError": "linlab.engine.ground.errors",
    "explain": "linlab.engine.words.explain",
    "points": "linlab.engine.data.notebook_data",
    "make_points": "linlab.engine.data.datasets",
    "read_csv": "linlab.engine.data.csvfile",
    "load": "linlab.engine.document.loading",
    "load_weights": "linlab.engine.export.weights.weights_json",
}
__all__ = [*_HOMES]

if TYPE_CHECKING:
    from linlab.engine.data.csvfile import read_csv as read_csv
    from linlab.engine.data.datasets import make_points as make_points
    from linlab.engine.data.notebook_data import points as points
    from linlab.engine.data.points import Points as Points
    from linlab.engine.document.document import Document as Document
    from linlab.engine.document.loading import load as load
    from linlab.engine.export.weights.weights_json import load_weights as load_weights
    from linlab.engine.ground.errors import LinlabError as LinlabError
    from linlab.engine.ground.version import __version__ as __version__
    from linlab.engine.learner.learner import Learner as Learner
    from linlab.engine.many.bagging import bag as bag
    from linlab.engine.many.comparing import compare as compare
    from linlab.engine.many.semi_supervised import co_train as co_train
    from linlab.engine.many.semi_supervised import self_train as self_train
    from linlab.engine.many.significance import ttest as ttest
    from linlab.engine.many.stacking import stack as stack
    from linlab.engine.many.voting import vote as vote
    from linlab.engine.train.trace import Trace as Trace
    from linlab.engine.words.explain import explain as explain
    from linlab.notebook.classifier import Classifier as Classifier
    from linlab.notebook.run import Run as Run
    from linlab.notebook.show import show as show
    from linlab.notebook.training import train as train


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        from linlab.engine.ground.errors import perhaps

        raise AttributeError(f"linlab has no {name!r}{perhaps(name, _HOMES)}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(_HOMES)
