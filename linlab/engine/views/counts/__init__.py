"""The view of counts: naive Bayes's tables with the products that they give at a place, and for
log-linear models the counts that features have against those that the model expects.

Imports the rest of views and the rooms before it.
"""
