"""Lessons in the window: the panel on the left with its text and questions, and the column it
shares with the controls.

Imports panels and the rooms before it.
"""
