"""Parameters: the settings of a learner, each declaring its own control.

A parameter says its name, symbol, range, whether its slider is logarithmic, and one line of help.
Forms, checks, the command line and saved files all read these declarations, so a setting has the
same name and the same limits everywhere.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.errors import WrongValue, perhaps
from linlab.engine.ground.numerals import limit, read_number
from linlab.engine.ground.sanitise import shorten

Value = float | int | str
MOST_AT_FIRST = 1e9  # a weight to begin with
PLACES = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
)  # among the models of a document that are not made of others


@dataclass(frozen=True)
class Parameter:
    """A setting: `choices` if it is one of a list, else a number between low and high.

    >>> PARAMETERS["alpha"].check("0.5")
    0.5
    """

    name: str
    symbol: str
    title: str
    help: str
    default: Value
    low: float = (
        0.0  # the smallest allowed value, and the left end of the slider unless it is logarithmic
    )
    high: float = math.inf
    slider: tuple[float, float] = (0.0, 1.0)
    log: bool = False
    integer: bool = False
    above: bool = False  # the value must be greater than `low`, not just reach it
    choices: Callable[[], tuple[str, ...]] | None = None
    word: str = ""  # a word allowed instead of a number, such as "all" for a batch
    listed: bool = False  # may also be a row of numbers, such as w₀
    longest: int = 0  # if it is any text: how many characters it may have
    group: str = "training"  # of its control: space, words, model (used most) or training
    folded: str = (
        ""  # "always": shown only under more settings; "idle": there unless it has an effect
    )
    control: str = ""  # "segments" or "text"; else a slider for numbers and a menu for choices
    in_title: bool = True  # whether the one-line description of a learner includes it
    dial: int = 0  # its rank among the settings of which Simple shows one, 1 first; 0: never shown
    example: str = "“0.5 -1 0.25”, with a “;” between the rows of classes"

    @property
    def numeric(self) -> bool:
        """Whether it can only be a number."""
        return self.choices is None and not self.word and not self.longest

    def check(self, value: Any) -> Value:
        """`value` in its right type, or a sentence saying what is allowed."""
        if self.longest:
            if not isinstance(value, str) or len(value) > self.longest or not value.isprintable():
                raise self._wrong(value, self.range())
            return value.strip()
        if self.choices is not None:
            if isinstance(value, str) and value in self.choices():
                return value
            rows = numbers_in(value) if self.listed and isinstance(value, str) else None
            if rows is None:
                raise self._wrong(value, self.range())
            return _in_a_row(rows) or str(self.default)
        if self.word and value == self.word:
            return self.word
        number = _number(value)
        if self.integer and number is not None and number == math.floor(number):
            number = int(number)
        inside = (
            number is not None
            and self.low <= number <= self.high
            and not (self.above and number == self.low)
        )
        if not inside or (self.integer and not isinstance(number, int)):
            raise self._wrong(value, self.range())
        assert number is not None
        return number

    def _wrong(self, value: Any, allowed: str) -> WrongValue:
        like = perhaps(str(value), self.choices()) if self.choices is not None else ""
        return WrongValue(
            f"“{shorten(str(value))}” is not a value of {self.name}{like}: it must be {allowed}.",
            self.name,
            allowed,
        )

    def range(self) -> str:
        """The allowed values in words."""
        if self.longest:
            return f"a text of at most {self.longest} characters"
        if self.choices is not None:
            numbers = f" or numbers such as {self.example}" if self.listed else ""
            return f"one of {', '.join(self.choices())}{numbers}"
        kind = "a whole number" if self.integer else "a number"
        least = f"above {limit(self.low)}" if self.above else f"from {limit(self.low)}"
        most = (
            "" if math.isinf(self.high) else f" {'up ' if self.above else ''}to {limit(self.high)}"
        )
        return f"{kind} {least}{most}{' upwards' if not most and not self.above else ''}" + (
            f" or “{self.word}”" if self.word else ""
        )


def _number(value: Any) -> float | int | None:
    if isinstance(value, bool):
        return None
    try:
        number = read_number(value) if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number is not None and math.isfinite(number) else None


def numbers_in(text: str) -> tuple[tuple[float, ...], ...] | None:
    """Numbers in a row, or in several rows separated by “;”; None if they are not numbers.

    >>> numbers_in("0.5 -1; 2")
    ((0.5, -1.0), (2.0,))
    """
    rows = [[_number(word) for word in row.split()] for row in text.split(";")]
    if not any(rows) or not all(
        each is not None and abs(each) <= MOST_AT_FIRST for row in rows for each in row
    ):
        return None
    return tuple(tuple(float(each) for each in row if each is not None) for row in rows)


def _in_a_row(rows: tuple[tuple[float, ...], ...]) -> str:
    """The numbers as text, exactly; empty if all are 0.

    >>> _in_a_row(((0.5, -1.0, 0.0), (0.0,), (2.0,), (0.0,)))
    '0.5 -1 0; 0; 2; 0'
    """
    if not any(any(row) for row in rows):
        return ""
    return "; ".join(" ".join(repr(each).removesuffix(".0") for each in row) for row in rows)


def _names(table: str) -> Callable[[], tuple[str, ...]]:
    """The keys of another module's table, read when needed, so that additions appear here."""

    def names() -> tuple[str, ...]:
        from .optimisers import OPTIMISERS
        from .rates import RATES
        from .spaces import spaces

        tables: dict[str, dict[str, Any]] = {
            "rates": RATES,
            "optimisers": OPTIMISERS,
            "spaces": spaces(),
        }
        return tuple(tables[table])

    return names


@dataclass(frozen=True)
class ReadOut:
    """Which weights answer. `keeps` is what the loop keeps beside the last ones: nothing (0), the
    sum of all (1), the sum of those after a mistake (2), or one of all, drawn at random (3)."""

    key: str
    title: str  # in the form
    words: str  # what answers
    keeps: int = 0
    help: str = ""
    short: str = ""  # before J and the error, where these are of other weights than the last

    @property
    def is_mean(self) -> bool:
        """Whether it is a mean, written with a bar."""
        return self.keeps in (1, 2)


READ_OUTS: dict[str, ReadOut] = {
    each.key: each
    for each in (
        ReadOut("last", "Last", "last weights", help="the weights after the last step"),
        ReadOut("mean", "Average", "mean weights", 1, "the mean over all steps", "the mean"),
        ReadOut(
            "mistakes",
            "Average at mistakes",
            "mean weights at mistakes",
            2,
            "the mean over the steps that were mistakes, as Carpuat writes it",
            "the mean at mistakes",
        ),
        ReadOut(
            "random",
            "Random iterate",
            "a random iterate",
            3,
            "one of the weights before each step so far, each equally likely, drawn by the seed",
            "a random iterate",
        ),
        ReadOut("voted", "Vote", "vote of all weights", help="every weight vector has a vote"),
        ReadOut(
            "best",
            "Best on dev",
            "best weights on dev",
            help="those with the fewest errors on dev at the end of an epoch",
            short="the best",
        ),
    )
}


def _one_of(*names: str) -> Callable[[], tuple[str, ...]]:
    return lambda: names


PARAMETERS: dict[str, Parameter] = {
    parameter.name: parameter
    for parameter in (
        Parameter(
            "how",
            "ŷ",
            "Vote",
            "majority: more than half of the votes, else undecided; plurality: the most votes; soft: the "
            "largest mean of P(y|x); weighted: some votes count more",
            "plurality",
            choices=_one_of("majority", "plurality", "soft", "weighted"),
            group="model",
        ),
        Parameter(
            "of",
            "model",
            "Model",
            "which of the document's other models is trained",
            "first",
            choices=_one_of(*PLACES),
            group="model",
        ),
        Parameter(
            "upon",
            "base",
            "Base model",
            "which of the document's other models gives the top model its output; it is trained first, until it has finished or for 50 epochs",
            "second",
            choices=_one_of(*PLACES),
            group="model",
        ),
        Parameter(
            "outputs",
            "ŷ",
            "Output",
            "what the top model gets from the base model: label, the class that it predicts; probability, P(c|x); bins, the tenth that each P(c|x) lies in",
            "label",
            choices=_one_of("label", "probability", "bins"),
            group="model",
        ),
        Parameter(
            "folds",
            "K",
            "Folds",
            "into how many parts the examples are split: for each part, the top model uses a base model trained on the others",
            5,
            low=2,
            high=200,
            slider=(2, 20),
            integer=True,
            group="model",
            dial=4,
        ),
        Parameter(
            "jackknife",
            "∖k",
            "Jackknife",
            "on: the top model uses a base model that has not seen the example; off: one that has, and trusts it too much",
            "on",
            choices=_one_of("on", "off"),
            group="model",
        ),
        Parameter(
            "members",
            "T",
            "Members",
            "how many models are trained and vote",
            11,
            low=1,
            high=200,
            slider=(1, 50),
            integer=True,
            group="model",
            dial=4,
        ),
        Parameter(
            "each",
            "E",
            "Epochs each",
            "for how many epochs each member is trained, one after the other",
            5,
            low=1,
            high=1000,
            slider=(1, 100),
            log=True,
            integer=True,
            group="model",
        ),
        Parameter(
            "lam",
            "λ",
            "Regularisation",
            "λ = 1/C: the penalty on long weights",
            0.01,
            high=1e6,
            slider=(1e-5, 10),
            log=True,
            group="model",
            dial=3,
        ),
        Parameter(
            "C",
            "C",
            "Cap",
            "the largest rate τ of an update",
            1.0,
            high=1e9,
            above=True,
            slider=(1e-3, 1e3),
            log=True,
            group="model",
            dial=3,
        ),
        Parameter(
            "space",
            "φ",
            "Space",
            "the features or the kernel that scores are computed from",
            "linear",
            choices=_names("spaces"),
            group="space",
            in_title=False,
        ),
        Parameter(
            "gamma",
            "γ",
            "Sharpness",
            "how fast similarity falls with distance: with a large γ each point affects only its neighbours; the width of a bump is 1/√(2γ), for Laplace 1/γ; cells of random grids are 2/γ wide on average",
            1.0,
            high=1e6,
            above=True,
            slider=(0.01, 100),
            log=True,
            group="space",
            dial=1,
        ),
        Parameter(
            "degree",
            "d",
            "Degree",
            "the highest power of x",
            3,
            low=1,
            high=12,
            slider=(1, 8),
            integer=True,
            group="space",
            dial=2,
        ),
        Parameter(
            "coef0",
            "c₀",
            "Constant",
            "c₀ in (x·x′ + c₀)ᵈ, where 0 leaves only the highest powers, or in tanh(γ x·x′ + c₀)",
            1.0,
            high=1e6,
            slider=(0, 5),
            group="space",
        ),
        Parameter(
            "features",
            "D",
            "Features",
            "how many random features approximate the RBF kernel",
            100,
            low=1,
            high=10_000,
            slider=(1, 1000),
            log=True,
            integer=True,
            group="space",
        ),
        Parameter(
            "grids",
            "D",
            "Grids",
            "how many random grids approximate the Laplace kernel",
            64,
            low=1,
            high=1_000,
            slider=(1, 1_000),
            log=True,
            integer=True,
            group="space",
        ),
        Parameter(
            "weighting",
            "φ_v",
            "Words count as",
            "present: 1 if the word is in the text; count: how often; tfidf: rare words count more, and all texts are equally long",
            "count",
            choices=_one_of("present", "count", "tfidf"),
            group="words",
        ),
        Parameter(
            "negation",
            "¬",
            "Negation",
            "on: a word after “not” is a feature of its own, NOT_good; off: it is ignored",
            "on",
            choices=_one_of("on", "off"),
            group="words",
        ),
        Parameter(
            "bigrams",
            "v v′",
            "Bigrams",
            "on: two words in a row are a feature, too",
            "off",
            choices=_one_of("off", "on"),
            group="words",
        ),
        Parameter(
            "stems",
            "v-",
            "Stems",
            "on: liked, likes and liking are one feature",
            "off",
            choices=_one_of("off", "on"),
            group="words",
        ),
        Parameter(
            "stop_words",
            "the",
            "Stop words",
            "drop: words such as “the” and “of” are not features",
            "keep",
            choices=_one_of("keep", "drop"),
            group="words",
        ),
        Parameter(
            "rare",
            "df",
            "Texts per word, at least",
            "a word must be in at least this many training texts",
            1,
            low=1,
            high=1e6,
            slider=(1, 20),
            integer=True,
            group="words",
        ),
        Parameter(
            "twice",
            "2×",
            "Count twice",
            "a word that has a second feature, always equal to its first; empty: none",
            "",
            longest=60,
            control="text",
            group="words",
            in_title=False,
        ),
        Parameter(
            "places",
            "x₁, x₂",
            "Placed by",
            "where texts stand in the plane; weights: what their words say for and against, or the scores of two of several classes; words: how often the words on the axes occur; data: where the data set puts them",
            "weights",
            choices=_one_of("weights", "words", "data"),
            group="words",
            in_title=False,
        ),
        Parameter(
            "axes",
            "x₁ / x₂",
            "Axes",
            "what the axes of the plane are: two words, or lists of words as in “good great / bad dull”; by weights, two of several classes; empty: chosen for you",
            "",
            longest=200,
            control="text",
            group="words",
            in_title=False,
        ),
        Parameter(
            "alpha",
            "α",
            "Learning rate",
            "how far an update goes: the learning rate is α, or starts at α and falls by a schedule",
            0.1,
            high=1e6,
            above=True,
            slider=(1e-4, 10),
            log=True,
            group="model",
            dial=4,
        ),
        Parameter(
            "bins",
            "B",
            "Bins",
            "equal-width bins along each axis",
            3,
            low=1,
            high=100,
            slider=(1, 12),
            integer=True,
            group="model",
            dial=4,
        ),
        Parameter(
            "smoothing",
            "n₀",
            "Smoothing",
            "pseudo-count added to each bin; 0: plain counts",
            1.0,
            high=1e6,
            slider=(0, 5),
            group="model",
        ),
        Parameter(
            "without",
            "P?",
            "No P(y|x)",
            "what a model without probabilities does in a soft vote: hard, it votes as if it were certain; leave-out, it does not vote",
            "hard",
            choices=_one_of("hard", "leave-out"),
            in_title=False,
        ),
        Parameter(
            "voices",
            "v",
            "Weights",
            "the weight of each vote: dev, the accuracy of the model on dev points, or your own numbers in the order of the models, 1 if one is missing",
            "dev",
            choices=_one_of("dev"),
            listed=True,
            example="“1 2 0.5”",
            control="text",
            in_title=False,
        ),
        Parameter(
            "order",
            "i",
            "Order",
            "which example comes next",
            "shuffled",
            choices=_one_of("cyclic", "shuffled", "sampled", "by-class", "hardest"),
        ),
        Parameter(
            "rate",
            "αₜ",
            "Schedule",
            "how the learning rate αₜ changes with the step t",
            "constant",
            choices=_names("rates"),
        ),
        Parameter(
            "t0",
            "t₀",
            "Half-life",
            "after t₀ steps the learning rate is half as large",
            100.0,
            high=1e9,
            above=True,
            slider=(1, 1e5),
            log=True,
            folded="idle",
        ),
        Parameter(
            "optimiser",
            "Δ",
            "Optimiser",
            "how a gradient becomes a step",
            "sgd",
            choices=_names("optimisers"),
        ),
        Parameter(
            "momentum",
            "μ",
            "Momentum",
            "how much of the last move is repeated",
            0.9,
            high=0.999,
            slider=(0, 0.99),
            folded="idle",
        ),
        Parameter(
            "batch",
            "|B|",
            "Batch",
            "how many examples a step looks at; their gradients are averaged",
            1,
            low=1,
            high=1e9,
            slider=(1, 100),
            log=True,
            integer=True,
            word="all",
            control="segments",
        ),
        Parameter(
            "average",
            "w̄",
            "Read-out",
            "which weights answer: the last, the mean of all, the mean of those after a mistake, one of all drawn at random, a vote of all, the best on dev",
            "last",
            choices=_one_of(*READ_OUTS),
        ),
        Parameter(
            "early",
            "patience",
            "Early stopping",
            "stop when no fewer have been wrong on dev for this many epochs; 0: never",
            0,
            high=10_000,
            slider=(0, 20),
            integer=True,
            in_title=False,
        ),
        Parameter(
            "penalty",
            "‖w‖",
            "Penalty",
            "l2: ½‖w‖²; l1: ‖w‖₁, which makes some weights exactly 0",
            "l2",
            choices=_one_of("l2", "l1", "none"),
            folded="always",
        ),
        Parameter(
            "bias",
            "b",
            "Bias",
            "free: never regularised; regularised: part of w; none: through the origin",
            "free",
            choices=_one_of("free", "regularised", "none"),
            folded="always",
        ),
        Parameter(
            "start",
            "w₀",
            "Start",
            "where the weights start: at 0, at random, or at your own numbers, the weights and then b",
            "zeros",
            choices=_one_of("zeros", "random"),
            listed=True,
            folded="always",
        ),
    )
}
