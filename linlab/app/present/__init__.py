"""Presenting: the plane alone on the full screen, under the keys of a clicker. Imports panels and the rooms before it."""
