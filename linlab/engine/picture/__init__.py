"""Pictures as values: what is drawn of a run, for the screen, for a file and for a film alike. No
Qt, no pixels.

Imports words and the rooms before it.
"""
