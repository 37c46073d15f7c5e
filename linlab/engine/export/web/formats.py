"""The formats of a run that plays outside linlab: one, a web page."""

from dataclasses import dataclass

from linlab.engine.export.format import table


@dataclass(frozen=True)
class PageFormat:
    key: str
    title: str
    suffix: str
    use: str
    text: bool = False


PAGE_FORMATS = table(
    PageFormat(
        "html",
        "HTML",
        ".html",
        "For a course page or an e-mail: one file that plays the run in any browser, also on a phone. linlab opens it as a document.",
    )
)
