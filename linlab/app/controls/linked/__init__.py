"""Texts whose symbols can be pointed at. Imports the formulas of controls."""
