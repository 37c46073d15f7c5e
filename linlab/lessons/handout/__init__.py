"""A lesson on paper: its pages with pictures and questions, and the answers at the end.

Imports the lessons beside it and the engine.
"""
