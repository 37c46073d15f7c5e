"""What a session keeps of its views: what is chosen about them, what their long work has found, and
what they put into the plane.

Imports background threads from the session's room, and engine.
"""
