"""A4 pages: blocks one below the other, words with formulas among them. Imports the figures beside
it and the rooms before them."""
