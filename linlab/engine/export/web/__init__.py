"""A run as a web page: its pictures as JSON, drawn by a small script of our own. Imports figures and
the rooms before export.
"""
