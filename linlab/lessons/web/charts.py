"""The axes of a question that is answered by a drawn curve, as data for the page."""

from linlab.engine.export.web.frames import packed, place_of
from linlab.engine.export.web.packing import Packing, written
from linlab.engine.export.web.pairing import splices
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Picture
from linlab.lessons.kinds.kind import Answer, Question
from linlab.lessons.shown import Shown

SIZE = (440.0, 220.0)  # pixels


def chart_frames(
    shown: Shown, question: Question, answer: Answer
) -> tuple[str, tuple[float, float]]:
    """The picture of the axes, packed, and its size."""
    assert question.kind.chart is not None
    light, dark = (
        Picture(
            *SIZE,
            palette.card,
            (question.kind.chart(question, answer, shown.here, palette, SIZE, False),),
        )
        for palette in (LIGHT, DARK)
    )
    packing = Packing()
    view = {
        "width": SIZE[0],
        "height": SIZE[1],
        "frames": splices([packing.picture(light, dark, ())]),
        "panel": place_of(light),
    }
    return packed(written({"views": [view], **packing.to_json()}).encode()), SIZE
