"""The parts of a trace: its segments and what is carried from one to the next, keyframes, the log
of a vote.

Imports problem, state and updates of this room, and the rooms before it.
"""
