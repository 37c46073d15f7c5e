"""An update in words, in formulas and in numbers that come out. Imports train and the rooms before
it."""
