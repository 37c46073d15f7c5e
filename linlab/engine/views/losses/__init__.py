"""Losses over the margin, and the learners that differ in them side by side.

Imports the frame of views and the rooms before it.
"""
