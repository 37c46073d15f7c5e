"""What is computed about a run besides its steps: the exact optimum, the mistake bound, the
expected risk, and where it would stop early.

Imports the rest of the session and the rooms before it.
"""
