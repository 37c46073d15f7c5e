"""Handouts of lessons as files. Imports the paper and the figures beside it and the rooms before
them."""
