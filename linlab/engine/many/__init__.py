"""Several models: comparing them over folds, votes, bags, stacks, and models that label points for
each other.

Imports train and the rooms before it.
"""
