"""Kinds of learners: gradient, whole-objective solver, counting, vote, bag, stack and boost, one
file each. A kind says how a problem is posed, how a segment of a run makes its steps and reads out
a model, and what it does not have.

Imports the rest of train except the trace, which uses it.
"""
