"""What is computed about a run besides its steps: the exact optimum, the mistake bound, the
expected risk, whether it can be separated and what that means, and where it would stop early.

Imports the rest of the session and the rooms before it.
"""
