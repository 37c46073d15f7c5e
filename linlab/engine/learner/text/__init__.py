"""Texts as features: how a text becomes tokens, and a bag of words their numbers.

Imports ground, data and the features of this room.
"""
