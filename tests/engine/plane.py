"""The models and spaces that read places in the plane: tests of points without texts go through
these. Those that read texts have tests of their own."""

from linlab import Learner
from linlab.engine.learner.catalog import catalog, learning
from linlab.engine.learner.spaces import spaces


def plane_catalog():
    return {key: recipe for key, recipe in catalog().items() if not Learner.of(key).reads_texts}


def plane_learning():
    return {key: recipe for key, recipe in learning().items() if not Learner.of(key).reads_texts}


def plane_spaces():
    return {name: space for name, space in spaces().items() if not space.of_texts}
