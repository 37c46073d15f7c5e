"""Spaces: primal (feature maps) or dual (kernels), in the order of the picker."""

from linlab.engine.ground.errors import unknown

from .features import FEATURES, FeatureSpace
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


def is_dual(name: str) -> bool:
    """Whether θ holds coefficients of examples (a kernel) instead of weights of features."""
    return name in KERNELS
