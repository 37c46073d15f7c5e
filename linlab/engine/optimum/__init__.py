"""References for a run: the exact optimum of its objective, and what the lectures prove about it.

Imports train and the rooms before it.
"""
