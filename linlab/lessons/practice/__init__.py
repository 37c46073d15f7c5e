"""Practise: a few questions from finished lessons with other points, in the order in which they are
due. No window.

Imports the lessons beside it and the engine.
"""
