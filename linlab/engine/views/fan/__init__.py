"""Fan: the same learner trained many times over, and what of its boundary is chance.

Imports the frame of the views, and the rooms before them.
"""
