"""Naive Bayes: what is counted, bins or sums of z and z², and what the counts say. Imports ground
and learner."""
