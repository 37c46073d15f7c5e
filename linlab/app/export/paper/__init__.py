"""Pages of A4: blocks one under the other, words with formulas among them. Imports the figures
beside it and the rooms before them."""
