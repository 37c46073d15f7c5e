"""What whoever writes a run down needs of it: the moment, the labels its classes have, and why it
went no further."""

from typing import Any, Protocol

from .moment import Moment


class Trained(Protocol):
    """A learner after t updates. A notebook's Run is one."""

    @property
    def moment(self) -> Moment: ...
    @property
    def classes(self) -> tuple[Any, ...]: ...
    @property
    def reason(self) -> str: ...
