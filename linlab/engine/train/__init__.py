"""Training: a document becomes a problem, a problem a trace of states, a state a model that answers
and is measured.

Imports ground, data, learner and document.
"""
