"""What learns: losses, rates, optimisers, spaces and the recipes made of them, and the loop that
runs them all.

Imports ground.
"""
