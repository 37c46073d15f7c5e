"""The document, a frozen value of points, learners, seed and timeline; reading, writing and
changing it.

Imports ground, data and learner.
"""
