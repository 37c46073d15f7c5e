"""An update in words, in formulas and in numbers that add up. Imports train and the rooms before
it."""
