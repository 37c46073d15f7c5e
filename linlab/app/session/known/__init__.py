"""What is known of a run beside its updates: its exact optimum, its mistake bound, and where it
would stop early.

Imports the rest of the session and the rooms before it.
"""
