"""Derivations: formulas line by line, each with its reason and its value on the data at a step.

Imports optimum, train and the listing of words.
"""
