"""Random features: maps whose products tend to a kernel as their number grows, waves to the RBF kernel
and cells of random grids to the Laplace kernel.

Imports ground.
"""
