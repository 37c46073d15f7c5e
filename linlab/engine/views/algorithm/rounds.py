"""Self-training and co-training in the view Algorithm: which rounds a document has, and where in
them a moment is."""

from linlab.engine.train.problem import Problem
from linlab.engine.views.kit.ready import ReadyRun
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices
from linlab.engine.words.listing.kinds.guessing import co_training, self_training, visits_of_round
from linlab.engine.words.listing.line import Listing, Visit

GUESSING = {"self": ("Self-training", self_training), "co": ("Co-training", co_training)}


def ways_to_guess(moment: Snapshot) -> Choices:
    """The way that the document's labels were guessed; both, where some are missing and none was
    guessed yet."""
    titles = tuple((key, title) for key, (title, _) in GUESSING.items())
    last = moment.document.timeline[-1].points if moment.document.timeline else None
    guesses = [each for each in (last or moment.points).guesses or () if each is not None]
    if guesses:
        both = " and " in guesses[0].by
        return tuple(choice for choice in titles if (choice[0] == "co") == both)
    return titles if (moment.points.label < 0).any() else ()


def guessing(
    moment: ReadyRun, form: str, problem: Problem
) -> tuple[Listing, Problem, tuple[Visit | None, ...]]:
    """The listing, and how far the round is that the moment lies in: its models are trained, and at
    its end points get labels."""
    listing = GUESSING[form][1]()
    points = moment.points
    before: tuple[Visit | None, ...] = (None,) * len(listing.before)
    guesses = [each for each in points.guesses or () if each is not None]
    rounds = {change.t for change in moment.document.timeline if change.points is not None}
    latest = max((each.round for each in guesses), default=0)
    labelled = sum(each.round == latest for each in guesses)
    ended = moment.t in rounds and labelled > 0
    left = int((points.label < 0).sum()) + labelled
    if not guesses and not moment.t:
        return listing, problem, (Visit(times=1), *((None,) * len(listing.step)))
    return listing, problem, (*before, *visits_of_round(labelled, left, ended))
