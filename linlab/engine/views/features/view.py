"""Feature space: points on their way from the plane to three monomials of their coordinates, by
default the lecture's

    φ(x) = (x₁², √2x₁x₂, x₂²),   φ(x)·φ(x′) = (x·x′)²,

as a scene that is turned. What bends in the plane is flat there: where the score is linear in the
three, the classes are parted by a plane. Where it has other features too, a cut through it is shown
that fixes those, and it is said at what.
"""

import math

from linlab.engine.ground.numerals import number, percent
from linlab.engine.learner.spaces import space as space_named
from linlab.engine.picture.metrics import shortened, wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Group, Item, Label, Panel, View
from linlab.engine.train.models import Model
from linlab.engine.train.polynomial import Power, polynomial
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import HighlightedIds
from linlab.engine.views.kit.of_texts import reads_texts
from linlab.engine.views.kit.trouble import no_points
from linlab.engine.views.kit.words import foot, with_foot, words_panel
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import WHY, Choices, FigureView, Option, Refusal

from . import product
from .blocks import joint_panels
from .box import box
from .components import Component, components, components_of
from .joint import JointMap, joint_map
from .scene_items import Stage, boundary, painted, rings_in
from .space import HALF, LECTURE, Feature, Space, Three, features, space_of
from .turning import Turn
from .walls import Answer, Reading, answer, reading

HIGHEST = 3  # degree of the monomials to choose from, unless the model has higher ones
SCENE_WIDTH = 2 * math.sqrt(2)  # of the scene, however it is turned
LOW = 260.0  # pixels: a lower room has no numbers at the edges, and no words that it can do without
LINE = 1.45  # from a line of words to the next, in sizes of the type


def _known(moment: Snapshot) -> tuple[Feature | Component, ...]:
    """The features to choose from; first the principal components of a kernel without a few of its
    own."""
    found = None if moment.model is None else polynomial(moment.model)
    plain = features(max(HIGHEST, 0 if found is None else found.degree))
    return (*components_of(moment.model), *plain)


def _edge(k: int) -> Option:
    def choices(moment: Snapshot) -> Choices:
        if reads_texts(moment):
            return ()
        leading = components_of(moment.model)
        first = leading[k] if leading else LECTURE[k]
        return tuple(
            (each.key, each.title)
            for each in (first, *(other for other in _known(moment) if other != first))
        )

    name, title = ("first", "second", "third")[k], ("φ₁", "φ₂", "φ₃")[k]
    return Option(
        name,
        title,
        f"the {name} feature, along the {name} edge of the box",
        choices,
        beside=k > 0,
    )


EDGES = tuple(map(_edge, range(3)))
LIFT = Option(
    "lift",
    "Lift",
    "how far the points are lifted: 0 is the plane, 1 the feature space",
    span=(0.0, 1.0),
    default=1.0,
    absent=reads_texts,
)
AZIMUTH = Option(
    "azimuth",
    "Turn",
    "the angle about the vertical axis, in degrees; or drag the scene",
    span=(-180.0, 180.0),
    default=-60.0,
    beside=True,
    absent=reads_texts,
)
ELEVATION = Option(
    "elevation",
    "Tilt",
    "the viewing angle above the plane, in degrees (90 looks straight down); or drag the scene",
    span=(0.0, 90.0),
    default=24.0,
    beside=True,
    absent=reads_texts,
)


def chosen(figure: Figure, moment: Snapshot) -> Three:
    """The three features; where one is chosen twice, the later is the next that is free."""
    known = {each.key: each for each in _known(moment)}
    out = list[Feature | Component]()
    for option in EDGES:
        keys = (option.value(figure, moment), *(key for key, _ in option.choices(moment)))
        taken = [each.power for each in out]
        out.append(next(known[key] for key in keys if known[key].power not in taken))
    return out[0], out[1], out[2]


def in_features(
    figure: Figure, moment: Snapshot, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    if reads_texts(moment):
        return _of_texts(figure, moment, palette, room)
    three = chosen(figure, moment)
    lift = float(LIFT.value(figure, moment))
    space = space_of(moment.points, three).at(lift)
    size = 0.92 * figure.font
    found = None if moment.model is None else reading(moment.model, space)
    parted = None if found is None or found.flat or lift < 1 else answer(found, space)
    words = wrapped(_said(moment, space, found, parted), room.width - 2 * size, size)
    both = picked(moment)
    numbers = _numbers(moment, both, three) if len(both) == 2 or room.height > LOW else ()
    high = min(LINE * size * (len(words) + len(numbers) + 0.6), 0.45 * room.height)
    upper, lower = with_foot(room, high)
    scene = _scene(figure, moment, palette, upper, space, parted, both)
    lines = (*words, *numbers)
    inks = [palette.quiet] * len(words) + [palette.text] * len(numbers)
    rows = len(lines) + 0.6
    return scene, foot(
        figure, palette, lower, lines, rows, first=1.1, size=size, smallest=0.7, inks=inks
    )


def _of_texts(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    """The joint map of the text of this step."""
    found = joint_map(moment)
    if isinstance(found, JointMap):
        return joint_panels(figure, moment, found, palette, room)
    sentence = found.sentence.rstrip(".") if isinstance(found, Refusal) else found
    return (words_panel(figure, palette, room, [sentence]),)


def _scene(
    figure: Figure,
    moment: Snapshot,
    palette: Palette,
    frame: Frame,
    space: Space,
    parted: Answer | None,
    both: tuple[int, ...],
) -> Panel:
    """The scene as large as the frame lets it be, whatever the turn."""
    font = figure.font
    turn = Turn(float(AZIMUTH.value(figure, moment)), float(ELEVATION.value(figure, moment)))
    numbered = figure.axes and frame.height > LOW - 6 * font
    plain = 1.1 if figure.axes else 0.6
    edge = (2.9 if numbered else plain) * font
    unit = max(
        1.0, min((frame.width - 2 * edge) / SCENE_WIDTH, (frame.height - 2 * edge) / _high(turn))
    )
    half = frame.width / unit / 2, frame.height / unit / 2
    view = View(-half[0], -half[1], half[0], half[1])
    stage = Stage(figure, moment, palette, space, turn, unit, frame.width)
    items: list[Item] = [
        *box(stage, _titles(moment, space), numbered and space.lift in (0.0, 1.0)),
        Group("scene", tuple(painted(stage, parted, boundary(moment.model, space)))),
        *rings_in(stage),
        *_primes(stage, both),
    ]
    return bare(frame, view, tuple(items), palette, font)


def _high(turn: Turn) -> float:
    """How high the scene is on the page at this tilt, however it is turned."""
    e = math.radians(turn.elevation)
    return 2 * float(HALF[2]) * math.cos(e) + SCENE_WIDTH * math.sin(e)


def _titles(moment: Snapshot, space: Space) -> tuple[str, str, str]:
    """What the edges measure; on the way, from what to what."""
    names, (a, b, c) = moment.features, (each.title for each in space.features)
    if space.lift == 0:
        return shortened(names[0], 90, 12), shortened(names[1], 90, 12), ""
    return (a, b, c) if space.lift == 1 else (f"x₁ → {a}", f"x₂ → {b}", f"0 → {c}")


def _primes(stage: Stage, both: tuple[int, ...]) -> list[Item]:
    """x and x′ beside the two points that are multiplied."""
    if len(both) < 2:
        return []
    points = stage.moment.points
    places = stage.turn.page(stage.space.place(points.x[[points.index(id) for id in both]]))
    away = stage.dot + 0.2 * stage.figure.font
    return [
        Label(
            text,
            (float(x), float(y)),
            stage.figure.font,
            stage.palette.text,
            dx=away,
            dy=-away,
            bold=True,
            veil=stage.palette.card,
        )
        for text, (x, y) in zip(("x", "x′"), places.tolist(), strict=True)
    ]


def picked(moment: Snapshot) -> tuple[int, ...]:
    """The ids of the two points to multiply: two that are selected, or one and the one pointed at
    or this step's example; fewer if there are none."""
    known = set(moment.points.ids.tolist())
    example, selection, pointed = HighlightedIds.of(moment)
    every = dict.fromkeys(id for id in (*selection, *pointed, *example) if id in known)
    return tuple(every)[:2]


def _numbers(moment: Snapshot, both: tuple[int, ...], three: Three) -> tuple[str, ...]:
    if any(isinstance(each, Component) for each in three):
        return ()
    if len(both) < 2:
        return ("Click one point and Shift-click another to compare (x·x′)² and φ(x)·φ(x′).",)
    x, other = moment.points.x[[moment.points.index(id) for id in both]]
    return product.lines(x, other, three)


def _share(space: Space) -> str:
    """How much of the variance the three hold, if they are principal components."""
    three = [each for each in space.features if isinstance(each, Component)]
    if len(three) < 3:
        return ""
    held = percent(components(three[0].spec).share)
    return f"The three leading kernel principal components hold {held} of the variance. "


def _said(moment: Snapshot, space: Space, found: Reading | None, parted: Answer | None) -> str:
    """What the plane is, or why there is none."""
    model = moment.model
    share = _share(space)
    if share and model is not None and model.decided and model.vote is None:
        return f"{share}There is no plane: the boundary bends, because the score uses the other components too."
    if model is None:
        return "There is no plane yet."  # and the plane says why
    if not model.decided:
        return "w = 0 separates nothing yet, so there is no plane."
    if model.vote is not None:
        return f"{model.title} answers by a vote of many weights, so there is no single plane."
    if found is None:
        return _no_polynomial(model)
    if found.flat:
        return (
            "The score uses none of these three features, so there is no plane: choose others, or the polynomial kernel "
            "with d = 2 and c₀ = 0, whose features are x₁², √2x₁x₂ and x₂²."
        )
    if parted is None:
        return "The line is the boundary; it lies in a plane when the lift is 1."
    seen = "" if parted.walls() else " It lies outside this box."
    if found.exact:
        name = (
            "The plane is the model’s own"
            if len(found.weights) == 1
            else "The planes are the model’s own"
        )
        return f"{name}{_formula(found, space)}.{seen}"
    many = len(found.others)
    if many > 3:
        return f"A cut through the boundary: the {many} other features of the score are fixed at their means.{seen}"
    values = ", ".join(f"{_name(power)} = {number(value)}" for power, value in found.others)
    return f"A cut through the boundary, at {values} ({'its mean' if many == 1 else 'their means'}).{seen}"


def _no_polynomial(model: Model) -> str:
    if model.single is None and model.counted is None:
        return f"{model.why_no_weights} So there is no plane."
    if polynomial(model) is not None:
        return "There is no plane until each class has been counted."
    if model.counted is not None:
        return (
            f"{model.title} uses bins, and its score is not a sum of monomials: there is no plane."
        )
    own = space_named(model.single.problem.learner["space"]) if model.single is not None else None
    return f"{own.title if own else model.title}: the score is not a sum of a few monomials, so there is no plane."


def _formula(found: Reading, space: Space) -> str:
    """s = 0 in the three features, for two classes."""
    if len(found.weights) > 1:
        return ""
    terms = [
        (float(w), each.title)
        for w, each in zip(found.weights[0], space.features, strict=True)
        if w
    ]
    text = " + ".join(f"{number(w)} {title}" for w, title in terms)
    bias = f" + {number(float(found.bias[0]))}" if found.bias[0] else ""
    return f": s = {text}{bias} = 0".replace("+ −", "− ")


def _name(power: Power) -> str:
    return next(each.title for each in features(sum(power)) if each.power == power)


def _refusal(moment: Snapshot) -> Refusal | None:
    if no_points(moment) is not None or moment.model is None or not reads_texts(moment):
        return no_points(moment)
    found = joint_map(moment)
    return found if isinstance(found, Refusal) else None


FEATURES_VIEW = FigureView(
    "features",
    "Features",
    "the points lifted to three features, and the plane that separates them there; drag to turn it. For a "
    "text, the joint map φ(x, y): a block for each class, and what the step adds to them",
    in_features,
    refusal=_refusal,
    options=(*EDGES, LIFT, AZIMUTH, ELEVATION),
    turned=("azimuth", "elevation"),
    group=WHY,
    key="6",
)
