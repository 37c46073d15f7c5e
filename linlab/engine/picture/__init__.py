"""Pictures of a run as values, for the screen, for files and for films alike. No Qt, no pixels.

Imports words and the rooms before it.
"""
