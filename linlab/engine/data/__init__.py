"""Points: what they are, where they come from, and which of them train, tune and test.

Imports ground.
"""
