"""Learners that count: what they count of each example, and what the counts say about points.

Imports ground and the features of this room.
"""
