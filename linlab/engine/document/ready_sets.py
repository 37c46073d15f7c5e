"""Sets of models that the lectures compare, ready to be added to a document."""

from dataclasses import dataclass

from linlab.engine.learner.learner import Learner


@dataclass(frozen=True)
class ReadySet:
    """Some models, and what they show when they learn side by side."""

    key: str
    title: str
    idea: str
    learners: tuple[Learner, ...]


_SAME = {
    "rate": "constant",
    "alpha": 0.1,
    "penalty": "none",
}  # only the loss differs

READY_SETS = (
    ReadySet("perceptrons", "The perceptron family", "the last weights, the mean of all, a vote of all, the smallest step",
             tuple(map(Learner.of, ("perceptron", "averaged-perceptron", "voted-perceptron", "mira")))),
    ReadySet("losses", "Three losses on one engine", "the same steps on the perceptron loss, the hinge loss and the log loss",
             (Learner.of("perceptron", alpha=0.1), Learner.of("svm", **_SAME), Learner.of("logistic", **_SAME))),
    ReadySet("batches", "Online, mini-batch and batch", "one example at a time, 16, or all of them",
             (Learner.of("logistic"), Learner.of("logistic", batch=16), Learner.of("logistic", batch="all"))),
    ReadySet("spaces", "Four spaces", "one loss on x itself, its products, a kernel, and random features that approximate it",
             tuple(Learner.of("svm", space=space) for space in ("linear", "monomial", "rbf", "fourier"))),
    ReadySet("generative", "Generative against discriminative", "a model of each class, or only of the line between them",
             (Learner.of("gaussian-naive-bayes"), Learner.of("naive-bayes", smoothing=1.0), Learner.of("logistic"))),
)  # fmt: skip
