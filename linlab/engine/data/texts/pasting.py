"""Texts from a clipboard: a table with a header, or lines."""

from linlab.engine.data.csvfile import parse_csv
from linlab.engine.data.points import Points

from .tables import header_of, lines_of_texts, table_of_texts

CLIPBOARD = "the clipboard"


def pasted_texts(pasted: str, label: str, name: str = CLIPBOARD) -> Points:
    """The texts of a table with the columns text and label, with or without places, or of lines: a
    line is “class, tab, text”, or a text of this class; '' for none."""
    columns = {*header_of(pasted)}
    if "text" in columns and columns & {"label", "class"}:
        table = table_of_texts(pasted, name, labels=True)
        return parse_csv(pasted, name, labels=False) if table is None else table
    return lines_of_texts(pasted, label, name)
