"""Presenting: the plane alone on the full screen, under the keys of a clicker. Imports lessons and
the rooms before it."""
