"""Bookmarks: flags over the history, a field to give them a name, and what can be done with them.

Imports session, controls, plane and the transport beside it.
"""
