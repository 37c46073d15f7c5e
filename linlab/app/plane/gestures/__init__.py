"""Gestures of the mouse in the plane, each a generator from the press to the release.

Imports the session and the rooms before it; the tools and the plane import it.
"""
