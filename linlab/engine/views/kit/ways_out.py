"""Ways out: what a view that does not apply offers as a button, so that it does. Each is one step of
undo."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from linlab.engine.data.datasets import DATASETS, HIDDEN
from linlab.engine.data.hiding import hide
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.train.teams.gathering import another, members_of, team_of
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Adoption, WayOut

HALF = 50  # percent of the labels


def _with_learner(title: str, make: Callable[[Learner], Learner]) -> WayOut:
    name = title[:1].lower() + title[1:]
    return WayOut(title, lambda moment: Adoption(name, make(moment.learner)))


def use_settings(title: str, **settings: str | float) -> WayOut:
    """The same model with other settings."""
    return _with_learner(title, lambda own: own.replace(**settings))


def use_space(name: str) -> WayOut:
    """The same model in another space."""
    title = space(name).title
    shown = f"the space “{title}”" if " " in title else f"the {title.lower()} space"
    return use_settings(f"Switch to {shown}", space=name)


def use_model(key: str, called: str = "") -> WayOut:
    """Another model as it is usually set, in the place of the one in hand."""
    shown = called or catalog()[key].title
    return _with_learner(f"Switch to {shown}", lambda own: Learner.of(key))


def look_at(moment: Snapshot, which: int) -> WayOut:
    """Another model of the document in hand."""
    return WayOut(
        f"Look at {moment.names[which]}",
        lambda now: Adoption("look at another model", document=now.document, focus=which),
    )


def of_member(moment: Snapshot, otherwise: WayOut) -> WayOut:
    """For a team, its first member; for another model, another way."""
    if not moment.learner.recipe.of_others:
        return otherwise
    members = members_of(moment.learners, moment.focus)
    return look_at(moment, members[0]) if members else otherwise


def _of_document(title: str, make: Callable[[Snapshot], tuple[Document, int]]) -> WayOut:
    name = title[:1].lower() + title[1:]

    def adopts(moment: Snapshot) -> Adoption:
        document, focus = make(moment)
        return Adoption(name, document=document, focus=focus)

    return WayOut(title, adopts)


def add_model(title: str) -> WayOut:
    """One more model beside those that there are."""

    def make(moment: Snapshot) -> tuple[Document, int]:
        places = list(range(len(moment.learners)))
        new = another(moment.learners, moment.focus)
        return moment.document.with_models([*places, new]), moment.focus

    return _of_document(title, make)


def add_team(title: str, key: str) -> WayOut:
    """A team of the model in hand, and of more that it needs."""

    def make(moment: Snapshot) -> tuple[Document, int]:
        chosen, focus = team_of(moment.learners, moment.focus, Learner.of(key))
        return moment.document.with_models(chosen), focus

    return _of_document(title, make)


def add_members(title: str) -> WayOut:
    """For a team, models that it is made of."""

    def make(moment: Snapshot) -> tuple[Document, int]:
        chosen, focus = team_of(moment.learners, moment.focus, moment.learner)
        return moment.document.with_models(chosen), focus

    return _of_document(title, make)


def without_changes(title: str) -> WayOut:
    """The same run from the start, with nothing changed on the way."""
    return _of_document(title, lambda moment: (replace(moment.document, timeline=()), moment.focus))


def split(title: str, shares: tuple[float, float, float]) -> WayOut:
    """Other shares of the points for train, dev and test."""
    return _of_document(
        title, lambda moment: (replace(moment.document, shares=shares), moment.focus)
    )


def open_data(name: str, called: str) -> WayOut:
    """Another data set."""
    return WayOut(called, lambda moment: Adoption(f"open {name}", source=Source(name)))


def keep_points(most: int) -> WayOut:
    """So many of the points, chosen at random."""

    def adopts(moment: Snapshot) -> Adoption:
        many = len(moment.points)
        kept = np.zeros(many, bool)
        kept[np.random.default_rng(0).permutation(many)[:most]] = True
        return Adoption(f"keep {most} points", points=moment.points.take(kept))

    return WayOut(f"Keep {most} points", adopts)


def hide_labels(title: str) -> WayOut:
    """Half of the labels hidden, by the data set where there is one."""

    def adopts(moment: Snapshot) -> Adoption:
        source = moment.document.source
        name = "hide labels"
        if source is not None and source.name in DATASETS:
            values = tuple(sorted({**dict(source.values), HIDDEN.name: float(HALF)}.items()))
            return Adoption(name, source=replace(source, values=values))
        rng = np.random.default_rng(moment.document.seed)
        return Adoption(name, points=hide(moment.points, HALF, rng))

    return WayOut(title, adopts)
