"""Several models: compared by folds, made to vote, stacked upon each other, and labelling for each
other.

Imports train and the rooms before it.
"""
