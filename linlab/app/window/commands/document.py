"""The menu File: documents and exports."""

from .command import Command

DOCUMENT: tuple[Command, ...] = (
    Command("new", "File", "New", ("Ctrl+N",), lambda lab: lab.documents.new()),
    Command("open", "File", "Open…", ("Ctrl+O",), lambda lab: lab.documents.open()),
    Command(
        "open-folder",
        "File",
        "Open a folder of texts…",
        (),
        lambda lab: lab.documents.open_folder(),
    ),
    Command(
        "add-from-file",
        "File",
        "Add points or texts from a file…",
        (),
        lambda lab: lab.documents.add(),
    ),
    Command(
        "open-prepared",
        "File",
        "Open as prepared…",
        ("Ctrl+Shift+O",),
        lambda lab: lab.documents.open_prepared(),
    ),
    Command("save", "File", "Save", ("Ctrl+S",), lambda lab: lab.documents.save()),
    Command("save-as", "File", "Save as…", ("Ctrl+Shift+S",), lambda lab: lab.documents.save_as()),
    Command(
        "revert",
        "File",
        "Restore the document or page as it was opened",
        ("F9",),
        lambda lab: lab.documents.revert(),
    ),
    Command(
        "next-document",
        "File",
        "Next page of the lesson, or next document",
        ("Ctrl+PgDown",),
        lambda lab: lab.documents.turn(1),
    ),
    Command(
        "previous-document",
        "File",
        "Previous page or document",
        ("Ctrl+PgUp",),
        lambda lab: lab.documents.turn(-1),
    ),
    Command(
        "about-document",
        "File",
        "About this document…",
        ("Ctrl+I",),
        lambda lab: lab.about_document(),
    ),
    Command(
        "export-figure", "File", "Export figure…", ("Ctrl+E",), lambda lab: lab.export("figure")
    ),
    Command(
        "export-weights",
        "File",
        "Export weights…",
        ("Ctrl+Shift+W",),
        lambda lab: lab.export("weights"),
    ),
    Command(
        "export-points",
        "File",
        "Export points…",
        ("Ctrl+Shift+P",),
        lambda lab: lab.export("points"),
    ),
    Command(
        "export-table",
        "File",
        "Export table of steps…",
        ("Ctrl+Shift+T",),
        lambda lab: lab.export("table"),
    ),
    Command(
        "export-film", "File", "Export film…", ("Ctrl+Shift+F",), lambda lab: lab.export("film")
    ),
    Command(
        "export-web", "File", "Export web page…", ("Ctrl+Shift+B",), lambda lab: lab.export("web")
    ),
    Command(
        "export-homework",
        "File",
        "Export homework…",
        ("Ctrl+Shift+H",),
        lambda lab: lab.export("homework"),
    ),
    Command("close", "File", "Quit", ("Ctrl+Q",), lambda lab: lab.close()),
)
