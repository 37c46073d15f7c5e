"""A run: the notebook's view of a moment.

A run is a value: `advance` and `at` return other runs of the same history and do not change this
one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import count
from linlab.engine.data.inputs import given_inputs
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.many.answering import labelled
from linlab.engine.train import measures, models, stopping
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step
from linlab.engine.train.trace import Trace


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """A learner after t steps."""

    moment: Moment
    labels: Mapping[str, Any]  # the caller's own label for the name of a class
    stopped: str = ""  # why training stopped, in words

    @property
    def trace(self) -> Trace:
        return self.moment.trace

    @property
    def t(self) -> int:
        return self.moment.t

    @property
    def problem(self) -> Problem:
        return self.moment.problem

    @property
    def learner(self) -> Learner:
        return self.moment.learner

    @property
    def state(self) -> State:
        return self.moment.state

    @property
    def model(self) -> models.Model:
        return self.moment.model

    @property
    def classes(self) -> tuple[Any, ...]:
        """The labels; with two classes the last one is the positive one."""
        return tuple(self.labels[name] for name in self.problem.classes)

    @property
    def theta(self) -> Floats:
        """θ after t steps, the bias in the last column if there is one. (rows, d)"""
        return self.state.theta

    @property
    def weights(self) -> Floats:
        """The weights it answers with (rows, features); in a kernel space the coefficients (rows,
        n)."""
        return self.moment.weights

    @property
    def bias(self) -> Floats:
        """The bias it answers with. (rows,)"""
        return self.moment.bias

    @property
    def diverged(self) -> bool:
        """Whether the weights grew without bound; then this is the last state before that."""
        return self.moment.diverged

    @property
    def reason(self) -> str:
        """Why there is no further step, or why training stopped here; empty if it just got this
        far."""
        return self.moment.finished or self.stopped

    def scores(self, x: ArrayLike) -> Floats:
        """A score for each point and row. (m, rows)"""
        return self.model.scores(given_inputs(x, self.moment.points.axes))

    def predict(self, x: ArrayLike) -> Any:
        """The label of each point, None if undecided. (m,)"""
        return labelled(self.classes, models.decisions(self.model, self.scores(x)))

    def probabilities(self, x: ArrayLike) -> Floats:
        """P(class|x) of each point, in the order of `classes`. (m, K)"""
        return models.probabilities(self.model, self.scores(x))

    def joint(self, x: ArrayLike) -> Floats:
        """P(class, x) of naive Bayes. (m, K)"""
        counted = self.model.counted
        if counted is None:
            raise LinlabError(
                f"{self.learner.recipe.title} does not model P(y, x); naive Bayes does."
            )
        return np.exp(counted.joint(given_inputs(x, self.moment.points.axes)))

    def tables(self) -> dict[str, Any]:
        """The estimates of naive Bayes: P(y) and P(bin|y), or means and variances."""
        return self.moment.tables

    def field(self, xs: ArrayLike, ys: ArrayLike) -> Floats:
        """Scores on the grid of all (x, y). (rows, len(ys), len(xs))"""
        return self.model.grid(np.asarray(xs, float), np.asarray(ys, float))

    def objective(self) -> float:
        """J of the weights it answers with."""
        return float(sum(measures.objective(self.model)))

    def measures(self) -> measures.Sample:
        """Objective, errors, ‖w‖ and mistakes."""
        return self.moment.sample

    def optimum(self) -> Any:
        """The exact minimiser of the same objective."""
        from linlab.engine.optimum.exact import optimum

        return optimum(self.problem)

    def step(self) -> Step:
        """The next step, with all its numbers; this run stays where it is."""
        return self.moment.next

    def explain(self) -> str:
        """The step that led here, in words and numbers."""
        from linlab.engine.words.beginning import beginning
        from linlab.engine.words.explain import explain

        step = self.moment.step
        return (
            beginning(self.trace.problem(0))
            if step is None
            else explain(step, self.trace.problem(self.t - 1).learner)
        )

    def meaning(self) -> tuple[str, ...]:
        """What it means: at most two sentences that are true of the run now, such as whether it
        will ever stop by itself."""
        from linlab.engine.words.meaning.findings import meaning

        return tuple(found.sentence for found in meaning(self.moment))

    def advance(self, steps: int | None = None, *, updates: int | None = None) -> "Run":
        """This run after so many more steps, or at the end of its history; `updates` is the earlier
        name of `steps`."""
        return self.at(self.t + count(stopping.steps_asked(steps, updates), "steps", 0))

    def at(self, t: int) -> "Run":
        """The run as it was, or will be, after t steps."""
        return replaced(self, moment=Moment.of(self.trace, count(t, "t", 0)), stopped="")

    def plot(
        self,
        view: str = "plane",
        ax: Any = None,
        *,
        layers: Iterable[str] | str | None = None,
        options: Mapping[str, Any] | None = None,
        palette: str = "light",
        title: str = "",
        size: tuple[float, float] = (640.0, 480.0),
    ) -> Any:
        """Draw a view of the run into axes of matplotlib, and return them; without matplotlib,
        return a drawing that a notebook shows."""
        from linlab.engine.views.asking import figure_named

        from .drawing import plot

        return plot(self.moment, figure_named(view, layers, options, palette, title, size), ax)

    def film(
        self, path: Any, view: str = "plane", *, seconds: float = 8.0, fps: float = 20.0
    ) -> None:
        """Write a film of the run up to this step, as .gif or .mp4."""
        from linlab.engine.views.asking import figure_named

        from .saving import film

        film(self, path, figure_named(view), seconds, fps)

    def save(self, path: Any, kind: str | None = None, view: str = "plane") -> None:
        """Write what the suffix stands for: the weights (.json, which `linlab predict` and
        `linlab.load_weights` read, .csv, .npz, .py), a figure of a view (.svg, .pdf, .png, .tex), a
        film (.gif, .mp4), a web page that plays the run (.html) or the document (.linlab). Where a suffix can hold several things, `kind`
        names another: "table" or "data" for .csv, say."""
        from linlab.engine.views.asking import figure_named

        from .saving import save

        save(self, path, kind, figure_named(view))

    def to_html(
        self, path: Any, views: Sequence[str] | None = None, *, every: int | None = None
    ) -> None:
        """Write the run as one web page that plays it. The first of the views is the large one;
        `every` shows every so many steps, else a long run shows those that changed something."""
        from linlab.engine.export.web.page import page_of
        from linlab.engine.ground.writing import check_writable, write_text

        check_writable(path)
        write_text(path, page_of(self, views, every=every))

    def to_frame(self) -> Any:
        """The steps made so far as a pandas data frame, one row for each."""
        from .frame import frame_of_steps

        return frame_of_steps(self.moment, self.labels)

    def __repr__(self) -> str:
        from .display import lines_of

        return f"Run({', '.join(lines_of(self.moment))})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from .display import bundle

        return bundle(self.moment)

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle or a copy has the document and t: the trace is trained again when it is
        needed."""
        document = self.trace.document.to_json()
        ended = self.trace.end is not None and self.t >= self.trace.end
        return _restored, (document, self.trace.which, self.t, ended, self.labels, self.stopped)


def _restored(
    document: dict[str, Any], which: int, t: int, ended: bool, labels: Any, stopped: str
) -> Run:
    trace = Trace(Document.from_json(document), which)
    if ended:
        trace.at(t + 1)  # which finds out that there is no such step, and why
    return Run(Moment(trace, t), labels, stopped)
