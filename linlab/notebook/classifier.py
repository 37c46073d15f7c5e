"""A model of linlab with scikit-learn's interface: fit, predict, score, get_params and set_params, so
that its pipelines, searches and displays work with it. The same engine gives the same weights as
`linlab.train`.

scikit-learn recognises its estimators by the classes they inherit from, so this one does.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from linlab.engine.data.columns.frames import column_names
from linlab.engine.data.inputs import given_inputs
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError, unknown
from linlab.engine.learner.catalog import recipe
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.train.teams.voting import gives_chances

from .training import train

FEATURES = 2  # the plane


def _has_probabilities(classifier: "Classifier") -> bool:
    if hasattr(classifier, "run_"):
        return gives_chances(classifier.run_.model)
    return bool(recipe(classifier.model).judge.probabilistic)


class Classifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of two features, or of texts with space="words".

    After `fit`, `run_` is the run: plot it, ask it for its steps, save it. Further arguments are
    settings of the model: `linlab models` lists them. Where the model is undecided, `predict`
    gives the most frequent class.

    >>> Classifier("perceptron", epochs=5).fit([(0, 0), (1, 1)], [0, 1]).predict([(2, 2)]).tolist()
    [1]
    """

    def __init__(
        self,
        model: str = "svm",
        *,
        epochs: int | None = None,
        steps: int | None = None,
        stop: str | None = None,
        seed: int = 0,
        others: Sequence[str | Learner] = (),
        **settings: Any,
    ) -> None:
        self.model = model
        self.epochs = epochs
        self.steps = steps
        self.stop = stop
        self.seed = seed
        self.others = others
        self.settings = {name: each for name, each in settings.items() if each is not None}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """All arguments; a setting that was not given is None, which is the model's default."""
        own = {name: getattr(self, name) for name in ("model", *_ARGUMENTS)}
        return {**own, **{name: self.settings.get(name) for name in PARAMETERS}, **self.settings}

    def set_params(self, **params: Any) -> "Classifier":
        """Change arguments or settings."""
        for name, value in params.items():
            if name in ("model", *_ARGUMENTS):
                setattr(self, name, value)
            elif name in PARAMETERS:
                self.settings = {**self.settings, name: value}
                self.settings = {
                    key: each for key, each in self.settings.items() if each is not None
                }
            else:
                raise unknown("setting", name, (*_ARGUMENTS, *PARAMETERS))
        return self

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        given = {name: getattr(self, name) for name in _ARGUMENTS}
        given = {name: each for name, each in given.items() if each not in (None, 0, ())}
        inside = [f"{name}={value!r}" for name, value in {**self.settings, **given}.items()]
        return f"Classifier({', '.join([repr(self.model), *inside])})"[:N_CHAR_MAX]

    def fit(self, X: Any, y: Any) -> "Classifier":
        """Train on X (n, 2), a data frame of two columns or, with space="words", texts."""
        self.texts_ = Learner.of(self.model, **self.settings).reads_texts
        names = column_names(X)
        inputs = self._checked(X, reset=True)
        check_classification_targets(y)
        labels = np.asarray(y)
        if len(labels) != len(inputs):
            raise LinlabError(f"There are {len(inputs)} points, but {len(labels)} labels.")
        self.classes_, counts = np.unique(labels, return_counts=True)
        if len(self.classes_) < 2:
            raise LinlabError(
                f"There is one class in y, {self.classes_[0]}; a classifier needs two."
            )
        self._usual = int(counts.argmax())
        given: Any = inputs if names is None else dict(zip(names, inputs.T, strict=True))
        self.run_ = train(
            self.model,
            given,
            labels,
            epochs=self.epochs,
            steps=self.steps,
            stop=self.stop,
            seed=self.seed,
            others=self.others,
            **self.settings,
        )
        self.n_steps_ = self.run_.t
        return self

    def decision_function(self, X: Any) -> Floats:
        """The score: with two classes above 0 for the second one (m,), else one for each class
        (m, K)."""
        scores = self._scores(X)
        if scores.shape[1] == 2:
            return np.asarray(scores[:, 1] - scores[:, 0])
        return scores

    def predict(self, X: Any) -> Any:
        """The label of each point. (m,)"""
        check_is_fitted(self)
        found = self.run_.predict(self._checked(X))
        undecided = np.array([each is None for each in found.tolist()], bool)
        out = np.full(len(found), self.classes_[self._usual], self.classes_.dtype)
        out[~undecided] = found[~undecided]
        return out

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Floats:
        """P(class|x) of each point, in the order of `classes_`. (m, K)"""
        check_is_fitted(self)
        return np.asarray(self.run_.probabilities(self._checked(X))[:, self._order])

    @property
    def _order(self) -> list[int]:
        """Where scikit-learn's classes are among those of the run, which sorts texts that are
        numbers as numbers."""
        names = list(self.run_.classes)
        return [names.index(label) for label in self.classes_.tolist()]

    def _scores(self, X: Any) -> Floats:
        """A score for each class. (m, K)"""
        check_is_fitted(self)
        scores = self.run_.scores(self._checked(X))
        if scores.shape[1] == 1:
            scores = np.concatenate([0.0 * scores, scores], axis=1)
        return np.asarray(scores[:, self._order])

    def _checked(self, X: Any, reset: bool = False) -> Any:
        """X as the run reads it."""
        if self.texts_:
            return given_inputs(X)
        found = validate_data(self, X, reset=reset, dtype=float)
        if found.shape[1] != FEATURES:
            raise LinlabError(
                f"A model of linlab has two features, but X has {found.shape[1]}: choose two columns, "
                "or put PCA(n_components=2) before it in a pipeline."
            )
        return found


_ARGUMENTS = ("epochs", "steps", "stop", "seed", "others")
