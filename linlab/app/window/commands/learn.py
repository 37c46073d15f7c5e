"""The menus Lesson and Help."""

from .command import Command

LEARN: tuple[Command, ...] = (
    Command(
        "course",
        "Lesson",
        "The course, or back to the lab",
        ("F6",),
        lambda lab: lab.course.toggle(),
    ),
    Command(
        "practise",
        "Lesson",
        "Practise: five fresh questions",
        ("Ctrl+Alt+R",),
        lambda lab: lab.lessons.practise(lab.course.close),
    ),
    Command(
        "open-lesson", "Lesson", "Open a lesson…", ("Ctrl+Alt+O",), lambda lab: lab.lessons.choose()
    ),
    Command(
        "lesson-on",
        "Lesson",
        "See what happens, play, or go on",
        ("Ctrl+Return",),
        lambda lab: lab.lessons.on(),
    ),
    Command(
        "write-lesson", "Lesson", "Write a lesson", ("Ctrl+Alt+W",), lambda lab: lab.lessons.write()
    ),
    Command(
        "make-step",
        "Lesson",
        "Make this a page of the lesson",
        ("Ctrl+Shift+K",),
        lambda lab: lab.lessons.make_step(),
    ),
    Command(
        "leave-lesson",
        "Lesson",
        "Leave the lesson",
        ("Ctrl+Shift+Q",),
        lambda lab: lab.lessons.leave(),
    ),
    Command("help", "Help", "Keys and mouse", ("F1",), lambda lab: lab.show_help()),
    Command(
        "symbols",
        "Help",
        "What the symbols mean, and their values now",
        ("Shift+F1",),
        lambda lab: lab.show_symbols(),
    ),
    Command(
        "glossary",
        "Help",
        "Glossary: terms and symbols, and where they are shown",
        ("Ctrl+F1",),
        lambda lab: lab.show_glossary(),
    ),
    Command("about-linlab", "Help", "About linlab…", (), lambda lab: lab.about_linlab()),
)
