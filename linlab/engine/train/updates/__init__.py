"""One update after the other: which example comes when, the loop bound to a problem, and what
counts or solves instead.

Imports problem, state and models of this room, and the rooms before it.
"""
