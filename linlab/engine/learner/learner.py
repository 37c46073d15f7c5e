"""A learner: a model and the settings chosen for it, as a frozen value.

Only the chosen settings are stored; everything else follows the recipe. A combination that makes no
sense is refused here, with the reason, so that no other part has to check.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.sanitise import shorten

from .catalog import Recipe, catalog, recipe
from .old_defaults import lowest_version, old_defaults
from .optimisers import OPTIMISERS, Optimiser
from .parameters import PARAMETERS, READ_OUTS, ReadOut, Value, numbers_in
from .rates import RATES, Rate
from .spaces import is_dual, space


@dataclass(frozen=True)
class Learner:
    """A model with its settings; `learner["lam"]` is the value in force.

    >>> Learner.of("svm", C=100)["lam"]
    0.01
    """

    model: str
    chosen: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, model: str, /, **settings: Any) -> "Learner":
        """A checked learner; C means λ = 1/C, except for MIRA, where it is the cap."""
        return cls(recipe(model).key).replace(**settings)

    @classmethod
    def of_version(cls, version: int, model: str, settings: Mapping[str, Any]) -> "Learner":
        """A checked learner as a file of this version means it: settings not chosen there have the
        defaults of that version.

        >>> Learner.of_version(1, "naive-bayes", {})["smoothing"], Learner.of("naive-bayes")["smoothing"]
        (0.0, 1.0)
        """
        then = old_defaults(model, version)
        unsaid = {name: value for name, value in then.items() if settings.get(name) is None}
        return cls.of(model, **{**settings, **unsaid})

    def replace(self, /, **settings: Any) -> "Learner":
        """This learner with other settings; None restores the default."""
        own = self.recipe
        chosen = dict(self.chosen)
        if "C" in settings and not own.has_own_c:
            if settings.get("lam") is not None:
                raise LinlabError("λ and C are one setting (λ = 1/C): give lam or C, not both.")
            cap = settings.pop("C")
            settings["lam"] = None if cap is None else 1.0 / float(PARAMETERS["C"].check(cap))
        for name, value in settings.items():
            if name not in own.parameters:
                raise LinlabError(_not_its_own(own, name))
            if value is None:
                chosen.pop(name, None)
            else:
                chosen[name] = PARAMETERS[name].check(value)
        learner = Learner(self.model, tuple(sorted(chosen.items())))
        trouble = learner.trouble()
        if trouble:
            raise LinlabError(trouble)
        return learner

    def as_model(self, key: str) -> "Learner":
        """Another model with the settings that both have; what it cannot have is dropped.

        >>> Learner.of("svm", lam=0.5, space="rbf").as_model("mira").chosen
        (('space', 'rbf'),)
        """
        other = Learner(key)
        for name, value in self.chosen:
            with suppress(LinlabError):
                other = other.replace(**{name: value})
        return other

    def averaged(self) -> "Learner | None":
        """The model that learns the same and answers with the mean of its weights; None if there is
        none, or this one does not answer with its last weights.

        >>> Learner.of("perceptron", space="rbf").averaged()
        Learner(model='averaged-perceptron', chosen=(('space', 'rbf'),))
        """
        if self["average"] != "last":
            return None
        same = [r for r in catalog().values() if r.loss is self.recipe.loss and not r.of_others]
        keys = (r.key for r in same if r.fixed.get("average") == "mean")
        return next((self.as_model(key) for key in keys), None)

    @cached_property
    def recipe(self) -> Recipe:
        return recipe(self.model)

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """Every setting with the value in force."""
        own = self.recipe
        plain = {name: parameter.default for name, parameter in PARAMETERS.items()}
        return {**plain, **own.defaults, **dict(self.chosen), **own.fixed}

    def __getitem__(self, name: str) -> Any:
        return self.settings[name]

    @property
    def rate(self) -> Rate:
        return self.recipe.rate or RATES[self["rate"]]

    @cached_property
    def optimiser(self) -> Optimiser:
        return OPTIMISERS[self["optimiser"]]

    @property
    def dual(self) -> bool:
        return self.recipe.in_a_space and is_dual(self["space"])

    @property
    def straight(self) -> bool:
        """Whether its space is the plane itself, so that boundaries are straight and w is an arrow
        in it."""
        return self.recipe.in_a_space and space(self["space"]).straight

    @property
    def reads_texts(self) -> bool:
        """Whether it learns from the texts of points instead of their places."""
        return self.recipe.in_a_space and space(self["space"]).of_texts

    @cached_property
    def read_out(self) -> ReadOut:
        """Which weights answer."""
        return READ_OUTS[self["average"]]

    @cached_property
    def votes(self) -> bool:
        """Whether every θ there was has a vote in the answer."""
        return bool(self["average"] == "voted")

    @property
    def decay(self) -> float:
        """λ in force: 0 without a penalty."""
        return 0.0 if self["penalty"] == "none" else float(self["lam"])

    def idle(self, name: str) -> str:
        """Why the setting `name` does nothing here, in words; empty if it does something."""
        own = self.recipe
        if name not in own.parameters:
            return _not_its_own(own, name)
        if (
            PARAMETERS[name].group in ("space", "words")
            and name != "space"
            and name not in space(self["space"]).parameters
        ):
            return f"{space(self['space']).title} has no {PARAMETERS[name].title.lower()} {PARAMETERS[name].symbol}."
        if self.optimiser.solver and name in ("rate", "alpha", "t0", "batch", "order", "average"):
            return f"{self.optimiser.title} works on the whole objective and finds its own steps."
        if name in ("alpha", "t0", "rate") and not self.optimiser.uses_rate:
            return f"{self.optimiser.title} finds its own learning rate."
        if name in ("alpha", "t0") and name not in self.rate.parameters:
            return f"The schedule “{self.rate.title}” does not use {PARAMETERS[name].symbol}."
        if name == "momentum" and self["optimiser"] != "momentum":
            return "Only the optimiser “momentum” uses μ."
        if name == "lam" and self["penalty"] == "none":
            return "There is no penalty for λ to weight."
        if name == "without" and self["how"] != "soft":
            return "Only a soft vote uses probabilities."
        if name == "voices" and self["how"] != "weighted":
            return "Only a weighted vote has weights."
        return ""

    @property
    def dial(self) -> str:
        """The one setting to turn where only one is shown; empty if there is none.

        >>> [Learner.of(*each).dial for each in (("svm",), ("mira",), ("gaussian-naive-bayes",))]
        ['lam', 'C', '']
        >>> Learner.of("perceptron").dial, Learner.of("perceptron", space="rbf").dial
        ('alpha', 'gamma')
        """
        ranked = [each for each in PARAMETERS.values() if each.dial and not self.idle(each.name)]
        return min(ranked, key=lambda each: each.dial).name if ranked else ""

    def trouble(self) -> str:
        """Why these settings have no meaning together, in words; empty if they have."""
        optimiser = self.optimiser
        loss = self.recipe.loss
        if self.dual and self.recipe.counting is not None:
            return f"{self.recipe.title} needs features for its means, but a kernel space has none: use the space linear, monomial or fourier."
        if self.reads_texts and self.recipe.counting is not None and self["weighting"] == "tfidf":
            return f"{self.recipe.title} counts words, but tf·idf numbers are not counts: use present or count."
        if self.dual and not (optimiser.linear or optimiser.solver):
            return f"{optimiser.title} gives each weight its own learning rate, but a kernel space has coefficients of examples instead of weights: use sgd or momentum, or a feature space."
        if self.dual and self["penalty"] == "l1":
            return "L1 makes some weights 0, but a kernel space has coefficients of examples instead of weights: use the penalty l2, or a feature space."
        if optimiser.refuses(self):
            return optimiser.refuses(self)
        if optimiser.solver and not loss.smooth and not optimiser.corners:
            return (
                f"{optimiser.title} needs a smooth objective, but {loss.title.lower()} has a corner: "
                "use logistic, or another optimiser."
            )
        if optimiser.solver and self["penalty"] == "l1" and self["lam"] > 0:
            return f"{optimiser.title} needs a smooth objective, but L1 has a corner at 0: use the penalty l2 or none."
        if optimiser.solver and self["average"] != "last":
            return f"{optimiser.title} has only its last weights, so there is nothing to average: use the read-out last."
        if self.votes and (not loss.mistake_driven or self["batch"] != 1):
            return "A vote counts how long each w survives, so it needs a perceptron with one example at a time: use the read-out mean instead."
        if any(each < 0 for row in numbers_in(self["voices"]) or () for each in row):
            return "The weights of a vote must not be negative."
        if (
            self["rate"] == "pegasos"
            and optimiser.uses_rate
            and self.recipe.rate is None
            and self.decay <= 0
        ):
            return "The schedule 1/(λt) of Pegasos needs λ > 0 and a penalty."
        return ""

    @property
    def version(self) -> int:
        """The lowest version of the format in which what was chosen means this learner."""
        return lowest_version(self.model, self.chosen)

    def to_json(self) -> dict[str, Any]:
        return {"model": self.model, "settings": dict(self.chosen)}

    @classmethod
    def from_json(cls, obj: Any, version: int) -> "Learner":
        if not isinstance(obj, dict) or not isinstance(obj.get("model"), str):
            raise LinlabError(
                "A learner must be stored as an object with the fields model and settings."
            )
        settings = obj.get("settings", {})
        if not isinstance(settings, dict) or not all(isinstance(name, str) for name in settings):
            raise LinlabError("The settings of a learner must be stored as an object.")
        return cls.of_version(version, obj["model"], settings)


def _not_its_own(own: Recipe, name: str) -> str:
    like = perhaps(name, own.parameters)
    if name in own.fixed:
        return f"{own.title} fixes {name} at {own.fixed[name]}; its settings are {', '.join(own.parameters)}."
    if name in PARAMETERS:
        return f"{own.title} has no setting “{name}”{like}; its settings are {', '.join(own.parameters)}."
    return f"There is no setting “{shorten(name)}”{like}; the settings of {own.title} are {', '.join(own.parameters)}."
