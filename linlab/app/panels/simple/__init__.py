"""What stands in Simple only: a line or a curve, and one dial.

Imports the form of the settings; the cards import it.
"""
