"""What a trace is made of: its stretches and what is carried from one into the next, keyframes,
the log of a vote.

Imports problem, state and updates of this room, and the rooms before it.
"""
