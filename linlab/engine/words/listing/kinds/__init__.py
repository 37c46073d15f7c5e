"""The listings of the kinds of learners, and of guessing labels.

Imports the lines, symbols and loops of its parent, and train and many.
"""
