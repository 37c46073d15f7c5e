"""Views: what can be seen of a moment of a run, each a function that returns panels of a picture
and a line in one table.

Imports picture and the rooms before it.
"""
