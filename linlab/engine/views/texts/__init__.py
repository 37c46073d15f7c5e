"""Texts as rows: their words tinted by what they add to the score, as columns of a table and drawn.

Imports the table, the kit and the vocabulary of this room.
"""
