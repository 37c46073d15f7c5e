"""The kernel view: the Gram matrix, the score as a sum over examples, coefficients, duality, and
how random features imitate a kernel. One file each, and the view that they make.

Imports the rest of views and the rooms before it.
"""
