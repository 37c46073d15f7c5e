"""What a session keeps of its views: what is chosen about them, and what their long work has found.

Imports background threads from the session's room, and engine.
"""
