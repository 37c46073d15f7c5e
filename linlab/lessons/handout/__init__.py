"""A lesson on paper: its steps with their pictures, its questions, and the answers on a page of
their own.

Imports the lessons beside it and the engine.
"""
