"""Lessons in the window: the panel at the left with its text and questions, and the column that it
shares with the controls.

Imports panels and the rooms before it.
"""
