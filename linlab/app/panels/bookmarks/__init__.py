"""Bookmarks: flags over the history, a field to name them, and their commands.

Imports session, controls, plane and the transport beside it.
"""
