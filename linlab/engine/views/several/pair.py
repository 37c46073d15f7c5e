"""Two models of a document: which they are, the points that they learn from, and the plans by which
they do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import names_of
from linlab.engine.many.plan import Plan, labelled_only
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.ways_out import add_model
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, Option, Refusal

EPOCHS = ("20", "5", "50", "200")


def only_one(moment: ReadyRun) -> Refusal | None:
    """Where there is nothing to compare with."""
    if len(moment.trace.document.learners) < 2:
        return Refusal(
            "There is only one model: add another to the list of models to compare the two.",
            add_model("Add a second model"),
        )
    return None


TWO_MODELS = Need(only_one)


def learners_of(moment: Snapshot) -> tuple[Learner, ...]:
    """All learners in force."""
    return () if moment.trace is None else moment.trace.document.learners_at(moment.t)


def _models(moment: Snapshot, first: int) -> Choices:
    names = names_of(learners_of(moment))
    places = [*range(first, len(names)), *range(min(first, len(names)))]
    return tuple((str(k + 1), names[k]) for k in places)


A = Option("a", "Model", "one of the models", lambda moment: _models(moment, 0))
B = Option(
    "b", "Against", "the model to compare it with", lambda moment: _models(moment, 1), beside=True
)
FOLDS = Option(
    "folds",
    "Folds K",
    "into how many folds the training points are split; each is judged by models trained on "
    "the others",
    span=(2.0, 50.0),
    default=10.0,
    whole=True,
)
TRAINED = Option(
    "epochs",
    "Epochs",
    "for how many epochs each model is trained from its start",
    lambda moment: tuple((many, many) for many in EPOCHS),
    beside=True,
)


@dataclass(frozen=True)
class Pair:
    """What is compared, and how: everything that the outcome depends on."""

    document: Document  # in force, as if it had been so from the start
    a: int
    b: int
    folds: int
    epochs: int

    @classmethod
    def of(cls, figure: Figure, moment: Ready[None, Any], trained: Option = TRAINED) -> "Pair":
        own = moment.trace.document
        document = Document(moment.points, learners_of(moment), own.seed, own.shares)
        a, b = (int(option.value(figure, moment)) - 1 for option in (A, B))
        return cls(
            document, a, b, int(FOLDS.value(figure, moment)), int(trained.value(figure, moment))
        )

    @property
    def names(self) -> tuple[str, str]:
        every = names_of(self.document.learners)
        return every[self.a], every[self.b]

    @property
    def plans(self) -> Mapping[str, Plan]:
        learners = self.document.learners
        return {
            name: Plan(
                learners[which], self.document.seed, self.epochs, beside=learners, which=which
            )
            for name, which in zip(self.names, (self.a, self.b), strict=True)
        }

    def part(self, number: int) -> Points:
        """The points of train (0), dev (1) or test (2) with a label of their own, no guessed
        one."""
        points = self.document.points.given
        return points.take((self.document.parts_of(points) == number) & (points.label >= 0))

    @property
    def examples(self) -> Points:
        """The points that are learnt from."""
        return labelled_only(self.part(0))

    @property
    def trouble(self) -> str:
        """Why there is nothing to compare, in words."""
        return (
            "This is the same model twice: choose another for one of them."
            if self.a == self.b
            else ""
        )
