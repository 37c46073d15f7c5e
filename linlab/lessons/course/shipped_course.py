"""The course that comes with the lab: which lessons it has, and the number of each."""

from functools import lru_cache

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten

from .course import Course
from .course_file import read_course

# The folders of earlier versions had numbers. Paths and names in files and links still find them.
EARLIER_NAMES = {
    "01-a-linear-model": "a-linear-model",
    "02-the-perceptron": "the-perceptron",
    "03-when-no-line-will-do": "when-no-line-will-do",
    "04-the-mistake-bound": "the-mistake-bound",
    "05-margins-and-the-svm": "margins-and-the-svm",
    "06-mira": "mira",
    "07-logistic": "logistic-regression",
    "08-one-engine": "one-engine-three-losses",
    "09-batches": "batches-and-optimisers",
    "10-overfitting": "overfitting",
    "11-kernels": "kernels",
    "12-naive-bayes": "naive-bayes",
    "13-better": "is-the-difference-real",
    "14-unlabelled": "learning-without-labels",
}


def planned_course() -> Course:
    """The course as its file says, with lessons that may not be written yet."""
    course, faults = read_course(asset("lessons"))
    if faults:
        raise LinlabError(str(faults[0]))
    return course


@lru_cache(maxsize=1)
def shipped_course() -> Course:
    """The course, with the lessons that exist."""
    folder = asset("lessons")
    return planned_course().only(lambda lesson: (folder / lesson / "lesson.md").is_file())


def lesson_number(lesson: str) -> int:
    """The number of a shipped lesson, by its id.

    >>> lesson_number("a-linear-model"), lesson_number("02-the-perceptron")
    (1, 2)
    """
    course = shipped_course()
    known = EARLIER_NAMES.get(lesson, lesson)
    if known not in course.ids:
        hint = perhaps(lesson, course.ids)
        raise LinlabError(
            f"There is no lesson “{shorten(lesson)}”{hint}; “linlab lesson list” lists them."
        )
    return course.number(known)
