"""What a session keeps about its views: their options, the results of their long work, and what
they draw in the plane.

Imports background threads from the session's room, and engine.
"""
