"""Training: a document becomes a problem, a problem a trace of states, a state a model with answers
and measures.

Imports ground, data, learner and document.
"""
