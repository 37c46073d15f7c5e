"""Steps: which example comes when, the loop bound to a problem, and counting and solvers.

Imports problem, state and models of this room, and the rooms before it.
"""
