"""Proof: why a perceptron makes so few mistakes, in the numbers of the run.

Imports the frame of the views, and the rooms before them.
"""
