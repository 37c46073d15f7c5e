"""Algorithm: the listing of a learner, run for the last step.

Imports words and the files of views that every view needs.
"""
