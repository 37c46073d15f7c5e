"""The table of the kinds of questions: a row is all that it takes."""

from .choose import CHOOSE
from .click import CLICK
from .curve import CURVE
from .drag import DRAG
from .kind import Kind
from .number import NUMBER

KINDS: dict[str, Kind] = {kind.key: kind for kind in (CHOOSE, NUMBER, CLICK, DRAG, CURVE)}
