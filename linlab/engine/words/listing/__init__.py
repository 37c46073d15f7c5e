"""The algorithm of a learner as a listing: lines of text, each with what it does.

Imports the files of words that say how a number is printed, and train.
"""
