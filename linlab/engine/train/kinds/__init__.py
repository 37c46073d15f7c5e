"""Kinds of learners: gradient, whole-objective solver, counting, vote, bag, stack and boost, one
file each. A kind says how a problem is posed, how a segment of a run makes its steps and reads out
a model, and what it cannot be asked for.

Imports the rest of train but the trace, which asks it.
"""
