"""The state behind the window: the session with its runs and its undo, the player, settings and
files. No widgets.

Imports the engine.
"""
