"""The tables of the window's commands, one file for each kind.

Imports the parts of the window that commands act on; the actions import it.
"""
