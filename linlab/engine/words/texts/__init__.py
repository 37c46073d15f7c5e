"""A step that reads a text: its words as they stand there, and what they add to counts.

Imports counts and signs of words, and train.
"""
