"""The course page: all lessons part by part with the progress in each, search, and where to go on.

Imports the controls and the lessons; the window opens and closes it.
"""
