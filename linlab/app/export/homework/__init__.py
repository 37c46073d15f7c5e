"""Sheets of homework as PDF, set on paper. Imports the paper and the figures beside it and the
rooms before them."""
