"""A page that needs no page before it: its points, models and look are a document of its own.

Such pages, from any lessons, make a lesson that the lab plays, prints and checks like every other.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linlab.lessons.shown import Shown
from linlab.lessons.written.blocks import FORMAT, Block
from linlab.lessons.written.files import LessonFiles, Scratch
from linlab.lessons.written.lesson import Lesson, Step

KEPT = ("sliders", "play", "lock")  # fields of a page that hold for it alone


def lesson_of_pages(title: str, intro: str, pages: Sequence[Shown]) -> Lesson:
    """A lesson made of these pages. Its documents are in a folder that is removed with it."""
    scratch = Scratch()
    files = LessonFiles(scratch.folder, scratch.folder, scratch)
    steps = [own_page(shown, files, f"page-{k}.linlab") for k, shown in enumerate(pages, 1)]
    return Lesson(title, intro, Block({"format": FORMAT}), tuple(steps), files)


def own_page(shown: Shown, files: LessonFiles, name: str) -> Step:
    """The page with its document saved under this name."""
    replace(shown.document, look=shown.look).save(files.folder / name)
    values: dict[str, Any] = {"document": name, "t": shown.look.t, "fold": shown.fold}
    if shown.look.region is not None:
        values["region"] = shown.look.region
    said = shown.step.lab.values
    values |= {field: said[field] for field in KEPT if field in said}
    return replace(shown.step, lab=replace(shown.step.lab, values=values), format=FORMAT)
