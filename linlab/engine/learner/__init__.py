"""Learners: losses, rates, optimisers, spaces, the recipes made of them, and the loop that runs
them all.

Imports ground.
"""
