"""Lessons: pages of text, each with a state of the lab and perhaps a question whose answer the
engine computes. No window.

Imports the engine.
"""
