"""Lessons: steps of text, a state of the lab for each, questions whose answers the engine computes.
It knows no window.

Imports the engine.
"""
