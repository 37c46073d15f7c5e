"""The version of linlab, which it writes into its files."""

__version__ = "0.2.0"
