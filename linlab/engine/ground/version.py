"""Which linlab this is, as it says in the files it writes."""

__version__ = "0.2.0"
