"""Spaces: primal (feature maps) or dual (kernels), in the order of the picker."""

from linlab.engine.ground.errors import unknown

from .features import FEATURES, FeatureSpace, Imitation
from .kernels import KERNELS, Kernel

Space = FeatureSpace | Kernel


def spaces() -> dict[str, Space]:
    """Every space by its name."""
    return {**FEATURES, **KERNELS}


def space(name: str) -> Space:
    try:
        return spaces()[name]
    except KeyError:
        raise unknown("space", name, spaces()) from None


def imitation(name: str) -> Imitation | None:
    """Which kernel the random features of a space imitate; None if it has none.

    >>> imitation("binning").kernel, imitation("linear")
    ('laplace', None)
    """
    own = FEATURES.get(name)
    return None if own is None else own.imitation


def random_features(name: str) -> Imitation:
    """The same for a space that has random features."""
    own = imitation(name)
    if own is None:
        raise unknown(
            "space of random features", name, [each for each in FEATURES if imitation(each)]
        )
    return own


def is_dual(name: str) -> bool:
    """Whether θ holds coefficients of examples (a kernel) instead of weights of features."""
    return name in KERNELS
