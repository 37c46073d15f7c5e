"""The running order of a lecture: its entries, without a window. Imports the engine."""
