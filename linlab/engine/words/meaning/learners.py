"""For and against each learner, in a line each: one table for the help page and the documentation."""

from typing import NamedTuple


class Judgement(NamedTuple):
    """The models it is about, by key, what speaks for them, and what against."""

    title: str
    models: tuple[str, ...]
    good: str
    bad: str


JUDGEMENTS = (
    Judgement(
        "Perceptron",
        ("perceptron",),
        "The simplest rule; one example at a time; few mistakes where the margin is wide.",
        "Any separating line will do; it never stops where none exists; the order of the examples matters.",
    ),
    Judgement(
        "Averaged and voted perceptron",
        ("averaged-perceptron", "voted-perceptron"),
        "Steadier, and better on new points, at almost no cost; the vote comes with a bound.",
        "The mean minimises no objective; a vote has to keep many weight vectors.",
    ),
    Judgement(
        "MIRA and passive-aggressive II",
        ("mira", "pa2"),
        "No learning rate to choose: each step is as small as a margin of 1 allows.",
        "One noisy label can pull far, unless C limits it.",
    ),
    Judgement(
        "SVM and Pegasos",
        ("svm", "pegasos", "squared-hinge", "exact-svm"),
        "The widest street, a convex objective, and few examples that matter; made for kernels.",
        "λ has to be tuned; scores are not probabilities; far outliers cost much unless λ is large.",
    ),
    Judgement(
        "Logistic regression",
        ("logistic", "exact-logistic"),
        "Probabilities; a smooth convex objective with fast solvers; features may depend on each other.",
        "Every example pulls a little, always; without a penalty the weights grow without bound on separable points.",
    ),
    Judgement(
        "ADALINE",
        ("adaline",),
        "Least squares: one linear equation has the answer.",
        "Examples far on the correct side are penalised too, and pull the line away.",
    ),
    Judgement(
        "Naive Bayes",
        ("naive-bayes", "gaussian-naive-bayes", "multinomial-naive-bayes"),
        "One pass of counting; works with few examples; can draw points of its own.",
        "Features that say the same are counted twice, so its probabilities are too sure.",
    ),
    Judgement(
        "Nearest centroid",
        ("centroid",),
        "One mean for each class, and nothing to tune.",
        "Blind to how wide a class is, and to its shape.",
    ),
    Judgement(
        "Vote, bagging, AdaBoost, stacking",
        ("vote", "bagging", "adaboost", "stacking"),
        "Errors that differ cancel out; often the best answer there is.",
        "Slower, harder to explain; boosting chases flipped labels.",
    ),
)
