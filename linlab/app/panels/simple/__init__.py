"""What stands in Simple only: a line or a curve, one dial, the listing of this step, and what is wrong.

Imports the form of the settings, curves and views; the cards and columns import it.
"""
