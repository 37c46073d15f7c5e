"""The table of the kinds of questions: a row registers a kind."""

from .choose import CHOOSE
from .click import CLICK
from .curve import CURVE
from .drag import DRAG
from .explain import EXPLAIN
from .goal import GOAL
from .kind import QuestionKind
from .number import NUMBER
from .redraw import REDRAW

QUESTION_KINDS: dict[str, QuestionKind] = {
    kind.key: kind for kind in (CHOOSE, NUMBER, CLICK, DRAG, CURVE, GOAL, REDRAW, EXPLAIN)
}
