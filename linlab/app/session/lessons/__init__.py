"""The lesson that is open: where in it we are, what was answered, and what was open before. No
widgets.

Imports the rest of the session and the rooms before it.
"""
