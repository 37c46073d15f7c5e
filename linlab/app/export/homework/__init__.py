"""Sheets of homework as PDF, laid out by hand and painted by Qt. Imports the figures beside it and the rooms before them."""
